"""The screen on which a front is laid out, and the scene of a card that is turned up."""

import json
from collections import Counter
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Scene, Sight
from companion.engine.scene import NOBODY
from companion.engine.stage import Deed, Lead, Note, Stage
from companion.games.scope.data import CARDS, PLANS, Card
from companion.games.scope.game import GAME
from companion.games.scope.rules.setting_up import Seal, custom_of, starter_scenarios
from companion.games.scope.screens import view
from companion.games.scope.screens.laying_out import Draft, Layout, blank, cell_of, facts, laid, layouts, read
from companion.games.scope.state import State
from tests.games.scope.player import deed, duel
from tests.games.scope.test_secrets import GERMAN, SOVIET
from tests.staged import pieces_of

SIZES = [*PLANS.values(), *(custom_of(each).plan for each in starter_scenarios())]
DUEL = PLANS["quick_duel"]
SETUP = GAME.shuffle({"scenario": "quick_duel", "mode": "advanced", "laying": "players"}, Random(1))
NOTHING = blank(DUEL.columns, DUEL.counts)


def opened(scenario: str = "quick_duel", mode: str = "advanced") -> State:
    return GAME.open({"scenario": scenario, "mode": mode, "laying": "players"}).state


def whole(draft: Draft) -> bool:
    """No card is lost, and none is there that was not in the box."""
    there = Counter(draft.left) + Counter(card for card in draft.places if card)
    return there == Counter(draft.counts) and min(draft.left.values()) >= 0


STEPS = st.tuples(
    st.sampled_from(["put", "took", "swapped", "mirrored", "cleared", "filled"]),
    st.integers(0, 11),
    st.integers(0, 11),
    st.sampled_from(CARDS),
)


@given(st.lists(STEPS, max_size=30))
def test_whatever_is_done_no_card_is_lost_or_won(steps: list[tuple[str, int, int, Card]]) -> None:
    draft = NOTHING
    for kind, one, other, card in steps:
        given: dict[str, tuple[Any, ...]] = {
            "put": (card, one),
            "took": (one,),
            "swapped": (one, other),
            "filled": (Random(one),),
        }
        draft = getattr(draft, kind)(*given.get(kind, ()))
        assert whole(draft)
        assert read(draft.code, NOTHING) == draft


@given(st.text(max_size=30))
def test_whatever_an_address_says_is_a_front_of_this_box(code: str) -> None:
    assert whole(read(code, NOTHING))


def test_a_number_with_too_many_of_a_card_is_laid_as_far_as_the_box_goes() -> None:
    greedy = Draft(4, {**DUEL.counts, "sniper": 12}, ("sniper",) * 12)
    found = read(greedy.code, NOTHING)
    assert found.left["sniper"] == 0
    assert found.missing == 10


def test_a_card_laid_on_another_sends_it_back_into_the_box() -> None:
    draft = NOTHING.put("sniper", 0).put("decoy", 0)
    assert draft.places[0] == "decoy"
    assert (draft.left["sniper"], draft.left["decoy"]) == (2, 0)


def test_two_mirrors_are_none_and_the_rows_keep_their_cards() -> None:
    draft = NOTHING.filled(Random(3))
    assert draft.mirrored().mirrored() == draft
    assert [sorted(map(str, row)) for row in draft.mirrored().rows] == [
        sorted(map(str, row)) for row in draft.rows
    ]


def test_what_is_laid_by_hand_stays_where_it_is_when_the_rest_is_laid_at_random() -> None:
    draft = NOTHING.put("sniper", 5).filled(Random(1))
    assert draft.places[5] == "sniper"
    assert not draft.missing
    assert draft.filled(Random(2)) != draft


@pytest.mark.parametrize("plan", SIZES)
@pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.name)
def test_every_layout_fits_every_front(layout: Layout, plan: object) -> None:
    draft = laid(layout, blank(plan.columns, plan.counts))  # type: ignore[attr-defined]
    assert whole(draft)
    assert not draft.missing


