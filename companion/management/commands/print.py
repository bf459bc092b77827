"""`manage.py print SYSTEM PRINTABLE`: one PDF; `print --list` names everything that can be printed."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Option
from companion.engine.option import spelt
from companion.engine.wire import loads
from companion.printing import Plate, find, is_file, plates
from companion.shop.around import around
from companion.shop.export import Address, export
from companion.shop.files import recalled, written
from companion.shop.orders import Order, Seen, printer_named, sheet_told
from companion.tables.devices import spelt as spelt_code
from companion.tables.models import Table

NO_HOUSE = "This house has no tables yet: “manage.py up” opens it. Without --table all the rest prints."


class Command(BaseCommand):
    """Writes a PDF to a file or to standard output; exit status 2 and one clear line where it cannot."""

    help = "Print a game's cards, board and sheets as a PDF of exact size."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game and printable, where to, and then the printable's own options: `--paper letter`."""
        parser.add_argument("system", nargs="?", help="the game: scarper, …")
        parser.add_argument("printable", nargs="?", help="what to print: deck, board, aid, …")
        parser.add_argument("--list", action="store_true", help="name everything that can be printed")
        parser.add_argument("--json", action="store_true", help="with --list: as JSON, options and all")
        parser.add_argument("--table", metavar="CODE", help="print that table as it stands: its public part")
        parser.add_argument("--seat", help="with --table: what that seat sees as well, its hand page")
        parser.add_argument(
            "--printer", metavar="NAME", help="make good what that printer was measured to do"
        )
        parser.add_argument("--from-sheet", metavar="N", default="", help="after a jam: from that sheet on")
        parser.add_argument(
            "--to", metavar="TARGET", help="not on paper: to a maker of cards, a machine, a virtual table"
        )
        parser.add_argument(
            "--at",
            metavar="ADDRESS",
            default="",
            help="with --to tabletop-simulator: where its pictures will lie",
        )
        parser.add_argument("--out", metavar="FILE", help="the file to write; without it, standard output")

    def run_from_argv(self, argv: list[str]) -> None:
        """Take the printable's options (`--ink grey`, `--marks=lines`) apart from the command's own."""
        parser = self.create_parser(argv[0], argv[1])
        args, rest = parser.parse_known_args(argv[2:])
        options = vars(args) | {"rest": rest}
        options.pop("args", None)
        self.execute(**options)

    def handle(self, *, rest: Sequence[str] = (), **options: Any) -> None:
        try:
            if options["list"]:
                self._list(options["system"], as_json=options["json"])
            else:
                self._print(options, rest)
        except (GameError, OSError) as error:
            self.stderr.write(str(error))
            sys.exit(2)

    def _list(self, system: str | None, *, as_json: bool) -> None:
        listed = plates(system)
        if as_json:
            rows = [plate.as_json() for plate in listed]
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        for plate in listed:
            self.stdout.write(f"{plate.game.slug} {plate.printable.name}: {plate.printable.summary}")
            for option in plate.printable.options:
                self.stdout.write(f"    --{option.key} {values(option)}  {option.title}")

    def _print(self, options: dict[str, Any], rest: Sequence[str]) -> None:
        if not options["system"] or not options["printable"]:
            raise InvalidInput("", "Name a game and what to print: print scarper deck. See print --list.")
        plate = find(options["system"], options["printable"])
        seen = seen_at(options["table"], options["seat"], plate) if options["table"] else None
        if options["seat"] and not seen:
            raise InvalidInput("seat", "A seat sits at a table: give --table CODE as well.")
        printer = printer_named(options["printer"])
        order = Order(plate, given(plate, rest), seen, printer, sheet_told(options["from_sheet"]))
        order, left_out = around(recalled(order, ""))
        for words in left_out:
            self.stderr.write(words)
        made = (
            export(order, options["to"], loaded_at(options["at"])).content
            if options["to"]
            else order.document.pdf()
        )
        if order.warning and not options["to"]:
            self.stderr.write(order.warning)
        if options["out"]:
            Path(options["out"]).write_bytes(made)
        else:
            sys.stdout.buffer.write(made)
        if not options["to"]:
            written(order)


def loaded_at(folder: str) -> Address | None:
    """Where pictures lie that are loaded up into a folder of that address."""
    return (lambda picture: f"{folder.rstrip('/')}/{picture}") if folder else None


def seen_at(code: str, seat: str | None, plate: Plate) -> Seen:
    """The table as the house itself shows it: its public part, and one seat's secrets where one is named."""
    try:
        table = Table.objects.filter(code=spelt_code(code)).first()
    except DatabaseError as error:
        raise InvalidInput("table", NO_HOUSE) from error
    if table is None:
        raise InvalidInput("table", f"There is no table “{code}” in this house.")
    if table.system != plate.game.slug:
        raise InvalidInput("table", f"That table plays {table.system}, not {plate.game.slug}.")
    chairs = list(table.seats.values_list("chair", flat=True))
    if seat and seat not in chairs:
        raise InvalidInput("seat", f"There is no seat “{seat}” at this table; there is {', '.join(chairs)}.")
    return Seen(table, frozenset([seat] if seat else []))


def values(option: Option) -> str:
    """An option's values as the command line takes them, the default first."""
    if not option.choices:
        return (
            f"{option.low}…{option.high}" if option.low is not None else "TEXT" if option.longest else "FILE"
        )
    listed = sorted((value for value, _ in option.choices), key=lambda value: bool(value != option.default))
    return "|".join(spelt(value) for value in listed)


def given(plate: Plate, rest: Sequence[str]) -> dict[str, object]:
    """The options of a command line, files read; `InvalidInput` where one is no option or has no value."""
    options = {option.key: option for option in plate.printable.options}
    entries: dict[str, object] = {}
    words = [part for word in rest for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while words:
        key = words.pop(0)
        name = key.removeprefix("--").replace("-", "_")
        if not key.startswith("--") or name not in options:
            listed = ", ".join(f"--{each}" for each in options)
            raise InvalidInput("options", f"“{key}” is no option of this print; it takes {listed}.")
        if not words or words[0].startswith("--"):
            raise InvalidInput(f"options.{name}", f"Give a value: {key} {values(options[name])}.")
        value = words.pop(0)
        entries[name] = loads(Path(value).read_bytes()) if is_file(options[name]) else value
    return entries
