"""The adviser's words, where a table wants them: what each choice may come to; none is called the best."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from companion.engine.game import Scene
from companion.engine.looking import Values
from companion.engine.wording import percent
from companion.games.verraeter.rules.notebook import (
    Advice,
    Advised,
    Notebook,
    advise_picks,
    advise_supply,
    notebook,
    passages_of,
)
from companion.games.verraeter.state import State


class Told(NamedTuple):
    """The odds by choice (an action card, or a sum of supply), and what they assume; empty without advice."""

    of: Mapping[Any, Values]
    assumes: str


NOTHING = Told({}, "")


def book_of(scene: Scene[State], who: str) -> Notebook:
    """What this player may know by now."""
    lines = scene.passages or passages_of(scene.trail or [scene.state])
    return notebook(scene.state, lines, who)


def advised_picks(scene: Scene[State], who: str) -> Told:
    """Each card that came to him."""
    if not scene.state.options.adviser:
        return NOTHING
    advised = advise_picks(scene.state, book_of(scene, who))
    return Told({each.pick: _values(scene.state, each) for each in advised.choices}, advised.assumes)


def advised_supply(scene: Scene[State], who: str) -> Told:
    """Every sum that his hand can make, beside the card that he kept."""
    if not scene.state.options.adviser:
        return NOTHING
    advised = advise_supply(scene.state, book_of(scene, who), totals_of(scene.state.player(who).hand))
    return _by_sum(scene.state, advised)


def totals_of(hand: Sequence[int]) -> list[int]:
    """What a hand can come to.

    >>> totals_of([3, 4])
    [0, 3, 4, 7]
    """
    return sorted({sum(cards) for n in range(len(hand) + 1) for cards in combinations(hand, n)})


def _by_sum(state: State, advised: Advised) -> Told:
    return Told({each.supply: _values(state, each) for each in advised.choices}, advised.assumes)


def _values(state: State, advice: Advice) -> Values:
    win, tie = round(100 * advice.win.mean), round(100 * advice.tie)
    low, mean, high = (f"{float(points):.1f}" for points in advice.points)
    return {
        "house": state.words.houses[advice.house],
        "win": percent(float(advice.win.mean)),
        "win_low": percent(float(advice.win.low)),
        "win_high": percent(float(advice.win.high)),
        "tie": percent(float(advice.tie)) if advice.tie else "",
        "bar": {"win": win, "tie": tie, "tie_x": win, "lose": 100 - win - tie, "lose_x": win + tie},
        "mean": mean,
        "low": low,
        "high": high,
    }
