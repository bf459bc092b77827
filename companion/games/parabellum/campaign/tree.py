"""The tree as a campaign stands in it: what is open, who chooses, what must happen (C1, C5, E3)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import islice, pairwise

from companion.engine.campaign.branches import Aim, Booklet, Choice, Fact, Prospect, Stretch, WhatIf
from companion.engine.game import Step
from companion.engine.tree import Edge, Node, Status, Tree, Way
from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.story import called, goods, titled
from companion.games.parabellum.data import RESOURCE_NAMES, SEATS, Chooser
from companion.games.parabellum.procedures.course import CHOOSER, standing, visited, way
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import MapSheet, Objective, Scenario

type Ways = Mapping[str, Sequence[str]]


def tree(state: State) -> Tree:
    """Every scenario of the binder, those that no way leads to as well."""
    status = standing(state)
    nodes = tuple(
        Node(
            id=each.id,
            round=int(each.id[0]),
            letter=each.id[1:],
            title=each.name,
            status=status[each.id],
            note=note(each),
        )
        for each in state.binder.scenarios.values()
    )
    edges = tuple(
        _edge(state, each, goal, status) for each in state.binder.scenarios.values() for goal in each.next
    )
    return Tree(nodes, edges)


def note(scenario: Scenario) -> str:
    """Who chooses after a scenario, in a few words."""
    return f"Then the {scenario.chooser} chooses" if scenario.next else "The campaign ends here"


def _edge(state: State, origin: Scenario, goal: str, status: dict[str, Status]) -> Edge:
    leads = way(state, origin.id, goal, status)
    return Edge(origin.id, goal, leads, condition(origin), _unmet(state, origin, goal, leads))


def condition(origin: Scenario) -> str:
    """On what the ways from a scenario depend."""
    ways = listed((each.upper() for each in origin.next), "or")
    return f"After {origin.id.upper()} {CHOOSER[origin.chooser]} chooses {ways}."


def _unmet(state: State, origin: Scenario, goal: str, leads: Way) -> tuple[str, ...]:
    """What still has to happen before a way is gone, or why it never will be."""
    code, chosen = origin.id.upper(), f"{CHOOSER[origin.chooser].capitalize()} has to choose {goal.upper()}."
    if leads == "taken":
        return ()
    if leads == "shut":
        return (_why_shut(state, origin.id),)
    if leads == "ahead":
        return (f"{code} has to be chosen and fought first.", chosen)
    return (chosen,) if state.phase == "choose_next" else (f"{code} has to end first.", chosen)


def _why_shut(state: State, origin: str) -> str:
    """The campaign took another way, or ended."""
    took = next((each.next for each in state.history if each.scenario == origin and each.next), None)
    if took:
        return f"From {origin.upper()} the campaign went on to {took.upper()}."
    if origin in visited(state):
        return f"The campaign ended with {origin.upper()}."
    return f"No way leads to {origin.upper()}."


def booklet(state: State, scenario: str) -> Booklet:
    """What stands in it for everybody to read."""
    found = state.binder.scenarios[scenario]
    return Booklet(
        title=titled(state, scenario),
        overview=found.overview,
        facts=tuple(_facts(state, found)),
        aims=tuple(_aim(each) for each in found.objectives),
    )


def _facts(state: State, found: Scenario) -> Iterator[Fact]:
    binder = state.binder
    yield Fact("Map", binder.maps[found.map].name)
    yield Fact("Starts", "; ".join(_starts(state, binder.maps[found.map])))
    if found.features:
        there = (f"{kind} on {square.upper()}" for square, kind in found.features.items())
        yield Fact("On the ground", listed(there))
    yield Fact("Deploying a unit", f"{found.deployment_cost} credits")
    yield Fact("Extracting a unit", f"{found.extraction_cost} credits")
    yield Fact("Longest", count(found.rounds, "round") if found.rounds else "no limit of rounds")
    if found.salvage_percent:
        yield Fact("Salvage", f"{found.salvage_percent} % of the cost of every unit destroyed")
    if found.manpower_added:
        yield Fact("Joins the pool", f"{found.manpower_added} people")
    for resource, price in found.prices.items():
        yield Fact(f"Price of {RESOURCE_NAMES[resource]}", f"{price} credits here")
    if found.banned:
        yield Fact("Not deployed here", listed(binder.units[each].name for each in found.banned))
    ways = listed((titled(state, each) for each in found.next), "or")
    chooses = f"{CHOOSER[found.chooser]} chooses {ways}"
    yield Fact("Afterwards", chooses if ways else "the campaign ends; the richest wins (R54)")
    for each in found.circumstances:
        yield Fact("Also", each)


def _starts(state: State, sheet: MapSheet) -> Iterator[str]:
    """Each company's deployment squares; a long row of them by its ends."""
    for name in state.seated:
        seat = state.players[name].seat
        squares = [each.upper() for each in sheet.deployment(seat)]
        where = (
            listed(squares) if len(squares) <= 4 else f"{len(squares)} squares, {squares[0]} to {squares[-1]}"
        )
        yield f"{called(state, name)} ({seat}) on {where}"


def _aim(objective: Objective) -> Aim:
    penalty = f"{objective.penalty} credits" if objective.penalty else "nothing"
    return Aim(objective.name, takes(objective), goods(objective.bonus) or "nothing", penalty)


