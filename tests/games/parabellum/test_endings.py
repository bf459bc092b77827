"""How scenarios and campaigns end: each way once, with what it pays and who goes on (E1–E4)."""

from typing import Any

from companion.games.parabellum.game import GAME
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import act, load, table, unit
from tests.games.parabellum.laws import books_balance

N, S, E = "north", "south", "east"


def end_turn(state: State) -> State:
    return GAME.apply(state, {"type": "end_phase", "player": state.active}).state


def lines(state: State, since: State) -> list[tuple[str, str, str, int]]:
    new = state.ledger[len(since.ledger) :]
    return [(line.player, line.kind, line.item, line.amount) for line in new]


def test_the_last_round_ends_the_scenario_and_everybody_recovers() -> None:
    left = table("boardroom", unit(S, "squad", "c3", entrench=2, ammunition=1), caches={"f1": load(2)})
    before = left.changed(round=6, active=S, order=(N, S), wrecks=35)
    after = end_turn(before)
    assert after.phase == "choose_next"
    assert after.history[-1].ended_by == "rounds"
    assert after.units["u1"].where == "predeploy"
    assert after.units["u1"].entrench == 0
    assert not after.caches
    assert lines(after, before) == [
        (N, "salvage", "wrecks", 15),
        (S, "salvage", "wrecks", 15),
        (N, "penalty", "middle", -20),
        (S, "penalty", "middle", -20),
    ]
    books_balance(after)


def test_who_holds_the_middle_for_two_turns_completes_it_and_is_paid() -> None:
    state = table("boardroom", unit(N, "squad", "c3"))
    for _ in range(2):
        state = end_turn(state.changed(active=N, phase="boardroom"))
        assert state.active == S
    assert state.objectives["middle"].done == (N,)
    before = state.changed(active=S, phase="movement", round=2)
    after = GAME.apply(before, {"type": "withdraw", "player": S}).state
    assert (N, "bonus", "middle", 60) in lines(after, before)
    assert after.players[N].reserve.fuel == before.players[N].reserve.fuel + 1
    assert after.players[N].die == 8
    assert after.choosers[0] == N


def test_a_hold_that_is_given_up_must_be_earned_anew() -> None:
    def held(**options: Any) -> State:
        state = table("boardroom", unit(N, "squad", "c3"), options=options)
        for _ in range(2):
            state = end_turn(state.changed(active=N, phase="boardroom"))
        return state.changed(active=N, phase="boardroom", units={"u1": unit(N, "squad", "b3")})

    assert end_turn(held()).objectives["middle"].done == ()
    assert end_turn(held(hold_until="driven_off")).objectives["middle"].done == (N,)
    invaded = held(hold_until="driven_off")
    invaded = invaded.changed(units={**invaded.units, "u2": unit(S, "squad", "c3")})
    assert end_turn(invaded).objectives["middle"].done == ()
    kept = held(hold_until="completed")
    assert end_turn(kept.changed(units={"u2": unit(S, "squad", "c3")})).objectives["middle"].done == (N,)


def test_an_exclusive_objective_passes_to_who_takes_it() -> None:
    state = table("boardroom", unit(S, "squad", "c3"))
    findings = {"type": "objective", "player": N, "objective": "middle", "complete": True}
    state = GAME.apply(state, findings).state
    state = state.with_player(N, status="withdrawn").with_player(S, status="in")
    for _ in range(2):
        state = end_turn(state.changed(active=S, phase="boardroom"))
    assert state.objectives["middle"].done == (S,)


def test_units_left_behind_are_shared_by_those_who_stay() -> None:
    units = (unit(N, "squad", "a1", strength=3), unit(N, "squad"), unit(S, "squad", "f1"))
    rider = unit(N, "squad", where="aboard", transport="u5")
    before = table("logistics", *units, rider, unit(N, "carrier", "b1"), players=3)
    after = act(before, "withdraw")
    assert set(after.units) == {"u2", "u3"}
    # Half of 40 for 3 of 4, half of 40 for the passenger, half of 30: 15 + 20 + 15.
    assert lines(after, before) == [(S, "share", N, 25), (E, "share", N, 25)]
    assert after.supply.manpower == before.supply.manpower + 3 + 4 + 2
    assert after.active == S
    assert after.players[N].status == "withdrawn"


def test_the_last_player_gets_what_lies_about_and_what_nobody_completed() -> None:
    before = table("movement", caches={"c1": load(2, 3)})
    after = act(before, "withdraw")
    assert after.history[-1].ended_by == "withdrawal"
    assert after.history[-1].completed == {N: (), S: ("middle", "kill", "look")}
    assert after.players[S].reserve.fuel == 9 + 2 + 1
    assert after.players[S].reserve.ammunition == 9 + 3
    assert after.players[N].credits == before.players[N].credits - 20


def test_an_objective_can_end_the_scenario_at_once() -> None:
    state = table("boardroom", unit(N, "squad", "e2")).changed(scenario="2a")
    state = state.changed(
        objectives={
            "bank": state.objectives["middle"]._replace(streak={N: 0}),
            "word": state.objectives["kill"],
        }
    )
    after = end_turn(state)
    assert after.history[-1].ended_by == "objective"
    assert after.history[-1].completed[N] == ("bank",)
    found = {"type": "objective", "player": N, "objective": "bank", "complete": True}
    by_finding = GAME.apply(state.changed(units={}), found).state
    assert by_finding.history[-1].completed[N] == ("bank",)


def test_the_table_can_end_a_scenario() -> None:
    state = table("movement")
    after = GAME.apply(state, {"type": "end_scenario", "reason": "the last train"}).state
    assert after.history[-1].ended_by == "manual"
    opened = GAME.apply(after, {"type": "choose", "player": after.choosers[0], "scenario": "2a"}).state
    assert opened.history[-1].next == "2a"
    assert opened.supply.manpower == after.supply.manpower + 15
    assert opened.phase == "turn_order"


def test_who_has_nothing_left_is_out_and_the_other_wins() -> None:
    poor = table("movement", unit(N, "squad"))
    poor = poor.with_player(N, credits=15)
    after = act(poor, "withdraw")
    assert after.players[N].status == "eliminated"
    assert after.phase == "over"
    assert after.winner == S
    assert not after.units
    assert after.supply.manpower == poor.supply.manpower + 4 + 9
    scrap = table("movement", unit(N, "squad"), options={"liquid_assets": "credits_and_scrap"})
    saved = act(scrap.with_player(N, credits=15), "withdraw")
    assert saved.players[N].status == "withdrawn"


def test_the_last_one_who_does_not_abstain_wins() -> None:
    state = table("choose_next", unit(S, "squad"), choosers=(N, S))
    after = GAME.apply(state, {"type": "abstain", "player": S}).state
    assert after.winner == N
    assert after.phase == "over"
    three = table("choose_next", players=3, choosers=(N, S, E))
    assert GAME.apply(three, {"type": "abstain", "player": N}).state.choosers == (S, E)


def test_a_leaf_of_the_tree_crowns_the_richest() -> None:
    state = table("movement").changed(scenario="3", objectives={})
    state = state.with_player(N, credits=800)
    after = act(state, "withdraw")
    assert after.phase == "over"
    assert after.winner == N
