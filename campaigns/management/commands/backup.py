"""`manage.py backup FILE`: everything in one file."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from campaigns.carrying import back_up


class Command(BaseCommand):
    help = "Write everything that the house keeps into one file. It may stay open meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        try:
            self.stdout.write(f"{back_up(file)} rows are in {file}.")
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
