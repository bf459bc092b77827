"""The sixty-six cards of the box, on cards of any size (contents)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.data import ACTION_CARDS, BUILDING_CARDS, COLOURS, HOUSES
from companion.games.verraeter.printables import fronts, landscape_card, overview_card, player_cards
from companion.games.verraeter.printables.backs import back
from companion.games.verraeter.printables.look import DRESS
from companion.games.verraeter.printables.source import CARDS, Source, source_of
from companion.press.document import Document
from companion.press.face import Face
from companion.press.options import CARD_OPTIONS, Made, adapted, blank_cards, picked
from companion.press.page import Piece
from companion.press.pieces import blank

OVERVIEWS = 6
STRENGTH_ORDER = ("town", "village", "forest", "river", "meadow", "moor")

BLANK = blank_cards("To fill in by hand: so many for each kind of back.")
EXAMPLES = {"only": "Their ids with commas, and how often: town rose, supply 5*3, traitor. Empty: all."}
OPTIONS = adapted((*CARD_OPTIONS, BLANK, CARDS), EXAMPLES, {"format": "american"})


def _landscapes(source: Source) -> Iterator[Piece]:
    """Twelve cards, either house up once: as they come from the printer they are a circle to shuffle."""
    for kind in STRENGTH_ORDER:
        eagle, rose = (landscape_card.side(kind, house, source) for house in HOUSES)
        yield from (Piece(eagle, rose), Piece(rose, eagle))


def _supply(source: Source) -> Iterator[Piece]:
    for value, count in sorted(source.cards.supply.items()):
        if count:
            yield Piece(fronts.supply(value, source), back("supply", source.look), count)


def _actions(source: Source) -> Iterator[Piece]:
    for card in ACTION_CARDS:
        yield Piece(fronts.action(card, source), back("action", source.look))


def _table(source: Source) -> Iterator[Piece]:
    for card in fronts.TABLE_CARDS:
        yield Piece(fronts.on_table(card, source), back("table", source.look))


def _players(source: Source) -> Iterator[Piece]:
    """Each colour's oath and buildings, then the overviews."""
    for colour in COLOURS:
        yield Piece(player_cards.oath("eagle", colour, source), player_cards.oath("rose", colour, source))
    for colour in COLOURS:
        front, reverse = (player_cards.building(what, colour, source) for what in ("estate", "office"))
        yield Piece(front, reverse, BUILDING_CARDS)
    yield Piece(overview_card.front(source), overview_card.reverse(source), OVERVIEWS)


type Kind = Callable[[Source], Iterator[Piece]]


def _cards(
    kinds: Sequence[Kind], title: str, choices: Mapping[str, Json], scene: Scene[Any] | None
) -> Document:
    """A document of these kinds of cards."""
    look = DRESS.card_look(choices)
    source = source_of(choices, scene, look)
    pieces = picked(look.sized(lambda: [piece for kind in kinds for piece in kind(source)]), choices)
    if choices["blank"]:
        pieces += _blanks(pieces, source, choices["blank"])
    return DRESS.laid(title, pieces, choices)


def _blanks(pieces: Sequence[Piece], source: Source, count: int) -> list[Piece]:
    """Cards to fill in by hand, for each back that hides what a card is."""
    backs: dict[str, Face] = {
        piece.back.name: piece.back for piece in pieces if piece.back and piece.back.name.startswith("back ")
    }
    look = source.look
    named = backs.items() or {"two-sided": None}.items()
    return [Piece(blank(look.trim, f"blank {name}", bleed=look.bleed), face, count) for name, face in named]


def _deck(title: str, *kinds: Kind) -> Made:
    return partial(_cards, kinds, title), OPTIONS


DECKS: Mapping[str, Made] = {
    "deck": _deck("the whole deck", _landscapes, _supply, _actions, _table, _players),
    "landscapes": _deck("landscape cards", _landscapes),
    "action-cards": _deck("action and supply cards", _actions, _supply),
    "player-cards": _deck("players' cards", _players),
    "table-cards": _deck("strategy, conflict, start player", _table),
}
