"""Who looks, from where, and what may lie open there; what is refused before the rules are asked."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.errors import GameError, IllegalAction
from companion.engine.scene import Looker, Scene, Secrecy, Sight

SEATS = {"red": "Red", "blue": "Blue", "grey": "Grey"}
RED, BLUE = frozenset({"red"}), frozenset({"blue"})
SECRET = IllegalAction("cards.0", "Red has no 9 in hand.")


def looker(*holds: str, **more: Any) -> Looker:
    return Looker(seats=SEATS, holds=holds, **more)


def test_a_device_of_one_seat_shows_its_secrets_in_every_room() -> None:
    assert looker("red").sight() == Sight(RED, RED, RED)
    assert looker("red", hand="red").sight() == Sight(RED, RED, RED)


def test_a_device_of_several_seats_shows_none_but_behind_the_cover_of_one() -> None:
    both = RED | BLUE
    assert looker("red", "blue").sight() == Sight(frozenset(), both, both)
    assert looker("red", "blue", hand="blue").sight() == Sight(BLUE, both, both)
    assert looker("red", hand="blue").sight().sees == frozenset()


def test_whoever_plays_at_an_open_table_has_every_sides_controls_and_no_more_secrets() -> None:
    assert looker("red", acts_for_all=True).sight() == Sight(RED, frozenset(SEATS), RED)
    assert looker(keeps=True).sight() == Sight(frozenset(), frozenset(SEATS))
    assert looker("red", for_others=("blue",)).sight() == Sight(RED, RED | BLUE, RED)


@pytest.mark.parametrize(
    ("device", "seat", "looks"),
    [
        (looker("red"), "red", ["red"]),
        (looker("red"), "", []),
        (looker("red", "blue"), "blue", ["blue"]),
        (looker("red", acts_for_all=True), "blue", []),
        (looker("red", for_others=("blue",)), "blue", ["blue"]),
        (looker(keeps=True), "blue", ["blue"]),
    ],
)
def test_a_deed_is_let_through_to_the_rules(device: Looker, seat: str, looks: list[str]) -> None:
    device.check_deed(seat, "player", looks)


@pytest.mark.parametrize(
    ("device", "seat", "looks", "words"),
    [
        (looker("red"), "blue", [], "This device holds Red and may not act for Blue."),
        (looker(), "blue", [], "This device holds no seat and may not act for Blue."),
        (looker("red", acts_for_all=True), "blue", ["blue"], "only Blue may know"),
        (looker("red"), "red", ["blue"], "only Blue may know"),
        (looker("red"), "", ["grey", "blue"], "only Blue and Grey may know"),
    ],
)
def test_a_deed_is_refused_before_the_rules_are_asked(
    device: Looker, seat: str, looks: list[str], words: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        device.check_deed(seat, "player", looks)
    assert refused.value.path == "player"
    assert words in refused.value.message


def test_a_refusal_is_heard_in_full_by_those_alone_whose_secrets_it_tells() -> None:
    def heard(device: Looker) -> GameError:
        return device.hears(SECRET, ["red"])

    assert heard(looker("red")) is SECRET
    assert heard(looker("red", "blue", hand="red")) is SECRET
    others = [looker("blue"), looker("red", "blue"), looker("red", "blue", hand="blue"), looker(keeps=True)]
    told = {(heard(each).path, heard(each).message) for each in others}
    assert len(told) == 1
    assert "9" not in str(told)
    assert looker("blue").hears(SECRET, []) is SECRET


def test_a_scene_has_one_seat_of_its_own_or_none() -> None:
    own, both = Sight(RED), Sight(RED | BLUE)
    assert Scene("state", own).own == Scene("state", own, "hand").own == "red"
    assert Scene("state", own, "tv").own is Scene("state", both).own is Scene("state", Sight()).own is None


ALLIES: Secrecy[str, str] = Secrecy(
    owners=lambda state: ("warm", "cold"),
    owner=lambda seat: "cold" if seat == "blue" else "warm",
    is_hidden=lambda state: state != "openly",
    is_over=lambda state: state == "over",
)


def test_a_screen_has_the_controls_of_who_sits_at_it_or_whom_it_says_it_taps_for() -> None:
    open_table = Scene("state", looker("red", acts_for_all=True).sight())
    assert [open_table.may_tap(seat) for seat in SEATS] == [True, False, False]
    assert [open_table.must_offer(seat) for seat in SEATS] == [False, True, True]
    assert replace(open_table, draft={"for": "blue"}).may_tap("blue")
    assert Scene("state", looker(keeps=True).sight()).may_tap("grey")
    on_tv = replace(open_table, room="tv")
    assert not any((on_tv.may_act, on_tv.may_tap("red"), on_tv.must_offer("blue"), on_tv.acts_for("red")))


def test_who_sits_at_a_shared_screen_is_led_to_his_own_page() -> None:
    shared = Scene("state", looker("red", "blue").sight())
    assert [shared.is_elsewhere(seat) for seat in SEATS] == [True, True, False]
    assert shared.to_hand("red") == "hand/?seat=red"
    there = Scene("state", looker("red", "blue", hand="red").sight(), "hand")
    assert [there.is_elsewhere(seat) for seat in SEATS] == [False, True, False]
    assert there.to_hand("blue") == "?seat=blue"


def test_two_seats_of_one_side_see_the_same_and_decide_each_for_itself() -> None:
    both = Scene("state", Sight(frozenset({"red", "grey"}), frozenset({"red", "grey"})))
    assert ALLIES.own(both) == "warm"
    assert [ALLIES.may_decide(both, seat) for seat in SEATS] == [True, False, True]
    assert ALLIES.own(Scene("state", Sight(RED | BLUE))) is ALLIES.own(replace(both, room="tv")) is None


def test_where_nothing_is_hidden_whoever_has_the_controls_decides() -> None:
    host = Scene("state", looker(keeps=True).sight())
    assert not ALLIES.may_decide(host, "blue")
    assert ALLIES.may_decide(replace(host, state="openly"), "blue")


def test_nothing_is_set_right_at_the_end_nor_where_nobody_may_act() -> None:
    asks = Scene("state", looker("red").sight(), draft={"do": "adjust"})
    assert ALLIES.adjusts(asks)
    assert not ALLIES.adjusts(replace(asks, draft={}))
    assert not any(map(ALLIES.adjusts, (replace(asks, state="over"), replace(asks, sight=Sight(RED)))))


def test_what_may_be_done_is_told_to_who_may_do_it_and_his_cards_to_his_own_side() -> None:
    entries: list[dict[str, Any]] = [{"seat": each, "cards": [7]} for each in SEATS]
    entries.append({"type": "stalemate"})

    def told(sight: Sight) -> list[Any]:
        def bare(entry: dict[str, Any]) -> dict[str, Any] | None:
            return {"seat": entry["seat"]} if entry["seat"] == "blue" else None

        return list(ALLIES.offered(entries, sight, lambda entry: entry.get("seat"), bare))

    everybody = frozenset(SEATS)
    assert told(Sight(RED, everybody)) == [entries[0], {"seat": "blue"}, entries[2], entries[3]]
    assert told(Sight(RED | BLUE, RED)) == [entries[0], entries[3]]
    assert told(Sight()) == [entries[3]]


def test_a_picture_asks_a_rule_once_and_another_picture_asks_anew() -> None:
    asked: list[tuple[Any, ...]] = []

    def rule(state: int, *more: str) -> list[int]:
        asked.append((state, *more))
        return [state]

    scene = Scene(3, Sight())
    assert scene.once(rule) is scene.once(rule)
    assert [scene.once(rule, "red"), scene.once(rule, "blue"), scene.once(rule, "red")] == [[3]] * 3
    assert replace(scene, state=4).once(rule) == [4]
    assert asked == [(3,), (3, "red"), (3, "blue"), (4,)]
    assert scene == Scene(3, Sight()), "what was asked makes no other scene of it"