@pytest.mark.parametrize("plan", SIZES)
def test_no_two_layouts_are_the_same(plan: object) -> None:
    empty = blank(plan.columns, plan.counts)  # type: ignore[attr-defined]
    assert len({laid(layout, empty).code for layout in layouts()}) == len(layouts())


def test_the_first_row_of_either_side_lies_at_the_line() -> None:
    assert [cell_of(NOTHING, "german", n) for n in (0, 3, 8)] == ["a3", "d3", "a1"]
    assert [cell_of(NOTHING, "soviet", n) for n in (0, 3, 8)] == ["a4", "d4", "a6"]


def test_a_front_that_is_laid_is_the_one_that_is_sealed() -> None:
    draft = NOTHING.filled(Random(4))
    action = {"type": "lay_out", "seat": "soviet", "front": draft.rows, "salt": "0" * 32}
    grid = GAME.apply(opened(), action).state.grid
    assert [grid[cell_of(draft, "soviet", n)].card for n in range(12)] == list(draft.places)


def told(state: State, draft: Draft, side: str) -> dict[str, str]:
    return {str(each.words): each.value for each in facts(state, side, draft)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("side", "gun", "reaches", "infantry", "quadrants"),
    [("german", "b3", "a4 b4 c4", "d3", "c3"), ("soviet", "b4", "a3 b3 c3", "d4", "c3")],
)
def test_what_cards_could_do_is_told_from_where_they_lie(
    side: str, gun: str, reaches: str, infantry: str, quadrants: str
) -> None:
    draft = (
        NOTHING.put("machine_gun", 1).put("infantry", 3).put("sniper", 5).put("sniper", 8).put("mortar", 9)
    )
    lines = told(opened(), draft, side)
    assert lines[f"Machine gun {gun} reaches"] == reaches
    assert lines[f"Infantry {infantry}: assault quadrants"] == quadrants
    assert "all 12" in lines.values()
    sniper = lines["Snipers: quadrants to shoot from"]
    assert sorted(part[-1] for part in sniper.split(", ")) == ["1", "4"]


def test_a_gun_behind_the_first_row_reaches_nobody() -> None:
    assert told(opened(), NOTHING.put("machine_gun", 4), "german") == {"Machine gun a2 reaches": "nobody"}


def test_in_basic_mode_only_snipers_do_anything() -> None:
    draft = NOTHING.put("machine_gun", 1).put("sniper", 0)
    assert told(opened(mode="basic"), draft, "german") == {"Snipers: quadrants to shoot from": "a3: 1"}


def look(state: State, sight: Sight, room: str = "table", **draft: str) -> Stage:
    setup = GAME.redact_action(state, SETUP, sight)
    stage = view(Scene(state, sight, room, draft, (state,), passages=[Line(setup)])).stage
    assert stage
    return stage


class Line(NamedTuple):
    """The line of a set-up, as somebody reads it."""

    action: Any


def drawn(stage: Stage) -> Any:
    assert stage.board
    return stage.board.values["front"]


def follow(href: str) -> dict[str, str]:
    return dict(parse_qsl(href.removeprefix("?")))


def tap_place(stage: Stage, at: str) -> dict[str, str]:
    places = [place for line in drawn(stage)["lines"] for place in line["places"]]
    return follow(next(place["href"] for place in places if place["at"] == at))


def tap_box(stage: Stage, card: str) -> dict[str, str]:
    return follow(next(each["href"] for each in drawn(stage)["box"] if each["card"] == card))


def lies(stage: Stage) -> dict[str, str]:
    places = [place for line in drawn(stage)["lines"] for place in line["places"]]
    return {place["at"]: place["face"]["card"] for place in places if place["face"]}


