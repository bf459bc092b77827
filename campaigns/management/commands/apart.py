"""`manage.py apart FILE`: what this house wrote that the one of that database lacks, packed."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand

from campaigns.carrying.apart import pack_apart
from companion.beside.apart import alone
from companion.beside.leading import database


class Command(BaseCommand):
    help = "Pack each table and campaign with lines that another house's database lacks; `up` does so itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        call_command("migrate", verbosity=0)
        for title in pack_apart(alone(database(), file)):
            self.stdout.write(f"{title} is packed.")
