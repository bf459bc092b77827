"""The course of a campaign, line by line.

While it goes on money is each company's own (R61), and the chart shows the units on the map; once it is over
the books lie open.
"""

from collections.abc import Sequence
from itertools import pairwise

from companion.engine.chart import Chart, Label, Series
from companion.games.parabellum.campaign.called import called
from companion.games.parabellum.state import State


def course(trail: Sequence[State]) -> Chart:
    """The line of every company; under them the rounds of each scenario."""
    last: State = trail[-1]
    over = last.phase == "over"
    series = [_line(trail, player, over) for player in last.seated]
    told = "; ".join(f"{each.name} {each.words}" for each in series)
    what = "Credits" if over else "Units on the map"
    return Chart(told=f"{what}: {told}", series=series, labels=_rounds(trail), stepped=True, parted=True)


def _line(trail: Sequence[State], player: str, over: bool) -> Series:
    values = [_credits(state, player) if over else _on_map(state, player) for state in trail]
    return Series(called(trail[-1], player), values, look=look(trail[-1], player), words=str(values[-1]))


def _credits(state: State, player: str) -> int:
    return state.players[player].credits


def _on_map(state: State, player: str) -> int:
    return sum(1 for _ in state.of(player, "map"))


def _rounds(trail: Sequence[State]) -> list[Label]:
    places = [(state.scenario, state.round) for state in trail]
    starts = [n for n, place in enumerate(places) if n == 0 or place != places[n - 1]]
    return [Label(n, end, _place(*places[n])) for n, end in pairwise([*starts, len(trail)])]


def _place(scenario: str, round_: int) -> str:
    return str(round_) if round_ else scenario.upper()


def look(state: State, player: str) -> str:
    """The colour of a company's seat."""
    return f"seat-{state.players[player].seat}"