def test_a_card_is_tapped_and_then_its_place_and_more_of_it_stay_in_the_hand() -> None:
    state = opened()
    first = look(state, GERMAN, **tap_box(look(state, GERMAN), "sniper"))
    second = look(state, GERMAN, **tap_place(first, "b2"))
    third = look(state, GERMAN, **tap_place(second, "c1"))
    assert lies(third) == {"b2": "sniper", "c1": "sniper"}
    assert not any(each["chosen"] for each in drawn(third)["box"])


def test_two_places_that_are_tapped_one_after_the_other_change_their_cards() -> None:
    state, draft = opened(), NOTHING.put("sniper", 0).put("decoy", 5)
    held = look(state, GERMAN, **tap_place(look(state, GERMAN, lay=draft.code), "a3"))
    assert lies(look(state, GERMAN, **tap_place(held, "b2"))) == {"b2": "sniper", "a3": "decoy"}


def test_a_place_that_is_held_takes_the_card_that_is_tapped_and_gives_its_own_back() -> None:
    state = opened()
    held = look(state, GERMAN, **tap_place(look(state, GERMAN), "d1"))
    laid_there = look(state, GERMAN, **tap_box(held, "officer"))
    assert lies(laid_there) == {"d1": "officer"}
    again = look(state, GERMAN, **tap_place(laid_there, "d1"))
    assert lies(look(state, GERMAN, **tap_box(again, "officer"))) == {}


@pytest.mark.parametrize(
    ("start", "end", "there"),
    [
        ("0", "5", {"b2": "sniper"}),
        ("0", "box", {}),
        ("decoy", "5", {"a3": "sniper", "b2": "decoy"}),
        ("99", "5", {"a3": "sniper"}),
        ("0", "99", {"a3": "sniper"}),
        ("tank", "5", {"a3": "sniper"}),
    ],
)
def test_a_drag_does_what_two_taps_do_and_a_bad_one_nothing(start: str, end: str, there: Any) -> None:
    asked = {"lay": NOTHING.put("sniper", 0).code, "from": start, "to": end}
    assert lies(look(opened(), GERMAN, **asked)) == there


def test_the_soviet_side_sees_its_front_from_its_own_end_of_the_table() -> None:
    lines = drawn(look(opened(), SOVIET))["lines"]
    assert [place["at"] for place in lines[0]["places"]] == ["d4", "c4", "b4", "a4"]
    assert [line["number"] for line in lines] == [4, 5, 6]


def test_the_seal_says_how_many_cards_are_missing_and_then_seals_what_lies_there() -> None:
    state = opened()
    deed = look(state, GERMAN, lay=NOTHING.put("sniper", 0).code).ask.main
    assert isinstance(deed, Deed)
    assert str(deed.shut) == "11 cards to place"
    whole_front = NOTHING.filled(Random(6))
    deed = look(state, GERMAN, lay=whole_front.code).ask.main
    assert isinstance(deed, Deed)
    assert not deed.shut
    action = GAME.roll(state, json.loads(deed.action), Random(1))
    after = GAME.apply(state, action).state
    assert after.laying_out == ("soviet",)
    code = Seal(after.seals["german"]).code
    assert any(code in str(piece.words) for piece in pieces_of(look(after, SOVIET).ask, Note))


def test_cards_at_random_lie_the_same_on_every_look_and_otherwise_for_each_table() -> None:
    state = opened()
    ways = [follow(drawn(look(state, GERMAN))["ways"][0]["href"]) for _ in range(2)]
    assert ways[0] == ways[1]
    assert ways[0] != follow(drawn(look(state, SOVIET))["ways"][0]["href"])


@pytest.mark.parametrize("sight", [NOBODY, Sight(frozenset(), frozenset(GERMAN.acts | SOVIET.acts))])
def test_a_screen_that_all_see_shows_no_front_that_is_laid_out(sight: Sight) -> None:
    stage = look(opened(), sight, lay=NOTHING.filled(Random(6)).code)
    assert stage.board
    assert "front" not in stage.board.values
    assert {cell["face"] for cell in stage.board.values["city"]["cells"]} == {None}


