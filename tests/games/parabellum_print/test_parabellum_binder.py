"""The setup binder as a book, and its tree: true contents, ways through no box, live only what is known."""

import copy
import json
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import chosen
from companion.engine.tree import Edge, Node, Tree
from companion.games.parabellum.campaign.tree import tree
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.tree import planned, traced, tree_of
from companion.games.parabellum.state import Chapter, State, read_binder, starter_binder, starter_file
from companion.press.face import Text
from companion.press.page import Page, Size
from tests.games.parabellum.test_binder import DRILL
from tests.games.parabellum_print.scenes import A, B, scene, sizes, trail
from tests.press.measuring import MM, fonts, pages, told

STARTER = starter_binder()
BOOK = PRINTABLES["setup-binder"]
NOW = trail()[-1]


def book(live: Scene[Any] | None = None, **given: Any) -> bytes:
    pdf: bytes = BOOK.make(chosen(BOOK.options, given), live and GAME.seen(live)).pdf()
    return pdf


@cache
def whole() -> bytes:
    return book()


def texts(pdf: bytes) -> list[str]:
    return [" ".join(page.split()) for page in told(pdf)]


def contents(pdf: bytes) -> dict[str, int]:
    """What the contents say: title, page; where a title stands twice, the last one."""
    sheets = [page.splitlines() for page in told(pdf)[1:3]]
    lines = [line for sheet in sheets if sheet and "Contents" in sheet[0] for line in sheet[1:]]
    found = (re.fullmatch(r"(.+) (\d+)", line) for line in lines)
    return {met[1]: int(met[2]) for met in found if met}


def smallest(**given: Any) -> float:
    """Points: the smallest letter behind the title page."""
    made = BOOK.make(chosen(BOOK.options, given), None).pages[1:]
    return min(size for page in made for stamp in page.stamps for size in sizes(stamp.face, stamp.scale))


@pytest.mark.sampled
def test_every_page_in_the_contents_is_where_it_says() -> None:
    told, listed = texts(whole()), contents(whole())
    assert listed["Campaign brief"] == 3
    for scenario in STARTER.scenarios.values():
        number = listed[f"{scenario.id.upper()} {scenario.name}"]
        assert f"{scenario.id.upper()} {scenario.name} Map: " in told[number - 1]
        assert "Objectives" in told[number - 1]
        assert f": setup binder {number} " in told[number - 1]
    for title, word in (("Catalogue", "Main Battle Tank"), ("Unit cards", "Contract Militia")):
        assert word in told[listed[title] - 1]
    assert len(listed) >= 2 * len(STARTER.scenarios) + 3


@pytest.mark.sampled
def test_each_booklet_lies_open_beside_its_map() -> None:
    listed, facing = contents(whole()), texts(whole())
    for scenario in STARTER.scenarios.values():
        number = listed[f"{scenario.id.upper()} {scenario.name}"]
        assert number % 2 == 0
        assert "A1" in facing[number]
        assert "May enter" in facing[number]


@pytest.mark.sampled
def test_a_booklet_tells_everything_that_its_file_says() -> None:
    told = texts(whole())
    listed = contents(whole())
    for scenario in STARTER.scenarios.values():
        page = told[listed[f"{scenario.id.upper()} {scenario.name}"] - 1]
        assert scenario.overview in page
        assert f"costs {scenario.deployment_cost} credits, extracting one {scenario.extraction_cost}" in page
        assert all(each in page for each in scenario.circumstances)
        for objective in scenario.objectives:
            assert all(word in page for word in objective.name.split())
            assert str(objective.bonus.credits or "–") in page.split()
            assert str(objective.penalty or "–") in page.split()


def test_the_catalogue_has_every_type_with_its_numbers() -> None:
    [page] = texts(book(part="catalogue"))[2:3]
    assert "Main Battle Tank 420 6 10 4 3 d12 d12 5 / 3 6 / 3 Urban 2, marsh all." in page
    assert "5 while more than 240 are left; 10 while more than 160 are left" in page
    assert all(kind.name in page for kind in STARTER.units.values())


def test_the_binder_is_in_our_own_type_the_same_twice_and_of_true_size() -> None:
    assert whole() == book()
    assert all(fonts(whole()).values())
    for page in pages(whole()):
        assert (page.width * MM, page.height * MM) == pytest.approx((210, 297), abs=0.05)


@pytest.mark.parametrize("ink", ["colour", "safe", "grey", "saver"])
@pytest.mark.parametrize("paper", ["a4", "letter", "both", "a5"])
def test_it_is_readable_in_every_ink_on_every_paper(paper: str, ink: str) -> None:
    assert smallest(paper=paper, ink=ink) >= 7 - 1e-6
    assert smallest(paper=paper, ink=ink, large=True) >= 9 - 1e-6


def test_one_booklet_alone_and_an_unknown_one() -> None:
    told = " ".join(texts(book(part="booklets", scenario="3C")))
    assert "Clear a lane for the survey cars" in told
    assert "Pump Stations Map" not in told
    with pytest.raises(InvalidInput, match="no scenario 9 here; there is 1, 2A"):
        book(part="booklets", scenario="9")


