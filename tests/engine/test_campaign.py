"""The ledger, the tree and the lines that a campaign is made of; how a tree is drawn."""

from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import shape
from companion.engine.campaign.books import (
    Happening,
    Posting,
    Transaction,
    Unbalanced,
    balance,
    lasting,
    trial_balance,
)
from companion.engine.campaign.design import Broken, Fought, Share, Trial, summed
from companion.engine.tree import Curve, Edge, Node, NodeBox, Plan, Point, Sizes, Tree, laid_out

ACCOUNTS = ("assets:cash", "equity:budget", "expense:fuel", "income:scrap")


def books(text: str) -> list[Transaction]:
    """A ledger as lines of `debit credit amount`."""
    rows = (line.split() for line in text.strip().splitlines())
    return [Transaction.between(debit, credit, int(amount)) for debit, credit, amount in rows]


FIRST_EVENING = """
    assets:cash   equity:budget 2400
    expense:fuel  assets:cash     60
    assets:cash   income:scrap   150
"""


def test_a_trial_balance_holds_each_account_used_in_order() -> None:
    found = trial_balance(books(FIRST_EVENING))
    assert list(found.items()) == [
        ("assets:cash", 2490),
        ("equity:budget", -2400),
        ("expense:fuel", 60),
        ("income:scrap", -150),
    ]
    assert balance(books(FIRST_EVENING), "assets:cash") == 2490
    assert balance([], "assets:cash") == 0


@pytest.mark.parametrize(
    "postings",
    [
        (),
        (Posting("assets:cash", 5),),
        (Posting("assets:cash", 0),),
        (Posting("assets:cash", 5), Posting("income:scrap", -4)),
        (Posting("assets:cash", 5), Posting("income:scrap", -5), Posting("expense:fuel", 0)),
    ],
)
def test_what_does_not_sum_to_zero_is_no_transaction(postings: tuple[Posting, ...]) -> None:
    with pytest.raises(Unbalanced):
        Transaction(postings)


@pytest.mark.parametrize("amount", [0, -3])
def test_nothing_or_less_does_not_move(amount: int) -> None:
    with pytest.raises(Unbalanced, match="more than 0"):
        Transaction.between("assets:cash", "equity:budget", amount)


@pytest.mark.parametrize("account", ["cash", "assets:", "wallet:cash", ""])
def test_an_account_has_a_root_and_a_name(account: str) -> None:
    with pytest.raises(ValueError, match="assets"):
        Posting(account, 1)


moves = st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(1, 10**12))


@given(st.lists(moves))
def test_all_books_sum_to_zero_and_reversing_empties_them(made: list[tuple[str, str, int]]) -> None:
    transactions = [Transaction.between(*move) for move in made]
    assert sum(trial_balance(transactions).values()) == 0
    undone = trial_balance([*transactions, *(each.reverse for each in transactions)])
    assert not any(undone.values())


def goal(number: int, who: str, *, won: bool) -> Happening:
    values = {"who": who, "goal": "The bridge", "won": won}
    return Happening((number,), f"Scenario 1, round {number}", "goal", "{who}", values, 10, "")


def test_a_goal_is_told_once_by_who_has_it_at_last_with_all_its_lines() -> None:
    fight = Happening((3,), "Scenario 1, round 3", "fight", "A fight", {}, 4)
    story = [goal(1, "Ada", won=True), goal(2, "Ada", won=False), fight, goal(5, "Ben", won=True)]
    told = lasting(story)
    assert [each.text for each in told] == ["A fight", "Ben"]
    assert told[1].numbers == (1, 2, 5)
    assert told[1].weight == 10


def test_a_goal_that_changes_hands_in_one_line_is_its_new_holders() -> None:
    told = lasting([goal(1, "Ada", won=True), goal(4, "Ada", won=False), goal(4, "Ben", won=True)])
    assert [each.text for each in told] == ["Ben"]


def test_a_goal_that_was_won_and_lost_again_weighs_nothing() -> None:
    [told] = lasting([goal(1, "Ada", won=True), goal(2, "Ada", won=False)])
    assert told.weight == 0


AIMS = {"1": ["bridge", "mill"], "2a": ["road"], "2b": []}


def fought(scenario: str, *ranking: str, out: tuple[str, ...] = (), done: tuple[str, ...] = ()) -> Fought:
    return Fought(scenario, 4, ("north", "south"), ranking, out, done)


def plays(north: int, south: int) -> list[Trial]:
    won = [fought("1", "north", "south", done=("bridge",))] * north + [fought("1", "south", "north")] * south
    return [Trial(seed, 10 * seed, fought=(each,)) for seed, each in enumerate(won, 1)]


def test_the_bounds_hold_the_true_share_in_nineteen_cases_of_twenty() -> None:
    for true in (0.1, 0.5, 0.83):
        chance = [comb(60, n) * true**n * (1 - true) ** (60 - n) for n in range(61)]
        held = sum(part for n, part in enumerate(chance) if Share(n, 60).against(true) == 0)
        assert 0.93 < held < 0.975


@pytest.mark.parametrize(("north", "leans"), [(15, [0, 0]), (25, [1, -1]), (5, [-1, 1])])
def test_a_side_is_favoured_where_chance_alone_would_not_do_it(north: int, leans: list[int]) -> None:
    (scenario,) = summed(plays(north, 30 - north), AIMS).tried
    assert [(each.side, each.leans) for each in scenario.sides] == [("north", leans[0]), ("south", leans[1])]
    assert scenario.sides[0].first == Share(north, 30)


def test_what_nobody_reached_or_completed_is_named() -> None:
    told = summed(plays(3, 1), AIMS)
    assert told.unreached == ("2a", "2b")
    assert told.tried[0].unmet == ("mill",)
    assert (told.plays, told.lines, told.broken) == (4, 25, ())


def test_bankruptcy_is_counted_by_scenario_and_by_side() -> None:
    first, second = fought("1", "north", "south"), fought("2a", "north", out=("south",))
    told = summed([Trial(1, 9, fought=(first, second)), Trial(2, 9, fought=(first,))], AIMS)
    assert [each.bankrupt for each in told.tried] == [Share(0, 4), Share(1, 2)]
    assert told.bankrupt == (("north", Share(0, 2)), ("south", Share(1, 2)))
    assert [(each.scenarios, each.plays) for each in told.lasted] == [(1, Share(1, 2)), (2, Share(1, 2))]


def test_a_broken_play_is_told_and_lasts_no_length() -> None:
    broken = Trial(7, 3, broken=Broken("1", 3, "Moves u1.", "It cannot.", crash=False))
    told = summed([*plays(1, 0), broken], AIMS)
    assert told.broken == (broken,)
    assert told.lasted[0].plays == Share(1, 1)
    assert shape.read(Trial, shape.write(broken)) == broken
    assert summed([], AIMS).plays == 0


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


def inside(point: Point, box: NodeBox) -> bool:
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
