"""An order at the print shop: what to print, for whose eyes, on which printer, and from which sheet on.

Before it the shop says whether that printer was measured for it: the paper in it, the edge that it turns
over.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
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
from companion.press import document as document_room
from companion.press.calibration import calibrated
from companion.press.document import Document, Duplex, Printed
from companion.press.page import PAPER_NAMES, Page
from companion.press.whole import KNOWN, Whole
from companion.printing import Plate, find, make
from companion.shop.models import Printer
from companion.tables.journal import public_position
from companion.tables.lines import passages
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.seating import sitting
from companion.workshop.making import with_own

FITS_BOTH = ("a4", "letter")
"""Papers on which a page that fits both is printed."""

NAMES = {**PAPER_NAMES, "both": "paper for A4 and Letter"}
EDGES = {"long": "the long edge", "short": "the short edge"}


def duplex(choices: Mapping[str, object], made: Document) -> Duplex:
    """What the file asks of a printer that turns paper over by itself: the edge where backs follow their
    fronts, one side where none does; nothing of a print house, which sees to it."""
    if choices.get("house"):
        return ""
    if not is_paired(choices, made):
        return "Simplex"
    return "DuplexFlipShortEdge" if edge_of(choices) == "short" else "DuplexFlipLongEdge"


def is_paired(choices: Mapping[str, object], made: Document) -> bool:
    """Whether each back follows its front, for a printer that prints both sides of a sheet."""
    return choices.get("sides", "both") == "both" and len(made.pages) > 1 and made.pages[1].side == "back"


def check_fed(printer: Printer, choices: Mapping[str, object], made: Printed) -> None:
    """`InvalidInput` at `printer` where backs would be moved by what was measured on another feed."""
    if not printer.measured or not any(_backs(made)):
        return
    if is_fed(printer, choices):
        return
    measured = f"{NAMES[printer.paper]} turned over {EDGES[printer.edge]}"
    wanted = f"{NAMES[paper_of(printer, choices)]} turned over {EDGES[edge_of(choices)]}"
    raise InvalidInput(
        "printer",
        f"“{printer.name}” was measured with {measured}; this is {wanted}, where backs are off by something "
        "else. Choose that paper and edge, or measure it for this under another name.",
    )


def is_fed(printer: Printer, choices: Mapping[str, object]) -> bool:
    """Whether this paper, turned over this edge, is what it was measured with."""
    return _is_its_paper(printer, choices) and edge_of(choices) == printer.edge


def warning(printer: Printer, choices: Mapping[str, object], made: Printed) -> str:
    """What may come out wrong on this printer although it can be printed; empty where nothing does."""
    if not printer.measured:
        backs = any(_backs(made))
        return (
            f"“{printer.name}” has not been measured: its backs may land beside their fronts."
            if backs
            else ""
        )
    if not _is_its_paper(printer, choices):
        names = NAMES[printer.paper], NAMES[paper_of(printer, choices)]
        return f"“{printer.name}” was measured with {names[0]}; on {names[1]} its scale may be another."
    if not printer.lying and any(page.width > page.height for page in _backs(made)):
        return (
            f"These pages lie on their side, and nobody has looked yet which way “{printer.name}” turns "
            "them: its second sheets tell."
        )
    return ""


def _backs(made: Printed) -> Iterator[Page]:
    """The pages that have to meet those before them."""
    pages = made.pages if isinstance(made, Document | Whole) else ()
    return (page for page in pages if page.side == "back")


def edge_of(choices: Mapping[str, object]) -> str:
    """The edge that the paper turns over; a book's pages turn over their long edge."""
    return "short" if choices.get("backs") == "short" else "long"


def paper_of(printer: Printer, choices: Mapping[str, object]) -> str:
    return str(choices.get("paper", printer.paper))


def _is_its_paper(printer: Printer, choices: Mapping[str, object]) -> bool:
    paper = paper_of(printer, choices)
    return paper == printer.paper or (paper == "both" and printer.paper in FITS_BOTH)


def from_sheet(made: Printed, sheet: int, choices: Mapping[str, object]) -> Document | Whole:
    """The same print from its `sheet`-th sheet on, counted from 1; `InvalidInput` at `from`.

    Its sheets keep their numbers in the whole. How many a whole box has is known once it is set.
    """
    if isinstance(made, Whole):
        return replace(made, from_sheet=sheet)
    if not isinstance(made, Document):
        words = "Choose its pages in the printer's window: this print has no sheet to go on from."
        raise InvalidInput("from", words)
    starts = begun(made.pages, paired=is_paired(choices, made))
    if not 1 <= sheet <= len(starts):
        have = f"{len(starts)} sheets; give one of 1 to {len(starts)}" if starts[1:] else "one sheet"
        raise InvalidInput("from", f"There is no sheet {sheet}: this print has {have}.")
    return replace(made, pages=made.pages[starts[sheet - 1] :])


