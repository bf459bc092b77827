"""A round: what is refused, what is dealt and drawn, how a game opens."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.engine.errors import GameError, IllegalAction
from companion.engine.option import spelt
from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES
from companion.games.verraeter.game import GAME
from companion.games.verraeter.rules import shuffled_circle
from companion.games.verraeter.state import Draft, State, starter_circles, starter_file
from companion.tables import play, pleas, seating
from companion.tables.devices import HOUSE, Device, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Request, Seat, Table
from companion.tables.position import position
from tests.games.verraeter import drawn as drawn_up
from tests.games.verraeter.drawn import (
    ESTATES,
    PATCHWORK,
    PLAYERS,
    after,
    at_build,
    at_draft,
    at_refill,
    at_reveal,
    at_site,
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

FAULTS = json.loads(Path(__file__).with_name("faults.json").read_text("utf-8"))


@pytest.mark.parametrize(("action", "path"), FAULTS["unreadable"])
def test_what_cannot_be_read_is_refused_whatever_the_phase(action: Any, path: str) -> None:
    for state in (opened(), at_build()):
        assert refused(state, action) == (INVALID, path)


@pytest.mark.parametrize(("why", "state", "action", "path"), FAULTS["barred"])
def test_what_the_rules_forbid_is_refused_at_its_place(why: str, state: str, action: Any, path: str) -> None:
    assert refused(getattr(drawn_up, state)(), action) == (ILLEGAL, path), why


def test_one_card_under_a_landscape_whoever_owns_it() -> None:
    taken = after(opened(), deed("place_estate", "anna", landscape=2))
    assert refused(taken, deed("place_estate", "bert", landscape=2)) == (ILLEGAL, "landscape")


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


def test_how_the_cards_are_drafted_may_be_said_with_the_site() -> None:
    site = {"site": [4, 5]}
    rolled = GAME.roll(at_site(), deed("choose_site", "bert", **site, draft="digital"), Random(1))
    dealt = after(at_site(), rolled)
    assert (dealt.phase, dealt.active, len(dealt.draft.pool)) == ("draft", "anna", 5)
    assert dealt.draft.removed == rolled["removed"] not in dealt.draft.pool
    real = after(at_site(), deed("choose_site", "bert", **site, draft="offline"))
    assert (real.phase, real.draft.mode) == ("supply", "offline")
    # Whoever says nothing of it is asked.
    assert after(at_site(), deed("choose_site", "bert", **site)).draft == Draft()
    assert refused(at_site(), deed("choose_site", "bert", **site, draft="digital")) == (ILLEGAL, "removed")
    more = deed("choose_site", "bert", **site, draft="offline", removed="farmer")
    assert refused(at_site(), more) == (ILLEGAL, "removed")


def test_a_round_leaves_nothing_of_its_draft_behind() -> None:
    state = at_refill()
    while state.phase == "refill":
        state = after(state, GAME.roll(state, deed("refill", state.active or "", discard=[]), Random(1)))
    assert (state.phase, state.draft) == ("site", Draft())


def test_picks_are_told_exactly_when_real_cards_were_drafted() -> None:
    picks = dict(
        zip(("anna", "bert", "cleo", "dora"), ("farmer", "traitor", "diplomat_2", "farmer"), strict=True)
    )
    assert refused(at_reveal(), {"type": "reveal", "picks": picks}) == (ILLEGAL, "picks")
    none = (deed("play_supply", who, cards=[]) for who in picks)
    offline = after(at_draft(), deed("draft_offline", "anna"), *none)
    assert refused(offline, {"type": "reveal"}) == (ILLEGAL, "picks")
    assert refused(offline, {"type": "reveal", "picks": picks}) == (ILLEGAL, "picks.dora")


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


def test_picking_up_goes_by_entitlement() -> None:
    due = [(due.player, due.entitlement) for due in at_refill().refill]
    assert due == [("anna", 1), ("bert", 1), ("dora", 1)]


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


PICKS = {"anna": "farmer", "bert": "strategist", "cleo": "traitor", "dora": "diplomat_5"}
BEFORE = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="master_builder"),
    *(deed("pick_action", who, card=card) for who, card in PICKS.items()),
    *(deed("play_supply", who, cards=[]) for who in PLAYERS),
    {"type": "reveal"},
]
THREE = deed("refill", "anna", cards=3)


@pytest.fixture
def farmers_table(transactional_db: None) -> Table:
    """The farmer, three cards in hand, is to pick up three."""
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK, "options": {"surplus": "after"}}
    farmers_table = open_table(Opening(system="verraeter", title="Thursday", setup=setup))
    for action in BEFORE:
        farmers_table.refresh_from_db()
        play.act(farmers_table, HOUSE, action, farmers_table.version, f"line-{farmers_table.version}")
    farmers_table.refresh_from_db()
    return farmers_table


def sat_down(farmers_table: Table, who: str) -> Device:
    secret = new_secret()
    seating.sit(farmers_table, secret, who, f"{who}'s phone", who.title())
    return device(farmers_table, secret)


def drawn(farmers_table: Table) -> list[int]:
    question = Request.objects.filter(table=farmers_table, kind="question").latest("pk")
    return list(question.body["ask"]["from"])


def test_the_same_tap_finds_the_same_cards(farmers_table: Table) -> None:
    anna = sat_down(farmers_table, "anna")
    first = play.act(farmers_table, anna, THREE, farmers_table.version, "first")
    assert first.waiting is not None
    cards = drawn(farmers_table)
    for n in range(6):
        pleas.withdraw(farmers_table, anna, Request.objects.get(table=farmers_table, status="open").pk)
        play.act(farmers_table, anna, THREE, farmers_table.version, f"again-{n}")
        assert drawn(farmers_table) == cards


def test_another_number_of_cards_is_refused_once_they_were_seen(farmers_table: Table) -> None:
    anna = sat_down(farmers_table, "anna")
    play.act(farmers_table, anna, THREE, farmers_table.version, "first")
    for action in (deed("refill", "anna", cards=1), deed("refill", "anna", cards=0, discard=[])):
        with pytest.raises(IllegalAction, match="make that one again"):
            play.act(farmers_table, anna, action, farmers_table.version, f"other-{action['cards']}")
    request = Request.objects.get(table=farmers_table, status="open")
    answer = {"type": "lay_down", "player": "anna", "discard": [min(request.body["ask"]["from"])]}
    play.reply(farmers_table, anna, request.pk, answer)
    farmers_table.refresh_from_db()
    assert len(position(farmers_table).state.player("anna").hand) == 5


def test_going_back_before_the_draw_asks_the_others(farmers_table: Table) -> None:
    """Else an undo of a harmless line, and its redo, would shuffle anew."""
    anna = sat_down(farmers_table, "anna")
    adjust = {"type": "adjust", "reason": "A point", "changes": [{"target": "vp", "player": "bert", "by": 1}]}
    play.act(farmers_table, anna, adjust, farmers_table.version, "harmless")
    farmers_table.refresh_from_db()
    assert not play.is_irrevocable(farmers_table, position(farmers_table), [])
    harmless = farmers_table.version
    play.act(farmers_table, anna, THREE, harmless, "draw")
    farmers_table.refresh_from_db()
    assert play.is_irrevocable(farmers_table, position(farmers_table), [])


MANY = 4000


def even(found: Counter[Any], kinds: int) -> bool:
    """Whether every kind came about as often as every other."""
    wanted = MANY / kinds
    return len(found) == kinds and all(abs(count - wanted) < 6 * wanted**0.5 for count in found.values())


def test_each_action_card_is_put_aside_as_often_as_the_others() -> None:
    random, state = Random(1), at_draft()
    dealt = (GAME.roll(state, deed("deal_actions", "anna"), random)["removed"] for _ in range(MANY))
    assert even(Counter(dealt), len(ACTION_CARDS))


def test_each_card_of_the_pile_is_drawn_as_often_as_the_others() -> None:
    random = Random(2)
    state = replace(at_refill(), draw=(2, 3, 4, 5, 6))
    drawn = (GAME.roll(state, deed("refill", "anna"), random)["cards"][0] for _ in range(MANY))
    assert even(Counter(drawn), 5)


def test_a_pile_that_runs_out_is_drawn_to_its_end_and_then_the_discards() -> None:
    state = at_refill()
    state = replace(state, draw=(8,), discard=(2, 2, 6), refill=(replace(state.refill[0], entitlement=3),))
    for seed in range(20):
        rolled = GAME.roll(state, deed("refill", "anna"), Random(seed))
        assert rolled["cards"][0] == 8
        assert len(rolled["cards"]) == 3
        after = GAME.apply(state, rolled).state
        assert not set(rolled["cards"][1:]) - {2, 6}
        assert after.discard == ()


def test_who_draws_the_apps_cards_sees_them_before_he_lays_any_down() -> None:
    """Where the table lays down after picking up, the player himself is asked, and only he."""
    laid: dict[str, list[int]] = {"anna": [], "bert": [], "cleo": [], "dora": []}
    options = {"hand_limit": 3, "surplus": "after"}
    state = at_refill(supply=laid, options=options)
    rolled = GAME.roll(state, deed("refill", "anna"), Random(5))
    question = GAME.asks(state, rolled)
    assert question is not None
    assert question.seat == "anna"
    assert question.ask["from"] == sorted([3, 4, 5, *rolled["cards"]])
    reply = {"type": "lay_down", "player": "anna", "discard": rolled["cards"]}
    whole = GAME.answer(state, rolled, reply)
    assert GAME.apply(state, whole).state.player("anna").hand == (3, 4, 5)
    for wrong, path in (({**reply, "discard": []}, "discard"), ({**reply, "player": "bert"}, "player")):
        with pytest.raises(GameError) as refusal:
            GAME.answer(state, rolled, wrong)
        assert refusal.value.path == path
    assert GAME.asks(state, whole) is None
    before = at_refill(supply=laid, options={**options, "surplus": "before"})
    assert GAME.asks(before, GAME.roll(before, deed("refill", "anna"), Random(5))) is None


def test_what_is_malformed_is_left_for_the_rules() -> None:
    state = at_refill()
    for action in (None, 3, {"type": "refill"}, deed("refill", "anna", cards="x"), deed("refill", "bert")):
        assert GAME.roll(state, action, Random(3)) == action


def test_a_shuffled_circle_has_each_type_once_for_each_house() -> None:
    kinds = {json.dumps(each) for each in shuffled_circle(Random(4))}
    assert len(kinds) == 12


@pytest.mark.parametrize("starter", starter_circles(), ids=lambda each: each.id)
def test_a_starter_circle_can_be_played_on(starter: Any) -> None:
    assert opened(circle=starter.circle).phase == "estates"


def test_seats_are_the_players_of_the_setup_or_a_colour_each() -> None:
    assert [chair.id for chair in GAME.setup_seats({"players": ["ada", "big_ben", "cy"]})] == [
        "ada",
        "big_ben",
        "cy",
    ]
    assert [chair.name for chair in GAME.setup_seats({"players": ["ada", "big_ben", "cy"]})][1] == "Big Ben"
    assert len(GAME.setup_seats({})) == 4


def changed(path: str, value: Any) -> Any:
    """The starter file with something else at a dotted path."""
    file = starter_file()
    *way, last = path.split(".")
    place = file
    for part in way:
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = value
    return file


@pytest.mark.parametrize(("path", "value", "code", "refused_at"), FAULTS["files"])
def test_a_file_of_cards_is_refused_at_its_first_bad_value(
    path: str, value: Any, code: str, refused_at: str
) -> None:
    (file,) = GAME.files
    with pytest.raises(GameError) as refusal:
        file.check(changed(path, value))
    assert (refusal.value.code, refusal.value.path) == (code, refused_at)


def test_a_table_plays_with_the_values_and_the_words_of_its_own_file() -> None:
    file = changed("landscapes.town", {"conflict": 20, "vp": [9, 9, 9, 9], "name": "Stadt"})
    file["houses"] = {"eagle": "Adler", "rose": "Rose"}
    begun = GAME.open(
        {"players": ["anna", "bert", "cleo"], "start_player": "anna", "circle": PATCHWORK, "cards": file}
    )
    assert begun.state.cards.landscapes["town"].conflict == 20
    assert begun.state.words.landscapes["town"] == "Stadt"
    assert any("Adler" in step.text for step in begun.steps)
    assert GAME.files[0].check(GAME.files[0].sample()).steps


def form(**more: object) -> dict[str, object]:
    options = {
        f"o.{option.key}": spelt(option.default)
        if option.choices
        else ("" if option.default is None else option.default)
        for option in GAME.options
    }
    return {"title": "Thursday", "way": "each", **options, **more}


@pytest.mark.parametrize(
    ("size", "chairs"), [("0", ["blue", "green", "yellow", "black"]), ("1", ["blue", "green", "yellow"])]
)
def test_so_many_sit_down_as_were_chosen(transactional_db: None, size: str, chairs: list[str]) -> None:
    """With three, black stays in the box; nothing is dealt before the host begins."""
    host = Client()
    answer = host.post("/open/verraeter/", form(size=size))
    assert answer.status_code == 302, answer.content.decode()
    table = Table.objects.get()
    assert list(Seat.objects.filter(table=table).values_list("chair", flat=True)) == chairs
    host.post(f"/t/{table.code}/sit/", {"deed": "begin"})
    assert list(position(Table.objects.get()).state.ids) == chairs


def test_a_size_that_nobody_offers_is_refused(transactional_db: None) -> None:
    answer = Client().post("/open/verraeter/", form(size="7"))
    assert answer.status_code == 422
    assert not Table.objects.exists()
