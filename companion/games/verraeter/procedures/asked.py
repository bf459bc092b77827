"""What questions share: who takes part, landscapes, house rules, card values (specification 2 and 6)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.reading import Reading
from companion.games.verraeter.data import HOUSES, LANDSCAPES, ActionCard, House, LandscapeType
from companion.games.verraeter.state.cards import Cards, read_cards, starter_cards
from companion.games.verraeter.state.naming import FEWEST_PLAYERS, MOST_PLAYERS, check_unique, read_id
from companion.games.verraeter.state.options import DEFAULTS, Options, read_options


class Ground(NamedTuple):
    """A landscape and the house that it shows."""

    type: LandscapeType
    house: House


def read_grounds(reading: Reading, key: str, count: int) -> tuple[Ground, ...]:
    """So many landscapes, clockwise."""
    listed = reading.items(key, count, count)
    each = (Reading(value, ("type", "house"), reading.at(key, n)) for n, value in enumerate(listed))
    return tuple(Ground(one.name("type", LANDSCAPES), one.name("house", HOUSES)) for one in each)


def asked_options(reading: Reading) -> Options:
    """The house rules of a question."""
    return read_options(reading.value["options"], "options") if "options" in reading else DEFAULTS


def asked_cards(reading: Reading) -> Cards:
    """The card values of a question."""
    return read_cards(reading.value["cards"], "cards") if "cards" in reading else starter_cards()


def rows_of_players(reading: Reading, keys: tuple[str, ...]) -> list[Reading]:
    """Three or four players, one to be read after another."""
    listed = reading.items("players", FEWEST_PLAYERS, MOST_PLAYERS)
    return [Reading(each, keys, reading.at("players", n)) for n, each in enumerate(listed)]


def asked_id(row: Reading) -> str:
    """The identifier of one of them."""
    return read_id(row.raw("id"), row.at("id"))


def check_seated(ids: Sequence[str], named: str | None = None, key: str = "") -> None:
    """Once the whole table of a question is read: every id is unique, and who is named sits here."""
    check_unique(ids, "players", ".id")
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


def named_or_none(row: Reading, key: str, names: tuple[ActionCard, ...]) -> ActionCard | None:
    """An action card, or none where the key is left out or null."""
    return row.name(key, names) if row.value.get(key) is not None else None


def site_differs(grounds: Sequence[Ground]) -> None:
    """Refuse two landscapes of one house (phase 1)."""
    if grounds[0].house == grounds[1].house:
        said = f"Both landscapes are the {grounds[0].house}'s; a conflict needs one of each house."
        raise IllegalAction("landscapes.1.house", said)
