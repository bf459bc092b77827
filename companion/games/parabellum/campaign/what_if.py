"""What must happen to come to a scenario: each way there, its choices, what is at stake (C1, E1, E3)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import islice, pairwise

from companion.engine.campaign.branches import Prospect, Stretch, WhatIf
from companion.engine.game import Step
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.called import called, titled
from companion.games.parabellum.campaign.choosing import HOW, RULE
from companion.games.parabellum.data import SEATS
from companion.games.parabellum.procedures.campaign.ways import CHOOSER, visited
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Objective

TOLD = 8
"""So many ways to a scenario are told in full, the shortest first."""

type Ways = Mapping[str, Sequence[str]]


def prospect(state: State, scenario: str) -> Prospect:
    """Every way there from the scenario of now."""
    if state.phase == "over" or scenario in visited(state):
        return Prospect(_no_way(state, scenario), 0, ())
    ways = {each.id: each.next for each in state.binder.scenarios.values()}
    number = _number(ways, state.scenario, scenario)
    if not number:
        return Prospect(_no_way(state, scenario), 0, ())
    roads = islice(_shortest_first(ways, state.scenario, scenario), TOLD)
    words = f"{count(number, 'way').capitalize()} {'leads' if number == 1 else 'lead'} there from here."
    return Prospect(words, number, tuple(_what_if(state, road) for road in roads))


def _no_way(state: State, scenario: str) -> str:
    if scenario == state.scenario and state.phase != "over":
        return "This is where the campaign stands."
    if scenario in visited(state):
        return "The campaign has been here."
    if state.phase == "over":
        return "The campaign is over and never came here."
    return f"No way leads here any more: the campaign stands at {titled(state, state.scenario)}."


def _number(ways: Ways, start: str, goal: str) -> int:
    """How many ways there are, without walking each."""

    @cache
    def onward(place: str) -> int:
        return 1 if place == goal else sum(onward(each) for each in ways[place])

    return onward(start)


def _left(ways: Ways, goal: str) -> Mapping[str, int]:
    """How many scenarios the shortest way to the goal still has, from each that leads there."""
    left = {goal: 0}
    for place in sorted(ways, reverse=True):
        onward = [left[each] for each in ways[place] if each in left]
        if onward and place != goal:
            left[place] = 1 + min(onward)
    return left


def _shortest_first(ways: Ways, start: str, goal: str) -> Iterator[tuple[str, ...]]:
    """The ways by their length, each walked only as far as is asked for."""
    left = _left(ways, goal)
    waiting: list[tuple[int, tuple[str, ...]]] = [(left[start], (start,))]
    while waiting:
        _, road = heappop(waiting)
        if road[-1] == goal:
            yield road
            continue
        for each in ways[road[-1]]:
            if each in left:
                heappush(waiting, (len(road) + left[each], (*road, each)))


def _what_if(state: State, road: Sequence[str]) -> WhatIf:
    stretches = tuple(_stretch(state, here, onward) for here, onward in pairwise(road))
    left = road[:-1] if state.phase != "choose_next" else road[1:-1]
    stakes = tuple(_stake(state, player, left) for player in state.having("in", "withdrawn"))
    return WhatIf(stretches, stakes if left else ())


def _stretch(state: State, here: str, onward: str) -> Stretch:
    scenario = state.binder.scenarios[here]
    decided = here == state.scenario and state.phase == "choose_next"
    aims = () if decided or scenario.chooser not in ("victor", "loser") else scenario.objectives
    must = [] if decided else [Step("E1", "{id} is fought to its end.", {"id": here.upper()})]
    if aims:
        must.append(Step("E1", "What counts: {aims}.", {"aims": listed(_aim(each) for each in aims)}))
    must += [] if decided else [HOW[scenario.chooser]]
    who = called(state, state.choosers[0]) if decided else CHOOSER[scenario.chooser].capitalize()
    others = listed((each.upper() for each in scenario.next if each != onward), "or")
    words = "{who} has to choose {goal}, not {others}." if others else "{who} has no other way than {goal}."
    values = {"who": who, "goal": onward.upper(), "others": others}
    return Stretch(here, titled(state, here), (*must, Step(RULE[scenario.chooser], words, values)))


def _aim(objective: Objective) -> str:
    seats = sorted(set(objective.seats))
    terms = [] if len(seats) == len(SEATS) else [f"seats {listed(map(str, seats))}"]
    terms += ["one company alone"] if objective.exclusive else []
    return f"“{objective.name}”" + (f" ({', '.join(terms)})" if terms else "")


def _stake(state: State, player: str, road: Sequence[str]) -> str:
    """The credits that a company can be paid and fined in the booklets of a way; units are another matter."""
    seat = state.players[player].seat
    own = [
        each
        for scenario in road
        for each in state.binder.scenarios[scenario].objectives
        if seat in each.seats
    ]
    most, fines = sum(each.bonus.credits for each in own), sum(each.penalty for each in own)
    return f"{called(state, player)}: up to {most} credits in bonuses, up to {fines} in penalties."
