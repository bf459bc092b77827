"""Leaving a scenario, ending it by hand, choosing the next one, leaving the campaign (E1–E4)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.procedures.money.leaving import left_behind
from companion.games.parabellum.rules.combat.reconnoitring import forget_spotted
from companion.games.parabellum.rules.course.finishing import dissolve, end_scenario, leaves
from companion.games.parabellum.rules.course.objectives import check_finding, ending_one, evaluate, record
from companion.games.parabellum.rules.course.opening import open_scenario, opening_steps
from companion.games.parabellum.rules.course.turns import next_turn
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.naming import player_named
from companion.games.parabellum.state.table import State


def withdraw(state: State, action: kinds.Withdraw) -> Outcome[State]:
    """Units left on the map are scrapped and the others share what they fetch (E2, R46)."""
    player = action.player
    judged = evaluate(forget_spotted(state))
    state = judged.state
    going = units_left(state, player)
    state = state.with_player(player, status="withdrawn")
    worth = [(state.units[u].cost, state.units[u].strength, state.card(u).troop) for u in going]
    behind = left_behind(worth, len(state.playing), state.options.payout_tie)
    people = sum(state.units[unit].strength for unit in going)
    pool = state.supply._replace(manpower=state.supply.manpower + people)
    units = {unit: each for unit, each in state.units.items() if unit not in going}
    state = state.changed(units=units, supply=pool)
    for other in state.playing:
        state = post(state, Payment(other, "share", player, behind.share))
    values = {"who": player_named(player), "units": len(going), "total": behind.total, "share": behind.share}
    words = "{who} withdraws; {units:# unit left behind fetches|# units left behind fetch} {total} credits: "
    words += "{share} for each still in, "
    words += "to the nearest 5 (R46)."
    after = _after_withdrawal(state)
    return Outcome(after.state, (*judged.steps, Step("E2", words, values), *after.steps))


def units_left(state: State, player: str) -> list[str]:
    """What a player would leave behind now: own units on the map and whoever is aboard of them."""
    on_map = list(state.of(player, "map"))
    return [*on_map, *(rider for unit in on_map for rider in state.passengers(unit))]


def _after_withdrawal(state: State) -> Outcome[State]:
    if len(state.playing) == 1:
        return end_scenario(state, "withdrawal")
    return end_scenario(state, "objective") if ending_one(state) else next_turn(state)


def find(state: State, action: kinds.Find) -> Outcome[State]:
    """The table's finding; completing an objective that ends the scenario ends it."""
    objective = check_finding(state, action)
    values = {"who": player_named(action.player), "name": objective.name}
    found = "completed" if action.complete else "not completed"
    step = Step("E1", "The table finds “{name}” {found} for {who}.", {**values, "found": found})
    if not (action.complete and objective.ends_scenario):
        return Outcome(record(state, action, objective), (step,))
    judged = evaluate(forget_spotted(state))
    ended = end_scenario(record(judged.state, action, objective), "objective")
    return Outcome(ended.state, (*judged.steps, step, *ended.steps))


def end_by_hand(state: State, action: kinds.EndScenario) -> Outcome[State]:
    """The table ends the scenario, for a reason of its own."""
    judged = evaluate(forget_spotted(state))
    ended = end_scenario(judged.state, "manual")
    said = Step("RULING R56", "The table gives a reason: {reason}", {"reason": action.reason})
    return Outcome(ended.state, (*judged.steps, said, *ended.steps))


def choose(state: State, action: kinds.Choose) -> Outcome[State]:
    """The next scenario of the tree (E3)."""
    ways = state.booklet.next
    if action.scenario not in ways:
        listed = ", ".join(way.upper() for way in ways)
        raise IllegalAction("scenario", f"From {state.scenario.upper()} the tree leads to {listed}.")
    chapter = state.history[-1]
    last = replace(chapter, chooser=action.player, next=action.scenario)
    opened = open_scenario(state.changed(history=(*state.history[:-1], last)), action.scenario)
    return Outcome(opened, (_chosen(action), *opening_steps(opened)))


def _chosen(action: kinds.Choose) -> Step:
    values = {"who": player_named(action.player), "id": action.scenario.upper()}
    return Step("E3", "{who} chooses scenario {id}.", values)


def abstain(state: State, action: kinds.Abstain) -> Outcome[State]:
    """A player leaves the campaign; the last one left wins it (E4, R55)."""
    player = action.player
    state = dissolve(state.with_player(player, status="abstained"), player)
    state = state.changed(choosers=tuple(each for each in state.choosers if each != player))
    told = [Step("E4", "{who} abstains from the rest of the campaign.", {"who": player_named(player)})]
    told.append(leaves(player))
    left = state.having("in", "withdrawn")
    if len(left) > 1:
        return Outcome(state, tuple(told))
    winner = left[0]
    told.append(
        Step("E4", "{who} is the last one left and wins the campaign.", {"who": player_named(winner)})
    )
    return Outcome(state.changed(phase="over", choosers=(), winner=winner), tuple(told))
