"""What the rules forbid, and where they say so; then what they do instead."""

from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.verraeter.data import ACTION_NAMES
from companion.games.verraeter.game import GAME
from companion.games.verraeter.state import State
from verraeter.drawn import (
    after,
    at_build,
    at_draft,
    at_refill,
    at_reveal,
    at_site,
    at_supply,
    deed,
    opened,
)


def refused(state: State, action: Any) -> tuple[str, str]:
    with pytest.raises(GameError) as refusal:
        GAME.apply(state, action)
    assert refusal.value.message.endswith(".")
    return refusal.value.code, refusal.value.path


ILLEGAL = "illegal_action"
INVALID = "invalid_input"

SHAPES: list[tuple[Any, str]] = [
    (None, ""),
    ([], ""),
    ({}, "type"),
    ({"type": "castle"}, "type"),
    ({"zzz": 1}, "type"),
    ({"type": "build", "aaa": 1}, "op"),
    ({"type": "build", "op": "burn", "aaa": 1}, "op"),
    ({"type": "build", "op": "pass", "player": "dora", "landscape": 1}, "landscape"),
    ({"type": "place_estate", "landscape": 3}, "player"),
    ({"type": "place_estate", "player": "zoe", "landscape": 3}, "player"),
    ({"type": "place_estate", "player": "anna", "landscape": 12}, "landscape"),
    ({"type": "place_estate", "player": "anna", "landscape": True}, "landscape"),
    ({"type": "build", "op": "move", "player": "dora", "from": 99, "to": 1}, "from"),
    ({"type": "build", "op": "move", "player": "dora", "from": 1, "to": 99}, "to"),
    ({"type": "choose_site", "player": "bert", "site": [1]}, "site"),
    ({"type": "choose_site", "player": "bert", "site": [1, 2.0]}, "site.1"),
    ({"type": "play_supply", "player": "anna", "cards": [2] * 6}, "cards"),
    ({"type": "play_supply", "player": "anna", "cards": [2, 0]}, "cards.1"),
    ({"type": "reveal", "picks": None}, "picks"),
    ({"type": "reveal", "picks": {"zoe": "farmer"}}, "picks.zoe"),
    ({"type": "reveal", "picks": {"anna": "farmer"}}, "picks.bert"),
    ({"type": "refill", "player": "anna", "cards": [10]}, "cards.0"),
    ({"type": "refill", "player": "anna", "discard": [0], "cards": []}, "discard.0"),
    ({"type": "adjust", "reason": "", "changes": []}, "reason"),
    ({"type": "adjust", "reason": "x" * 201, "changes": []}, "reason"),
    ({"type": "adjust", "reason": "x", "changes": []}, "changes"),
    ({"type": "adjust", "reason": "x", "changes": [3]}, "changes.0"),
    ({"type": "adjust", "reason": "x", "changes": [{"aaa": 1}]}, "changes.0.target"),
    ({"type": "adjust", "reason": "x", "changes": [{"target": "vp", "player": "anna"}]}, "changes.0.by"),
    (
        {"type": "adjust", "reason": "x", "changes": [{"target": "building", "landscape": 1}]},
        "changes.0.player",
    ),
]


@pytest.mark.parametrize(("action", "path"), SHAPES)
def test_what_cannot_be_read_is_refused_whatever_the_phase(action: Any, path: str) -> None:
    for state in (opened(), at_build()):
        assert refused(state, action) == (INVALID, path)


def test_the_phase_comes_before_the_player_and_the_player_before_the_rule() -> None:
    assert refused(opened(), deed("play_supply", "bert", cards=[9])) == (ILLEGAL, "type")
    assert refused(at_supply(), deed("play_supply", "bert", cards=[9])) == (ILLEGAL, "player")
    assert refused(at_supply(), deed("play_supply", "anna", cards=[9])) == (ILLEGAL, "cards.0")
    assert refused(at_draft(), deed("pick_action", "bert", card="farmer")) == (ILLEGAL, "player")
    assert refused(at_draft(), deed("pick_action", "anna", card="farmer")) == (ILLEGAL, "type")


def test_one_card_under_a_landscape_whoever_owns_it() -> None:
    taken = after(opened(), deed("place_estate", "anna", landscape=2))
    assert refused(taken, deed("place_estate", "bert", landscape=2)) == (ILLEGAL, "landscape")
    assert refused(at_build(), deed("build", "dora", op="place", landscape=6)) == (ILLEGAL, "landscape")
    move = {"from": 10, "to": 10}
    assert refused(at_build(), deed("build", "dora", op="move", **move)) == (ILLEGAL, "to")


