"""The sixty cards of the box: twenty-nine areas and a shot card a side, with their backs (9.1, 10)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scope.data import CUSTOM_LIMITS, SIDES, Card, Side
from companion.games.scope.printables import area_card
from companion.games.scope.printables.area_card import Shown
from companion.games.scope.printables.backs import back, square_back
from companion.games.scope.printables.look import DRESS, SQUARE
from companion.games.scope.printables.shot_card import shot_card
from companion.games.scope.printables.source import BOX as FILE
from companion.games.scope.printables.source import Box, box_of, own_name
from companion.press.document import Document
from companion.press.look import Look
from companion.press.options import CARD_OPTIONS, Made, adapted, blank_cards, picked
from companion.press.page import Piece, Size
from companion.press.pieces import blank

ORDER: tuple[Card, ...] = (
    "sniper", "officer", "scout", "mortar", "machine_gun", "infantry", "decoy", "empty",
)  # fmt: skip
"""How the cards of a side lie on their sheets."""
BLANK = blank_cards("To fill in by hand: so many with each side's back.")
EXAMPLES = {"only": "Their ids with commas, and how often: sniper german, empty soviet*6. Empty: all."}
OPTIONS = adapted((*CARD_OPTIONS, BLANK, FILE), EXAMPLES)


def _areas(sides: Sequence[Side], box: Box, look: Look) -> Iterator[Piece]:
    """The area cards of each side; those of one kind and name lie together."""
    for side in sides:
        for card in ORDER:
            names = [own_name(box, side, card, n) for n in range(CUSTOM_LIMITS[card][1])]
            for name in dict.fromkeys(names):
                shown = Shown(card, side, box.points.of(card), name, look)
                front = area_card.front(shown, f"{card} {side}")
                yield Piece(front, back(side, look), names.count(name))


def _shots(sides: Sequence[Side], look: Look) -> Iterator[Piece]:
    for side in sides:
        yield Piece(shot_card(side, look), square_back(side, look))


def _blanks(sides: Sequence[Side], look: Look, count: int) -> Iterator[Piece]:
    for side in sides if count else ():
        yield Piece(blank(look.trim, f"blank {side}", bleed=look.bleed), back(side, look), count)


def square(look: Look) -> Look:
    """The same for shot cards: as wide as an area card is high, so that they cover a crossing of four."""
    side = max(look.trim.width, look.trim.height)
    return replace(look, design=SQUARE, trim=Size(side, side))


class Deck(NamedTuple):
    """What one print holds: the cards of these sides, areas or shots or both."""

    title: str
    sides: Sequence[Side] = SIDES
    areas: bool = True


def _cards(deck: Deck, choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A document of these cards, each size on sheets of its own."""
    look, box, sides = DRESS.card_look(choices), box_of(choices, scene), deck.sides
    pieces = look.sized(lambda: list(_areas(sides, box, look))) if deck.areas else []
    pieces += square(look).sized(lambda: list(_shots(sides, square(look))))
    blanks = _blanks(sides, look, choices["blank"]) if deck.areas else ()
    return DRESS.by_size(deck.title, [*picked(pieces, choices), *blanks], choices)


DECKS: Mapping[str, Made] = {
    "deck": (partial(_cards, Deck("the whole deck")), OPTIONS),
    "german-cards": (partial(_cards, Deck("German cards", ("german",))), OPTIONS),
    "soviet-cards": (partial(_cards, Deck("Soviet cards", ("soviet",))), OPTIONS),
    "shot-cards": (partial(_cards, Deck("shot cards", areas=False)), OPTIONS),
}
