"""Miniatures of paper at the map's scale: flat bases, and tents whose mast bears the flag (C6, S5)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.data import FOOTPRINTS, Footprint
from companion.games.parabellum.printables.beads import MAST, field, flag
from companion.games.parabellum.printables.look import DRESS, bead_colour
from companion.games.parabellum.printables.silhouettes import drawn, footprint_size
from companion.games.parabellum.printables.source import BINDER, binder_of, state_of, visible
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder
from companion.games.parabellum.state.palette import letters
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Rectangle, Stamp
from companion.press.look import INK, Look
from companion.press.options import TOKEN_OPTIONS, Made, adapted, free_text, leading, pick, picked
from companion.press.page import Piece
from companion.press.pieces import standee

LIVERY = 3.2
"""Millimetres: the width of the colours on a base, their letters large enough to read."""

TALL = 40.0
"""Millimetres: the height of a tent, its mast of four beads in it."""

COMPANY_BOX: Mapping[Footprint, int] = {"small": 24, "medium": 16, "large": 12}
"""Bases a company: enough for the largest force that a budget pays."""

KIND = leading(
    pick(
        "kind",
        "Miniatures",
        "Flat ones lie on the map; tents stand on a foot, with four spaces for beads on their mast.",
        (("flat", "Flat bases"), ("tent", "Standing tents")),
    )
)
COMPANY = leading(
    free_text("company", "Company", "Its id: ansa, meridian. Empty: all of them, or those at the table.", 32)
)
FLAGS = pick(
    "flags",
    "Flags",
    "Empty spaces for beads, or the flags that fly at the table now.",
    (("empty", "Empty spaces"), ("table", "Those of the table's units")),
)


@dataclass(frozen=True, slots=True)
class Mini:
    """One miniature to print: whose, of which class, under which flag."""

    name: str
    company: str
    unit_class: str
    flag: tuple[str, ...] = ()


def companies_of(choices: Mapping[str, Json], binder: Binder, state: State | None) -> tuple[str, ...]:
    """The companies asked for; `InvalidInput` at `company`, naming those there are."""
    asked = choices["company"].strip().lower()
    if asked and asked not in binder.companies:
        known = ", ".join(binder.companies)
        raise InvalidInput("company", f"There is no company “{asked}” here; there is {known}.")
    if asked:
        return (asked,)
    if state and state.binder is binder:
        return tuple(state.players[player].company for player in state.seated)
    return tuple(binder.companies)


def _boxed(binder: Binder, companies: Sequence[str]) -> Iterator[tuple[Mini, int]]:
    """A box of bases for each company, shared out among the classes of each footprint."""
    for company in companies:
        for footprint in FOOTPRINTS:
            classes = [name for name, size in binder.classes.items() if size == footprint]
            for n, unit_class in enumerate(classes):
                share = COMPANY_BOX[footprint] // len(classes)
                share += n < COMPANY_BOX[footprint] % len(classes)
                yield Mini(f"{company} {unit_class}", company, unit_class), share


def _at_table(scene: Scene[Any]) -> Iterator[tuple[Mini, int]]:
    """A miniature for each unit with a flag that the printing device may know of."""
    state: State = scene.state
    for unit in visible(scene):
        each = state.units[unit]
        if each.flag:
            company = state.players[each.owner].company
            yield Mini(f"{company} {unit}", company, state.card(unit).unit_class, each.flag), 1


def _named(mini: Mini) -> str:
    """A miniature in words, its flag too."""
    words = mini.name.replace("_", " ").title()
    return f"Miniature {words}, flag {', '.join(mini.flag)}" if mini.flag else f"Miniature {words}"


def base(mini: Mini, binder: Binder, look: Look) -> Face:
    """A base at its true footprint: the class, the livery along two edges, the flag if it has one."""
    footprint = binder.classes[mini.unit_class]
    wide, deep = footprint_size(footprint)
    known = letters(binder.palette)
    face = drawn(mini.unit_class, footprint, look)
    bead = min(3.2, deep / 4)
    marks: list[Mark] = [
        Rectangle(Box(0, 0, wide, deep).inset(0.3), Paint(fill=WHITE, stroke=INK, width=0.3), 0.6)
    ]
    marks += livery(mini.company, binder, look, Box(0.45, 0.45, LIVERY, deep - 0.9))
    scale = (wide - LIVERY - 1.2) / wide
    marks.append(Stamp(face, LIVERY + 0.7, (deep - deep * scale) / 2, scale=scale))
    if mini.flag:
        start = wide - 0.5 - bead * len(mini.flag)
        for n, colour in enumerate(mini.flag):
            marks.append(
                Stamp(field(colour, known[colour], look), start + n * bead, deep - bead - 0.45, bead / 10)
            )
    return Face(wide, deep, tuple(marks), mini.name, safe=0.4, alt=_named(mini))


def livery(company: str, binder: Binder, look: Look, box: Box) -> Iterator[Mark]:
    """A company's two colours, one over the other."""
    half = box.height / 2
    for n, colour in enumerate(binder.companies[company].livery):
        place = Box(box.x, box.y + n * half, box.width, half)
        fill = bead_colour(colour, look)
        yield Rectangle(place, Paint(fill=fill, stroke=INK, width=0.2))
        size = min(box.width, half)
        known = letters(binder.palette)[colour]
        sign = field(colour, known, look)
        yield Stamp(sign, place.x + (place.width - size) / 2, place.y + (half - size) / 2, scale=size / 10)


