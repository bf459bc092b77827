"""What all have seen of a front, and what a search would find in it by Bayes' rule (3.4, 6.7).

A memory is all that a table with its own cards tells the app; it is kept to judge what can be, and shown to
nobody.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Annotated, Literal, NamedTuple, TypedDict

from cachetools import LRUCache

from companion.engine import shape
from companion.engine.dice import Exact, exact_json
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.records import replace
from companion.engine.shape import Between, By, Distinct, Every, Sized
from companion.engine.wording import listed, percent
from companion.games.scope import state as ground
from companion.games.scope.data import CARDS, MOST_COLUMNS, MOST_ROWS, Card, Counts, Side
from companion.games.scope.procedures.belief import EFFORT, Belief, Key, Share, TooMuch, with_cards, without
from companion.games.scope.state import Cell, Lying, Quadrant, State, corners


class Reveal(NamedTuple):
    """A card of the owner was turned up."""

    cell: Cell
    card: Card


class Move(NamedTuple):
    """The four cards of a quadrant were rearranged."""

    quadrant: Quadrant


class Fired(NamedTuple):
    """The owner placed his shot card."""

    quadrant: Quadrant


class Some(NamedTuple):
    """At least one of these cells holds such a card; a table says it of machine guns alone (3.4)."""

    card: Card
    cells: Annotated[tuple[Cell, ...], Sized(1, 32), Distinct(ground.TWICE)]


class Replace(NamedTuple):
    """A known card of the owner comes to lie there."""

    cell: Cell
    card: Card


class Leave(NamedTuple):
    """No card of the owner lies there any more."""

    cell: Cell


class Reinforce(NamedTuple):
    """Empty areas of a quadrant became these cards."""

    quadrant: Quadrant
    cards: Annotated[tuple[Literal["infantry", "mortar"], ...], Sized(1, 2)]


EVENTS = {
    "reveal": Reveal,
    "move": Move,
    "shot": Fired,
    "some": Some,
    "replace": Replace,
    "leave": Leave,
    "reinforce": Reinforce,
}
type PublicEvent = Annotated[Reveal | Move | Fired | Some | Replace | Leave | Reinforce, By("type", EVENTS)]


class Memory(NamedTuple):
    """Cards whose place is known, and how many of each lie in the other places of the front."""

    placed: dict[str, Card]
    rest: Counter[Card]

    def may_be(self, at: str, card: Card) -> bool:
        return self.placed[at] == card if at in self.placed else self.rest[card] > 0


def remembered(state: State, side: Side) -> Memory:
    """What has been seen in a front, event by event."""
    memory = Memory({}, Counter(state.counts))
    for event in state.events[side]:
        _learn(memory, event)
    return memory


def _learn(memory: Memory, event: ground.Event) -> None:
    placed, rest = memory
    kind, at = event["type"], event.get("cell", "")
    if kind == "move":
        for each in corners(event["quadrant"]):
            if each in placed:
                rest[placed.pop(each)] += 1
    elif kind == "reveal" and at not in placed:
        rest[event["card"]] -= 1
        placed[at] = event["card"]
    elif kind == "replace":
        placed[at] = event["card"]
    elif kind == "leave":
        del placed[at]
    elif kind == "reinforce":
        rest["empty"] -= len(event["cards"])
        rest.update(event["cards"])


def face_down(state: State, side: Side, memory: Memory) -> list[str]:
    """The places of a front of which nobody knows what lies there."""
    front = state.front(side)
    return [at for at in front if state.grid[at].side == side and at not in memory.placed]


def arranged(state: State) -> State:
    """The same with both fronts in one order that fits all that was seen: which one means nothing."""
    cards: dict[str, Lying] = {}
    for side in ("german", "soviet"):
        memory = remembered(state, side)
        places = face_down(state, side, memory)
        cards |= {at: Lying(side, card) for at, card in memory.placed.items()}
        cards |= {
            at: Lying(side, card) for at, card in zip(places, sorted(memory.rest.elements()), strict=True)
        }
    return state.laid(cards)


@dataclass(frozen=True, slots=True)
class Possible(State):
    """The same table, whose cards lie wherever they can: what may be done there is what might be."""

    memories: Mapping[Side, Memory] = field(default_factory=dict)

    def cells(self, side: Side, card: Card | None = None) -> list[str]:
        """Where cards of a side lie or, with `card`, where one of that kind can."""
        memory = self.memories[side]
        return [
            at
            for at, each in self.grid.items()
            if each.side == side and (card is None or self._may_be(at, each, card, memory))
        ]

    def _may_be(self, at: str, lying: Lying, card: Card, memory: Memory) -> bool:
        if self.front_of(at) != lying.side:
            return card == "infantry"
        return memory.may_be(at, card)


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
        return ground.front_cells(self.side, self.columns, self.rows)

    @property
    def squares(self) -> tuple[str, ...]:
        return ground.front_squares(self.side, self.columns, self.rows)

    def cover(self, at: str) -> int:
        return sum(at in corners(square) for square in self.squares)


def unseen(front: Front, counts: Counts, effort: int = EFFORT) -> Belief:
    """Before anything was seen: every arrangement is equally likely."""
    return Belief((front.cells,), {((),): 1}, dict(counts), effort=effort)


def learnt(front: Front, belief: Belief, event: PublicEvent, path: str) -> Belief:
    """What can lie where after an event; `IllegalAction` at `path` or within where it cannot have been."""
    _check(front, belief, event, path)
    try:
        after = _after(front, belief, event, path)
        after.growing(after.weights, after.blocks)
    except TooMuch as error:
        words = "Too much is possible from here on for the odds to be worked out exactly."
        raise IllegalAction(path, words) from error
    if not after.weights:
        raise IllegalAction(path, "This cannot have been seen after all that was seen before.")
    return after


def _check(front: Front, belief: Belief, event: PublicEvent, path: str) -> None:
    """`IllegalAction` for a cell or quadrant that is none of this front's, or holds none of its cards."""
    match event:
        case Reveal(cell) | Replace(cell) | Leave(cell):
            if cell not in front.cells:
                raise IllegalAction(f"{path}.cell", f"{cell} does not lie in this front.")
            if not isinstance(event, Replace) and cell not in belief.cells:
                raise IllegalAction(f"{path}.cell", f"No card of this front lies at {cell} any more.")
        case Move(quadrant) | Fired(quadrant) | Reinforce(quadrant):
            if quadrant not in front.squares:
                raise IllegalAction(f"{path}.quadrant", f"{quadrant} is no quadrant of this front.")
            if not isinstance(event, Fired) and not belief.cells.issuperset(corners(quadrant)):
                words = f"An enemy card lies in {quadrant}: its cards cannot be moved."
                raise IllegalAction(f"{path}.quadrant", words)
        case Some(_, cells):
            for n, each in enumerate(cells):
                if each not in belief.cells:
                    raise IllegalAction(f"{path}.cells.{n}", f"No card of this front lies at {each}.")


