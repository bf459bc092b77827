"""The notebook: what a flag of the others can be, an attack weighed over all of it, for no other eyes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction
from companion.engine.game import Scene, Sight
from companion.engine.stage import Bars, Choice, Choices, Counters, Fold, Note, Own, Say
from companion.games.parabellum.campaign.playing import Player, play
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.notebook import Flag, notebook, page_of, weigh
from companion.games.parabellum.rules.traces import Between, passages_of
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.notebook import (
    cases,
    counted_of,
    dangers,
    foe_of,
    kinds_of,
    odds_bars,
    strikers,
)
from companion.games.parabellum.state import State
from tests.games.parabellum.test_screens import ME, THEY, lines, pictured
from tests.games.parabellum.twin_tables import at_the_attack
from tests.games.parabellum.yard import act, setup, table, unit_at
from tests.staged import actions_of, pieces_of

N, S = "north", "south"


@pytest.fixture
def flags() -> tuple[Flag, ...]:
    state = pictured()
    return notebook(state, lines(state), ME)


def percents(flag: Flag) -> dict[str, int]:
    return {each.kind: round(100 * each.chance) for each in flag.types}


def test_types_weigh_by_cards_not_accounted_for_and_by_the_dice_that_fell(flags: Any) -> None:
    """Own cards and the Rangers that are sure come off: 10, 8, 8 and 7 cards, against dice of six sides."""
    assert percents(page_of(flags, "u2")) == {
        "regular_infantry": 53, "sappers": 42, "assault_infantry": 2, "scarp_rangers": 2,
    }  # fmt: skip
    assert [each.cards for each in page_of(flags, "u2").types] == [10, 8, 8, 7]
    assert percents(page_of(flags, "u1"))["light_tank"] == 91
    assert page_of(flags, "u1").best.name == "Light Tank"
    assert percents(page_of(flags, "u6"))["contract_militia"] == 27


def test_a_page_holds_the_dice_as_thrown_and_counts_the_people(flags: Any) -> None:
    page = page_of(flags, "u2")
    assert (page.square, page.people, page.most, page.lost, page.entrench) == ("i8", 8, 10, 2, 1)
    assert [(throw.number, throw.how, throw.faces) for throw in page.throws] == [
        (3, "defended", (6, 5, 5, 4, 3, 3, 2, 1, 1, 1)),
        (3, "answered", (6, 6, 4, 4, 3, 2, 2, 2, 1, 1)),
    ]


def test_what_ruled_types_out_is_said_in_sentences(flags: Any) -> None:
    page = page_of(flags, "u2")
    assert [each.text for each in page.ruled] == [
        "10 people at once rule out Lance Team and Mortar Section.",
        "The 6 that it defended with rules out Contract Militia.",
    ]
    assert page.ruled[0].types == ("lance_team", "mortar_section")
    moved = page_of(flags, "u6")
    assert [each.text for each in moved.ruled] == [
        "Its way of 3 squares in one turn rules out Lance Team and Mortar Section."
    ]
    assert (moved.reason and moved.reason.text, moved.fought) == ("moved 3", False)


@pytest.mark.parametrize(
    ("unit_", "kind", "reason"),
    [
        ("u3", "scarp_rangers", "a 7 in defence"),
        ("u4", "mortar_section", "fires in an arc"),
        ("u7", "supply_truck", "reconnoitred"),
    ],
)
def test_one_die_one_shell_or_one_scout_can_make_sure(flags: Any, unit_: str, kind: str, reason: str) -> None:
    page = page_of(flags, unit_)
    assert (page.sure, page.best.kind, page.best.chance) == (True, kind, 1)
    assert [page.reason.text if page.reason else None] == [reason]


def test_an_attack_is_weighed_over_all_types(flags: Any) -> None:
    """Five people of a walker at eight that are dug in on I8: six in a hundred cost anybody."""
    weighed = weigh(pictured(), "u10", page_of(flags, "u2"))
    assert round(100 * weighed.any) == 6
    assert sum(weighed.losses) == sum(weighed.back) == 1
    assert [case.people for case in weighed.cases] == [8, 8, 8, 8]
    assert weighed.mean == sum(case.chance * sum(n * p for n, p in enumerate(case.losses))
                               for case in weighed.cases)  # fmt: skip
    assert weighed.destroyed == 0, "five dice fell no eight people"


def test_against_a_flag_that_is_sure_it_is_the_attack_itself() -> None:
    before = table("special", unit_at(N, "squad", "a1"), unit_at(S, "sappers", "b1", strength=2))
    after = act(before, "recon", unit="u1", target="u2")
    (page,) = notebook(after, passages_of([before, after]), N)
    assert (page.sure, page.people, page.best.kind) == (True, 2, "sappers")
    weighed = weigh(after, "u1", page)
    assert weighed.losses == weighed.cases[0].losses
    assert len(weighed.losses) == 3


def test_a_type_whose_cards_are_all_accounted_for_is_out() -> None:
    mine = [unit_at(N, "tank", "a1"), unit_at(N, "tank"), unit_at(N, "tank")]
    state = table("direct", *mine, unit_at(S, "bridger", "e1"))
    (page,) = notebook(state, (), N)
    assert [each.kind for each in page.types] == ["bridger"]
    assert page.ruled[0].text == "Every card of Tank is accounted for."


def test_a_unit_that_left_the_map_is_not_counted_any_more_but_its_type_stays_known() -> None:
    before = table("special", unit_at(N, "squad", "a1"), unit_at(S, "sappers", "b1", strength=2))
    after = act(before, "recon", unit="u1", target="u2")
    gone = after.with_unit("u2", where="predeploy", square=None, position=None).changed(reports={})
    (page,) = notebook(gone, passages_of([before, after, gone]), N)
    assert (page.people, page.square, page.on_map, page.sure) == (None, "b1", False, True)


def test_a_number_that_is_dealt_again_begins_anew() -> None:
    before = table("special", unit_at(N, "squad", "a1"), unit_at(S, "sappers", "b1", strength=2))
    told = act(before, "recon", unit="u1", target="u2")
    gone = told.without_unit("u2").changed(reports={})
    again = gone.changed(units={**gone.units, "u2": before.units["u2"]})
    (page,) = notebook(again, passages_of([before, told, gone, again]), N)
    assert (page.sure, page.people, page.report) == (False, None, None)


def test_a_company_has_no_page_of_its_own_nor_of_what_lies_behind_a_screen() -> None:
    state = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "squad", where="aboard", transport="u3"))
    assert notebook(state, (), N) == ()
    with pytest.raises(IllegalAction):
        page_of((), "u1")


def disguised(state: State, player: str) -> State:
    """Other cards of the same class under that player's flags; nothing else is touched."""
    for name in list(state.of(player)):
        kind = state.card(name)
        alike = [each for each in state.binder.units.values() if each.unit_class == kind.unit_class]
        other = alike[(alike.index(kind) + 1) % len(alike)]
        state = state.with_unit(name, type=other.id, fuel=0, ammunition=9)
    return state