@pytest.mark.parametrize("site", [[1, 3], [3, 3], [1, 2], [3, 4]])
def test_a_site_is_two_neighbours_of_different_houses(site: list[int]) -> None:
    assert refused(at_site(), deed("choose_site", "bert", site=site)) == (ILLEGAL, "site")


def test_a_site_is_stored_clockwise_from_either_order() -> None:
    assert after(at_site(), deed("choose_site", "bert", site=[0, 11])).site == (11, 0)
    assert after(at_site(), deed("choose_site", "bert", site=[1, 0])).site == (0, 1)


def test_cards_are_dealt_once_and_picked_from_what_is_handed_on() -> None:
    dealt = after(at_draft(), deed("deal_actions", "anna", removed="farmer"))
    assert refused(dealt, deed("deal_actions", "anna", removed="farmer")) == (ILLEGAL, "type")
    assert refused(dealt, deed("draft_offline", "anna")) == (ILLEGAL, "type")
    assert refused(dealt, deed("pick_action", "anna", card="farmer")) == (ILLEGAL, "card")
    with pytest.raises(GameError) as told:
        GAME.apply(dealt, deed("pick_action", "anna", card="farmer"))
    # It is read outside the cover: no card that was handed on stands in it.
    assert not any(ACTION_NAMES[card] in told.value.message for card in dealt.draft.pool)
    picked = after(dealt, deed("pick_action", "anna", card="traitor"))
    assert refused(picked, deed("pick_action", "bert", card="traitor")) == (ILLEGAL, "card")


def test_the_same_card_cannot_be_played_twice() -> None:
    assert refused(at_supply(), deed("play_supply", "anna", cards=[5, 5])) == (ILLEGAL, "cards.1")


def test_picks_are_told_exactly_when_real_cards_were_drafted() -> None:
    picks = dict(
        zip(("anna", "bert", "cleo", "dora"), ("farmer", "traitor", "diplomat_2", "farmer"), strict=True)
    )
    assert refused(at_reveal(), {"type": "reveal", "picks": picks}) == (ILLEGAL, "picks")
    none = (deed("play_supply", who, cards=[]) for who in picks)
    offline = after(at_draft(), deed("draft_offline", "anna"), *none)
    assert refused(offline, {"type": "reveal"}) == (ILLEGAL, "picks")
    assert refused(offline, {"type": "reveal", "picks": picks}) == (ILLEGAL, "picks.dora")


def test_the_master_builder_touches_only_cards_of_his_own() -> None:
    assert refused(at_build(), deed("build", "dora", op="flip", landscape=6)) == (ILLEGAL, "landscape")
    assert refused(at_build(), deed("build", "dora", op="flip", landscape=1)) == (ILLEGAL, "landscape")
    move = {"from": 0, "to": 1}
    assert refused(at_build(), deed("build", "dora", op="move", **move)) == (ILLEGAL, "from")


def by_hand(*changes: dict[str, Any]) -> dict[str, Any]:
    return {"type": "adjust", "reason": "set up by hand", "changes": list(changes)}


def building(landscape: int, player: str | None, side: str = "estate") -> dict[str, Any]:
    return {"target": "building", "landscape": landscape, "player": player, "side": side}


def test_two_offices_and_three_cards_are_the_most() -> None:
    two = after(at_build(), by_hand(building(1, "dora", "office"), building(3, "dora", "office")))
    assert refused(two, deed("build", "dora", op="place", landscape=5)) == (ILLEGAL, "op")
    assert refused(two, deed("build", "dora", op="flip", landscape=10)) == (ILLEGAL, "landscape")
    assert after(two, deed("build", "dora", op="flip", landscape=1)).circle[1].building is not None
    one_left = after(two, by_hand(building(10, None)))
    assert refused(one_left, deed("build", "dora", op="place", landscape=5, side="office")) == (
        ILLEGAL,
        "side",
    )
    assert refused(two, by_hand(building(5, "dora"))) == (ILLEGAL, "changes.0.player")
    assert refused(one_left, by_hand(building(5, "dora", "office"))) == (ILLEGAL, "changes.0.side")
    assert refused(two, by_hand(building(10, None), building(5, "dora", "office"))) == (
        ILLEGAL,
        "changes.1.side",
    )