def takes(objective: Objective) -> str:
    """What completes an objective."""
    where = ", ".join(objective.squares).upper()
    often = f"{objective.turns} own turns in a row" if objective.turns > 1 else "an own turn"
    told = {
        "hold": f"alone on {objective.count} of {where} at the end of {often}",
        "destroy": f"{count(objective.count, 'enemy unit')} destroyed",
        "recon": f"{count(objective.count, 'enemy unit')} reconnoitred",
        "manual": "the table finds so",
    }[objective.kind]
    seats = set(objective.seats)
    told += "" if seats >= set(SEATS) else f"; seats {listed(map(str, sorted(seats)))}"
    told += "; one company alone" if objective.exclusive else ""
    return told + ("; ends the scenario" if objective.ends_scenario else "")


RULE: dict[Chooser, str] = {
    "victor": "E3",
    "loser": "RULING R53",
    "richest": "RULING R53",
    "poorest": "RULING R53",
}
HOW: dict[Chooser, Step] = {
    "victor": Step(
        "RULING R52",
        "The victor has completed most objectives; a tie goes by liquid assets, then by turn order.",
    ),
    "loser": Step(
        "RULING R53",
        "The ranking goes by objectives completed, then liquid assets, then turn order; its last chooses.",
    ),
    "richest": Step("RULING R53", "The richest has most liquid assets; a tie goes by turn order."),
    "poorest": Step("RULING R53", "The poorest has least liquid assets; a tie goes by turn order."),
}


def choice(state: State) -> Choice:
    """How the choice of what is next stands."""
    if state.phase == "over":
        return _over(state)
    if state.phase == "choose_next":
        return _due(state)
    if not state.booklet.next:
        words = f"The campaign ends with {titled(state, state.scenario)}."
        end = Step(
            "RULING R54", "No way leads on from {id}; the richest company left then wins.", _now(state)
        )
        return Choice(words, (end,))
    return _ahead(state)


def choose(state: State, scenario: str) -> Json | None:
    """The tap of the company that chooses; None while nobody does, or where no way leads there."""
    if state.phase != "choose_next" or scenario not in state.booklet.next:
        return None
    return {"type": "choose", "player": state.choosers[0], "scenario": scenario}


def _now(state: State) -> dict[str, str]:
    return {"id": state.scenario.upper()}


def _ways(state: State) -> str:
    return listed((titled(state, each) for each in state.booklet.next), "or")


def _over(state: State) -> Choice:
    if state.winner is None:
        words = "The campaign is over; nobody has anything left."
        return Choice(words, (Step("RULING R54", "Without a survivor there is no winner."),))
    winner = called(state, state.winner)
    if not state.booklet.next:
        step = Step("RULING R54", "{id} is the end of a way: the richest company left wins.", _now(state))
    else:
        step = Step("E4", "{who} is the last company left.", {"who": winner})
    return Choice(f"The campaign is over; {winner} has won it.", (step,))


def _due(state: State) -> Choice:
    chapter, chooser = state.history[-1], state.booklet.chooser
    who = called(state, state.choosers[0])
    ranks = [
        f"{called(state, player)} ({count(len(chapter.completed.get(player, ())), 'objective')})"
        for player in chapter.ranking
    ]
    words = {"chooser": CHOOSER[chooser], "id": state.scenario.upper(), "who": who}
    first = Step(RULE[chooser], "After {id} {chooser} chooses; that is {who}.", words)
    ranking = Step("RULING R52", "Ranking of {id}: {ranks}.", _now(state) | {"ranks": ", ".join(ranks)})
    gone = [called(state, each) for each in state.having("abstained", "eliminated")]
    out = Step("RULING R53", "{who} has no say any more.", {"who": listed(gone)})
    steps = (first, HOW[chooser], ranking, *([out] if gone else []))
    return Choice(f"{who} chooses next: {_ways(state)}.", steps)


def _ahead(state: State) -> Choice:
    chooser = state.booklet.chooser
    head = f"When {titled(state, state.scenario)} is over, {CHOOSER[chooser]} chooses: {_ways(state)}."
    values = _now(state) | {"chooser": CHOOSER[chooser]}
    steps = [Step(RULE[chooser], "The booklet of {id} lets {chooser} choose.", values), HOW[chooser]]
    return Choice(head, (*steps, _as_it_stands(state)))


def _as_it_stands(state: State) -> Step:
    """Who it would be now, as far as the table can see: liquid assets are read out at the end alone."""
    chooser = state.booklet.chooser
    if chooser in ("richest", "poorest"):
        return Step("RULING R61", "Liquid assets are read out when the scenario ends, not before.")
    done = {
        player: sum(player in standing.done for standing in state.objectives.values())
        for player in state.having("in", "withdrawn")
    }
    told = ", ".join(f"{called(state, player)} {n}" for player, n in done.items())
    best = (max if chooser == "victor" else min)(done.values())
    first = [player for player, n in done.items() if n == best]
    if len(first) == 1:
        values = {"told": told, "who": called(state, first[0])}
        return Step("RULING R52", "Objectives completed so far: {told}. Now it would be {who}.", values)
    words = "Objectives completed so far: {told}. Liquid assets would decide; they are read out at the end."
    return Step("RULING R61", words, {"told": told})


TOLD = 8
"""So many ways to a scenario are told in full, the shortest first."""


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
        must.append(Step("E1", "What counts: {aims}.", {"aims": listed(_aim_words(each) for each in aims)}))
    must += [] if decided else [HOW[scenario.chooser]]
    who = called(state, state.choosers[0]) if decided else CHOOSER[scenario.chooser].capitalize()
    others = listed((each.upper() for each in scenario.next if each != onward), "or")
    words = "{who} has to choose {goal}, not {others}." if others else "{who} has no other way than {goal}."
    values = {"who": who, "goal": onward.upper(), "others": others}
    return Stretch(here, titled(state, here), (*must, Step(RULE[scenario.chooser], words, values)))


def _aim_words(objective: Objective) -> str:
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