def _after(front: Front, belief: Belief, event: PublicEvent, path: str) -> Belief:
    match event:
        case Reveal(cell, card):
            return belief.showing(cell, card)
        case Move(quadrant):
            return belief.mixed(corners(quadrant))
        case Fired(quadrant):
            return _shot(front, belief, quadrant)
        case Some(card, cells):
            return _kept(belief, card, cells)
        case Leave(cell):
            return _taken(belief, cell, path)
        case Replace(cell, card):
            gone = _taken(belief, cell, path) if cell in belief.cells else belief
            others = gone.shared(lambda key: [Share((*key, (card,)), 1)])
            remaining = _counted(gone.remaining, card, 1)
            return replace(others, blocks=(*gone.blocks, (cell,)), remaining=remaining)
        case Reinforce(quadrant, cards):
            # A random cell of the quadrant was found empty, and its card became another, for each card (R33).
            for each in cards:
                belief = _filled(belief.split(corners(quadrant)), quadrant, each)
            return belief


def _shot(front: Front, belief: Belief, quadrant: str) -> Belief:
    """At least one sniper in the quadrant; or weighed by how likely a shooter names it."""
    if front.model == "at_least_one":
        return _kept(belief, "sniper", corners(quadrant))
    tracked = belief.tracking("sniper")
    chances: dict[int, int] = {}
    for cover in sorted({front.cover(at) for at in front.cells}):
        tracked = tracked.split([at for at in corners(quadrant) if front.cover(at) == cover])
    for n in tracked.within(corners(quadrant)):
        chances[n] = 4 // front.cover(tracked.blocks[n][0])

    def named(key: Key) -> Iterator[Share]:
        yield Share(key, sum(key[n].count("sniper") * chance for n, chance in chances.items()))

    return tracked.shared(named)