def masked(passages: Sequence[Between], player: str) -> Iterator[Between]:
    for each in passages:
        before, after = disguised(each.before, player), disguised(each.after, player)  # type: ignore[arg-type]
        yield replace(each, before=before, after=after)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000))
def test_the_truth_is_always_possible_and_the_chances_come_to_one(seed: int) -> None:
    """And what lies under the flags is not looked at: were it other, the pages would be the same."""
    passages: list[Between] = []
    for n, line in enumerate(islice(play(setup(3), Player(Random(seed))), 400), start=2):
        before, action, after = line
        passages.append(Between(n, before, after, action))
        if n % 40 == 0:
            pages = notebook(after, passages, N)
            for page in pages:
                assert after.units[page.unit].type in {each.kind for each in page.types}
                assert sum(each.chance for each in page.types) == 1
                assert page.people in (None, after.units[page.unit].strength)
    quiet = [each for each in passages if each.action["type"] != "recon"]
    pages = notebook(after, quiet, N)
    hidden = disguised(disguised(after, S), "east")
    other = list(masked(list(masked(quiet, S)), "east"))
    assert notebook(hidden, other, N) == pages


def passages(world: Any) -> list[Between]:
    state, found = GAME.open(world.setup).state, []
    for n, action in enumerate(world.lines, start=2):
        after = GAME.apply(state, action).state
        found.append(Between(n, state, after, action))
        state = after
    return found


def test_two_tables_that_differ_under_a_flag_have_the_same_notebook() -> None:
    twins = at_the_attack()
    one, two = passages(twins.one), passages(twins.two)
    assert one[-1].after.units["u2"].type != two[-1].after.units["u2"].type
    for n in range(1, len(one) + 1):
        books = [notebook(each[n - 1].after, each[:n], twins.looker) for each in (one, two)]
        assert books[0] == books[1]
    weighed = [weigh(each[-1].after, "u1", notebook(each[-1].after, each, N)[0]) for each in (one, two)]
    assert weighed[0] == weighed[1]


