"""The end of a scenario in a session: the field cleared, the sums paid, who is out, who chooses (6.17)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.game import Outcome, Step
from companion.games.parabellum.procedures.campaign.ending import Account, Ending, Settled, Stake, settle
from companion.games.parabellum.procedures.campaign.ending_steps import ending_steps
from companion.games.parabellum.procedures.money.worth import scrap_value
from companion.games.parabellum.rules.combat.reconnoitring import forget_spotted
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.state.naming import player_named
from companion.games.parabellum.state.pieces import EMPTY, Chapter, EndedBy, Load, Reserve
from companion.games.parabellum.state.table import State

OFF_THE_MAP: Mapping[str, Any] = {
    "square": None,
    "position": None,
    "entrench": 0,
    "bridge": None,
    "ground": None,
    "earthwork": False,
}


def end_scenario(state: State, ended_by: EndedBy) -> Outcome[State]:
    """Everything from the last shot to the next choice; objectives have been looked at before."""
    state, loose = _cleared(forget_spotted(state))
    ending = _ending(state, ended_by, loose)
    settled = settle(ending)
    state = _paid(state, settled)
    chapter = Chapter(
        scenario=state.scenario,
        ended_by=ended_by,
        rounds=state.round,
        completed=settled.completed,
        ranking=settled.ranking,
        eliminated=settled.eliminated,
    )
    for player in settled.eliminated:
        state = dissolve(state.with_player(player, status="eliminated"), player)
    over = state.changed(
        active=None,
        done=(),
        phase="over" if settled.over else "choose_next",
        choosers=settled.choosers,
        winner=settled.winner,
        history=(*state.history, chapter),
    )
    return Outcome(over, (_told(state, ended_by), *ending_steps(ending, settled)))


def _told(state: State, ended_by: EndedBy) -> Step:
    words = {
        "withdrawal": ("E2", "Scenario {id} is over: all but one have withdrawn."),
        "rounds": ("E1", "Scenario {id} is over: its last round is played."),
        "objective": ("E1", "Scenario {id} is over: an objective that ends it is completed."),
        "manual": ("RULING R56", "The table has ended scenario {id}."),
    }
    rule, template = words[ended_by]
    return Step(rule, template, {"id": state.scenario.upper()})


def _cleared(state: State) -> tuple[State, Load]:
    """Units recover free of charge, loose tokens are gathered (R48)."""
    units = {
        unit: replace(each, where="predeploy", **OFF_THE_MAP) if each.where == "map" else each
        for unit, each in state.units.items()
    }
    loose = EMPTY
    for load in state.caches.values():
        loose = loose.plus(load)
    return state.changed(units=units, caches={}), loose


def _ending(state: State, ended_by: EndedBy, loose: Load) -> Ending:
    present = state.having("in", "withdrawn")
    booklet = state.booklet
    return Ending(
        ended_by=ended_by,
        chooser=booklet.chooser,
        next=booklet.next,
        order=tuple(player for player in state.order if player in present),
        objectives=tuple(
            Stake(
                each.id,
                tuple(player for player in present if entitled(state, each, player)),
                each.exclusive,
                each.bonus,
                each.penalty,
            )
            for each in booklet.objectives
        ),
        players=tuple(_account(state, player) for player in present),
        salvage=state.wrecks,
        loose=loose,
        options=state.options,
        names={each.id: each.name for each in booklet.objectives},
    )


def _account(state: State, player: str) -> Account:
    return Account(
        player=player,
        credits=state.players[player].credits,
        scrap_value=scrap_value(state, player),
        playing=state.players[player].status == "in",
        completed=tuple(o for o, standing in state.objectives.items() if player in standing.done),
    )


def _paid(state: State, settled: Settled) -> State:
    for line in settled.lines:
        state = post(state, line)
    for player, load in settled.tokens.items():
        state = state.with_reserve(player, load=load)
        state = state.with_player(player, die=settled.turn_dice[player])
    objectives = {
        objective: standing._replace(
            done=tuple(p for p in state.seated if objective in settled.completed.get(p, ()))
        )
        for objective, standing in state.objectives.items()
    }
    return state.changed(objectives=objectives)


def dissolve(state: State, player: str) -> State:
    """A player's goods leave the game; the people go back to the pool (R55)."""
    own = set(state.of(player))
    people = state.players[player].reserve.personnel + sum(state.units[unit].strength for unit in own)
    supply = state.supply._replace(manpower=state.supply.manpower + people)
    units = {unit: each for unit, each in state.units.items() if unit not in own}
    return state.with_player(player, reserve=Reserve()).changed(units=units, supply=supply)


def leaves(player: str) -> Step:
    """Words for somebody who is out of the campaign."""
    words = "{who}'s goods leave the game; the people go back to the pool."
    return Step("RULING R55", words, {"who": player_named(player)})