@pytest.mark.sampled
def test_a_live_binder_tells_the_campaign_so_far_and_nothing_hidden() -> None:
    fought = Chapter("1", "rounds", 9, {A: ("vault_north",), B: ()}, (A, B), (), chooser=A, next="2c")
    state = NOW.changed(history=(fought,), scenario="2c", features={}, objectives={}, phase="turn_order")
    pdf = book(Scene(state, scene().sight))
    told = texts(pdf)
    [so_far] = [page for page in told if "The campaign so far The Tessaly" in page]
    for cell in ("1 Breach of Contract", "Ansa Anna: Hold the north vault", "2C by Ansa Anna"):
        assert cell in so_far
    assert "Now: 2C Survey Ridge" in so_far
    assert f"{state.supply.manpower} people are left in the pool" in so_far
    assert "Fought: 9 rounds, Ansa Anna came first." in told[contents(pdf)["1 Breach of Contract"] - 1]
    assert "the table is playing" in told[contents(pdf)["2C Survey Ridge"] - 1]
    for player in (A, B):
        assert str(state.players[player].credits) not in so_far


def test_an_owners_binder_is_bound_in_the_starters_stead() -> None:
    told = texts(book(binder=DRILL))
    assert told[0].startswith("Drill Yard Setup binder")
    assert not any("Tessaly" in page for page in told)
    long = json.loads(json.dumps(starter_file()))
    long["brief"] = "Much is to be said of this basin. " * 200
    long["scenarios"]["1"]["overview"] = "The contract lapsed.\n" * 90
    pdf = book(binder=long, part="booklets", scenario="1")
    number = contents(pdf)["1 Breach of Contract"]
    assert "A1" in texts(pdf)[contents(pdf)["Map: Halden Crossing"] - 1]
    assert contents(pdf)["Map: Halden Crossing"] > number + 1


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_no_booklet_and_no_title_page_is_half_empty(paper: str) -> None:
    made = BOOK.make(chosen(BOOK.options, {"paper": paper}), None).pages
    title, *book = made
    booklets = [each for each in book if any(head.title[0].isdigit() for head in each.heads)]
    assert len(booklets) == len(STARTER.scenarios)
    for page in (title, *booklets):
        drawn = [stamp for stamp in page.stamps if stamp.face.name not in ("frame", "margin")]
        foot = max(stamp.y + stamp.face.height * stamp.scale for stamp in drawn)
        assert foot > 2 / 3 * page.height, page.label


def test_how_a_scenario_went_is_written_beside_each_company() -> None:
    told = texts(book(part="booklets", scenario="1", binding="one"))
    [page] = [page for page in told if "How it went" in page]
    assert all(each.name in page for each in STARTER.companies.values())


def test_no_contents_and_no_catalogue_end_on_a_stranded_line() -> None:
    made = BOOK.make(chosen(BOOK.options, {"paper": "a5", "part": "all"}), None).pages
    for title in ("Contents", "Catalogue"):
        starts = next(n for n, page in enumerate(made) if any(head.title == title for head in page.heads))
        chapter = [page for page in made[starts:] if page.stamps and _running_head(page, title)]
        lines = [len(page.stamps) for page in chapter]
        assert lines[-1] > max(lines) / 4, title


def _running_head(page: Page, title: str) -> bool:
    """Whether a page stands in that chapter."""
    words = (mark.text for mark in page.stamps[0].face.marks if isinstance(mark, Text))
    return title in words


POSTER = PRINTABLES["tree"]
A4 = Size(273, 163)
FIRST = Chapter("1", "rounds", 9, {A: ("vault_north",), B: ()}, (A, B), (), chooser=A, next="2c")
SECOND = Chapter("2c", "withdrawal", 7, {A: (), B: ()}, (B, A), ())


def played(*history: Chapter, **changes: Any) -> State:
    return trail()[-1].changed(history=history, objectives={}, features={}, **changes)


FIGHTING = played(FIRST, scenario="2c", phase="movement", round=3)
CHOOSING = played(FIRST, SECOND, scenario="2c", phase="choose_next", choosers=(B, A))
OVER = played(FIRST, SECOND, scenario="2c", phase="over", choosers=(), winner=B)


def poster(state: State | None = None, **given_: Any) -> bytes:
    live = Scene(state, scene().sight) if state else None
    pdf: bytes = POSTER.make(chosen(POSTER.options, given_), live and GAME.seen(live)).pdf()
    return pdf