def _kept(belief: Belief, card: Card, cells: Collection[str]) -> Belief:
    tracked = belief.tracking(card).split(cells)
    return tracked.holding(card, tracked.within(cells))


def _taken(belief: Belief, at: str, path: str) -> Belief:
    """The same without the card of a cell, which must be known for certain."""
    alone = belief.split((at,))
    n = alone.block_of(at)
    pools = (alone.pool(key) if not key[n] else {key[n][0]: 1} for key in alone.weights)
    possible = {card for pool in pools for card, number in pool.items() if number}
    if len(possible) != 1:
        words = f"Nobody knows for certain what lies at {at}; only a known card is taken away."
        raise IllegalAction(f"{path}.cell", words)
    others = alone.shared(lambda key: [Share((*key[:n], *key[n + 1 :]), 1)])
    blocks = (*alone.blocks[:n], *alone.blocks[n + 1 :])
    return replace(others, blocks=blocks, remaining=_counted(alone.remaining, possible.pop(), -1))


def _counted(remaining: Counts, card: Card, by: int) -> dict[Card, int]:
    return {**remaining, card: remaining[card] + by}


def _filled(belief: Belief, quadrant: str, card: Card) -> Belief:
    places = belief.within(corners(quadrant))

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


def expected(odds: Mapping[Card, Fraction], worth: Callable[[str], int]) -> Fraction:
    """The points that a cell's card is worth on average."""
    return sum((chance * worth(card) for card, chance in odds.items()), Fraction(0))


MOST_EVENTS = 500
KEPT = 24

type Seen = tuple[tuple[type, PublicEvent], ...]
"""Events with their kinds: a shot and a move of one quadrant are the same tuple."""

type Start = tuple[Front, tuple[tuple[Card, int], ...], int]
"""What a question begins with: the front, its cards, the effort that may be taken."""

type Query = tuple[Front, tuple[tuple[Card, int], ...], int, Seen]

_beliefs: LRUCache[Query, Belief | GameError] = LRUCache(KEPT)
"""What was worked out last: a table asks again after each line, and a line adds an event or two."""
_lock = Lock()


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """Procedure 6.7's input."""

    front: Side
    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    counts: Annotated[Mapping[Card, Annotated[int, Between(0, 29)]], Every(CARDS)]
    events: Annotated[tuple[PublicEvent, ...], Sized(0, MOST_EVENTS)] = ()
    shot_model: ShotModel = "at_least_one"
    points: ground.Points = ground.WORTH


