"""`manage.py key [TABLE]`: for who runs the house, a code for its keeper, or for a table's new host."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from companion.caretaking import keepers
from companion.tables.devices import spelt
from companion.tables.models import Table
from companion.tables.seating import house_code

WORDS = """
  {title}: the recovery code is

      {code}

  On the device that shall be the host's open /t/{table}/host/ in this house, or
  “Is the host's device lost?” at the table's door, and type it there. It is good
  for the next quarter of an hour, and once. Everybody at the table will hear of it.
"""
KEEPER = """
  The keeper's code is

      {code}

  On the device that shall see how the house is open /house/ and type it there.
  It is good for the next quarter of an hour, and once.
"""


class Command(BaseCommand):
    """Tells a code, and writes nothing."""

    help = (
        "A code that makes a device the keeper's, which sees how the house is and goes back to a copy; "
        "of a table, one that makes another device its host, where the host's own is lost."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", nargs="?", help="the table's code of six letters")

    def handle(self, *, table: str | None, **options: object) -> None:
        if table is None:
            self.stdout.write(KEEPER.format(code=keepers.key()))
            return
        row = Table.objects.filter(code=spelt(table)).first()
        if row is None:
            names = ", ".join(str(each) for each in Table.objects.order_by("-pk")[:9]) or "none yet"
            raise CommandError(f"There is no table “{table}” in this house. The latest are: {names}.")
        self.stdout.write(WORDS.format(title=row.title, code=house_code(row), table=row.code))
