"""Laws of the books over random campaigns: they balance after every line, whatever is undone or corrected."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.engine.campaign.ledger import trial_balance
from companion.games.parabellum.campaign.playing import Player, play
from companion.shelf import game
from companion.tables.models import Entry
from companion.tables.position import Position, extend

GAME = game("parabellum")
LINES = 220


def balanced(state: Any, first: int = 0) -> None:
    """Each company's trial balance is zero, and its books say what it has."""
    assert GAME.campaign
    card = GAME.campaign.books
    assert card
    found = card.bookings(state, 0)
    for company in card.companies(state):
        own = [each for each in found if each.seat == company.seat]
        sums = trial_balance(each.transaction for each in own)
        assert sum(sums.values()) == 0
        assert sums.get("assets:cash", 0) == card.cash(state, company.seat) == sum(e.amount for e in own)
        worth = card.worth(state, company.seat)
        assert worth.net >= worth.cash == card.cash(state, company.seat)
    assert list(found[first:]) == list(card.bookings(state, first))
    prices = card.prices(state)
    assert sum(lot.left - lot.above for lot in prices.lots) == prices.most >= prices.left


@pytest.mark.parametrize("seed", range(6))
def test_the_books_balance_after_every_line_of_a_random_campaign(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle({"options": {"players": random.choice((2, 3, 4))}}, random)
    state = GAME.open(setup).state
    for _, action, _ in islice(play(setup, Player(random, by_hand=0.1)), LINES):
        before = len(state.ledger)
        state = GAME.apply(state, action).state
        balanced(state, before)
    assert len(state.ledger) > 5


@pytest.mark.parametrize("seed", range(3))
def test_undo_redo_and_amend_move_the_books_with_them(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle({"options": {"players": 2}}, random)
    actions = [action for _, action, _ in islice(play(setup, Player(random, by_hand=0.1)), 80)]
    lines = [Entry(number=n, kind="action", action=each) for n, each in enumerate(actions, 2)]
    known = extend(Position(GAME), [Entry(number=1, kind="setup", action=setup), *lines])
    whole, last = known.state, len(actions) + 1
    back = extend(known, [Entry(number=last + 1, kind="undo", to=last // 2)])
    balanced(back.state)
    assert whole.ledger[: len(back.state.ledger)] == back.state.ledger
    again = extend(back, [Entry(number=last + 2, kind="redo")])
    assert again.state is whole
    gift = {"type": "adjust", "player": setup["players"][0]["player"], "reason": "a gift", "credits": 11}
    mended = extend(known, [_amendment(known, last, gift)])
    balanced(mended.state)
    assert 11 in [line.amount for line in mended.state.ledger]


def _amendment(known: Position, last: int, action: Any) -> Entry:
    """Line 5 corrected; what cannot follow falls out, as the table's door has it."""
    state, dropped = GAME.apply(known.before(5), action).state, []
    for number in known.since(5)[1:]:
        try:
            state = GAME.apply(state, known.actions[number]).state
        except Exception:
            dropped.append(number)
    return Entry(number=last + 1, kind="amend", to=5, action=action, dropped=dropped)