def test_an_office_at_once_only_where_the_table_allows_it() -> None:
    state = at_build(options={"build_side": "estate"})
    assert refused(state, deed("build", "dora", op="place", landscape=5, side="office")) == (ILLEGAL, "side")
    assert after(state, deed("build", "dora", op="flip", landscape=10)).buildings("dora", "office") == [10]


def test_picking_up_keeps_to_entitlement_limit_and_piles() -> None:
    state = at_refill()
    assert [(due.player, due.entitlement) for due in state.refill] == [("anna", 1), ("bert", 1), ("dora", 1)]
    assert refused(state, deed("refill", "anna", cards=[2, 2])) == (ILLEGAL, "cards")
    assert refused(state, deed("refill", "anna", cards=[2], discard=[3])) == (ILLEGAL, "discard")
    assert refused(state, deed("refill", "anna", cards=[9])) == (ILLEGAL, "cards.0")
    assert refused(state, deed("refill", "anna", cards=[0])) == (ILLEGAL, "cards.0")


def full_hand(surplus: str) -> State:
    """Anna holds the limit of three cards and may pick up one."""
    laid: dict[str, list[int]] = {"anna": [], "bert": [], "cleo": [], "dora": []}
    return at_refill(supply=laid, options={"hand_limit": 3, "surplus": surplus})


def test_surplus_goes_before_or_after_the_draw() -> None:
    before, behind = full_hand("before"), full_hand("after")
    assert refused(before, deed("refill", "anna", cards=[2])) == (ILLEGAL, "discard")
    assert refused(before, deed("refill", "anna", discard=[2], cards=[2])) == (ILLEGAL, "discard.0")
    assert after(behind, deed("refill", "anna", discard=[2], cards=[2])).player("anna").hand == (3, 4, 5)
    assert after(before, deed("refill", "anna", discard=[3], cards=[2])).player("anna").hand == (2, 4, 5)


def test_the_site_stays_a_conflict_and_one_house_never_holds_all_before_it() -> None:
    same = {"target": "landscape", "landscape": 4, "house": "eagle"}
    for state in (at_draft(), at_supply(), at_reveal()):
        assert refused(state, by_hand(same)) == (ILLEGAL, "changes.0.house")
    all_roses = [{"target": "landscape", "landscape": n, "house": "rose"} for n in (1, 2, 5, 6, 9, 11)]
    assert refused(at_site(), by_hand(*all_roses)) == (ILLEGAL, "changes.5.house")
    assert refused(opened(), by_hand(*all_roses)) == (ILLEGAL, "changes.5.house")


def test_one_house_may_come_to_hold_all_once_the_conflict_is_over_and_the_game_ends_with_the_round() -> None:
    state = at_refill()
    roses = [n for n, each in enumerate(state.circle) if each.house == "eagle"]
    swept = by_hand(*({"target": "landscape", "landscape": n, "house": "rose"} for n in roses))
    none = (deed("refill", due.player, cards=[]) for due in state.refill)
    ended = after(state, swept, *none)
    assert (ended.phase, ended.round, ended.start_player) == ("finished", 1, "anna")
    assert ended.result["winners"]
    assert refused(ended, by_hand({"target": "vp", "player": "anna", "by": 1})) == (ILLEGAL, "type")


def test_the_strategy_card_set_by_hand_moves_the_choice_of_the_site() -> None:
    moved = by_hand({"target": "strategy", "player": "dora"})
    assert after(at_site(), moved).active == "dora"
    assert after(at_draft(), moved).active == "anna"


def test_tied_winners_stand_as_the_scores_do_and_not_in_the_alphabet() -> None:
    players = [
        {"id": who, "vp": vp, "offices": 0, "supply": 0} for who, vp in (("zoe", 9), ("ada", 3), ("ben", 9))
    ]
    result = GAME.procedures["final-score"].resolve({"players": players}).result
    assert result["winners"] == ["zoe", "ben"] == [row["player"] for row in result["scores"][:2]]


def test_a_player_who_sits_twice_is_found_before_what_stands_behind_him() -> None:
    with pytest.raises(GameError) as refusal:
        GAME.open({"players": ["ada", "ada", "9"], "start_player": "ada", "circle": []})
    assert refusal.value.path == "players.1"
