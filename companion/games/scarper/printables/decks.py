"""The sixty events and twenty missions, with their backs, on cards of any size."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import SIDES, YEARS
from companion.games.scarper.printables import event_card, mission_card
from companion.games.scarper.printables.backs import event_back, mission_back
from companion.games.scarper.printables.card_parts import Frame, set_front
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.source import (
    LIBRARY,
    OPTIONS,
    label_of,
    library_of,
    options_of,
    state_of,
)
from companion.games.scarper.state.library import own_library
from companion.press.document import Document
from companion.press.face import Face
from companion.press.look import Look, Place
from companion.press.options import CARD_OPTIONS, Made, blank_cards, larger_than, picked
from companion.press.page import Piece
from companion.press.pieces import blank

BLANK = blank_cards("To fill in by hand: so many for each year of events and for each side's missions.")
CHOICES = (*larger_than(CARD_OPTIONS, "micro"), BLANK, OPTIONS["changed"], LIBRARY, OPTIONS["before"])


class Kind(NamedTuple):
    """Cards of one kind: where a library has them, by what they lie in order and have a back, their faces."""

    cards: Literal["cards", "missions"]
    by: Literal["year", "side"]
    of: Sequence[Any]
    front: tuple[Place[Any], ...]
    back: Callable[[Any, Look], Face]


EVENTS = Kind("cards", "year", YEARS, event_card.FACE, event_back)
MISSIONS = Kind("missions", "side", SIDES, mission_card.FACE, mission_back)


def _pieces(kind: Kind, frame: Frame, choices: Mapping[str, Json]) -> Iterator[Piece]:
    """The cards of a kind, but those that need no printing again if only what is new is asked for."""
    old = getattr(own_library(choices["before"], "before"), kind.cards) if choices["changed"] else {}
    for card in sorted(getattr(frame.library, kind.cards).values(), key=attrgetter(kind.by)):
        if old.get(card.id) != card:
            front = frame.look.sized(set_front, kind.front, card, frame, f"{kind.cards}.{card.id}")
            yield Piece(front, kind.back(getattr(card, kind.by), frame.look))


def _blanks(kind: Kind, look: Look, count: int) -> Iterator[Piece]:
    """Cards to fill in by hand, with the backs of their kind."""
    for back in (kind.back(each, look) for each in kind.of):
        yield Piece(blank(look.trim, f"blank {back.name}", bleed=look.bleed), back, count)


def _deck(
    kinds: Sequence[Kind], title: str, choices: Mapping[str, Json], scene: Scene[Any] | None
) -> Document:
    """All cards of some kinds in the library, in their order, and blank ones if they are asked for."""
    state, count = state_of(scene), choices["blank"]
    library = library_of(choices, state)
    frame = Frame(library, DRESS.card_look(choices), options_of(state))
    wanted = picked([piece for kind in kinds for piece in _pieces(kind, frame, choices)], choices)
    blanks = [piece for kind in kinds for piece in _blanks(kind, frame.look, count)] if count else []
    return DRESS.laid(title, [*wanted, *blanks], choices, f" · {label_of(library)}")


DECKS: Mapping[str, Made] = {
    "deck": (partial(_deck, (EVENTS, MISSIONS), "deck"), CHOICES),
    "cards": (partial(_deck, (EVENTS,), "event cards"), CHOICES),
    "missions": (partial(_deck, (MISSIONS,), "missions"), CHOICES),
}
