"""The tree of a campaign: the path behind, what is open, who chooses, what must happen (C1, C5, E1 to E4)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from heapq import heappop, heappush
from itertools import islice, pairwise

from companion.engine.campaign import Aim, Booklet, Choice, Fact, Leg, Prospect, Purse, Stretch, Sum, WhatIf
from companion.engine.campaign.books import Passages, Rank, Stage
from companion.engine.game import Step
from companion.engine.tree import Edge, Node, Status, Tree, Way
from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.story import called, goods, titled
from companion.games.parabellum.data import RESOURCE_NAMES, SEATS, Chooser, Kind, lexicon
from companion.games.parabellum.procedures.course import standings
from companion.games.parabellum.procedures.money import scrap_value
from companion.games.parabellum.procedures.reckoning import CHOOSER, standing, visited, way
from companion.games.parabellum.state import Chapter, Line, MapSheet, Objective, Scenario, State

ENDED: Mapping[str, str] = lexicon("campaign/words.json")["ended"]
BOOKED: Mapping[Kind, Sequence[str]] = lexicon("campaign/words.json")["booked"]
"""What is said aloud when it is paid; every other line of a sheet is its owner's."""


def legs(trail: Sequence[State], walked: Sequence[Leg] = (), place: int = 0) -> tuple[Leg, ...]:
    """Every scenario that was begun, oldest first; `trail` has the state after each line from a place on."""
    walked = list(walked) or [_begun(state, place) for state in trail[:1]]
    for at, (before, after) in enumerate(pairwise(trail), place + 1):
        if len(after.history) > len(before.history):
            chapter = after.history[-1]
            words = f"Over after {count(chapter.rounds, 'round')}: {ENDED[chapter.ended_by]}."
            players = (*chapter.ranking, *chapter.eliminated)
            purses = tuple(_purse(player, chapter, before, after) for player in players)
            walked[-1] = replace(walked[-1], ended=at, words=words, purses=purses)
        if after.scenario != before.scenario:
            walked[-1] = replace(walked[-1], chosen=_chosen(after), chosen_at=at)
            walked.append(_begun(after, at))
    return tuple(walked)


def _begun(state: State, place: int) -> Leg:
    return Leg(scenario=state.scenario, title=titled(state, state.scenario), begun=place)


def _chosen(state: State) -> str:
    chapter = state.history[-1]
    chooser = called(state, chapter.chooser) if chapter.chooser else "The table"
    return f"{chooser} chose {titled(state, state.scenario)}."


def _purse(player: str, chapter: Chapter, before: State, after: State) -> Purse:
    titles = {each.id: each.name for each in before.booklet.objectives}
    goals = [f"“{titles[each]}”" for each in chapter.completed.get(player, ())]
    words = f"completed {listed(goals)}" if goals else "completed no objective"
    words += "; out of the campaign" if player in chapter.eliminated else ""
    return Purse(called(after, player), words, tuple(_paid(player, before, after)), liquid(player, after))


def _paid(player: str, before: State, after: State) -> Iterator[Sum]:
    """The lines of this scenario that were told, shares of earlier withdrawals among them."""
    lines = [line for line in after.ledger if line.scenario == before.scenario and line.player == player]
    for line in lines:
        if line.kind in BOOKED:
            words, rule = BOOKED[line.kind]
            yield Sum(words.format(item=_item(line, before)), line.amount, rule)


def _item(line: Line, state: State) -> str:
    if line.kind == "share":
        return called(state, line.item)
    return {each.id: each.name for each in state.booklet.objectives}.get(line.item, line.item)


def liquid(player: str, after: State) -> Sum:
    """What was read out for the ranking (R51): by then everybody knew it."""
    scrap = scrap_value(after, player) if after.options.liquid_assets == "credits_and_scrap" else 0
    return Sum("Liquid assets then, as read out", after.players[player].credits + scrap, "RULING R51")


END_SENTENCES: Mapping[str, str] = lexicon("campaign/words.json")["stages"]
STATUS: Mapping[str, str] = lexicon("campaign/words.json")["status"]


