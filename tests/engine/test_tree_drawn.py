"""A tree of scenarios on its sheet: whatever the binder says, nothing lies on anything else."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.tree import Box, Curve, Edge, Node, Plan, Point, Sizes, Tree, laid_out

LETTERS = ["", *"abcdefghijklmnopqrstuvwxyz"]


def node(id: str) -> Node:
    return Node(id, int(id[0]), id[1:], f"Scenario {id}", "locked")


def tree(**ways: str) -> Tree:
    """`tree(n1="2a 2b", n2a="")` names the scenarios by their ways on."""
    ids = [name[1:] for name in ways]
    edges = [Edge(name[1:], goal, "ahead") for name, goals in ways.items() for goal in goals.split()]
    return Tree(tuple(map(node, ids)), tuple(edges))


STARTER = tree(
    n1="2a 2b 2c", n2a="3a 3b", n2b="3b 3c", n2c="3c 3d", n3a="4a", n3b="4a 4b", n3c="4b 4c", n3d="4c",
    n4a="", n4b="", n4c="",
)  # fmt: skip


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Any that a binder may hold: any rounds, any letters, any ways to a later round."""
    columns = draw(st.sets(st.integers(1, 9), min_size=1, max_size=6))
    letters = draw(st.sets(st.sampled_from(LETTERS), min_size=1, max_size=7))
    every = [f"{n}{letter}" for n in sorted(columns) for letter in sorted(letters)]
    ids = sorted(draw(st.sets(st.sampled_from(every), min_size=1)))
    onward = [(a, b) for a in ids for b in ids if a[0] < b[0]]
    ways = draw(st.lists(st.sampled_from(onward), unique=True, max_size=60)) if onward else []
    return Tree(tuple(map(node, ids)), tuple(Edge(a, b, "ahead") for a, b in ways))


def along(curve: Curve, steps: int = 16) -> list[Point]:
    """Points of a Bézier curve."""
    found = []
    for n in range(steps + 1):
        t = n / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        found.append(
            Point(*(sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1)))
        )
    return found


def inside(point: Point, box: Box) -> bool:
    return box.x < point.x < box.right and box.y < point.y < box.bottom


def swings(plan: Plan) -> dict[tuple[float, float], list[tuple[float, float]]]:
    """The heights at both ends of every level or swinging piece, by the stretch from left to right."""
    found: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for route in plan.routes:
        for start, end in pairwise(route.stops):
            found.setdefault((start.x, end.x), []).append((start.y, end.y))
    return found


@given(trees())
@settings(max_examples=150, deadline=None)
def test_nothing_lies_on_anything_else(drawn: Tree) -> None:
    plan = laid_out(drawn)
    for one, other in combinations(plan.boxes, 2):
        beside = one.right < other.x or other.right < one.x
        assert beside or one.bottom < other.y or other.bottom < one.y
    points = [point for route in plan.routes for curve in route.curves() for point in along(curve)]
    assert not [point for point in points if any(inside(point, box) for box in plan.boxes)]
    assert all(0 < p.x < plan.width and 0 < p.y < plan.height for p in points)
    assert all(box.right < plan.width and box.bottom < plan.height for box in plan.boxes)


@given(trees())
@settings(max_examples=150, deadline=None)
def test_two_ways_have_a_pitch_between_them_on_either_side_of_every_channel(drawn: Tree) -> None:
    """Since all swing alike in a channel, they can then meet in one point at most."""
    sizes = Sizes()
    for heights in swings(laid_out(drawn, sizes)).values():
        for side in (0, 1):
            ordered = sorted(pair[side] for pair in heights)
            assert all(below - above > sizes.pitch * 0.99 for above, below in pairwise(ordered))


@given(trees())
@settings(max_examples=60, deadline=None)
def test_every_way_goes_from_its_box_to_its_box(drawn: Tree) -> None:
    plan = laid_out(drawn)
    assert [route.edge for route in plan.routes] == list(drawn.edges)
    for route in plan.routes:
        origin, goal = plan.named[route.edge.origin], plan.named[route.edge.goal]
        first, last = route.stops[0], route.stops[-1]
        assert first.x == origin.right
        assert origin.y < first.y < origin.bottom
        assert last.x == goal.x
        assert goal.y < last.y < goal.bottom
        assert all(a.x <= b.x for a, b in pairwise(route.stops))


@given(trees())
@settings(max_examples=60, deadline=None)
def test_rounds_are_columns_and_letters_rows(drawn: Tree) -> None:
    plan = laid_out(drawn)
    assert [column.round for column in plan.columns] == sorted({each.round for each in drawn.nodes})
    middles: dict[str, set[float]] = {}
    for box in plan.boxes:
        middles.setdefault(box.node.letter, set()).add(round(box.y + box.height / 2, 6))
        assert box.x == next(each.x for each in plan.columns if each.round == box.node.round)
    lettered = [middles[letter] for letter in sorted(middles) if letter]
    assert all(len(row) == 1 for row in lettered)
    assert [row.copy().pop() for row in lettered] == sorted(row.copy().pop() for row in lettered)


def test_a_way_that_skips_a_round_runs_through_an_empty_place_or_between_the_boxes() -> None:
    plan = laid_out(tree(n1="3a 3b", n2a="3a", n3a="", n3b=""))
    skipping = next(route for route in plan.routes if route.edge.goal == "3b")
    assert len(skipping.stops) == 4
    box = plan.named["2a"]
    assert not box.y <= skipping.stops[1].y <= box.bottom


def test_the_full_tree_of_nine_rounds_and_many_letters_is_laid_out() -> None:
    ids = [f"{n}{letter}" for n in range(1, 10) for letter in LETTERS[:8]]
    ways = tuple(Edge(a, b, "ahead") for a in ids for b in ids if a[0] < b[0])
    plan = laid_out(Tree(tuple(map(node, ids)), ways))
    assert len(plan.boxes) == 72
    assert len(plan.routes) == len(ways)
    for heights in swings(plan).values():
        assert len({round(pair[0], 3) for pair in heights}) == len(heights)


def test_a_tree_of_one_scenario_is_one_box() -> None:
    plan = laid_out(tree(n1=""))
    assert len(plan.boxes) == 1
    assert plan.routes == ()


def test_a_straight_way_stays_straight() -> None:
    plan = laid_out(tree(n1="2", n2="3", n3=""))
    assert len({stop.y for route in plan.routes for stop in route.stops}) == 1


@pytest.mark.parametrize(
    ("nodes", "ways"),
    [
        (["1", "1"], []),
        (["1"], [("1", "2a")]),
        (["1", "2a"], [("2a", "1")]),
        (["1", "2a"], [("1", "2a"), ("1", "2a")]),
    ],
)
def test_what_is_no_tree_is_refused(nodes: list[str], ways: list[tuple[str, str]]) -> None:
    with pytest.raises(ValueError, match=r"scenario|way|round"):
        Tree(tuple(map(node, nodes)), tuple(Edge(a, b, "ahead") for a, b in ways))
