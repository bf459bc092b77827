"""`manage.py backup [FILE]`: everything in one file, or one more of the house's own copies."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from campaigns.carrying import back_up
from companion import copies


class Command(BaseCommand):
    help = (
        "Write everything that the house keeps into one file; it may stay open meanwhile. Without a name it "
        "is one of the house's own copies, as each night: tried in an empty house, and kept for months."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?")

    def handle(self, *, file: Path | None, **options: object) -> None:
        if file is None:
            copy = copies.make(back_up, datetime.now().astimezone())
            if copy.fault:
                raise CommandError(f"{copy.name}: {copy.fault}")
            self.stdout.write(f"{copy.rows} rows are in {copy.name}, and came back in an empty house.")
            return
        try:
            self.stdout.write(f"{back_up(file)} rows are in {file}.")
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