def stages(passages: Passages) -> tuple[Stage, ...]:
    """The scenarios in the order in which they were fought; the last may still be under way."""
    return tuple(_stages(passages))


def _stages(passages: Passages) -> Iterator[Stage]:
    first = 0
    for n, passage in enumerate(passages):
        if passage.before is not None and passage.before.scenario != passage.after.scenario:
            yield _stage(passages, first, n - 1)
            first = n
    if passages:
        yield _stage(passages, first, len(passages) - 1)


def _stage(passages: Passages, first: int, last: int) -> Stage:
    state: State = passages[last].after
    now: State = passages[-1].after
    chapter = next((each for each in now.history if each.scenario == state.scenario), None)
    rounds = count(chapter.rounds, "round") if chapter else ""
    return Stage(
        first=first,
        last=last,
        title=titled(state, state.scenario),
        ended=END_SENTENCES[chapter.ended_by].format(rounds=rounds) if chapter else "",
        next=_next(now, chapter) if chapter else "",
    )


def _next(state: State, chapter: Chapter) -> str:
    if chapter.next is None or chapter.chooser is None:
        return ""
    return f"{called(state, chapter.chooser)} chose {titled(state, chapter.next)}."


def ranks(state: State, sees: Collection[str]) -> tuple[Rank, ...]:
    """Everybody's means: in order where they are all open, else by seat and one's own alone (R61)."""
    rows = {row["player"]: row for row in standings(state)}
    open_ = set(rows) <= set(sees)
    return tuple(_rank(state, rows[player], player in sees) for player in (rows if open_ else state.seated))


def _rank(state: State, row: Mapping[str, object], own: bool) -> Rank:
    player = str(row["player"])
    status = "winner" if player == state.winner else STATUS[str(row["status"])]
    keys = {"credits": "Credits", "scrap_value": "Scrap value", "net_worth": "Net worth"}
    keys |= {"units": "Units", "personnel": "People"}
    facts = tuple((word, int(str(row[key])) if own else None) for key, word in keys.items())
    return Rank(player, status, facts)


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
    took = next((each.next for each in state.history if each.scenario == origin and each.next), None)
    if took:
        return f"From {origin.upper()} the campaign went on to {took.upper()}."
    if origin in visited(state):
        return f"The campaign ended with {origin.upper()}."
    return f"No way leads to {origin.upper()}."


def booklet(state: State, scenario: str) -> Booklet:
    """What stands in it for everybody to read."""
    leaf = state.binder.scenarios[scenario]
    return Booklet(
        title=titled(state, scenario),
        overview=leaf.overview,
        facts=tuple(_facts(state, leaf)),
        aims=tuple(_aim(each) for each in leaf.objectives),
    )


def _facts(state: State, leaf: Scenario) -> Iterator[Fact]:
    binder = state.binder
    yield Fact("Map", binder.maps[leaf.map].name)
    yield Fact("Starts", "; ".join(_starts(state, binder.maps[leaf.map])))
    if leaf.features:
        there = (f"{kind} on {square.upper()}" for square, kind in leaf.features.items())
        yield Fact("On the ground", listed(there))
    yield Fact("Deploying a unit", f"{leaf.deployment_cost} credits")
    yield Fact("Extracting a unit", f"{leaf.extraction_cost} credits")
    yield Fact("Longest", count(leaf.rounds, "round") if leaf.rounds else "no limit of rounds")
    if leaf.salvage_percent:
        yield Fact("Salvage", f"{leaf.salvage_percent} % of the cost of every unit destroyed")
    if leaf.manpower_added:
        yield Fact("Joins the pool", f"{leaf.manpower_added} people")
    for resource, price in leaf.prices.items():
        yield Fact(f"Price of {RESOURCE_NAMES[resource]}", f"{price} credits here")
    if leaf.banned:
        yield Fact("Not deployed here", listed(binder.units[each].name for each in leaf.banned))
    ways = listed((titled(state, each) for each in leaf.next), "or")
    chooses = f"{CHOOSER[leaf.chooser]} chooses {ways}"
    yield Fact("Afterwards", chooses if ways else "the campaign ends; the richest wins (R54)")
    for each in leaf.circumstances:
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
    where = ", ".join(objective.squares).upper()
    often = f"{objective.turns} own turns in a row" if objective.turns > 1 else "an own turn"
    words = {
        "hold": f"alone on {objective.count} of {where} at the end of {often}",
        "destroy": f"{count(objective.count, 'enemy unit')} destroyed",
        "recon": f"{count(objective.count, 'enemy unit')} reconnoitred",
        "manual": "the table finds so",
    }[objective.kind]
    seats = set(objective.seats)
    words += "" if seats >= set(SEATS) else f"; seats {listed(map(str, sorted(seats)))}"
    words += "; one company alone" if objective.exclusive else ""
    return words + ("; ends the scenario" if objective.ends_scenario else "")


