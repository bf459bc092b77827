"""How each public event changes what can lie where, by Bayes' rule (specification 6.7)."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from companion.engine.errors import IllegalAction
from companion.games.scope.data import Card, Counts, Side
from companion.games.scope.procedures import events
from companion.games.scope.procedures.belief import EFFORT, Belief, Share, TooMuch
from companion.games.scope.procedures.blocks import Key, with_cards, without
from companion.games.scope.state import ground

type ShotModel = Literal["at_least_one", "shooter"]


@dataclass(frozen=True, slots=True)
class Front:
    """The front that is looked at."""

    side: Side
    columns: int
    rows: int
    model: ShotModel

    @property
    def cells(self) -> tuple[str, ...]:
        """Its cells, row by row."""
        return ground.front_cells(self.side, self.columns, self.rows)

    @property
    def squares(self) -> tuple[str, ...]:
        """Its quadrants."""
        return ground.front_squares(self.side, self.columns, self.rows)

    def cover(self, at: str) -> int:
        """How many of its quadrants contain a cell."""
        return sum(at in ground.corners(square) for square in self.squares)


def unseen(front: Front, counts: Counts, effort: int = EFFORT) -> Belief:
    """Before anything was seen: every arrangement is equally likely."""
    return Belief((front.cells,), {((),): 1}, dict(counts), effort=effort)


def learnt(front: Front, belief: Belief, event: events.Event, path: str) -> Belief:
    """What can lie where after an event; `IllegalAction` at `path` or within where it cannot have been."""
    check, learn = LEARNING[type(event)]
    check(front, belief, event, path)
    try:
        after = learn(front, belief, event, path)
        after.growing(after.weights, after.blocks)
    except TooMuch as error:
        words = "Too much is possible from here on for the odds to be worked out exactly."
        raise IllegalAction(path, words) from error
    if not after.weights:
        raise IllegalAction(path, "This cannot have been seen after all that was seen before.")
    return after


def _in_front(front: Front, belief: Belief, event: Any, path: str) -> None:
    if event.cell not in front.cells:
        raise IllegalAction(f"{path}.cell", f"{event.cell} does not lie in this front.")


def _held(front: Front, belief: Belief, event: Any, path: str) -> None:
    _in_front(front, belief, event, path)
    if event.cell not in belief.cells:
        raise IllegalAction(f"{path}.cell", f"No card of this front lies at {event.cell} any more.")


def _a_square(front: Front, belief: Belief, event: Any, path: str) -> None:
    if event.quadrant not in front.squares:
        raise IllegalAction(f"{path}.quadrant", f"{event.quadrant} is no quadrant of this front.")


def _a_full_square(front: Front, belief: Belief, event: Any, path: str) -> None:
    _a_square(front, belief, event, path)
    if not belief.cells.issuperset(ground.corners(event.quadrant)):
        words = f"An enemy card lies in {event.quadrant}: its cards cannot be moved."
        raise IllegalAction(f"{path}.quadrant", words)


def _some_held(front: Front, belief: Belief, event: events.Some, path: str) -> None:
    for n, each in enumerate(event.cells):
        if each not in belief.cells:
            raise IllegalAction(f"{path}.cells.{n}", f"No card of this front lies at {each}.")


def _reveal(front: Front, belief: Belief, event: events.Reveal, path: str) -> Belief:
    """The arrangements with that card there, the card pinned."""
    return belief.showing(event.cell, event.card)


def _move(front: Front, belief: Belief, event: events.Move, path: str) -> Belief:
    return belief.mixed(ground.corners(event.quadrant))


def _shot(front: Front, belief: Belief, event: events.Fired, path: str) -> Belief:
    """At least one sniper in the quadrant; or weighed by how likely a shooter names it."""
    if front.model == "at_least_one":
        return _kept(belief, "sniper", ground.corners(event.quadrant))
    tracked = belief.tracking("sniper")
    chances: dict[int, int] = {}
    for cover in sorted({front.cover(at) for at in front.cells}):
        tracked = tracked.split([at for at in ground.corners(event.quadrant) if front.cover(at) == cover])
    for n in tracked.within(ground.corners(event.quadrant)):
        chances[n] = 4 // front.cover(tracked.blocks[n][0])

    def named(key: Key) -> Iterator[Share]:
        yield Share(key, sum(key[n].count("sniper") * chance for n, chance in chances.items()))

    return tracked.shared(named)


def _some(front: Front, belief: Belief, event: events.Some, path: str) -> Belief:
    return _kept(belief, event.card, event.cells)


def _kept(belief: Belief, card: Card, cells: Collection[str]) -> Belief:
    """The arrangements with such a card in one of these cells."""
    tracked = belief.tracking(card).split(cells)
    return tracked.holding(card, tracked.within(cells))


def _certain(belief: Belief, at: str, path: str) -> tuple[Belief, Card]:
    """The card that is known to lie in a cell, pinned there."""
    alone = belief.split((at,))
    n = alone.block_of(at)
    pools = (alone.pool(key) if not key[n] else {key[n][0]: 1} for key in alone.weights)
    possible = {card for pool in pools for card, number in pool.items() if number}
    if len(possible) != 1:
        words = f"Nobody knows for certain what lies at {at}; only a known card is taken away."
        raise IllegalAction(f"{path}.cell", words)
    return alone, possible.pop()


def _taken(belief: Belief, at: str, path: str) -> Belief:
    """The same without the known card of a cell."""
    alone, card = _certain(belief, at, path)
    n = alone.block_of(at)
    found = alone.shared(lambda key: [Share((*key[:n], *key[n + 1 :]), 1)])
    blocks = (*alone.blocks[:n], *alone.blocks[n + 1 :])
    return replace(found, blocks=blocks, remaining=_counted(alone.remaining, card, -1))


def _counted(remaining: Counts, card: Card, by: int) -> dict[Card, int]:
    return {**remaining, card: remaining[card] + by}


def _leave(front: Front, belief: Belief, event: events.Leave, path: str) -> Belief:
    return _taken(belief, event.cell, path)


def _replace(front: Front, belief: Belief, event: events.Replace, path: str) -> Belief:
    gone = _taken(belief, event.cell, path) if event.cell in belief.cells else belief
    found = gone.shared(lambda key: [Share((*key, (event.card,)), 1)])
    remaining = _counted(gone.remaining, event.card, 1)
    return replace(found, blocks=(*gone.blocks, (event.cell,)), remaining=remaining)


def _reinforce(front: Front, belief: Belief, event: events.Reinforce, path: str) -> Belief:
    """A random cell of the quadrant was found empty, and its card became another, for each card (R33)."""
    for card in event.cards:
        belief = _filled(belief.split(ground.corners(event.quadrant)), event.quadrant, card)
    return belief


def _filled(belief: Belief, quadrant: str, card: Card) -> Belief:
    places = belief.within(ground.corners(quadrant))

    def shares(key: Key) -> Iterator[Share]:
        pool = belief.pool(key)
        unpinned = max(1, sum(pool.values()))
        for n in places:
            content, free = key[n], len(belief.blocks[n]) - len(key[n])
            if "empty" in content:
                filled = with_cards(without(content, "empty"), card)
                yield Share((*key[:n], filled, *key[n + 1 :]), content.count("empty"))
            filled = with_cards(content, card)
            yield Share((*key[:n], filled, *key[n + 1 :]), free * pool["empty"], unpinned)

    remaining = _counted(_counted(belief.remaining, "empty", -1), card, 1)
    return replace(belief.shared(shares), remaining=remaining)


type Check = Callable[[Front, Belief, Any, str], None]
type Learn = Callable[[Front, Belief, Any, str], Belief]
LEARNING: Mapping[type, tuple[Check, Learn]] = {
    events.Reveal: (_held, _reveal),
    events.Move: (_a_full_square, _move),
    events.Fired: (_a_square, _shot),
    events.Some: (_some_held, _some),
    events.Replace: (_in_front, _replace),
    events.Leave: (_held, _leave),
    events.Reinforce: (_a_full_square, _reinforce),
}


def expected(odds: Mapping[Card, Fraction], worth: Callable[[str], int]) -> Fraction:
    """The points that a cell's card is worth on average."""
    return sum((chance * worth(card) for card, chance in odds.items()), Fraction(0))
