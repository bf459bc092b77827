"""What questions share: who takes part, landscapes, house rules, card values (specification 2 and 6)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.shape import Sized
from companion.games.verraeter.data import ActionCard, House, LandscapeType
from companion.games.verraeter.state.naming import FEWEST_PLAYERS, MOST_PLAYERS, TAKEN

Seats = Sized(FEWEST_PLAYERS, MOST_PLAYERS)


class Ground(NamedTuple):
    """A landscape and the house that it shows."""

    type: LandscapeType
    house: House


def check_seated(ids: Sequence[str], named: str | None = None, key: str = "") -> None:
    """Once the whole table of a question is read: every id is unique, and who is named sits here."""
    for n, each in enumerate(ids):
        if each in ids[:n]:
            raise InvalidInput(f"players.{n}.id", TAKEN.format(given=each))
    if named is not None and named not in ids:
        raise InvalidInput(key, f"“{named}” is none of these players; {', '.join(ids)} are.")


def repeated(cards: Sequence[ActionCard | None], n: int) -> bool:
    """Whether the card at place `n` is held by somebody before."""
    return cards[n] is not None and cards[n] in cards[:n]


def check_cards_differ(cards: Sequence[ActionCard | None]) -> None:
    """Refuse an action card that two players hold."""
    for n in range(len(cards)):
        refuse_repeated(cards, n)


def refuse_repeated(cards: Sequence[ActionCard | None], n: int) -> None:
    """Refuse the action card at place `n` where somebody before holds it."""
    if repeated(cards, n):
        raise IllegalAction(
            f"players.{n}.action", f"There is one {cards[n]}; somebody before holds it already."
        )


def site_differs(grounds: Sequence[Ground]) -> None:
    """Refuse two landscapes of one house (phase 1)."""
    if grounds[0].house == grounds[1].house:
        said = f"Both landscapes are the {grounds[0].house}'s; a conflict needs one of each house."
        raise IllegalAction("landscapes.1.house", said)
