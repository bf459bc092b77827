"""The sixty events and twenty missions, with their backs, nine to a sheet."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Printable, Scene
from companion.engine.wire import Json
from companion.games.scarper.printables import event_card, mission_card
from companion.games.scarper.printables.backs import event_back, mission_back
from companion.games.scarper.printables.event_card import Frame
from companion.games.scarper.printables.look import Look
from companion.games.scarper.printables.source import LIBRARY, label_of, library_of, options_of, state_of
from companion.press.document import Document
from companion.press.options import BACKS, INK, LARGE, MARKS, PAPER, layout
from companion.press.sheet import Piece, impose

OPTIONS = (PAPER, INK, MARKS, BACKS, LARGE, LIBRARY)


def _look(choices: Mapping[str, Json]) -> Look:
    return Look(saver=choices["ink"] == "saver", large=choices["large"])


def _frame(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Frame:
    library = library_of(choices, state_of(scene))
    return Frame(library, _look(choices), label_of(library))


def _events(frame: Frame) -> list[Piece]:
    cards = sorted(frame.library.cards.values(), key=lambda card: card.year)
    return [Piece(event_card.front(card, frame), event_back(card.year, frame.look)) for card in cards]


def _missions(frame: Frame, scene: Scene[Any] | None) -> list[Piece]:
    options = options_of(state_of(scene))
    missions = sorted(frame.library.missions.values(), key=lambda mission: mission.side)
    return [
        Piece(mission_card.front(mission, frame, options), mission_back(mission.side, frame.look))
        for mission in missions
    ]


def _document(pieces: list[Piece], choices: Mapping[str, Json], title: str) -> Document:
    pages = impose(pieces, layout(choices, f"Scarper {title}"))
    return Document(f"Scarper: {title}", pages, choices["paper"], grey=choices["ink"] == "grey")


def cards(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """All event cards of the library, year by year."""
    return _document(_events(_frame(choices, scene)), choices, "event cards")


def missions(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """All mission cards of the library, side by side."""
    return _document(_missions(_frame(choices, scene), scene), choices, "missions")


def deck(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Events and missions in one go."""
    frame = _frame(choices, scene)
    return _document([*_events(frame), *_missions(frame, scene)], choices, "deck")


DECKS = (
    Printable(
        name="deck",
        title="The whole deck",
        summary="Sixty events and twenty missions with their backs, 63 × 88 mm.",
        make=deck,
        options=OPTIONS,
        table="may",
    ),
    Printable(
        name="cards",
        title="Event cards",
        summary="Sixty events with the year on their backs, 63 × 88 mm.",
        make=cards,
        options=OPTIONS,
        table="may",
    ),
    Printable(
        name="missions",
        title="Mission cards",
        summary="Ten missions a side, 63 × 88 mm.",
        make=missions,
        options=OPTIONS,
        table="may",
    ),
)
