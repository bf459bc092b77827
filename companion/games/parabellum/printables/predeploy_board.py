"""The pre-deployment board: places for twelve miniatures, the reserve's tokens, four unit cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables.beads import row
from companion.games.parabellum.printables.look import DRESS, INCH, MUTED
from companion.games.parabellum.printables.minis import COMPANY, companies_of, livery
from companion.games.parabellum.printables.setting import rule
from companion.games.parabellum.printables.signs import sign
from companion.games.parabellum.printables.silhouettes import drawn
from companion.games.parabellum.printables.source import BINDER, binder_of, state_of
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder
from companion.games.parabellum.state.palette import letters
from companion.press.document import Document
from companion.press.engraving import braid, rosette
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import EDGE, Look, at_left, fullest, middle
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Made, papers, yes_or_no
from companion.press.page import PAPERS, Size
from companion.press.svg import moved
from companion.press.text import LABEL, NUMERAL, SUBTITLE, TITLE, Style

PLACES = 12
SLOT = Paint(stroke=(0.45,), width=0.35, dash=(2.2, 1.6))

CONTENTS = yes_or_no(
    "contents",
    "What stands on it",
    "Your own units and reserve as they stand at a live table; for your eyes only.",
)


def boards(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A board for each company; for a live table, those of the seats that print get what stands on them."""
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = state if state and state.binder is binder else None
    paper = PAPERS[choices["paper"]]
    paper = Size(max(paper), min(paper))
    pages = []
    for company in companies_of(choices, binder, live):
        owner = _owner(live, company, scene) if choices["contents"] else ""
        face = _board(binder, company, look, paper, (live, owner) if live and owner else None)
        pages.append(DRESS.page(face, f"board of {binder.companies[company].name}"))
    return DRESS.document("pre-deployment boards", tuple(pages), choices)


def _owner(state: State | None, company: str, scene: Scene[Any] | None) -> str:
    """The player of a company, where the printing device may see what is behind that screen."""
    players = state.players.items() if state and scene else ()
    seen = scene.sight.sees if scene else frozenset()
    return next((name for name, each in players if each.company == company and name in seen), "")


def _board(binder: Binder, company: str, look: Look, paper: Size, own: tuple[State, str] | None) -> Face:
    width = paper.width - 2 * EDGE
    slots = Box(EDGE, paper.height - EDGE - 1 - DRESS.card.height, width, DRESS.card.height)
    top = EDGE + 12.5
    marks = (
        *_heading(binder, company, look, width),
        *_minis(Box(EDGE, top + 5, width - 86, slots.y - top - 7), look, own),
        *_reserve(Box(EDGE + width - 82, top, 82, slots.y - top - 3), look, own),
        *_slots(slots, look),
    )
    return Face(paper.width, paper.height, marks, name=f"board {company}")


def _heading(binder: Binder, company: str, look: Look, width: float) -> Iterator[Mark]:
    yield from livery(company, binder, look, Box(EDGE, EDGE - 2, 5, 10))
    name = Box(EDGE + 8, EDGE - 2, width - 90, 10)
    title = Style(font=TITLE, size=22, smallest=11, leading=1)
    yield from at_left(binder.companies[company].name, title, name, f"companies.{company}")
    quiet = Style(font=SUBTITLE, size=13, smallest=8, leading=1, colour=MUTED)
    block = fullest(
        (f"Pre-deployment board, {binder.name}", "Pre-deployment board"), quiet, Box(0, 0, 80, 6), "board"
    )
    yield from block.at(EDGE, EDGE + 1, width=width, align=1)
    yield rule(EDGE, EDGE + 9.5, width, 0.6)
    yield Path(moved(braid(width, 2.2, round(width / 5), 5), EDGE, EDGE + 9.9), _engraving(look))


def _engraving(look: Look) -> Paint:
    """Fine lines, pale enough to lie something on them."""
    return Paint(stroke=MUTED if look.saver else blend(look.full("house"), 0.5), width=0.1)