def text(pdf: bytes) -> str:
    [page] = pages(pdf)
    return " ".join(page.extract_text().split())


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Any tree that a binder may hold: up to nine rounds, ways to any later round."""
    rounds = draw(st.lists(st.integers(1, 8), min_size=1, max_size=9))
    ids = [
        (n, letter)
        for n, count in enumerate(rounds, 1)
        for letter in ("" if count == 1 else "abcdefgh"[:count]) or [""]
    ]
    nodes = tuple(Node(f"{n}{letter}", n, letter, "A scenario", "locked") for n, letter in ids)
    ways = [(one, other) for one in nodes for other in nodes if other.round > one.round]
    taken = draw(st.lists(st.sampled_from(ways), unique=True, max_size=50)) if ways else []
    return Tree(nodes, tuple(Edge(one.id, other.id, "ahead") for one, other in taken))


@settings(max_examples=40, deadline=None)
@given(trees())
def test_no_way_runs_through_a_box_and_everything_is_on_the_sheet(found: Tree) -> None:
    plan = planned(found, A4)
    assert plan.width <= A4.width + 1e-6
    assert plan.height <= A4.height + 1e-6
    assert {box.node.id for box in plan.boxes} == set(found.named)
    for one in plan.boxes:
        for other in plan.boxes:
            apart = one.right <= other.x or other.right <= one.x
            assert one is other or apart or one.bottom <= other.y or other.bottom <= one.y
    for route in plan.routes:
        points = traced(route)
        assert points[0][0] == pytest.approx(plan.named[route.edge.origin].right)
        assert points[-1][0] == pytest.approx(plan.named[route.edge.goal].x)
        for box in plan.boxes:
            inside = [p for p in points if box.x < p[0] < box.right and box.y < p[1] < box.bottom]
            assert not [p for p in inside if min(p[0] - box.x, box.right - p[0]) > 1e-6]


@pytest.mark.parametrize("paper", ["a3", "a4", "letter"])
def test_the_poster_is_one_lying_sheet_with_every_scenario(paper: str) -> None:
    pdf = poster(paper=paper)
    [page] = pages(pdf)
    assert page.width > page.height
    assert not paper.startswith("a") or page.width * MM == pytest.approx(
        {"a3": 420, "a4": 297}[paper], abs=0.05
    )
    told = text(pdf)
    for each in starter_binder().scenarios.values():
        assert f"{each.id.upper()} {each.name}" in told
    assert told.count("Won by") == len(starter_binder().scenarios)
    assert all(fonts(pdf).values())
    assert pdf == poster(paper=paper)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("ink", ["colour", "grey", "saver"])
def test_it_is_readable(ink: str, large: bool) -> None:
    for state in (None, FIGHTING):
        live = Scene(state, scene().sight) if state else None
        given_ = {"ink": ink, "large": large, "paper": "a4"}
        [page] = POSTER.make(chosen(POSTER.options, given_), live and GAME.seen(live)).pages
        drawn = page.stamps[0].face
        assert min(sizes(drawn)) >= (9 if large else 7) - 1e-6


def test_a_live_poster_says_what_was_fought_is_open_and_is_locked() -> None:
    told = text(poster(FIGHTING))
    assert "Fought: Ansa Anna came first." in told
    assert "Being played, round 3." in told
    assert "Open: after 2C, if the victor there chooses it." in told
    assert "Closed: no way leads here any more." in told
    assert "Vaun Viktor chooses what is next." in text(poster(CHOOSING))
    assert "Open: Vaun Viktor may choose it now." in text(poster(CHOOSING))
    empty = text(poster(FIGHTING, path=False))
    assert "Fought" not in empty
    assert "Closed" not in empty


def test_a_locked_scenario_names_every_way_that_may_still_lead_to_it() -> None:
    notes = {node.id: node.note for node in tree_of(starter_binder(), FIGHTING).nodes}
    assert notes["4c"] == "Locked: after 3C, if the poorest company there chooses it; or after 3D."
    assert notes["4b"] == "Locked: after 3C, if the poorest company there chooses it."
    assert notes["3a"].startswith("Closed")


@pytest.mark.parametrize("state", [*trail()[::10], FIGHTING, CHOOSING, OVER])
def test_paper_and_screen_agree_how_each_scenario_and_way_stands(state: State) -> None:
    paper, screen = tree_of(state.binder, state), tree(state)
    assert {n.id: n.status for n in paper.nodes} == {n.id: n.status for n in screen.nodes}
    assert {(e.origin, e.goal): e.status for e in paper.edges} == {
        (e.origin, e.goal): e.status for e in screen.edges
    }


def test_a_tree_of_a_hundred_scenarios_is_still_one_sheet_with_every_code() -> None:
    binder = copy.deepcopy(DRILL)
    ids = ["1", *(f"{n}{letter}" for n in range(2, 6) for letter in "abcdefghijklmnopqrstuvwxyz")]
    binder["scenarios"] = {
        each: {
            **DRILL["scenarios"]["2a"],
            "name": f"Number {n}",
            "next": [other for m, other in enumerate(ids) if other[0] > each[0] and (n + m) % 17 == 0][:4],
        }
        for n, each in enumerate(ids)
    }
    assert len(read_binder(binder).scenarios) == 105
    told = text(poster(binder=binder))
    assert all(f"{each.upper()} " in told for each in ids)
