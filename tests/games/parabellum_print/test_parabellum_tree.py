"""The scenario tree on paper: every scenario and way is there, none through a box, and a path stands out."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Scene
from companion.engine.option import chosen
from companion.engine.tree import Edge, Node, Tree
from companion.games.parabellum.campaign.tree import tree
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.tree.drawing import planned, traced
from companion.games.parabellum.printables.tree.words import tree_of
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import read_binder, starter_binder
from companion.games.parabellum.state.pieces import Chapter
from companion.press.page import Size
from tests.games.parabellum.test_binder import DRILL
from tests.games.parabellum_print.scenes import A, B, scene, sizes, trail
from tests.press.measuring import MM, fonts, pages

POSTER = PRINTABLES["tree"]
A4 = Size(273, 163)
FIRST = Chapter("1", "rounds", 9, {A: ("vault_north",), B: ()}, (A, B), (), chooser=A, next="2c")
SECOND = Chapter("2c", "withdrawal", 7, {A: (), B: ()}, (B, A), ())


def played(*history: Chapter, **changes: Any) -> State:
    return trail()[-1].changed(history=history, objectives={}, features={}, **changes)


FIGHTING = played(FIRST, scenario="2c", phase="movement", round=3)
CHOOSING = played(FIRST, SECOND, scenario="2c", phase="choose_next", choosers=(B, A))
OVER = played(FIRST, SECOND, scenario="2c", phase="over", choosers=(), winner=B)


def printed(state: State | None = None, **given_: Any) -> bytes:
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
    pdf = printed(paper=paper)
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
    assert pdf == printed(paper=paper)


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
    told = text(printed(FIGHTING))
    assert "Fought: Ansa Anna came first." in told
    assert "Being played, round 3." in told
    assert "Open: after 2C, if the victor there chooses it." in told
    assert "Closed: no way leads here any more." in told
    assert "Vaun Viktor chooses what is next." in text(printed(CHOOSING))
    assert "Open: Vaun Viktor may choose it now." in text(printed(CHOOSING))
    empty = text(printed(FIGHTING, path=False))
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
    told = text(printed(binder=binder))
    assert all(f"{each.upper()} " in told for each in ids)
