"""The sixty events and twenty missions, with their backs, on cards of any size."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import SIDES, YEARS
from companion.games.scarper.printables import event_card, mission_card
from companion.games.scarper.printables.backs import event_back, mission_back
from companion.games.scarper.printables.card_parts import Frame
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.source import LIBRARY, label_of, library_of, options_of, state_of
from companion.games.scarper.state.library import Library, own_library
from companion.press.blank import blank
from companion.press.document import Document
from companion.press.look import Look
from companion.press.options import CARD_OPTIONS, blank_cards, owner_file, picked, yes_or_no
from companion.press.sheet import Piece
from companion.press.shelf import Made

BLANK = blank_cards("To fill in by hand: so many for each year of events and for each side's missions.")
CHANGED = yes_or_no(
    "changed",
    "Only what is new",
    "Only cards that differ from the starter set, or from the library named as “before”.",
)
BEFORE = owner_file(
    "before", "Library before", "An earlier library file, to print only what has changed since."
)
OPTIONS = (*CARD_OPTIONS, BLANK, CHANGED, LIBRARY, BEFORE)


def _frame(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Frame:
    library = library_of(choices, state_of(scene))
    return Frame(library, DRESS.card_look(choices), label_of(library), options_of(state_of(scene)))


def _old(choices: Mapping[str, Json]) -> Library | None:
    """The cards that need no printing again, if only what is new is asked for."""
    if not choices["changed"]:
        return None
    return own_library(choices["before"], "before")


def _events(frame: Frame, choices: Mapping[str, Json]) -> Iterator[Piece]:
    look, old = frame.look, _old(choices)
    for card in sorted(frame.library.cards.values(), key=lambda card: card.year):
        if old is None or old.cards.get(card.id) != card:
            front = look.sized(event_card.front, card, frame)
            yield Piece(front, event_back(card.year, look))


def _missions(frame: Frame, choices: Mapping[str, Json]) -> Iterator[Piece]:
    look, old = frame.look, _old(choices)
    for mission in sorted(frame.library.missions.values(), key=lambda mission: mission.side):
        if old is None or old.missions.get(mission.id) != mission:
            front = look.sized(mission_card.front, mission, frame)
            yield Piece(front, mission_back(mission.side, look))


def _blanks(look: Look, choices: Mapping[str, Json], *which: str) -> Iterator[Piece]:
    """Cards to fill in by hand, with the backs of their kind."""
    kinds = {"events": [event_back(year, look) for year in YEARS]}
    kinds["missions"] = [mission_back(side, look) for side in SIDES]
    for back in (back for each in which for back in kinds[each]):
        yield Piece(blank(look.trim, f"blank {back.name}", bleed=look.bleed), back, choices["blank"])


def _document(
    pieces: list[Piece], blanks: Iterator[Piece], choices: Mapping[str, Json], title: str
) -> Document:
    wanted = [*picked(pieces, choices), *(blanks if choices["blank"] else ())]
    return DRESS.laid(title, wanted, choices)


def cards(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """All event cards of the library, year by year."""
    frame = _frame(choices, scene)
    blanks = _blanks(frame.look, choices, "events")
    return _document([*_events(frame, choices)], blanks, choices, "event cards")


def missions(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """All mission cards of the library, side by side."""
    frame = _frame(choices, scene)
    blanks = _blanks(frame.look, choices, "missions")
    return _document([*_missions(frame, choices)], blanks, choices, "missions")


def deck(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Events and missions in one go."""
    frame = _frame(choices, scene)
    pieces = [*_events(frame, choices), *_missions(frame, choices)]
    return _document(pieces, _blanks(frame.look, choices, "events", "missions"), choices, "deck")


DECKS: Mapping[str, Made] = {
    "deck": (deck, OPTIONS),
    "cards": (cards, OPTIONS),
    "missions": (missions, OPTIONS),
}
