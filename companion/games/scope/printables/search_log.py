"""Sheets to remember on: the enemy's front, and what was seen of his moves and shots."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scope.data import ENEMY, SIDE_NAMES
from companion.games.scope.printables.field import blank_place, crossings, enemy_rows, places
from companion.games.scope.printables.look import DRESS, MUTED
from companion.games.scope.printables.plan import CUSTOM, SCENARIO, SIDE, THEME, Front, fronts, row_name
from companion.games.scope.printables.skyline import HEAD, heading
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path
from companion.press.look import EDGE, Look, at_left
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import SUBTITLE, Style


def search_logs(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A page for each side, with the enemy's front to note what was seen there."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    pages = [
        DRESS.page(_log(each, look, paper), f"search log {each.side}") for each in fronts(choices, scene)
    ]
    return DRESS.document("search log", pages, choices)


def _log(front: Front, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    rows = enemy_rows(front.side, front.plan.columns, front.plan.rows)
    top = EDGE + HEAD + 12
    where = places(rows, Box(EDGE, top, width, (paper.height - top) * 0.52))
    below = max(box.bottom for box in where.values())
    enemy = ENEMY[front.side]
    told = f"What the {SIDE_NAMES[front.side]} side has seen on the {SIDE_NAMES[enemy]} front: turn and card."
    marks = [*heading(front.name, told, look, width)]
    marks += [*row_name("The enemy's last row", top - 6, width, look)]
    for at, box in where.items():
        marks += [*blank_place(at, enemy, box, look)]
    marks += [*crossings(rows, where, look)]
    marks += [*row_name("The enemy's first row: yours is across", below + 1.6, width, look)]
    marks += [*_moves(Box(EDGE, below + 11, width, paper.height - EDGE - below - 17))]
    return Face(*paper, tuple(marks), name=f"search log {front.side}")


def _moves(box: Box) -> Iterator[Mark]:
    """Columns for the enemy's moves and shots, turn by turn."""
    head = Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED)
    third = box.width / 3
    for n, told in enumerate(("Enemy moves: turn, quadrant", "Enemy shots: turn, quadrant", "What I think")):
        yield from at_left(told, head, Box(box.x + n * third, box.y, third - 3, 5), "log")
    count = int((box.height - 6) / 7.5)
    runs = tuple(
        ((box.x + n * third, box.y + 5.6 + m * 7.5), (box.x + (n + 1) * third - 3, box.y + 5.6 + m * 7.5))
        for n in range(3)
        for m in range(count + 1)
    )
    yield Path(runs, Paint(stroke=(0.55,), width=0.18))


LOGS: Mapping[str, Made] = {
    "search-log": (search_logs, (papers("a4", "letter"), INKS, SCENARIO, SIDE, THEME, CUSTOM)),
}