RULE: Mapping[Chooser, str] = lexicon("campaign/words.json")["choosing"]
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
    chooser = state.booklet.chooser
    head = f"When {titled(state, state.scenario)} is over, {CHOOSER[chooser]} chooses: {_ways(state)}."
    values = _now(state) | {"chooser": CHOOSER[chooser]}
    steps = [Step(RULE[chooser], "The booklet of {id} lets {chooser} choose.", values), HOW[chooser]]
    return Choice(head, (*steps, _as_it_stands(state)))


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


def _as_it_stands(state: State) -> Step:
    """Who it would be now, as far as the table can see: liquid assets are read out at the end alone."""
    chooser = state.booklet.chooser
    if chooser in ("richest", "poorest"):
        return Step("RULING R61", "Liquid assets are read out when the scenario ends, not before.")
    counts = {
        player: sum(player in standing.done for standing in state.objectives.values())
        for player in state.having("in", "withdrawn")
    }
    sentence = ", ".join(f"{called(state, player)} {n}" for player, n in counts.items())
    best = (max if chooser == "victor" else min)(counts.values())
    first = [player for player, n in counts.items() if n == best]
    if len(first) == 1:
        values = {"told": sentence, "who": called(state, first[0])}
        return Step("RULING R52", "Objectives completed so far: {told}. Now it would be {who}.", values)
    words = "Objectives completed so far: {told}. Liquid assets would decide; they are read out at the end."
    return Step("RULING R61", words, {"told": sentence})


MOST_ROADS = 8
"""So many ways to a scenario are told in full, the shortest first."""


def prospect(state: State, scenario: str) -> Prospect:
    if state.phase == "over" or scenario in visited(state):
        return Prospect(_no_way(state, scenario), 0, ())
    ways = {each.id: each.next for each in state.binder.scenarios.values()}
    number = _number(ways, state.scenario, scenario)
    if not number:
        return Prospect(_no_way(state, scenario), 0, ())
    roads = islice(_shortest_first(ways, state.scenario, scenario), MOST_ROADS)
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
    stretches = tuple(_stretch(state, origin, onward) for origin, onward in pairwise(road))
    left = road[:-1] if state.phase != "choose_next" else road[1:-1]
    stakes = tuple(_stake(state, player, left) for player in state.having("in", "withdrawn"))
    return WhatIf(stretches, stakes if left else ())


def _stretch(state: State, origin: str, onward: str) -> Stretch:
    scenario = state.binder.scenarios[origin]
    decided = origin == state.scenario and state.phase == "choose_next"
    aims = () if decided or scenario.chooser not in ("victor", "loser") else scenario.objectives
    must = [] if decided else [Step("E1", "{id} is fought to its end.", {"id": origin.upper()})]
    if aims:
        must.append(Step("E1", "What counts: {aims}.", {"aims": listed(_aim_words(each) for each in aims)}))
    must += [] if decided else [HOW[scenario.chooser]]
    who = called(state, state.choosers[0]) if decided else CHOOSER[scenario.chooser].capitalize()
    others = listed((each.upper() for each in scenario.next if each != onward), "or")
    words = "{who} has to choose {goal}, not {others}." if others else "{who} has no other way than {goal}."
    values = {"who": who, "goal": onward.upper(), "others": others}
    return Stretch(origin, titled(state, origin), (*must, Step(RULE[scenario.chooser], words, values)))


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