def believed(question: SearchQuestion, effort: int = EFFORT) -> Belief:
    """What can lie where after all events; `IllegalAction` at the first that cannot have been.

    Where more than `MOST` is possible, it is refused once it has taken that `effort`.
    """
    cells = question.columns * question.rows
    if sum(question.counts.values()) != cells:
        words = f"A front of {cells} cells has as many cards; {sum(question.counts.values())} were given."
        raise IllegalAction("counts", words)
    front = Front(question.front, question.columns, question.rows, question.shot_model)
    start = (front, tuple(question.counts.items()), effort)
    seen = tuple((type(event), event) for event in question.events)
    belief, number = _belief(start, seen)
    if isinstance(belief, GameError):
        raise belief.with_traceback(None)
    for n, event in enumerate(question.events[number:], number):
        try:
            belief = learnt(front, belief, event, f"events.{n}")
        except GameError as refused:
            _keep((*start, seen[: n + 1]), refused)
            raise
    _keep((*start, seen), belief)
    return belief


def _keep(key: Query, answer: Belief | GameError) -> None:
    with _lock:
        _beliefs[key] = answer


def _belief(start: Start, seen: Seen) -> tuple[Belief | GameError, int]:
    """The longest part of it that has been worked out or refused before, and of how many events it was."""
    with _lock:
        kept = [key[3] for key in _beliefs if key[:3] == start]
        parts = (part for part in kept if part == seen[: len(part)])
        if longest := max(parts, key=len, default=None):
            return _beliefs[(*start, longest)], len(longest)
    front, counts, effort = start
    return unseen(front, dict(counts), effort), 0


class CellRow(TypedDict):
    """What can lie in a cell, as procedure 6.7 answers it."""

    cell: str
    odds: dict[Card, Exact]
    expected_points: Exact


class Finds(TypedDict):
    """Where it is best to look: for a sniper, for points."""

    sniper: list[str]
    points: list[str]


class SearchOdds(TypedDict):
    """Procedure 6.7's result."""

    cells: list[CellRow]
    remaining: dict[Card, int]
    best: Finds


def read_question(given: object) -> SearchQuestion:
    """The question of its JSON; `InvalidInput` at the fault."""
    return shape.read(SearchQuestion, given)


def resolve_search_odds(given: object) -> Resolution[SearchOdds]:
    """Procedure 6.7: the chances of every cell, and where it is best to look."""
    question = read_question(given)
    belief = believed(question)
    front = Front(question.front, question.columns, question.rows, question.shot_model)
    chances = belief.chances()
    odds = {at: chances[at] for at in front.cells if at in chances}
    points = {at: expected(each, question.points.of) for at, each in odds.items()}
    snipers = {at: each.get("sniper", Fraction(0)) for at, each in odds.items()}
    cells = [_row(at, each, points[at]) for at, each in odds.items()]
    best = Finds(sniper=_best(snipers), points=_best(points))
    remaining = {card: belief.remaining[card] for card in CARDS}
    result = SearchOdds(cells=cells, remaining=remaining, best=best)
    return Resolution(result, _steps(question, snipers, best["sniper"]))


def _row(at: str, odds: Mapping[Card, Fraction], points: Fraction) -> CellRow:
    chances = {card: exact_json(chance) for card, chance in odds.items()}
    return {"cell": at, "odds": chances, "expected_points": exact_json(points)}


def _best(values: Mapping[str, Fraction]) -> list[str]:
    """The cells of the highest value; none where that is nothing."""
    most = max(values.values(), default=Fraction(0))
    return [at for at, value in values.items() if value == most and most]


def _steps(question: SearchQuestion, snipers: Mapping[str, Fraction], best: list[str]) -> tuple[Step, ...]:
    words = "At first every arrangement of the front's {cells} cards is as likely as any other."
    steps = [Step("search", words, {"cells": question.columns * question.rows})]
    if question.events:
        words = "{events:# thing that everybody saw rules|# things that everybody saw rule} some of them out."
        steps.append(Step("search", words, {"events": len(question.events)}))
    if not best:
        return (*steps, Step("search", "No sniper can lie in this front."))
    values = {"where": listed(best), "chance": percent(float(snipers[best[0]]))}
    return (*steps, Step("search", "A sniper is most likely at {where}: {chance}.", values))
