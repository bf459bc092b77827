"""How scenarios and campaigns end (E1 to E4): what each end pays, what one reads of it before and after."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Note, Question, Stage
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.ending import Walk, walk_of
from companion.games.parabellum.state import Load, State
from tests.games.parabellum.yard import act, books_balance, load, table, unit_at
from tests.staged import actions_of, rows

N, S, E = "north", "south", "east"


def end_turn(state: State) -> State:
    return GAME.apply(state, {"type": "end_phase", "player": state.active}).state


def lines(state: State, since: State) -> list[tuple[str, str, str, int]]:
    new = state.ledger[len(since.ledger) :]
    return [(line.player, line.kind, line.item, line.amount) for line in new]


def test_the_last_round_ends_the_scenario_and_everybody_recovers() -> None:
    left = table("boardroom", unit_at(S, "squad", "c3", entrench=2, ammunition=1), caches={"f1": load(2)})
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
    state = table("boardroom", unit_at(N, "squad", "c3"))
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
        state = table("boardroom", unit_at(N, "squad", "c3"), options=options)
        for _ in range(2):
            state = end_turn(state.changed(active=N, phase="boardroom"))
        return state.changed(active=N, phase="boardroom", units={"u1": unit_at(N, "squad", "b3")})

    assert end_turn(held()).objectives["middle"].done == ()
    assert end_turn(held(hold_until="driven_off")).objectives["middle"].done == (N,)
    invaded = held(hold_until="driven_off")
    invaded = invaded.changed(units={**invaded.units, "u2": unit_at(S, "squad", "c3")})
    assert end_turn(invaded).objectives["middle"].done == ()
    kept = held(hold_until="completed")
    assert end_turn(kept.changed(units={"u2": unit_at(S, "squad", "c3")})).objectives["middle"].done == (N,)


def test_an_exclusive_objective_passes_to_who_takes_it() -> None:
    state = table("boardroom", unit_at(S, "squad", "c3"))
    findings = {"type": "objective", "player": N, "objective": "middle", "complete": True}
    state = GAME.apply(state, findings).state
    state = state.with_player(N, status="withdrawn").with_player(S, status="in")
    for _ in range(2):
        state = end_turn(state.changed(active=S, phase="boardroom"))
    assert state.objectives["middle"].done == (S,)


def test_units_left_behind_are_shared_by_those_who_stay() -> None:
    units = (unit_at(N, "squad", "a1", strength=3), unit_at(N, "squad"), unit_at(S, "squad", "f1"))
    rider = unit_at(N, "squad", where="aboard", transport="u5")
    before = table("logistics", *units, rider, unit_at(N, "carrier", "b1"), players=3)
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
    state = table("boardroom", unit_at(N, "squad", "e2")).changed(scenario="2a")
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
    poor = table("movement", unit_at(N, "squad"))
    poor = poor.with_player(N, credits=15)
    after = act(poor, "withdraw")
    assert after.players[N].status == "eliminated"
    assert after.phase == "over"
    assert after.winner == S
    assert not after.units
    assert after.supply.manpower == poor.supply.manpower + 4 + 9
    scrap = table("movement", unit_at(N, "squad"), options={"liquid_assets": "credits_and_scrap"})
    saved = act(scrap.with_player(N, credits=15), "withdraw")
    assert saved.players[N].status == "withdrawn"


def test_the_last_one_who_does_not_abstain_wins() -> None:
    state = table("choose_next", unit_at(S, "squad"), choosers=(N, S))
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


LOSS = "You lose two units that cost 70 credits, six people, 7 fuel and 5 ammunition on them."
LATER = "When the scenario ends you pay for what is not completed: “The middle” (20)."
NORTH = Sight(frozenset({N}), frozenset({N}))


def notes(state: State) -> list[str]:
    panel: Any = view(Scene(state, NORTH, "hand", {"do": "withdraw"}, (state,)))["panel"]
    return [str(each.words) for each in panel.pieces if isinstance(each, Note)]


def field(players: int = 2, **changes: Any) -> State:
    stands = [
        unit_at(N, "squad", "a1"),
        unit_at(N, "carrier", "b2", cargo=Load(1, 2)),
        unit_at(S, "squad", "f1"),
    ]
    return table("movement", *stands, players=players, wrecks=23, caches={"c3": load(2, 1)}, **changes)


def test_the_rival_s_gain_is_what_the_rules_then_book() -> None:
    state = field()
    told = notes(state)
    after = GAME.apply(state, {"type": "withdraw", "player": N}).state
    lines = [each for each in after.ledger[len(state.ledger) :] if each.player == S]
    assert {each.kind for each in lines} >= {"share", "salvage", "bonus"}
    gain = sum(each.amount for each in lines if each.amount > 0)
    reserve, was = after.players[S].reserve, state.players[S].reserve
    (line,) = (each for each in told if each.startswith("South Yard gains "))
    assert f"gains {gain} credits (" in line
    assert f"{reserve.fuel - was.fuel} fuel" in line
    assert f"{reserve.ammunition - was.ammunition} ammunition" in line
    assert "The scenario ends with this: only one company is left in it." in told


def test_one_s_own_loss_is_units_people_tokens_and_penalties() -> None:
    state = field()
    told = notes(state)
    assert told[0] == LOSS
    paid = -sum(
        each.amount
        for each in GAME.apply(state, {"type": "withdraw", "player": N}).state.ledger
        if (each.player, each.kind) == (N, "penalty")
    )
    assert f"You pay {paid} credits for “The middle”, not completed." in told


def test_with_several_left_each_one_s_gain_is_told_and_the_scenario_goes_on() -> None:
    told = notes(field(3))
    assert sum(" gains " in each for each in told) == 2
    assert not any("ends with this" in each for each in told)
    assert LATER in told


def test_who_has_nothing_on_the_map_is_told_so_and_who_would_be_out_too() -> None:
    state = table("movement", unit_at(S, "squad", "f1")).with_player(N, credits=10)
    told = notes(state)
    assert told[0] == "You have no unit on the map: you leave nothing behind."
    assert "That leaves you no liquid assets: you are out of the campaign." in told


def test_what_is_told_hangs_on_no_secret_of_the_others() -> None:
    state = field()
    other = state.with_player(S, credits=3).with_unit("u3", strength=1, fuel=0)
    assert notes(state) == notes(other)


def asked(state: State, *seats: str, room: str = "hand") -> Question:
    own = frozenset(seats)
    found: Any = view(Scene(state, Sight(own, own), room, {}, (state,)))["panel"]
    return found


def withdrawn() -> State:
    """North has left the first scenario; South is the last in it."""
    state = table("movement", unit_at(N, "squad", "a1"), unit_at(S, "squad", "f1"))
    return GAME.apply(state, {"type": "withdraw", "player": N}).state


def test_the_first_of_the_ranking_chooses_and_the_others_wait() -> None:
    state = withdrawn()
    first, *others = state.choosers
    chosen = {each["scenario"] for each in actions_of(asked(state, first)) if each["type"] == "choose"}
    assert chosen == set(state.booklet.next)
    for seat in others:
        assert not any(each["type"] == "choose" for each in actions_of(asked(state, seat)))


def test_what_the_end_paid_is_for_that_company_alone() -> None:
    state = withdrawn()
    mine = {str(cell) for row in rows(asked(state, S)) for cell in row.cells}
    shown = {str(cell) for row in rows(asked(state, room="tv")) for cell in row.cells}
    assert "In all" in mine
    assert "In all" not in shown
    assert actions_of(asked(state, room="tv")) == []


def test_the_end_of_the_campaign_names_who_won_and_each_scenario_s_first() -> None:
    state = withdrawn()
    over = GAME.apply(state, {"type": "abstain", "player": N}).state
    question = asked(over, S)
    assert str(question.title).endswith(" wins")
    assert len(rows(question)) == len(over.history[-1].ranking) + len(over.history)


def test_a_scenario_in_which_nobody_comes_first_does_not_keep_the_end_from_being_shown() -> None:
    over = GAME.apply(withdrawn(), {"type": "abstain", "player": N}).state
    nobody = over.changed(history=tuple(replace(each, ranking=()) for each in over.history))
    assert "nobody" in [str(row.cells[1]) for row in rows(asked(nobody, S))]


LOOKS = [
    ("table", Sight(frozenset({N}), frozenset({N}), frozenset({N}))),
    ("hand", Sight(frozenset({S}), frozenset({S}), frozenset({S}))),
    ("tv", Sight()),
]


def ended() -> list[State]:
    """North withdraws and leaves a unit behind: South is the last on the field."""
    units = (unit_at(N, "squad", "a1", strength=3), unit_at(N, "squad"), unit_at(S, "squad", "f1"))
    before = table("movement", *units, caches={"c1": load(2, 3)}).changed(wrecks=35)
    before = before.with_tally(S, lost=2)
    return [before, act(before, "withdraw")]


def walk_at(beat: int) -> Walk:
    trail = ended()
    walk = walk_of(Scene(trail[-1], Sight(), "tv", {}, trail, walk=beat))
    assert walk
    return walk


def stage(beat: int | None, room: str, sight: Sight) -> Stage:
    trail = ended()
    shown = view(Scene(trail[-1], sight, room, {}, trail, walk=beat)).stage
    assert shown
    return shown


def test_objectives_sales_losses_and_the_ranking_have_a_beat_each_and_nothing_else_has() -> None:
    before, after = ended()
    beats = walk_at(0).beats
    names = [each.name for each in beats]
    assert {"Left behind", "Wrecks", "Losses", "The ranking"} <= set(names)
    assert "Out of the campaign" not in names
    paid = sum(sum(each.paid.values()) for each in beats)
    lines = after.ledger[len(before.ledger) :]
    assert paid == sum(line.amount for line in lines)
    assert all(each.paid for each in beats if each.name in ("Left behind", "Wrecks"))


@pytest.mark.parametrize(("room", "sight"), LOOKS)
def test_until_its_beat_nothing_is_told_on_any_screen(room: str, sight: Sight) -> None:
    beats = walk_at(0).beats
    for beat in range(len(beats) + 1):
        shown = stage(beat, room, sight)
        assert shown.walks
        assert (shown.hand, shown.cover, shown.changes, shown.moment) == (None, None, (), None)
        told = [row for row in rows(shown.ask) if row.cells[0] in [each.name for each in beats[beat:]]]
        assert all(set(row.cells[1:]) == {"·"} for row in told)
        assert shown.strip == stage(0, room, sight).strip
        assert shown.board == stage(0, room, sight).board
    assert "chooses" not in repr(stage(len(beats), "tv", Sight()).ask.title)
    assert not stage(len(beats) + 1, room, sight).walks
    assert not stage(None, room, sight).walks


def test_the_last_way_on_leads_to_who_chooses() -> None:
    last = len(walk_at(0).beats)
    main = stage(last, *LOOKS[0]).ask.main
    assert str(getattr(main, "words", "")) == "Next: who chooses"
    assert stage(last + 1, *LOOKS[0]).ask.kind == "choosing"
    assert stage(last, "tv", Sight()).ask.main is None


def test_any_other_line_is_no_walk() -> None:
    before, _ = ended()
    after = GAME.apply(before, {"type": "end_phase", "player": N}).state
    assert walk_of(Scene(after, Sight(), "tv", {}, [before, after], walk=0)) is None
