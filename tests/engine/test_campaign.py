"""Double-entry books: nothing comes from nowhere."""

from math import comb

import pytest
from hypothesis import given
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
    return [Trial(seed, 10 * seed, (each,)) for seed, each in enumerate(won, 1)]


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
    told = summed([Trial(1, 9, (first, second)), Trial(2, 9, (first,))], AIMS)
    assert [each.bankrupt for each in told.tried] == [Share(0, 4), Share(1, 2)]
    assert told.bankrupt == (("north", Share(0, 2)), ("south", Share(1, 2)))
    assert [(each.scenarios, each.plays) for each in told.lasted] == [(1, Share(1, 2)), (2, Share(1, 2))]


def test_a_broken_play_is_told_and_lasts_no_length() -> None:
    broken = Trial(7, 3, (), Broken("1", 3, "Moves u1.", "It cannot.", crash=False))
    told = summed([*plays(1, 0), broken], AIMS)
    assert told.broken == (broken,)
    assert told.lasted[0].plays == Share(1, 1)
    assert shape.read(Trial, shape.write(broken)) == broken
    assert summed([], AIMS).plays == 0
