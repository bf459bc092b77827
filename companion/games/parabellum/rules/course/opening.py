"""A scenario opens: booklet and map on the table, everything of the last one put away (specification 4)."""

from dataclasses import replace

from companion.engine.game import Step
from companion.games.parabellum.state.binder import Objective
from companion.games.parabellum.state.pieces import Standing, Tally
from companion.games.parabellum.state.table import State


def open_scenario(state: State, scenario: str) -> State:
    """The same with another scenario opened; who had withdrawn is back in."""
    booklet = state.binder.scenarios[scenario]
    players = {
        name: replace(player, status="in") if player.status == "withdrawn" else player
        for name, player in state.players.items()
    }
    units = {
        name: replace(unit, mp_used=0, partner=None, marks=frozenset()) for name, unit in state.units.items()
    }
    pool = state.supply._replace(manpower=state.supply.manpower + booklet.manpower_added)
    opened = state.changed(
        phase="turn_order",
        scenario=scenario,
        round=0,
        order=(),
        active=None,
        done=(),
        choosers=(),
        supply=pool,
        personnel_total=state.personnel_total + booklet.manpower_added,
        wrecks=0,
        players=players,
        units=units,
        caches={},
        features=dict(booklet.features),
        reports={},
    )
    return _fresh_records(opened)


def _fresh_records(state: State) -> State:
    begun = state.changed(tally={player: Tally() for player in state.playing})
    return begun.changed(
        objectives={each.id: Standing((), _streaks(begun, each)) for each in begun.booklet.objectives}
    )


def _streaks(state: State, objective: Objective) -> dict[str, int]:
    if objective.kind != "hold":
        return {}
    return {player: 0 for player in state.seated if entitled(state, objective, player)}


def entitled(state: State, objective: Objective, player: str) -> bool:
    """Whether an objective is a player's: its seat is named and it began the scenario."""
    return player in state.tally and state.players[player].seat in objective.seats


def opening_steps(state: State) -> tuple[Step, ...]:
    """What a scenario opens with."""
    booklet = state.booklet
    values = {"id": state.scenario.upper(), "name": booklet.name, "map": state.sheet.name}
    told = [Step("C5", "Scenario {id} opens: {name}, on the map “{map}”.", values)]
    if booklet.manpower_added:
        words = "{n} people more come into the pool, which holds {pool}."
        told.append(Step("C3", words, {"n": booklet.manpower_added, "pool": state.supply.manpower}))
    return tuple(told)