def test_who_has_sealed_waits_and_sees_his_own_front_alone() -> None:
    front = NOTHING.filled(Random(4))
    action = {"type": "lay_out", "seat": "german", "front": front.rows, "salt": "0" * 32}
    stage = look(GAME.apply(opened(), action).state, GERMAN)
    assert "Soviet side" in str(stage.ask.missing)
    assert stage.ask.main is None
    assert stage.board
    assert len(stage.board.values["own"]["faces"]) == len(front.places)
    assert {cell["face"] for cell in stage.board.values["city"]["cells"]} == {None}


def test_a_tablet_that_goes_round_leads_each_side_to_its_own_cover() -> None:
    both = frozenset({"german", "soviet"})
    ask = look(opened(), Sight(frozenset(), both, both)).ask
    assert ask.waits == "german"
    action = {"type": "lay_out", "seat": "german", "front": NOTHING.filled(Random(4)).rows, "salt": "0" * 32}
    sealed = GAME.apply(opened(), action).state
    assert look(sealed, Sight(frozenset(), both, both)).ask.waits == "soviet"
    cover = GAME.covers(sealed, "soviet")
    assert cover
    assert "The German front is sealed" in str(cover.facts[0])


def test_who_waits_is_told_who_is_still_at_it() -> None:
    def told(state: State) -> list[str]:
        return [str(piece.words) for piece in pieces_of(look(state, NOBODY).ask, Lead)]

    assert told(opened()) == ["German side and Soviet side are at it."]
    action = {"type": "lay_out", "seat": "german", "front": NOTHING.filled(Random(4)).rows, "salt": "0" * 32}
    assert told(GAME.apply(opened(), action).state) == ["Soviet side is at it."]


class Programs:
    """A table and the tokens of its seats."""

    def __init__(self, **options: Any) -> None:
        opening = {"system": "scope", "title": "Thursday", "setup": duel(options=options)}
        self.table = Client().post("/api/tables", json.dumps(opening), content_type="application/json").json()
        self.tokens = {seat["id"]: seat["token"] for seat in self.table["seats"]}

    def ask(self, seat: str, path: str, body: Any = None) -> Any:
        told = {"headers": {"Authorization": f"Bearer {self.tokens[seat]}"}}
        home = f"/api/tables/{self.table['code']}{path}"
        if body is None:
            return Client().get(home, **told).json()
        return Client().post(home, json.dumps(body), content_type="application/json", **told).json()

    def act(self, seen: int, action: Any) -> Any:
        return self.ask(action["seat"], "/actions", {"action": action, "seen": seen, "key": f"tap-{seen}"})


TURNED = "b4: a Soviet card is turned up: empty area."


def steps(entries: Any) -> list[str]:
    return [step["text"] for entry in entries for step in entry["steps"]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("remembers", [False, True])
def test_an_empty_area_is_told_with_the_answer_and_later_only_where_the_app_remembers(
    remembers: bool,
) -> None:
    table = Programs(memory_aid=remembers)
    answer = table.act(1, deed("search", cell="b4"))
    assert {"rule": "search", "text": TURNED} in answer["steps"]
    for seat in ("german", "soviet"):
        assert (TURNED in steps(table.ask(seat, "/journal")["entries"])) is remembers


@pytest.mark.django_db(transaction=True)
def test_all_is_told_when_the_game_is_over() -> None:
    table = Programs()
    table.act(1, deed("search", cell="b4"))
    table.act(2, deed("resign", "soviet"))
    assert TURNED in steps(table.ask("soviet", "/journal")["entries"])


@pytest.mark.django_db(transaction=True)
def test_a_search_is_not_tried_without_a_trace() -> None:
    table = Programs()
    table.act(1, deed("move", quadrant="a1", order=[0, 1, 2, 3]))
    tried = {"to": 2, "action": deed("search", cell="a4")}
    assert "error" in table.ask("german", "/amend/preview", tried)