def tent(mini: Mini, binder: Binder, look: Look) -> Face:
    """A tent as wide as its base: a mast of four beads above the class, the livery at its foot."""
    wide, _ = footprint_size(binder.classes[mini.unit_class])
    face = drawn(mini.unit_class, binder.classes[mini.unit_class], look)
    art_wide, art_high = wide - 2, TALL - 2
    scale = min(art_wide / face.width, 12.0 / face.height)
    high = face.height * scale
    mast = Box(art_wide / 2 - 3.2, 0.6, 6.4, MAST * 6.0)
    marks = (
        *flag(mini.flag, letters(binder.palette), look, mast),
        Stamp(face, (art_wide - face.width * scale) / 2, mast.bottom + 0.8 + (11.0 - high) / 2, scale=scale),
        *livery_line(mini.company, binder, look, Box(0.2, art_high - 3.4, art_wide - 0.4, 3.2)),
    )
    art = Face(art_wide, art_high, marks, mini.name)
    return replace_name(standee(art, wide, TALL), mini.name)


def replace_name(face: Face, name: str) -> Face:
    """The same face under the name that one asks for it by."""
    return face if face.name == name else replace(face, name=name)


def livery_line(company: str, binder: Binder, look: Look, box: Box) -> Iterator[Mark]:
    """A company's two colours side by side, each with its letter."""
    half = box.width / 2
    for n, colour in enumerate(binder.companies[company].livery):
        place = Box(box.x + n * half, box.y, half, box.height)
        yield Rectangle(place, Paint(fill=bead_colour(colour, look), stroke=INK, width=0.2))
        sign = field(colour, letters(binder.palette)[colour], look)
        yield Stamp(sign, place.x + (half - box.height) / 2, place.y, scale=box.height / 10)


def minis(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """All miniatures, each footprint on sheets of its own."""
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = choices["flags"] == "table" and scene and state and state.binder is binder
    wanted = _at_table(scene) if live and scene else _boxed(binder, companies_of(choices, binder, state))
    made = tent if choices["kind"] == "tent" else base
    pieces = []
    for mini, count in wanted:
        face = made(mini, binder, look)
        pieces.append(Piece(face, None if choices["kind"] == "tent" else face, count))
    return DRESS.by_size("miniatures", picked(pieces, choices), choices)


OPTIONS = adapted(
    TOKEN_OPTIONS, {"only": "Their names with commas: ansa tank*2, meridian infantry. Empty: all."}
)

MINIS: Mapping[str, Made] = {
    "miniatures": (minis, (*OPTIONS, KIND, COMPANY, FLAGS, BINDER)),
}
