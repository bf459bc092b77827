"""A game as it is looked back on: both scores line by line, what turned it, how lucky each search was."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.engine.chart import Chart, Label, Series
from companion.engine.film import Film, Replay, Turning
from companion.engine.luck import Throw, weights_of
from companion.engine.stage import said
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, Side
from companion.games.scope.screens.ending.found import Found, found
from companion.games.scope.screens.ending.told import Told, fallen
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of

DECIDES = 9
"""What the line that wins weighs beside its points."""


def course(trail: Sequence[State]) -> Chart:
    """Both scores after every line; under them every fifth turn."""
    series = [_score(trail, side) for side in SIDES]
    told = "; ".join(f"{each.name} {each.words}" for each in series)
    return Chart(told=f"Points: {told}", series=series, labels=_turns(trail), stepped=True, parted=True)


def _score(trail: Sequence[State], side: Side) -> Series:
    values = [state.score[side] for state in trail]
    return Series(SIDE_NAMES[side], values, look=side, words=str(values[-1]))


def _turns(trail: Sequence[State]) -> list[Label]:
    """Five turns side by side, which is as many as have room."""
    starts = [n for n, state in enumerate(trail) if n == 0 or _five(state) != _five(trail[n - 1])]
    return [Label(n, end, f"T{5 * _five(trail[n]) + 1}") for n, end in pairwise([*starts, len(trail)])]


def _five(state: State) -> int:
    return (state.turn - 1) // 5


def _lines(replay: Replay) -> list[tuple[int, Told]]:
    """Every deed of a side, with its line."""
    deeds = ((each.number, each) for each in replay if each.before is not None and not each.before.laying_out)
    return [
        (number, Told(each.action, each.before, each.after))
        for number, each in deeds
        if type(each.action) is dict and "seat" in each.action
    ]


def turnings(replay: Replay) -> Iterator[Turning]:
    """Every card that was eliminated, by its points; and the end."""
    for number, line in _lines(replay):
        wins = line.after.winner if line.before.winner is None else None
        fell = fallen([line])
        if fell:
            side, points = ENEMY[fell[0].side], sum(each.points for each in fell)
            names = Counter(CARD_NAMES[each.card] for each in fell)
            words = said("The {side} side hits: {what}", side=SIDE_NAMES[side], what=", ".join(names))
            where = f" · at {fell[0].cell}" if fell[0].cell else ""
            small = f"turn {line.turn}{where}"
            yield Turning(number, words, small, f"+{points}", side, points + DECIDES * bool(wins))
        elif wins:
            words = said("The {side} side wins", side=SIDE_NAMES[wins])
            yield Turning(number, words, f"turn {line.turn}", "", wins, DECIDES)


def throws(replay: Replay) -> Iterator[Throw]:
    """Every card that was turned up: the chance that it was a target, and whether it was.

    While people are to remember themselves, nothing is told of what lies face down again (R31).
    """
    now = replay[-1].after
    lines = _lines(replay) if now.options.memory_aid or now.phase == "finished" else []
    seats = {(line.turn, line.side): (number, line.action["seat"]) for number, line in lines}
    for each in found([line for _, line in lines]):
        number, seat = seats[each.turn, each.side]
        other = next(one for one in lines[0][1].before.slots if side_of(one) != each.side)
        yield _throw(each, number, seat, other)


def _throw(each: Found, number: int, seat: str, other: str) -> Throw:
    weights = weights_of((1 - each.chance, each.chance))
    got = int(each.is_target)
    return Throw(number, f"turn {each.turn}", seat, other, each.cell, CARD_NAMES[each.card], weights, got)


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="points",
    throws=throws,
    thrown="Targets found",
    look=lambda state, seat: side_of(seat),
)
