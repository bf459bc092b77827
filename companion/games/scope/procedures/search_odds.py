"""What a search would find in each cell of a front, from what everybody saw (specification 6.7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Annotated

from cachetools import LRUCache

from companion.engine import shape
from companion.engine.dice import exact_json
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Every, Sized
from companion.engine.wire import Json
from companion.engine.wording import listed, percent
from companion.games.scope.data import CARDS, MOST_COLUMNS, MOST_ROWS, Card, Side
from companion.games.scope.procedures.belief import EFFORT, Belief
from companion.games.scope.procedures.events import Event
from companion.games.scope.procedures.learning import Front, ShotModel, expected, learnt, unseen
from companion.games.scope.state.options import WORTH, Points

MOST_EVENTS = 500
KEPT = 24

type Seen = tuple[tuple[type, Event], ...]
"""Events with their kinds: a shot and a move of one quadrant are the same tuple."""

type Start = tuple[Front, tuple[tuple[Card, int], ...], int]
"""What a question begins with: the front, its cards, the effort that may be taken."""

type Asked = tuple[Front, tuple[tuple[Card, int], ...], int, Seen]

_beliefs: LRUCache[Asked, Belief | GameError] = LRUCache(KEPT)
"""What was worked out last: a table asks again after each line, and a line adds an event or two."""
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.7's input."""

    front: Side
    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    counts: Annotated[Mapping[Card, Annotated[int, Between(0, 29)]], Every(CARDS)]
    events: Annotated[tuple[Event, ...], Sized(0, MOST_EVENTS)] = ()
    shot_model: ShotModel = "at_least_one"
    points: Points = WORTH


def believed(said: Question, effort: int = EFFORT) -> Belief:
    """What can lie where after all events; `IllegalAction` at the first that cannot have been.

    Where more than `MOST` is possible, it is refused once it has taken that `effort`.
    """
    cells = said.columns * said.rows
    if sum(said.counts.values()) != cells:
        words = f"A front of {cells} cells has as many cards; {sum(said.counts.values())} were given."
        raise IllegalAction("counts", words)
    front = Front(said.front, said.columns, said.rows, said.shot_model)
    start = (front, tuple(said.counts.items()), effort)
    seen = tuple((type(event), event) for event in said.events)
    belief, known = _known(start, seen)
    if isinstance(belief, GameError):
        raise belief.with_traceback(None)
    for n, event in enumerate(said.events[known:], known):
        try:
            belief = learnt(front, belief, event, f"events.{n}")
        except GameError as refused:
            _keep((*start, seen[: n + 1]), refused)
            raise
    _keep((*start, seen), belief)
    return belief


def _keep(asked: Asked, found: Belief | GameError) -> None:
    with _lock:
        _beliefs[asked] = found


def _known(start: Start, seen: Seen) -> tuple[Belief | GameError, int]:
    """The longest part of it that has been worked out or refused before, and of how many events it was."""
    with _lock:
        kept = [key[3] for key in _beliefs if key[:3] == start]
        parts = (part for part in kept if part == seen[: len(part)])
        if longest := max(parts, key=len, default=None):
            return _beliefs[(*start, longest)], len(longest)
    front, counts, effort = start
    return unseen(front, dict(counts), effort), 0


def read_question(question: Json) -> Question:
    """The question of its JSON; `InvalidInput` at the fault."""
    said: Question = shape.read(Question, question)
    return said


def resolve(question: Json) -> Resolution:
    """Procedure 6.7: the chances of every cell, and where it is best to look."""
    said = read_question(question)
    belief = believed(said)
    front = Front(said.front, said.columns, said.rows, said.shot_model)
    chances = belief.chances()
    odds = {at: chances[at] for at in front.cells if at in chances}
    points = {at: expected(each, said.points.of) for at, each in odds.items()}
    snipers = {at: each.get("sniper", Fraction(0)) for at, each in odds.items()}
    cells = [_row(at, each, points[at]) for at, each in odds.items()]
    best = {"sniper": _best(snipers), "points": _best(points)}
    result = {"cells": cells, "remaining": {card: belief.remaining[card] for card in CARDS}, "best": best}
    return Resolution(result, _steps(said, snipers, best["sniper"]))


def _row(at: str, odds: Mapping[Card, Fraction], points: Fraction) -> dict[str, Json]:
    told = {card: exact_json(chance) for card, chance in odds.items()}
    return {"cell": at, "odds": told, "expected_points": exact_json(points)}


def _best(values: Mapping[str, Fraction]) -> list[str]:
    """The cells of the highest value; none where that is nothing."""
    most = max(values.values(), default=Fraction(0))
    return [at for at, value in values.items() if value == most and most]


def _steps(said: Question, snipers: Mapping[str, Fraction], best: list[str]) -> tuple[Step, ...]:
    words = "At first every arrangement of the front's {cells} cards is as likely as any other."
    steps = [Step("search", words, {"cells": said.columns * said.rows})]
    if said.events:
        words = "{events:# thing that everybody saw rules|# things that everybody saw rule} some of them out."
        steps.append(Step("search", words, {"events": len(said.events)}))
    if not best:
        return (*steps, Step("search", "No sniper can lie in this front."))
    values = {"where": listed(best), "chance": percent(float(snipers[best[0]]))}
    return (*steps, Step("search", "A sniper is most likely at {where}: {chance}.", values))
