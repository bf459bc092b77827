"""The cards of a box as a library file gives them: events by year, missions by side (specification 9.4)."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput, join, under
from companion.engine.shape import AsOne, Between, ByHand, DistinctBy, Known
from companion.engine.wire import Json
from companion.games.scarper.data import FOLDER, SIDES, YEARS, CardSide, Side
from companion.games.scarper.state.board import Identifier, Text
from companion.games.scarper.state.conditions import Claim, Judged, Year, read_demand
from companion.games.scarper.state.effects import Effect, Ongoing, read_effect, read_ongoing

LEAST_CARDS, LEAST_MISSIONS = 9, 10
"""Cards a year, one more than 1914 deals (R33), and missions a side: two a year (R25)."""
TWICE = "“{given}” stands here twice; every id must be its own."
ANOTHER = "{given} was given; this must be the id of another card of this library."
LINKS = ("requires", "cancels", "prevents")

type Others = tuple[Annotated[str, Known("cards", ANOTHER)], ...]
type Effects = tuple[Annotated[Effect, ByHand(read_effect, knowing="cards"), AsOne], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One event card (2.2.1). `remain` is the underlined title (5.2.1)."""

    id: Identifier
    year: Year
    side: CardSide
    points: Annotated[int, Between(1, 6)]
    title: Text
    text: str = ""
    remain: bool = False
    requires: Others = ()
    cancels: Others = ()
    prevents: Others = ()
    effects: Effects = ()
    ongoing: tuple[Annotated[Ongoing, ByHand(read_ongoing), AsOne], ...] = ()


def read_card(value: Json, cards: Collection[str]) -> Card:
    """A card of a library with these cards; `InvalidInput` at the fault."""
    card: Card = shape.read(Card, value, names={"cards": cards})
    for key in LINKS:
        if card.id in getattr(card, key):
            raise InvalidInput(join(key, value[key].index(card.id)), ANOTHER.format(given=f"“{card.id}”"))
    if card.ongoing and not card.remain:
        raise InvalidInput("ongoing", "Only a card that remains in play has a lasting effect.")
    requires, cancels, prevents = (tuple(dict.fromkeys(getattr(card, key))) for key in LINKS)
    return replace(card, requires=requires, cancels=cancels, prevents=prevents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """One mission card (2.2.2)."""

    id: Identifier
    side: Side
    title: Text
    text: str = ""
    condition: Annotated[Claim | Judged, ByHand(read_demand, knowing="cards"), AsOne]


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A box's cards and missions by id, in the file's order; `given` is the file as it came."""

    id: str
    title: str
    cards: Mapping[str, Card]
    missions: Mapping[str, Mission]
    given: Json = field(repr=False)

    def of_year(self, year: int) -> tuple[str, ...]:
        """The cards of a year's deck."""
        return tuple(card.id for card in self.cards.values() if card.year == year)

    def missions_of(self, side: Side) -> tuple[str, ...]:
        """The missions of a side's deck."""
        return tuple(mission.id for mission in self.missions.values() if mission.side == side)


@cache
def starter_library() -> Library:
    """The project's own sixty cards and twenty missions."""
    return read_library(json.loads((FOLDER / "starter" / "library.json").read_text("utf-8")), "library")


def own_library(value: Json, path: str = "library") -> Library:
    """The library of a file that somebody may have brought; the starter's where there is none."""
    return starter_library() if value is None else read_library(value, path)


class File(NamedTuple):
    """A library file (specification 9.4)."""

    id: Identifier
    title: Text
    cards: Annotated[tuple[Annotated[Card, ByHand(read_card, knowing="cards")], ...], DistinctBy("id", TWICE)]
    missions: Annotated[tuple[Mission, ...], DistinctBy("id", TWICE)]


def read_library(value: Json, path: str) -> Library:
    """Check a library file; `InvalidInput` at the fault, as specification 9.4 names it."""
    file: File = shape.read(File, value, path, names={"cards": _ids(value)})
    cards = {each.id: each for each in file.cards}
    missions = {each.id: each for each in file.missions}
    library = Library(id=file.id, title=file.title, cards=cards, missions=missions, given=value)
    _enough(library, path)
    return library


def _ids(value: Json) -> dict[str, None]:
    """What its cards are called, before they are read: they name one another."""
    listed = value.get("cards") if type(value) is dict else ()
    cards = [each for each in listed if type(each) is dict] if type(listed) is list else []
    return {each["id"]: None for each in cards if type(each.get("id")) is str}


def with_card(library: Library, value: Json, path: str) -> Library:
    """The library and one card more; `InvalidInput` at the fault."""
    with under(path):
        card = read_card(value, library.cards)
    given = {**library.given, "cards": [*library.given["cards"], value]}
    return replace(library, cards={**library.cards, card.id: card}, given=given)


def _enough(library: Library, path: str) -> None:
    for year in YEARS:
        if (count := len(library.of_year(year))) < LEAST_CARDS:
            wanted = f"{year} has {count} cards; a year needs at least {LEAST_CARDS}."
            raise InvalidInput(join(path, "cards"), wanted)
    for side in SIDES:
        if (count := len(library.missions_of(side))) < LEAST_MISSIONS:
            wanted = f"The {side} side has {count} missions; it needs at least {LEAST_MISSIONS}."
            raise InvalidInput(join(path, "missions"), wanted)
