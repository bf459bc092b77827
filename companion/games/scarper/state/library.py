"""The cards of a box as a library file gives them: events by year, missions by side (specification 9.4)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, say
from companion.engine.wire import Json
from companion.games.scarper.data import CARD_SIDES, FOLDER, SIDES, YEARS, CardSide, Side
from companion.games.scarper.state.board import read_identifier
from companion.games.scarper.state.conditions import TABLE, Condition, cards_named, read_condition
from companion.games.scarper.state.effects import Effect, Ongoing, read_effect, read_ongoing

CARD_KEYS = ("id", "year", "side", "points", "title", "text", "remain", "requires", "cancels", "prevents")
LEAST_CARDS, LEAST_MISSIONS = 9, 10
"""Cards a year, one more than 1914 deals (R33), and missions a side: two a year (R25)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One event card (2.2.1). `remain` is the underlined title (5.2.1)."""

    id: str
    year: int
    side: CardSide
    points: int
    title: str
    text: str
    remain: bool
    requires: tuple[str, ...]
    cancels: tuple[str, ...]
    prevents: tuple[str, ...]
    effects: tuple[Effect, ...]
    ongoing: tuple[Ongoing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """One mission card (2.2.2); a condition `table` is judged by the table."""

    id: str
    side: Side
    title: str
    text: str
    condition: Condition


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


def read_library(value: Json, path: str) -> Library:
    """Check a library file; `InvalidInput` at the fault, as specification 9.4 names it."""
    reading = Reading(value, ("id", "title", "cards", "missions"), path)
    identifier, title = read_identifier(reading, "id"), reading.text("title")
    listed = reading.items("cards")
    known = {each["id"] for each in listed if type(each) is dict and type(each.get("id")) is str}
    cards: dict[str, Card] = {}
    for n, each in enumerate(listed):
        card = _card(each, reading.at("cards", n), known)
        _first_of_its_name(card.id, cards, reading.at("cards", n, "id"))
        cards[card.id] = card
    missions: dict[str, Mission] = {}
    for n, each in enumerate(reading.items("missions")):
        mission = _mission(each, reading.at("missions", n), known)
        _first_of_its_name(mission.id, missions, reading.at("missions", n, "id"))
        missions[mission.id] = mission
    library = Library(id=identifier, title=title, cards=cards, missions=missions, given=value)
    _enough(library, reading)
    return library


def with_card(library: Library, value: Json, path: str) -> Library:
    """The library and one card more; `InvalidInput` at the fault."""
    card = _card(value, path, set(library.cards))
    given = {**library.given, "cards": [*library.given["cards"], value]}
    return replace(library, cards={**library.cards, card.id: card}, given=given)


def _first_of_its_name(identifier: str, seen: Mapping[str, object], path: str) -> None:
    if identifier in seen:
        raise InvalidInput(path, f"“{identifier}” stands here twice; every id must be its own.")


def _enough(library: Library, reading: Reading) -> None:
    for year in YEARS:
        if (count := len(library.of_year(year))) < LEAST_CARDS:
            wanted = f"{year} has {count} cards; a year needs at least {LEAST_CARDS}."
            raise InvalidInput(reading.at("cards"), wanted)
    for side in SIDES:
        if (count := len(library.missions_of(side))) < LEAST_MISSIONS:
            wanted = f"The {side} side has {count} missions; it needs at least {LEAST_MISSIONS}."
            raise InvalidInput(reading.at("missions"), wanted)


def _card(value: Json, path: str, known: set[str]) -> Card:
    reading = Reading(value, (*CARD_KEYS, "effects", "ongoing"), path)
    return Card(
        id=read_identifier(reading, "id"),
        year=reading.integer("year", YEARS[0], YEARS[-1]),
        side=reading.name("side", CARD_SIDES),
        points=reading.integer("points", 1, 6),
        title=reading.text("title"),
        text=reading.text("text", 0) if "text" in reading else "",
        remain=reading.boolean("remain") if "remain" in reading else False,
        requires=_others(reading, "requires", known),
        cancels=_others(reading, "cancels", known),
        prevents=_others(reading, "prevents", known),
        effects=_effects(reading, known),
        ongoing=_ongoing(reading),
    )


def _others(reading: Reading, key: str, known: set[str]) -> tuple[str, ...]:
    listed = reading.items(key) if key in reading else []
    for n, each in enumerate(listed):
        if type(each) is not str or each not in known or each == reading.value["id"]:
            wanted = f"{say(each)} was given; this must be the id of another card of this library."
            raise InvalidInput(reading.at(key, n), wanted)
    return tuple(dict.fromkeys(listed))


def _effects(reading: Reading, known: set[str]) -> tuple[Effect, ...]:
    listed = reading.items("effects") if "effects" in reading else []
    effects = tuple(read_effect(each, reading.at("effects", n)) for n, each in enumerate(listed))
    for n, effect in enumerate(effects):
        _known_cards(effect.condition, known, reading.at("effects", n))
    return effects


def _ongoing(reading: Reading) -> tuple[Ongoing, ...]:
    listed = reading.items("ongoing") if "ongoing" in reading else []
    ongoing = tuple(read_ongoing(each, reading.at("ongoing", n)) for n, each in enumerate(listed))
    if ongoing and not reading.value.get("remain"):
        raise InvalidInput(reading.at("ongoing"), "Only a card that remains in play has a lasting effect.")
    return ongoing


def _known_cards(condition: Condition | None, known: set[str], path: str) -> None:
    unknown = cards_named(condition) - known if condition else ()
    if unknown:
        raise InvalidInput(path, f"The library has no card “{min(unknown)}” that could be in play.")


def _mission(value: Json, path: str, known: set[str]) -> Mission:
    reading = Reading(value, ("id", "side", "title", "text", "condition"), path)
    return Mission(
        id=read_identifier(reading, "id"),
        side=reading.name("side", SIDES),
        title=reading.text("title"),
        text=reading.text("text", 0) if "text" in reading else "",
        condition=_condition(reading, known),
    )


def _condition(reading: Reading, known: set[str]) -> Condition:
    value, path = reading.raw("condition"), reading.at("condition")
    if value == {"p": "table"}:
        return TABLE
    try:
        condition = read_condition(value, "")
    except InvalidInput as error:
        inside = f"At “{error.path}”: {error.message}" if error.path else error.message
        raise InvalidInput(path, inside) from error
    _known_cards(condition, known, path)
    return condition