def test_an_open_card_binder_says_how_many_cards_are_out() -> None:
    state = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "tank", "e1"))
    limited = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "tank", "e1"), card_binder="open")
    for shown, tanks in ((state, 3), (limited, 1)):
        (page,) = notebook(shown, (), N)
        assert {each.kind: each.cards for each in page.types} == {"tank": tanks, "bridger": None}


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
    assert bars == odds_bars(found.losses, "BY", "seat-2")
    (told,) = pieces_of(question, Say)
    assert str(told.verdict) == "Scout Walker RK against BY:"
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


def sight(*seats: str) -> Sight:
    return Sight(frozenset(seats), frozenset(seats))


def scene(*trail: State, who: Sight | None = None, last: Any = None, **draft: str) -> Scene[State]:
    return Scene(trail[-1], who or sight(N), "hand", draft, trail, last=last)


def facing(phase: str = "direct", *, theirs: str = "squad", **changes: Any) -> State:
    return table(phase, unit_at(N, "squad", "a1"), unit_at(S, theirs, "b1", **changes))


def scouted(before: State) -> tuple[State, dict[str, Any]]:
    action = {"type": "recon", "player": N, "unit": "u1", "target": "u2"}
    return GAME.apply(before, action).state, action


def told_of(question: Any) -> list[str]:
    """The types in the reports of a phase."""
    drawn = [own.values["reports"] for own in pieces_of(question, Own) if "reports" in own.values]
    return [each["name"] for reports in drawn for each in reports]


def weighed_in(question: Any) -> tuple[list[Choice], list[str], Bars, str]:
    """Of a question that weighs an attack: the cases, what is noted, the odds, what it is taken for."""
    folds = [fold for fold in pieces_of(question, Fold) if fold.id == "assume"]
    rows = [
        each
        for piece in pieces_of(question, Choices)
        if "weakest" in str(piece.label)
        for each in piece.choices
    ]
    notes = [str(note.words) for note in pieces_of(question, Note)]
    (odds,) = pieces_of(question, Bars)
    return rows, notes, odds, str(folds[0].title) if folds else ""


def test_a_report_stands_on_the_screen_at_once_and_stays_for_the_combat_phase() -> None:
    before = facing("special", theirs="sappers", strength=2)
    after, action = scouted(before)
    shown: Any = view(scene(before, after, last=action))
    report = shown["story"]["report"]
    assert (report["name"], report["strength"], report["troop"]) == ("Sappers", 2, 3)
    assert [(each["name"], each["has"]) for each in report["has"]] == [
        ("fuel", True),
        ("ammunition", True),
        ("cargo", False),
        ("passengers", False),
    ]
    then = GAME.apply(after, {"type": "end_phase", "player": N}).state
    assert told_of(view(scene(before, after, then))["panel"]) == ["Sappers"]
    gone = GAME.apply(then, {"type": "end_phase", "player": N}).state
    assert "Sappers u2" not in repr(view(scene(then, gone)).stage)


@pytest.mark.parametrize(("public", "told"), [(False, [True, True, False, False]), (True, [True] * 4)])
def test_a_report_stands_on_the_screens_of_those_two_alone_or_of_all(public: bool, told: list[bool]) -> None:
    options = {"recon_public": public}
    before = table(
        "special", unit_at(N, "squad", "a1"), unit_at(S, "squad", "b1"), players=3, options=options
    )
    after, action = scouted(before)
    eyes = (sight(N), sight(S), sight("east"), Sight())
    found = [view(scene(before, after, who=who, last=action))["story"] is not None for who in eyes]
    assert found == told
    tv = Scene(after, Sight(), "tv", {}, (before, after), last=action)
    assert (view(tv)["story"] is not None) == public


def test_the_odds_weigh_all_that_it_can_be_and_show_weakest_and_strongest() -> None:
    state = facing()
    foe = foe_of(scene(state), "u2")
    assert {kind.id for kind in foe.kinds} == {"squad", "sappers"}
    found = {word: each.card.id for word, each in cases(scene(state), "u2", foe)}
    assert found == {"weakest": "sappers", "likely, strongest": "squad"}
    assert foe.card.id == "squad"
    rows, _, odds, words = weighed_in(view(scene(state, unit="u1", do="attack", at="u2"))["panel"])
    assert [str(row.words) for row in rows] == ["Weakest: Sappers", "Likely, strongest: Squad"]
    assert [row.chosen for row in rows] == [False, False]
    weighed = weigh(state, "u1", notebook(state, (), N)[0])
    assert odds == odds_bars(weighed.losses, "The target", "seat-2")
    assert words == "If it is any of these: Squad (50 %) or Sappers (50 %)"
    means = [float(str(row.end).split()[0]) / people for row, people in zip(rows, (3, 4), strict=True)]
    assert means == sorted(means, reverse=True)
    other = weighed_in(view(scene(state, unit="u1", do="attack", at="u2", **{"as": "sappers"}))["panel"])
    assert other[3] == "If it is Sappers with three people"
    assert [row.chosen for row in other[0]] == [True, False]
    assert other[2] != odds


