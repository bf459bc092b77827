"""Behind the screens: no seat reads another's cards, reserve, sheet, cargo or reports (R35, R61)."""

import json
from random import Random
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.step import lasting
from companion.games.parabellum.campaign.books import bookings
from companion.games.parabellum.campaign.fallen import losses
from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import telling
from companion.games.parabellum.state import State
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.pieces import Report
from companion.tables.position.passages import Passage
from tests.games.parabellum.drawn import act, load, table, unit
from tests.games.parabellum.yard import setup

N, S = "north", "south"


def seat(*players: str) -> Sight:
    return Sight(frozenset(players), frozenset(players))


def facing(**options: Any) -> State:
    return table(
        "special",
        unit(N, "squad", "a1"),
        unit(S, "carrier", "b1", cargo=load(2, 1)),
        unit(S, "squad", where="aboard", transport="u2"),
        unit(S, "tank"),
        options=options,
    )


def test_others_units_show_their_miniature_alone() -> None:
    seen = GAME.redact_state(facing(), seat(N))["units"]
    assert seen["u1"]["type"] == "squad"
    assert seen["u2"].keys() == {
        "owner",
        "class",
        "where",
        "square",
        "position",
        "flag",
        "entrench",
        "bridge",
    }
    assert seen["u4"].keys() == {"owner", "class", "where", "flag"}
    assert "u3" not in seen


def test_a_recon_report_is_for_who_asked_and_the_owner_until_combat_is_over() -> None:
    state = act(facing(), "recon", unit="u1", target="u2")
    report = Report("carrier", 2, True, False, True, True)._asdict()
    assert GAME.redact_state(state, seat(N))["reports"] == {"u2": report}
    assert GAME.redact_state(state, seat(S))["reports"] == {"u2": report}
    assert GAME.redact_state(state, Sight())["reports"] == {}
    public = act(facing(recon_public=True), "recon", unit="u1", target="u2")
    assert GAME.redact_state(public, Sight())["reports"] == {"u2": report}
    direct = act(act(state, "end_phase"), "end_phase")
    assert direct.reports == {}
    assert "spotted" not in direct.units["u2"].marks


def test_steps_of_a_recon_do_not_say_what_was_found() -> None:
    action = {"type": "recon", "player": N, "unit": "u1", "target": "u2"}
    said = " ".join(step.text for step in GAME.apply(facing(), action).steps)
    assert "Carrier" not in said
    assert "strength" not in said
    told = " ".join(step.text for step in GAME.apply(facing(recon_public=True), action).steps)
    assert "Carrier" in told


@pytest.mark.parametrize("seed", range(6))
def test_no_line_tells_money_cards_or_cargo_of_another(seed: int) -> None:
    """Type names never stand in public words, states or lines before a report reads them out."""
    random = Random(seed)
    names = ["Sappers", "Carrier", "Bridger", "Mortar", "sappers", "carrier", "bridger", "mortar"]
    for before, action, after in play(setup(2), Player(random, by_hand=0)):
        steps = " ".join(step.text for step in GAME.apply(before, action).steps)
        shown = GAME.redact_state(after, Sight())
        line = GAME.redact_action(after, action, Sight())
        # The binder, public as it is, names every type; a ban or a wreck's cost may not.
        words = telling.tell(before, line, Sight())
        text = (
            steps
            + words
            + json.dumps({key: shown[key] for key in shown if key != "binder"})
            + json.dumps(line)
        )
        assert not [name for name in names if name in text]
        assert all(player["credits"] is None for player in shown["players"].values())
        assert not shown["ledger"]


def test_a_purchase_out_of_a_shared_supply_is_told_and_another_is_not() -> None:
    state = table("setup")
    bought = {"type": "purchase", "player": N, "resource": "manpower", "quantity": 5}
    assert GAME.redact_action(state, bought, seat(S)) == bought
    endless = {**bought, "resource": "ammunition"}
    assert "quantity" not in GAME.redact_action(state, endless, seat(S))
    assert GAME.redact_action(state, endless, seat(N)) == endless
    cards = {"type": "purchase", "player": N, "resource": "units", "items": [{"unit": "tank", "quantity": 1}]}
    assert "items" not in GAME.redact_action(state, cards, seat(S))


def test_dice_of_the_app_and_reports_are_not_undone_alone() -> None:
    state = facing()
    assert GAME.is_irrevocable(state, {"type": "recon"}, False)
    assert GAME.is_irrevocable(state, {"type": "move"}, True)
    assert not GAME.is_irrevocable(state, {"type": "move"}, False)


def told(state: State, who: Sight, **action: Any) -> str:
    line = GAME.redact_action(state, {"player": N, **action}, who)
    return telling.tell(state, line, who)


