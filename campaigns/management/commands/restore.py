"""`manage.py restore FILE`: a backup into an empty house, or in the place of what is there."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from campaigns.carrying import restore, salvaged
from campaigns.carrying.going_back import changes, go_back
from companion import serving
from companion.copies import FOLDED
from companion.engine.errors import GameError


class Command(BaseCommand):
    help = (
        "Fill an empty house from a backup. A house that is open is left as it is, and so is one that is not "
        "empty, but with --instead."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        help_ = "bring back each table and campaign that is whole in a damaged file"
        parser.add_argument("--salvage", action="store_true", help=help_)
        help_ = "bring it back even where it shows what its journals do not say"
        parser.add_argument("--even-so", action="store_true", help=help_)
        parser.add_argument("--show", action="store_true", help="say what would change, and change nothing")
        help_ = "in the place of what is here, of which a copy is made first"
        parser.add_argument("--instead", action="store_true", help=help_)

    def handle(self, *, file: Path, salvage: bool = False, even_so: bool = False, **options: object) -> None:
        try:
            if options.get("show"):
                self.stdout.writelines(f"{line}\n" for line in changes(file))
                return
            held = serving.lock(settings.HOME) if connection.vendor == "sqlite" else None
            call_command("migrate", verbosity=0)
            if options.get("instead"):
                rows, copy = go_back(file)
                self.stdout.write(f"{rows} rows are back; what was here lies in {copy.name}.")
                return
            back = salvaged(file) if salvage else restore(file, even_so=even_so)
            for words in back.lost:
                self.stdout.write(f"{'Not whole' if salvage else 'Differing'}: {words}")
            self.stdout.write(f"{back.rows} rows are back.")
            if not salvage:
                self.stdout.write(f"{FOLDED} {back.journals}")
        except (serving.AlreadyUp, GameError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror or error}.") from error
        del held
