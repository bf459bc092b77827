"""A quadrant in small, three times: as it lies, as it would lie, and what the enemy sees of it."""

from companion.engine.looking import Values
from companion.engine.stage import Own
from companion.games.scope.data import ENEMY, SIDE_NAMES
from companion.games.scope.screens.asked import Turn
from companion.games.scope.screens.city import card, lit
from companion.games.scope.screens.lie import Lie
from companion.games.scope.screens.odds import NONE, odds, per_cent
from companion.games.scope.state import State, ground


def grids(turn: Turn, square: str, before: State, after: State, order: str) -> Own:
    """The three, cells as they are drawn; a card of the second is tapped, then one to change places with."""
    lie, side = Lie(turn.state, turn.side), turn.side
    cells, picked = lie.rows(square), turn.chosen("pick", tuple("0123"))
    values = {
        "before": [card(before, before.grid[at].card, side) for at in cells],
        "after": [
            card(after, after.grid[at].card, side) | _swap(turn, square, at, order, picked) for at in cells
        ],
        "seen": [_house(turn.state, square, at) for at in cells],
        "side": side,
        "enemy": SIDE_NAMES[ENEMY[side]],
    }
    return Own(template="scope/quadrant.html", values=values)


def _swap(turn: Turn, square: str, at: str, order: str, picked: str) -> Values:
    """What a tap on a card does: the first takes it, the second lays it there."""
    here = str(ground.corners(square).index(at))
    if not picked:
        return {"at": at, "href": turn.link(pick=here, order=order), "picked": False}
    link = turn.link(order=swapped(order, picked, here), pick=None)
    return {"at": at, "href": link, "picked": here == picked}


def swapped(order: str, one: str, other: str) -> str:
    """An order with the cards of two places exchanged.

    >>> swapped("0123", "0", "3")
    '3120'
    """
    cards = list(order)
    cards[int(one)], cards[int(other)] = cards[int(other)], cards[int(one)]
    return "".join(cards)


def _house(state: State, square: str, at: str) -> Values:
    """One of the four backs, as the enemy will see it."""
    side = state.grid[at].side
    found = odds(state, side, {"type": "move", "quadrant": square}).get(at)
    sniper = NONE if found is None else found.get("sniper", NONE)
    return {"odds": "" if found is None else per_cent(sniper), "lit": lit(at, sniper)}