def test_a_line_of_the_log_calls_a_unit_by_its_card_for_its_owner_and_by_its_class_for_others() -> None:
    state = facing()
    attack = {"type": "attack", "unit": "u1", "target": "u4", "counter": False}
    assert told(state, seat(N), **attack) == "North Yard: Squad u1 attacks South Yard’s tank u4"
    assert told(state, seat(S), **attack) == "North Yard: foot u1 attacks Tank u4"
    recon = {"type": "recon", "unit": "u1", "target": "u2"}
    assert told(state, Sight(), **recon) == "North Yard: foot u1 reconnoitres South Yard’s cart u2"
    shots = {"type": "barrage", "unit": "u1", "shots": [{"unit": "u2"}, {"cache": "c1"}, {"unit": "u2"}]}
    assert told(state, seat(S), **shots).endswith("fires 2 shots at Carrier u2 and 1 shot at the cache on C1")


def test_what_somebody_buys_and_loads_is_said_to_that_company_alone() -> None:
    state = table("setup", unit(N, "carrier"))
    cards = {"type": "purchase", "resource": "units", "items": [{"unit": "tank", "quantity": 2}]}
    assert told(state, seat(N), **cards) == "North Yard buys 2 × Tank"
    assert told(state, seat(S), **cards) == "North Yard buys unit cards"
    stowed = {"type": "stow", "unit": "u1", "fuel": 2, "ammunition": 1}
    assert told(state, seat(N), **stowed) == "North Yard loads 2 fuel and 1 ammunition into Carrier u1"
    hidden = GAME.redact_action(state, {"player": N, **stowed}, Sight())
    assert told(state, Sight(), **stowed) == "North Yard loads cargo into a unit"
    assert "unit" not in hidden
    steps = GAME.apply(table("setup", unit(N, "carrier", where="predeploy")), {"player": N, **stowed}).steps
    assert [step.text for step in steps] == ["North loads cargo into North Yard's cart (red-blue-white)."]
    assert lasting([step.as_kept() for step in steps]) == []


def test_a_company_counts_its_own_bookings_and_no_gap_tells_what_another_bought() -> None:
    ledgers = []
    for bought in (1, 3):
        state = table("setup", ledger=tuple(
            Line(n, "1", 0, who, "units", "tank", 1, -9)
            for n, who in enumerate((N, *[S] * bought, N), 1)
        ))  # fmt: skip
        ledgers.append(GAME.redact_state(state, seat(N))["ledger"])
        assert [(each.seat, each.n) for each in bookings(state, 1)][-1] == (N, 2)
        assert [each.n for each in bookings(state, 0) if each.seat == S] == list(range(1, bought + 1))
    assert ledgers[0] == ledgers[1]


def test_a_print_counts_what_was_lost_as_everybody_saw_it_and_shows_no_card() -> None:
    setup_, actions = GAME.demo() if GAME.demo else ({}, [])
    trail = [GAME.open(setup_).state]
    for action in actions:
        trail.append(GAME.apply(trail[-1], action).state)
    lines = [Passage(n, done, *trail[n - 1 : n + 1]) for n, done in enumerate(actions, 1)]
    for upto in range(1, len(lines) + 1):
        seen = GAME.seen(Scene(trail[upto], Sight(), trail=trail[: upto + 1], passages=lines[:upto]))
        assert losses(seen.passages) == losses(lines[:upto])
    assert not any(player.credits or sum(player.reserve) for player in seen.state.players.values())
    assert not any(each.strength or each.cargo.total or each.name for each in seen.state.units.values())
    assert not seen.state.ledger


def test_what_is_set_by_hand_of_a_unit_is_told_as_far_as_all_see_it() -> None:
    state = facing()
    change = {"id": "u1", "strength": 2, "fuel": 1, "ammunition": 0, "entrench": 1}
    action = {"type": "adjust", "reason": "counted again", "player": N, "unit": change}
    assert GAME.redact_action(state, action, seat(N)) == action
    for who in (seat(S), Sight()):
        assert GAME.redact_action(state, action, who)["unit"] == {"id": "u1", "entrench": 1}
        assert "people" not in told(state, who, **action)
        assert "layers dug 0 → 1" in told(state, who, **action)
    counted = {**action, "unit": {"id": "u1", "strength": 2}}
    assert told(state, seat(S), **counted).endswith("foot u1: what only that company knows (counted again)")
    assert "people 4 → 2" in told(state, seat(N), **counted)
    aboard = state.with_unit("u1", where="aboard", square=None)
    assert "unit" not in GAME.redact_action(aboard, action, seat(S))
    assert "u1" not in told(aboard, seat(S), **action)
    assert "people 4 → 2" in told(aboard, seat(N), **action)
