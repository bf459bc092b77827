"""The course of a campaign, line by line.

Money is each company's own, also once the campaign is over (R61): while it goes on the chart shows the units
on the map, then what was read out at the scenarios' ends (R51).
"""

from collections.abc import Sequence
from itertools import pairwise

from companion.engine.chart import Chart, Label, Series
from companion.games.parabellum.campaign.called import called
from companion.games.parabellum.campaign.path import liquid
from companion.games.parabellum.state import State


def course(trail: Sequence[State]) -> Chart:
    """The line of every company; under them the rounds of each scenario."""
    last: State = trail[-1]
    over = last.phase == "over"
    series = [_line(trail, player, over) for player in last.seated]
    told = "; ".join(f"{each.name} {each.words}" for each in series)
    what = "Assets as read out" if over else "Units on the map"
    return Chart(told=f"{what}: {told}", series=series, labels=_rounds(trail), stepped=True, parted=True)


def _line(trail: Sequence[State], player: str, over: bool) -> Series:
    values = read_out(trail, player) if over else [_on_map(state, player) for state in trail]
    return Series(called(trail[-1], player), values, look=look(trail[-1], player), words=str(values[-1]))


def read_out(trail: Sequence[State], player: str) -> list[int]:
    """What everybody knew that a company had, line by line: the budget, then what each end told (C1, R51)."""
    known = [trail[0].binder.budget]
    for before, after in pairwise(trail):
        ended = len(after.history) > len(before.history)
        known.append(liquid(player, after).amount if ended else known[-1])
    return known


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
