"""Before one withdraws it is said what every rival gains by it, all in all, and what oneself loses."""

from typing import Any

from companion.engine.game import Scene, Sight
from companion.engine.stage import Note
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Load
from tests.games.parabellum.drawn import load, table, unit

N, S = "north", "south"
LOSS = "You lose two units that cost 70 credits, six people, 7 fuel and 5 ammunition on them."
LATER = "When the scenario ends you pay for what is not completed: “The middle” (20)."
NORTH = Sight(frozenset({N}), frozenset({N}))


def notes(state: State) -> list[str]:
    panel: Any = view(Scene(state, NORTH, "hand", {"do": "withdraw"}, (state,)))["panel"]
    return [str(each.words) for each in panel.pieces if isinstance(each, Note)]


def field(players: int = 2, **changes: Any) -> State:
    stands = [unit(N, "squad", "a1"), unit(N, "carrier", "b2", cargo=Load(1, 2)), unit(S, "squad", "f1")]
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
    state = table("movement", unit(S, "squad", "f1")).with_player(N, credits=10)
    told = notes(state)
    assert told[0] == "You have no unit on the map: you leave nothing behind."
    assert "That leaves you no liquid assets: you are out of the campaign." in told


def test_what_is_told_hangs_on_no_secret_of_the_others() -> None:
    state = field()
    other = state.with_player(S, credits=3).with_unit("u3", strength=1, fuel=0)
    assert notes(state) == notes(other)
