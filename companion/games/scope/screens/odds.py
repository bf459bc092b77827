"""What everybody can know of a front, where the table lets the app remember (specification 6.7, R31)."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from companion.engine.errors import GameError
from companion.games.scope.data import Card, Side
from companion.games.scope.procedures.belief import EFFORT
from companion.games.scope.procedures.learning import expected
from companion.games.scope.procedures.search_odds import Question, believed, read_question
from companion.games.scope.state import State
from companion.games.scope.state.table import Event

type Odds = Mapping[str, Mapping[Card, Fraction]]
"""For each cell the chance of each card."""

AT_TABLE = 5 * EFFORT
"""A table asks line by line, and all but the last is known by then."""
KEPT = 256
NONE = Fraction(0)


def odds(state: State, side: Side, *more: Event) -> Odds:
    """What can lie where in a front, were that seen as well; nothing where the people remember themselves."""
    if not state.options.memory_aid or state.phase in ("finished", "laying_out"):
        return {}
    asked = {
        "front": side,
        "columns": state.columns,
        "rows": state.rows,
        "counts": dict(state.counts),
        "events": [*state.events[side], *more],
    }
    return _odds(json.dumps(asked))


@lru_cache(maxsize=KEPT)
def _odds(asked: str) -> Odds:
    """The same for a question in JSON; nothing where too much is possible to be worked out."""
    try:
        said: Question = read_question(json.loads(asked))
        return believed(said, AT_TABLE).chances()
    except GameError:
        return {}


def best_guess(found: Odds) -> Fraction:
    """The chance of a sniper in the cell where he is most likely."""
    return max((each.get("sniper", Fraction(0)) for each in found.values()), default=Fraction(0))


def per_cent(chance: Fraction) -> str:
    """A chance as the figure on a house: whole per cent."""
    return str(round(100 * chance))


def worth(state: State, chances: Mapping[Card, Fraction]) -> Fraction:
    """The points that a cell's card brings on average."""
    return expected(chances, state.options.points.of)
