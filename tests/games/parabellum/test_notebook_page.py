"""The notebook as a page: open to who waits, numbered on the map, an attack weighed, for no other eyes."""

from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Bars, Choices, Own, Say
from companion.games.parabellum.rules.notebook import notebook, page_of, weigh
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.danger import dangers, strikers
from companion.games.parabellum.state import State
from tests.games.parabellum.pictured import ME, THEY, lines, pictured
from tests.staged import actions_of, pieces_of


def seen(state: State, who: str | None = ME, link: str = "", room: str = "table") -> Scene[State]:
    sight = Sight(frozenset({who}), frozenset({who})) if who else Sight()
    told = lines(state.changed(active=ME))
    return Scene(state, sight, room, dict(parse_qsl(link[1:])), (state,), passages=told)


def shown(state: State, who: str | None = ME, link: str = "", room: str = "table") -> Any:
    return view(seen(state, who, link, room))


def flags_on(screen: Any) -> list[Any]:
    return [flag for own in pieces_of(screen["panel"], Own) for flag in own.values.get("flags", ())]


def waiting() -> State:
    return pictured().changed(active=THEY)


def test_who_waits_has_every_flag_with_its_likeliest_type_numbered_as_on_the_map() -> None:
    screen = shown(waiting())
    rows = flags_on(screen)
    assert [(row["number"], row["name"], row["chance"]) for row in rows[:3]] == [
        (1, "Light Tank?", "91 %"),
        (2, "Regular Infantry?", "53 %"),
        (3, "Scarp Rangers", "sure"),
    ]
    numbers = {each["id"]: each["number"] for each in screen["board"]["units"]}
    assert numbers["u1"] == 1
    assert numbers["u8"] == ""
    assert str(screen["panel"].under) == "Notebook: Jo’s flags"


def test_one_page_is_opened_by_a_tap_on_its_row_or_its_flag_and_closed_by_the_next() -> None:
    screen = shown(waiting())
    link = flags_on(screen)[1]["href"]
    assert link == next(each["href"] for each in screen["board"]["units"] if each["id"] == "u2")
    row = flags_on(shown(waiting(), link=link))[1]
    assert [throw["how"] for throw in row["throws"]] == ["Hit back with", "Defended with"]
    assert [die["face"] for die in row["throws"][1]["faces"] if die["best"]] == [6]
    assert "rules out Contract Militia" in row["told"]
    assert [each["name"] for each in row["types"]][:2] == ["Regular Infantry", "Sappers"]
    assert row["href"] != link


def test_ones_own_attack_on_a_flag_is_weighed_over_all_types() -> None:
    state = waiting()
    question = shown(state, link="?page=u2&with=u10")["panel"]
    found = weigh(state, "u10", page_of(notebook(state, lines(pictured()), ME), "u2"))
    (bars,) = pieces_of(question, Bars)
    assert bars == odds_bars(found.losses, "u2", "seat-2")
    (told,) = pieces_of(question, Say)
    assert str(told.verdict) == "Scout Walker u10 against u2:"
    ways = next(piece for piece in pieces_of(question, Choices) if "Your attack" in str(piece.label))
    assert {"from its place", "after a move", "out of reach"} >= {str(each.small) for each in ways.choices}


def test_who_acts_turns_to_it_and_back() -> None:
    question = shown(pictured(), link="?do=notebook")["panel"]
    assert flags_on({"panel": question})
    assert question.main.words == "Back"
    assert actions_of(question) == []


@pytest.mark.parametrize(("who", "room"), [(None, "table"), (None, "tv"), (ME, "tv")])
def test_no_other_eyes_have_it(who: str | None, room: str) -> None:
    assert not flags_on(shown(waiting(), who, "?page=u2&do=notebook", room))
    assert all(each["number"] == "" for each in shown(waiting(), who, "", room)["board"]["units"])


def test_it_tells_the_same_whatever_the_flags_truly_are() -> None:
    state, other = waiting(), pictured(u2="sappers", u6="assault_infantry").changed(active=THEY)
    for link in ("", "?page=u2&with=u10", "?unit=u9", "?unit=u9&next=direct", "?o=u9.f7.c"):
        assert shown(state, link=link) == shown(other, link=link), link


def test_where_the_others_strike_counts_an_unknown_flag_as_the_widest_it_can_be() -> None:
    state = waiting()
    found = {each.unit: each for each in dangers(seen(state))}
    assert "u7" not in found, "a supply truck has no attack die"
    widest = max(
        state.binder.units[each.kind].range
        for each in page_of(notebook(state, lines(pictured()), ME), "u2").types
    )
    assert f"i{8 - widest}" in found["u2"].now
    assert f"i{8 - widest - 1}" not in found["u2"].now
    assert found["u2"].now == found["u2"].moved, "who is dug in does not move"
    assert found["u6"].now < found["u6"].moved
    assert strikers(found.values(), "a1") == 0
    assert strikers(found.values(), "h5") >= 3
