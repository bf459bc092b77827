"""The contents of a card library on paper: every card by year with what hangs on it, and the missions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import SIDE_NAMES, SIDES, YEARS
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.sheets import side
from companion.games.scarper.printables.source import LIBRARY, label_of, library_of, state_of
from companion.games.scarper.state import Card, Library
from companion.press.options import TEXT_OPTIONS, Made
from companion.press.prose import Markup, Prose, join, table, tag


def deck_list(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """All cards of the library by year, then the missions by side."""
    library = library_of(choices, state_of(scene))
    body = join((
        tag("h1", "Scarper"),
        tag("p", f"{library.title}. {len(library.cards)} events, {len(library.missions)} missions. "
                 f"{label_of(library)}.", kind="lead"),
        *_years(library),
        *_missions(library),
    ))  # fmt: skip
    return DRESS.prose(choices, "deck list", body)


def _years(library: Library) -> Iterator[Markup]:
    for year in YEARS:
        cards = [library.cards[each] for each in library.of_year(year)]
        rows = [_row(card, library) for card in cards]
        yield tag("h2", year, f": {len(cards)} cards")
        yield table(("Card", "Side", "Points", "What it does", "Hangs on"), rows, kind="list wide cards")


def _row(card: Card, library: Library) -> tuple[object, ...]:
    named = {"needs": card.requires, "cancels": card.cancels, "prevents": card.prevents}
    links = [f"{word} {library.cards[each].title}" for word, ids in named.items() for each in ids]
    title = tag("u", card.title) if card.remain else card.title
    whose = side(card.side) if card.side in SIDES else SIDE_NAMES[card.side]
    return (title, whose, card.points, card.text, "; ".join(links))


def _missions(library: Library) -> Iterator[Markup]:
    """Every task once, with the sides that can draw it."""
    drawn = defaultdict[tuple[str, str], list[str]](list)
    for whose in SIDES:
        for each in map(library.missions.__getitem__, library.missions_of(whose)):
            drawn[each.title, each.text].append(whose)
    rows = [
        (title, Markup(" ".join(map(side, sides))), text)
        for (title, text), sides in sorted(drawn.items(), key=lambda told: -len(told[1]))
    ]
    yield tag("h2", "Missions")
    yield table(("Mission", "Side", "To do"), rows, kind="list thirds tasks")


DECK_LISTS: Mapping[str, Made] = {
    "deck-list": (deck_list, (*TEXT_OPTIONS, LIBRARY)),
}
