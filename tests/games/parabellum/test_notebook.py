"""The notebook: what a company may write down of the others' flags, and an attack weighed over all of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction
from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.notebook import Flag, notebook, page_of, passages_of, weigh
from companion.games.parabellum.rules.notebook.watching import Between
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import act, table, unit
from tests.games.parabellum.pictured import ME, lines, pictured
from tests.games.parabellum.twin_tables import at_the_attack
from tests.games.parabellum.yard import setup

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
    before = table("special", unit(N, "squad", "a1"), unit(S, "sappers", "b1", strength=2))
    after = act(before, "recon", unit="u1", target="u2")
    (page,) = notebook(after, passages_of([before, after]), N)
    assert (page.sure, page.people, page.best.kind) == (True, 2, "sappers")
    weighed = weigh(after, "u1", page)
    assert weighed.losses == weighed.cases[0].losses
    assert len(weighed.losses) == 3


def test_a_type_whose_cards_are_all_accounted_for_is_out() -> None:
    mine = [unit(N, "tank", "a1"), unit(N, "tank"), unit(N, "tank")]
    state = table("direct", *mine, unit(S, "bridger", "e1"))
    (page,) = notebook(state, (), N)
    assert [each.kind for each in page.types] == ["bridger"]
    assert page.ruled[0].text == "Every card of Tank is accounted for."


def test_a_unit_that_left_the_map_is_not_counted_any_more_but_its_type_stays_known() -> None:
    before = table("special", unit(N, "squad", "a1"), unit(S, "sappers", "b1", strength=2))
    after = act(before, "recon", unit="u1", target="u2")
    gone = after.with_unit("u2", where="predeploy", square=None, position=None).changed(reports={})
    (page,) = notebook(gone, passages_of([before, after, gone]), N)
    assert (page.people, page.square, page.on_map, page.sure) == (None, "b1", False, True)


def test_a_number_that_is_dealt_again_begins_anew() -> None:
    before = table("special", unit(N, "squad", "a1"), unit(S, "sappers", "b1", strength=2))
    told = act(before, "recon", unit="u1", target="u2")
    gone = told.without_unit("u2").changed(reports={})
    again = gone.changed(units={**gone.units, "u2": before.units["u2"]})
    (page,) = notebook(again, passages_of([before, told, gone, again]), N)
    assert (page.sure, page.people, page.told) == (False, None, None)


def test_a_company_has_no_page_of_its_own_nor_of_what_lies_behind_a_screen() -> None:
    state = table("direct", unit(N, "squad", "a1"), unit(S, "squad", where="aboard", transport="u3"))
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
    state = table("direct", unit(N, "squad", "a1"), unit(S, "tank", "e1"))
    limited = table("direct", unit(N, "squad", "a1"), unit(S, "tank", "e1"), card_binder="open")
    for shown, tanks in ((state, 3), (limited, 1)):
        (page,) = notebook(shown, (), N)
        assert {each.kind: each.cards for each in page.types} == {"tank": tanks, "bridger": None}