def test_what_has_fallen_is_known_to_all_as_long_as_the_unit_stands_on_the_map() -> None:
    before = facing()
    rolls = {"attack": [8, 8, 7, 1], "defense": [1, 1, 1, 1]}
    hit = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "counter": False, "rolls": rolls}
    after = GAME.apply(before, hit).state
    assert after.units["u2"].strength < 4
    for eyes in (sight(N), sight("east")):
        now = scene(before, after, after, who=eyes)
        assert counted_of(now, "u2") == (after.units["u2"].strength, 4)
        assert foe_of(now, "u2").strength == after.units["u2"].strength
    assert counted_of(scene(before, before), "u2") is None
    rested = after.with_unit("u2", where="predeploy", square=None, position=None)
    back = rested.with_unit("u2", where="map", square="b1", position="c", strength=4)
    assert counted_of(scene(before, after, rested, back), "u2") is None
    pages = [own.values["flags"] for own in pieces_of(view(scene(before, after, unit="u2"))["panel"], Own)]
    assert [(page["name"], page["chance"]) for (page,) in pages] == [("Squad", "sure")], "Sappers are no four"


def test_a_type_that_was_reported_once_stays_known_to_who_was_told() -> None:
    before = facing("special", theirs="sappers", strength=2)
    after, _ = scouted(before)
    later = after.changed(phase="movement", active=S, round=2, reports={})
    turn = later.changed(phase="direct", active=N, round=3)
    mine, other = scene(before, after, later, turn), scene(before, after, later, turn, who=sight("east"))
    assert [kind.id for kind in kinds_of(mine, "u2")] == ["sappers"]
    assert (foe_of(mine, "u2").card.id, foe_of(mine, "u2").people) == ("sappers", 2)
    assert len(kinds_of(other, "u2")) == 2
    assert foe_of(other, "u2").people is None


def test_a_type_with_too_few_people_or_that_is_banned_is_no_longer_thought_of() -> None:
    state = facing()
    assert [kind.id for kind in kinds_of(scene(state), "u2", people=4)] == ["squad"]
    carts = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "carrier", "b1"))
    assert {kind.id for kind in kinds_of(scene(carts), "u2")} == {"carrier", "mortar"}
    assert [kind.id for kind in kinds_of(scene(carts.changed(scenario="2b")), "u2")] == ["carrier"]


def test_who_is_attacked_counts_the_dice_that_were_thrown_at_it() -> None:
    """So many attack dice of so many sides lie on the table: the attacker can be no other type."""
    state = facing(theirs="squad").with_unit("u1", strength=2)
    rolls = {"attack": [8, 1], "defense": [6, 6, 6, 6]}
    action = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "rolls": rolls}
    question = GAME.asks(state, action)
    assert question is not None
    asked = Scene(state, sight(S), "hand", {}, (state,), asked=question.ask)
    rows, notes, _, words = weighed_in(view(asked)["panel"])
    assert notes == ["Known: it is Squad, two people left."]
    assert (rows, words) == ([], "")


def test_a_barrage_names_the_chances_against_the_best_and_the_worst() -> None:
    state = table("special", unit_at(N, "mortar", "a1"), unit_at(S, "squad", "c1"))
    question = view(scene(state, unit="u1", do="barrage", **{"s.u2": "1"}))["panel"]
    (rows,) = pieces_of(question, Counters)
    assert "if it is Squad with four people; weakest, Sappers: " in str(rows.counters[0].small)
    assert len(weighed_in(question)[0]) == 2


def test_dice_that_the_target_threw_before_count_in_the_odds_of_an_attack() -> None:
    """Three sixes are likelier from dice of six sides than of eight."""
    state = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "sappers", "b1"))
    rolls = {"attack": [1] * 4, "defense": [1, 1, 1], "counter_attack": [6, 6, 6], "counter_defense": [6] * 4}
    hit = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "counter": True, "rolls": rolls}
    passages = [Between(2, state, state, hit)]
    asked = replace(scene(state, unit="u1", do="attack", at="u2"), passages=passages)
    found = weighed_in(view(asked)["panel"])
    odds = weigh(state, "u1", notebook(state, passages, N)[0])
    assert odds.cases[0].name == "Sappers"
    assert odds.cases[0].chance == Fraction(8**3, 6**3 + 8**3)
    assert found[2] == odds_bars(odds.losses, "The target", "seat-2")
