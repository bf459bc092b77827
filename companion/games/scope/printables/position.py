"""A live table on paper: what everybody may see of the battlefield, and the front of who prints it."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scope.data import HIDDEN, SIDE_NAMES, SIDES, Side
from companion.games.scope.printables.field import Rows, face_down, face_up, own_rows, places
from companion.games.scope.printables.look import DRESS, MUTED, SIGN, sign
from companion.games.scope.printables.plates import PLATE, plates, title_of, where
from companion.games.scope.printables.skyline import HEAD, heading
from companion.games.scope.rules.secrets import seen_state, sides_of
from companion.games.scope.state import State, ground
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Stamp
from companion.press.look import EDGE, Look, middle
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import SUBTITLE, Style

STREET = 6.0
"""Millimetres between the two fronts."""


def position(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The public page, then a page for each side whose cards the printing seat sees."""
    assert scene  # the printable needs a table
    state: State = scene.state
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    pages = [DRESS.page(_public(state, look, paper), "position")]
    for side in SIDES:
        known = not state.cards and side not in state.laying_out
        if known and side in sides_of(scene.sight.sees):
            pages.append(DRESS.page(_own(state, side, look, paper), f"front of the {SIDE_NAMES[side]} side"))
    return DRESS.document("the table as it stands", pages, choices)


def _public(state: State, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    top = EDGE + HEAD + 5
    field = Box(EDGE, top + PLATE + 6, width, paper.height - EDGE - top - PLATE - 12)
    marks = (
        *heading(title_of(state), where(state), look, width),
        *plates(state, Box(EDGE, top, width, PLATE), look),
        *battlefield(state, field, look),
    )
    return Face(*paper, marks, name="position")


def battlefield(state: State, box: Box, look: Look) -> Iterator[Mark]:
    """Both fronts, the Soviet one above, as one who sits nowhere sees them; what is open lies open."""
    seen = seen_state(state, ())["grid"]
    high = (box.height - STREET) / 2
    where_: dict[str, Box] = {}
    for side, y in (("soviet", box.y), ("german", box.y + high + STREET)):
        where_ |= places(_from_below(state, side), Box(box.x, y, box.width, high))
    lift = box.y + high - max(where_[at].bottom for at in state.front("soviet"))
    for at in state.front("soviet"):
        where_[at] = where_[at]._replace(y=where_[at].y + lift)
    for at, place in where_.items():
        side, card = seen[at]["side"], seen[at]["card"]
        hidden = card == HIDDEN or side in state.laying_out
        yield from face_down(at, side, place, look) if hidden else face_up(at, side, card, place, look)
    yield _street(Box(box.x, box.y + high, box.width, STREET))
    for shooter in SIDES:
        shot = state.shots[shooter]
        if shot:
            yield from _shot(shooter, [where_[at] for at in ground.corners(shot.quadrant)], look)


def _from_below(state: State, side: str) -> Rows:
    """The cells of a front as the German side sees them."""
    first, last = ground.rows_of("german" if side == "german" else "soviet", state.rows)
    return [[ground.cell(n, row) for n in range(state.columns)] for row in range(last, first - 1, -1)]


def _street(box: Box) -> Mark:
    """The line between the fronts."""
    y = box.y + box.height / 2
    return Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.25, dash=(3, 2)))


def _shot(side: Side, cells: list[Box], look: Look) -> Iterator[Mark]:
    """The shot card as a flash on the crossing of its quadrant."""
    x = sum(cell.x + cell.width / 2 for cell in cells) / 4
    y = sum(cell.y + cell.height / 2 for cell in cells) / 4
    spots = []
    for n in range(18):
        far = 8.4 if n % 2 == 0 else 5.4
        spots.append((x + far * sin(pi * n / 9), y - far * cos(pi * n / 9)))
    fill = (1.0,) if look.saver else look.full("flash")
    yield Path((tuple(spots),), Paint(fill=fill, stroke=look.strong(side), width=0.6), closed=True)
    yield Stamp(sign(side, look.strong(side)), x - 2.8, y - 2.8, 5.6 / SIGN)


def _own(state: State, side: Side, look: Look, paper: Size) -> Face:
    """A side's own front as it lies now, to be folded twice with the print inside."""
    width = paper.width - 2 * EDGE
    told = f"{SIDE_NAMES[side]} side, turn {state.turn}. For your eyes only: fold it twice, the print inside."
    found = places(
        own_rows(side, state.columns, state.rows), Box(EDGE, 58, width, paper.height - 58 - EDGE - 14)
    )
    marks = [*heading(title_of(state), told, look, width)]
    style = Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED)
    marks += [*middle("The enemy lies across this edge", style, Box(EDGE, 50, width, 5), "front")]
    for at, box in found.items():
        lying = state.grid[at]
        marks += [*face_up(at, lying.side, lying.card, box, look)]
    return Face(*paper, tuple(marks), name=f"front {side}")


POSITIONS: Mapping[str, Made] = {
    "position": (position, (papers("a4", "letter"), INKS)),
}
