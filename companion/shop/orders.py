"""An order at the print shop: what to print, with which options, for whose eyes, on which printer."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached

from companion.engine.errors import InvalidInput, under
from companion.engine.game import Option, Scene, Sight
from companion.engine.option import chosen
from companion.engine.scene import Sitting
from companion.engine.wire import Json
from companion.press import document as document_room
from companion.press.calibration import calibrated
from companion.press.document import Document, Printed
from companion.press.whole.everything import KNOWN
from companion.printing import Plate, find, make
from companion.shop.feeding import check_fed, duplex, warning
from companion.shop.models import Printer
from companion.shop.resuming import from_sheet
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.position.passages import passages
from companion.tables.seating.sitting import sitting
from companion.tables.together.walking import told
from companion.workshop.lending import with_own

MADE = 16
"""Documents that are kept, so that turning a page or printing what is shown makes none anew."""
MOST_SHEETS = 99_999
LONG_NAME = 24
"""Letters: a longer choice (a list of cards) stands in a file's name as “some”."""


@dataclass(frozen=True)
class Seen:
    """A table at one version as one device sees it: `holds` are the seats whose secrets may lie open to it.

    `hand` is the seat in whose own room it prints, where it is one that goes round. `address` is its page as
    devices on the network open it, where that is known: what a code on paper says.
    """

    table: Table
    holds: frozenset[str] = frozenset()
    address: str = ""
    hand: str = ""

    @property
    def key(self) -> str:
        """What an address calls the table, and whose own room this is."""
        return f"{self.table.code}.{self.hand}" if self.hand else self.table.code

    @property
    def scene(self) -> Scene[Any]:
        """Where its game stands."""
        known = told(self.table, position(self.table))
        sight = Sight(self.holds, self.holds)
        lines = passages(known, sight)
        return Scene(
            known.state, sight, "table", {}, known.trail,
            address=self.address, passages=lines, sitting=self.sitting, version=self.table.version,
        )  # fmt: skip

    @cached_property
    def sitting(self) -> Sitting:
        """Whose evening it is."""
        return sitting(self.table)


@dataclass(frozen=True)
class Order:
    """One print as ordered. `document` is made when it is first asked for: `GameError` if it cannot be.

    After a jam it goes on `from_sheet`, counted from 1.
    """

    plate: Plate
    given: Mapping[str, Json]
    seen: Seen | None = None
    printer: Printer | None = None
    from_sheet: int = 1

    @cached_property
    def document(self) -> Printed:
        """What is to be printed. Where the table makes no difference it is left out."""
        made = _made(self)
        if self.printer:
            check_fed(self.printer, self.choices, made)
        return made

    @property
    def warning(self) -> str:
        """What may come out wrong on its printer; empty where nothing does."""
        return warning(self.printer, self.choices, self.document) if self.printer else ""

    @cached_property
    def choices(self) -> dict[str, Json]:
        """A value for every option; `InvalidInput` at `options.KEY`."""
        with under("options"):
            return chosen(self.plate.printable.options, with_own(self.plate, self.given))

    @property
    def scene(self) -> Scene[Any] | None:
        """The game in progress, where this printable can show one."""
        return self.seen.scene if self.seen and self.plate.printable.table != "no" else None

    @property
    def drawn(self) -> Document | None:
        """The document, if it is drawn; sheets of running text are set by the typesetter."""
        return self.document if isinstance(self.document, Document) else None

    @cached_property
    def fingerprint(self) -> str:
        """A short name for everything that the file depends on; `GameError` at a choice that is none."""
        printer = repr(self.printer.calibration) if self.printer else ""
        told = {**self.as_json(), "given": self.choices, "printer": printer}
        words = json.dumps(told, sort_keys=True, default=str)
        return _short(f"{words} {edition(self.plate.game.folder)} {machines()}")

    @property
    def digest(self) -> str:
        """A short name for the file under its name, and for those who may see it."""
        eyes = f"{self.seen.table.pk} {sorted(self.seen.holds)}" if self.scene and self.seen else ""
        return _short(f"{self.fingerprint} {self.file_name} {eyes}")

    @cached_property
    def file_name(self) -> str:
        """What the file is called: the game, the thing, and what is not as usual about it."""
        options = [option for option in self.plate.printable.options if option is not KNOWN]
        parts = [self.plate.game.slug, self.plate.printable.name]
        parts += [_part(o, self.choices[o.key]) for o in options if self.choices[o.key] != o.default]
        if self.scene and self.seen:
            parts.append(f"table-{self.seen.table.code.lower()}")
        if self.printer:
            parts.append(f"for-{_plain(self.printer.name)}")
        jammed = [f"from-sheet-{self.from_sheet}"] if self.from_sheet > 1 else []
        return "-".join(parts + jammed) + ".pdf"

    def as_json(self) -> dict[str, Json]:
        """The order as the worker reads it."""
        told: dict[str, Json] = {"system": self.plate.game.slug, "printable": self.plate.printable.name}
        told |= {"given": dict(self.given), "printer": self.printer.pk if self.printer else None}
        if self.from_sheet > 1:
            told["from"] = self.from_sheet
        if self.scene and self.seen:
            table = self.seen.table
            told["table"] = {
                "pk": table.pk,
                "code": table.code,
                "version": table.version,
                "walk": table.walk if table.walked == table.version else 0,
                "holds": sorted(self.seen.holds),
                "address": self.seen.address,
                "hand": self.seen.hand,
                "sitting": asdict(self.seen.sitting),
            }
        return told