def begun(pages: Sequence[Page], *, paired: bool) -> list[int]:
    """The pages, counted from 0, with which a sheet begins: all but the backs that follow their fronts."""
    return [number for number, page in enumerate(pages) if not paired or page.side == "front"]


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
    def scene(self) -> Scene[object]:
        current = public_position(self.table, position(self.table))
        sight = Sight(self.holds, self.holds)
        lines = passages(current, sight)
        return Scene(
            current.state, sight, "table", {}, current.trail,
            address=self.address, passages=lines, sitting=self.sitting, version=self.table.version,
        )  # fmt: skip

    @cached_property
    def sitting(self) -> Sitting:
        return sitting(self.table)


@dataclass(frozen=True)
class Order:
    """One print as ordered. `document` is made when it is first asked for: `GameError` if it cannot be.

    After a jam it goes on `from_sheet`, counted from 1.
    """

    plate: Plate
    given: Mapping[str, object]
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
        return warning(self.printer, self.choices, self.document) if self.printer else ""

    @cached_property
    def choices(self) -> dict[str, object]:
        """A value for every option; `InvalidInput` at `options.KEY`."""
        with under("options"):
            return chosen(self.plate.printable.options, with_own(self.plate, self.given))

    @property
    def scene(self) -> Scene[object] | None:
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
        inputs = {**self.as_json(), "given": self.choices, "printer": printer}
        words = json.dumps(inputs, sort_keys=True, default=str)
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

    def as_json(self) -> dict[str, object]:
        record: dict[str, object] = {"system": self.plate.game.slug, "printable": self.plate.printable.name}
        record |= {"given": dict(self.given), "printer": self.printer.pk if self.printer else None}
        if self.from_sheet > 1:
            record["from"] = self.from_sheet
        if self.scene and self.seen:
            table = self.seen.table
            record["table"] = {
                "pk": table.pk,
                "code": table.code,
                "version": table.version,
                "walk": table.walk if table.walked == table.version else 0,
                "holds": sorted(self.seen.holds),
                "address": self.seen.address,
                "hand": self.seen.hand,
                "sitting": asdict(self.seen.sitting),
            }
        return record


@cached(LRUCache(MADE), lambda order: order.fingerprint, Lock())
def _made(order: Order) -> Printed:
    made = make(order.plate, with_own(order.plate, order.given), order.scene)
    made = replace(made, duplex=duplex(order.choices, made)) if isinstance(made, Document) else made
    if order.from_sheet > 1:
        made = from_sheet(made, order.from_sheet, order.choices)
    return calibrated(made, order.printer.calibration) if order.printer else made


def reordered(record: Mapping[str, Any]) -> Order:
    """The order that this data is; `InvalidInput` where its table or its printer has gone."""
    plate = find(record["system"], record["printable"])
    printer = Printer.objects.filter(pk=record["printer"]).first() if record["printer"] else None
    if record["printer"] and not printer:
        raise InvalidInput("printer", "This printer has been taken off the list; choose another one.")
    return Order(plate, record["given"], _seen(record.get("table")), printer, record.get("from", 1))


def sheet_told(text: str) -> int:
    """The sheet to go on from, as an address or a command says it; the first where it says nothing."""
    if not text:
        return 1
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= MOST_SHEETS:
        raise InvalidInput("from", f"Give the number of a sheet: 5. “{text[:20]}” is none.")
    return int(text)


def printer_named(name: str | None) -> Printer | None:
    """The printer of that name; none where none is named."""
    if not name:
        return None
    printer = Printer.objects.filter(name=name).first()
    if printer is None:
        names = ", ".join(f"“{each.name}”" for each in Printer.objects.all()) or "none yet"
        raise InvalidInput("printer", f"No printer is called “{name}” here; there is {names}.")
    return printer


def _seen(record: Mapping[str, Any] | None) -> Seen | None:
    if not record:
        return None
    table = Table.objects.filter(pk=record["pk"]).first()
    if table is None:
        raise InvalidInput("table", "This table has been deleted.")
    table.version = table.walked = record["version"]
    table.walk = record.get("walk", 0)
    return Seen(table, frozenset(record["holds"]), record.get("address", ""), record.get("hand", ""))


def _part(option: Option, value: object) -> str:
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
    digest = sha256()
    for file in files:
        if file.is_file() and file.suffix != ".pyc" and "static" not in file.parts:
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


@cache
def machines() -> str:
    """The libraries that set the type: another edition may set other bytes."""
    return " ".join(f"{name} {version(name)}" for name in ("reportlab", "weasyprint"))


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]
