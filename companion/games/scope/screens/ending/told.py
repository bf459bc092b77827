"""A game that is over, line by line, all cards open: who did what when, what fell, what was moved."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.scene import Scene
from companion.engine.wire import Json
from companion.games.scope.data import ENEMY, SIDES, Card, Side
from companion.games.scope.state import State, ground
from companion.games.scope.state.naming import side_of

FELL_AT = {"howitzer": "target", "advance": "cell", "assault": "infantry"}
"""Which part of a deed names the cell of what fell; of a shot it is the card that was up."""
MOVES = ("move", "deploy", "reinforce")


class Told(NamedTuple):
    """A line of the journal: the deed of a side, and the battlefield before and after it."""

    action: Json
    before: State
    after: State

    @property
    def turn(self) -> int:
        """The turn in which it was done."""
        return self.before.turn

    @property
    def kind(self) -> str:
        """What was done."""
        return str(self.action["type"])

    @property
    def side(self) -> Side:
        """Who did it."""
        return side_of(self.action["seat"])


class Fallen(NamedTuple):
    """A card that was eliminated: when, where, whose it was, what its enemy got for it."""

    turn: int
    cell: str
    card: Card
    side: Side
    points: int


class Moved(NamedTuple):
    """A quadrant that was rearranged in secret: when, by whom, and how, in a few words."""

    turn: int
    side: Side
    quadrant: str
    words: str


def lines(scene: Scene[State]) -> tuple[Told, ...]:
    """Every deed of a side since the fronts were laid; none where nobody looks back."""
    after = [each for each in scene.passages if each.before is not None and not each.before.laying_out]
    return tuple(
        Told(each.action, each.before, each.after)
        for each in after
        if type(each.action) is dict and "seat" in each.action
    )


def fallen(told: Sequence[Told]) -> tuple[Fallen, ...]:
    """Every card that was eliminated, in order."""
    return tuple(each for line in told for each in _fell(line))


def _fell(line: Told) -> Iterator[Fallen]:
    for side in SIDES:
        for card in (Counter(line.after.lost[side]) - Counter(line.before.lost[side])).elements():
            enemy = ENEMY[side]
            points = line.after.score[enemy] - line.before.score[enemy]
            yield Fallen(line.turn, _cell(line), card, side, points)


def _cell(line: Told) -> str:
    pending = line.before.pending
    if line.kind == "shoot" and pending is not None:
        return pending.cells[0]
    return str(line.action.get(FELL_AT.get(line.kind, ""), ""))


def moved(told: Sequence[Told]) -> tuple[Moved, ...]:
    """Every quadrant that was rearranged, in order."""
    found = (line for line in told if line.kind in MOVES)
    return tuple(Moved(line.turn, line.side, line.action["quadrant"], _walk(**line.action)) for line in found)


def _walk(quadrant: str, order: Sequence[int], **_: Json) -> str:
    """What came of four cards, as shortly as it can be said.

    >>> _walk("c4", [0, 1, 3, 2]), _walk("c4", [0, 1, 2, 3]), _walk("c4", [1, 2, 0, 3])
    ('c5 ↔ d5', 'as it was', 'three of them')
    """
    cells = ground.corners(quadrant)
    changed = [cells[n] for n, came in enumerate(order) if came != n]
    if len(changed) == 2:
        return " ↔ ".join(changed)
    return {0: "as it was", 3: "three of them"}.get(len(changed), "all four")