@cached(LRUCache(MADE), lambda order: order.fingerprint, Lock())
def _made(order: Order) -> Printed:
    made = make(order.plate, with_own(order.plate, order.given), order.scene)
    made = replace(made, duplex=duplex(order.choices, made)) if isinstance(made, Document) else made
    if order.from_sheet > 1:
        made = from_sheet(made, order.from_sheet, order.choices)
    return calibrated(made, order.printer.calibration) if order.printer else made


def reordered(told: Mapping[str, Any]) -> Order:
    """The order that this data is; `InvalidInput` where its table or its printer has gone."""
    plate = find(told["system"], told["printable"])
    printer = Printer.objects.filter(pk=told["printer"]).first() if told["printer"] else None
    if told["printer"] and not printer:
        raise InvalidInput("printer", "This printer has been taken off the list; choose another one.")
    return Order(plate, told["given"], _seen(told.get("table")), printer, told.get("from", 1))


def sheet_told(said: str) -> int:
    """The sheet to go on from, as an address or a command says it; the first where it says nothing."""
    if not said:
        return 1
    if not said.isascii() or not said.isdigit() or not 1 <= int(said[:6]) <= MOST_SHEETS:
        raise InvalidInput("from", f"Give the number of a sheet: 5. “{said[:20]}” is none.")
    return int(said)


def printer_named(name: str | None) -> Printer | None:
    """The printer of that name; none where none is named."""
    if not name:
        return None
    found = Printer.objects.filter(name=name).first()
    if found is None:
        known = ", ".join(f"“{each.name}”" for each in Printer.objects.all()) or "none yet"
        raise InvalidInput("printer", f"No printer is called “{name}” here; there is {known}.")
    return found


def _seen(told: Mapping[str, Any] | None) -> Seen | None:
    if not told:
        return None
    table = Table.objects.filter(pk=told["pk"]).first()
    if table is None:
        raise InvalidInput("table", "This table has been deleted.")
    table.version = table.walked = told["version"]
    table.walk = told.get("walk", 0)
    return Seen(table, frozenset(told["holds"]), told.get("address", ""), told.get("hand", ""))


def _part(option: Option, value: Json) -> str:
    if isinstance(value, bool):
        return option.key if value else f"no-{option.key}"
    word = _plain(str(value))
    if not isinstance(value, str | int) or len(word) > LONG_NAME:
        return f"some-{option.key}"
    return word if option.choices else f"{option.key}-{word}"


def _plain(text: str) -> str:
    """A text as a file's name can hold it."""
    kept = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in text.lower())
    return "-".join(kept.split()) or "own"


@cache
def edition(game: Path) -> str:
    """A short name for all that the press and a game bring to paper: their code, texts, cards and fonts."""
    press = Path(document_room.__file__).parent
    files = (file for folder in (press, game) for file in sorted(folder.rglob("*")))
    known = sha256()
    for file in files:
        if file.is_file() and file.suffix != ".pyc" and "static" not in file.parts:
            known.update(file.name.encode() + file.read_bytes())
    return known.hexdigest()


@cache
def machines() -> str:
    """The libraries that set the type: another edition may set other bytes."""
    return " ".join(f"{name} {version(name)}" for name in ("reportlab", "weasyprint"))


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]