def _minis(box: Box, look: Look, own: tuple[State, str] | None) -> Iterator[Mark]:
    """Twelve inch squares, each with a line for its flag."""
    head = Box(box.x, box.y - 5, box.width, 4.5)
    yield from at_left("Mustered, ready to deploy", look.style(SUBTITLE, 10), head, "board")
    across = 6
    step_x, step_y = box.width / across, box.height / 2
    here = _standing(own)
    for n in range(PLACES):
        x, y = box.x + n % across * step_x, box.y + n // across * step_y
        square = Box(x, y, INCH, INCH)
        yield Rectangle(square, SLOT, 1)
        yield from middle(str(n + 1), look.style(NUMERAL, 9, (0.6,)), Box(x, y, 5, 5), "board")
        if own and n < len(here):
            yield from _mini(own[0], here[n], square, look)
    if own and len(here) > PLACES:
        more = f"and {len(here) - PLACES} more: {', '.join(here[PLACES:]).upper()}"
        yield from at_left(more, look.small(), Box(box.x + 60, box.y - 5, box.width - 60, 4.5), "board")


def _standing(own: tuple[State, str] | None) -> Sequence[str]:
    return list(own[0].of(own[1], "predeploy")) if own else []


def _mini(state: State, unit: str, box: Box, look: Look) -> Iterator[Mark]:
    face = drawn(state.card(unit).unit_class, state.footprint(unit), look)
    yield Stamp(face, box.x + (INCH - face.width) / 2, box.y + (INCH - face.height) / 2)
    beads = state.units[unit].flag
    yield from row(beads, letters(state.binder.palette), look, Box(box.x + 6, box.bottom + 0.6, 0, 4.4))
    yield from middle(unit.upper(), look.style(NUMERAL, 10), Box(box.x, box.bottom + 0.6, 6, 4.4), "board")


def _reserve(box: Box, look: Look, own: tuple[State, str] | None) -> Iterator[Mark]:
    """Boxes for people, fuel and ammunition; a live one says how many there are."""
    held = own[0].players[own[1]].reserve if own else None
    counts = {"people": held.personnel, "fuel": held.fuel, "ammunition": held.ammunition} if held else {}
    high = (box.height - 5 - 4) / 3
    yield from at_left(
        "Reserve, behind the screen", look.style(SUBTITLE, 10), box._replace(height=4.5), "board"
    )
    for n, (what, word) in enumerate((("people", "People"), ("fuel", "Fuel"), ("ammunition", "Ammunition"))):
        area = Box(box.x, box.y + 5 + n * (high + 2), box.width, high)
        yield Rectangle(area, Paint(fill=look.tint(what, 0.1), stroke=look.strong(what), width=0.5), 2)
        yield Stamp(sign(what, look.strong(what)), area.x + 2.5, area.y + 2.5, scale=0.8)
        yield from at_left(word, look.style(TITLE, 12), Box(area.x + 12, area.y + 2, 40, 8), "board")
        if counts:
            style = Style(font=NUMERAL, size=26, smallest=12, leading=1)
            number = Box(area.right - 30, area.y, 27, area.height)
            yield from middle(str(counts[what]), style, number, "board")


def _slots(box: Box, look: Look) -> Iterator[Mark]:
    """As many places for unit cards as stand side by side."""
    count = int(box.width // DRESS.card.width)
    gap = (box.width - count * DRESS.card.width) / max(1, count - 1)
    for n in range(count):
        slot = Box(box.x + n * (DRESS.card.width + gap), box.y, *DRESS.card)
        yield Rectangle(slot, SLOT, 3)
        x, y = slot.x + slot.width / 2, slot.y + slot.height / 2
        yield Path(moved(rosette(24, 9, 20, 6), x, y), _engraving(look))
        yield from middle("Unit card", look.style(LABEL, 11, (0.4,)), slot, "board")


BOARDS: Mapping[str, Made] = {
    "board": (boards, (papers("a4", "letter", "a3"), INKS, COMPANY, CONTENTS, LARGE, BINDER)),
}
