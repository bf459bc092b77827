"""The choices that printables share: which there are, what they are called, what is chosen by itself.

`leading` ones are shown first; the others may lie folded away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Option
from companion.engine.wire import Json
from companion.press.choosing import chosen, layout, picked, size_of, spelt
from companion.press.paper import FORMAT_NAMES, FORMATS, PAPER_NAMES
from companion.press.sheet import PART
from companion.press.text import SMALLEST, SMALLEST_LARGE

__all__ = ["CARD_OPTIONS", "TOKEN_OPTIONS", "chosen", "layout", "papers", "picked", "size_of", "spelt"]


def adapted(
    options: Sequence[Option], told: Mapping[str, str], defaults: Mapping[str, Json] | None = None
) -> tuple[Option, ...]:
    """The same options with a game's own examples beside some of them, and with its own defaults."""
    own = defaults or {}
    return tuple(
        replace(each, default=own.get(each.key, each.default), help=told.get(each.key, each.help))
        for each in options
    )


def owner_file(key: str, title: str, told: str) -> Option:
    """The choice of a file of one's own."""
    return Option(key=key, title=title, help=told, default=None, may_be_none=True)


def blank_cards(told: str, most: int = 9) -> Option:
    """How many cards to fill in by hand."""
    return Option(key="blank", title="Blank cards", help=told, default=0, low=0, high=most)


YES: tuple[tuple[Json, str], ...] = ((True, "Yes"), (False, "No"))
ALL_PAPERS = ("a4", "letter", "a3", "legal", "a5", "both")


def papers(*names: str) -> Option:
    """The choice between these papers; the first is the default."""
    return Option(
        key="paper",
        title="Paper",
        help="What lies in the printer. Nothing is ever scaled to it.",
        default=names[0],
        choices=tuple((name, PAPER_NAMES[name]) for name in names),
        leading=True,
    )


PAPER = papers(*ALL_PAPERS)
INK = Option(
    key="ink",
    title="Ink",
    help="Symbols and hatching tell the sides apart in each.",
    default="colour",
    choices=(
        ("colour", "Colour"),
        ("safe", "Colours that colour-blind eyes tell apart"),
        ("grey", "Greys only"),
        ("saver", "Saver: outlines, no filled areas"),
    ),
    leading=True,
)
LARGE = Option(
    key="large",
    title="Large type",
    help=f"Nothing smaller than {SMALLEST_LARGE:g} pt (else {SMALLEST:g} pt).",
    default=False,
    choices=YES,
    leading=True,
)
FORMAT = Option(
    key="format",
    title="Size of a card",
    help="Trimmed. A text that would get too small to read is refused, with its card's name.",
    default="card",
    choices=(
        *(
            (name, f"{FORMAT_NAMES[name]}, {size.width:g} × {size.height:g} mm")
            for name, size in FORMATS.items()
        ),
        ("own", "A size of your own"),
    ),
    leading=True,
)
OWN = Option(
    key="own",
    title="Your own size",
    help="Width × height in millimetres: 57 x 87. Only for a size of your own.",
    default="",
    longest=20,
)
MARKS = Option(
    key="marks",
    title="Cut marks",
    help="Ticks vanish with the first cut; lines along every cut do not.",
    default="ticks",
    choices=(
        ("ticks", "Ticks at every corner"),
        ("outer", "Ticks outside the sheet only"),
        ("lines", "Lines all along"),
        ("outline", "Outline of each piece"),
        ("none", "None"),
    ),
    leading=True,
)
BACK_MARKS = Option(
    key="back_marks", title="Cut marks on backs too", help="As on the fronts.", default=False, choices=YES
)
BACKS = Option(
    key="backs",
    title="Backs",
    help="Tell the printer to turn the paper over the same edge; or fold, without a second side.",
    default="long",
    choices=(
        ("long", "Turned over the long edge"),
        ("short", "Turned over the short edge"),
        ("fold", "Beside the fronts, to fold and glue"),
        ("none", "None"),
    ),
    leading=True,
)
SIDES = Option(
    key="sides",
    title="Sides",
    help="For printers that print one side: all fronts first, then put the stack in again; or two files.",
    default="both",
    choices=(
        ("both", "Each front with its back"),
        ("apart", "All fronts, then all backs"),
        ("fronts", "Only the fronts"),
        ("backs", "Only the backs"),
    ),
)
BLEED = Option(
    key="bleed",
    title="Colour beyond the cut",
    help="Three millimetres of ground beyond each cut; fewer pieces a sheet.",
    default=False,
    choices=YES,
)
RADIUS = Option(
    key="radius",
    title="Rounded corners, mm",
    help="3 is usual. They are marked for a punch, and cut by a machine.",
    default=0,
    low=0,
    high=12,
)
SKIP = Option(
    key="skip",
    title="Used places on the first sheet",
    help="Counted row by row from 1, and left empty: 1-4, 7.",
    default="",
    longest=200,
)
ONLY = Option(
    key="only",
    title="Only these cards",
    help="Their ids with commas, and how often: marne, verdun*3. Empty: all.",
    default="",
    longest=4000,
)
COPIES = Option(key="copies", title="Copies of each", help="From 1 to 20.", default=1, low=1, high=20)
PARTS = Option(
    key="part",
    title="Only one part",
    help=f"Parts have {PART} sheets and are counted from 1; 0 is all of them in one file.",
    default=0,
    low=0,
    high=500,
)
MACHINE = Option(
    key="machine",
    title="For a cutting machine",
    help="Marks in three corners, and the cut path as a plate called DieCut.",
    default=False,
    choices=YES,
)
PROOF = Option(
    key="proof",
    title="Proof",
    help="Draws the cut and the safe zone over every piece: to look at, not to cut.",
    default=False,
    choices=YES,
)
HOUSE = Option(
    key="house",
    title="For a print house",
    help="One piece a page with 3 mm beyond the cut, no marks, fronts and backs in turn.",
    default=False,
    choices=YES,
)
TEXT_OPTIONS: tuple[Option, ...] = (papers("a4", "letter", "both"), INK, LARGE)
"""What every sheet of running text offers."""

SHEET_OPTIONS: tuple[Option, ...] = (
    MARKS, BACKS, SIDES, BACK_MARKS, BLEED, RADIUS, SKIP, ONLY, COPIES, MACHINE, PROOF, HOUSE,
)  # fmt: skip
"""How pieces are laid on sheets."""

CARD_OPTIONS: tuple[Option, ...] = (PAPER, INK, FORMAT, OWN, LARGE, *SHEET_OPTIONS, PARTS)
"""What every printable of cards offers."""

TOKEN_OPTIONS: tuple[Option, ...] = (
    PAPER,
    INK,
    *(
        replace(each, default="lines") if each is MARKS else each
        for each in SHEET_OPTIONS
        if each is not RADIUS
    ),
)
"""What every printable of tokens offers."""
