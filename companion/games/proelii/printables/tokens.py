"""Unit tokens to cut out: a battle's, or the box's twelve and twelve with their spares (9.1, 10)."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import SIDES, Kind
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.printables.octagon import Token, back, lettered
from companion.games.proelii.printables.source import BATTLE, OWN, army, state_of, title_of
from companion.press.document import Document
from companion.press.look import Look
from companion.press.options import TOKEN_OPTIONS, Made, picked, yes_or_no
from companion.press.page import Piece

BOX = yes_or_no(
    "box", "The whole box", "Twelve a side and twelve spares, without names, instead of a battle's."
)
EACH: Mapping[Kind, int] = {
    "skirmishers": 3,
    "light_infantry": 3,
    "mercenaries": 3,
    "heavy_infantry": 7,
    "bow_cavalry": 2,
    "cavalry": 3,
    "war_elephants": 2,
    "chariots": 1,
}
"""How many of each type a side's twenty-four are."""


def tokens(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Tokens of 25 mm, their backs without energy."""
    look = DRESS.look(choices)
    if choices["box"]:
        return DRESS.laid("unit tokens", picked(list(_box(look)), choices), choices)
    state = state_of(choices, scene)
    pieces = []
    for side in SIDES:
        for _, unit in army(state, side):
            token = Token(unit.side, unit.type, unit.experience, unit.name)
            pieces.append(Piece(lettered(token, look), back(token)))
    return DRESS.laid(f"unit tokens, {title_of(choices, scene)}", picked(pieces, choices), choices)


def _box(look: Look) -> Iterator[Piece]:
    """Twenty-four of each side, regulars; experience lies below them as a ring."""
    for side in SIDES:
        for kind, count in EACH.items():
            token = Token(side, kind, "regular")
            yield Piece(lettered(token, look), back(token), count)


TOKENS: Mapping[str, Made] = {
    "unit-tokens": (tokens, (BATTLE, BOX, OWN, *TOKEN_OPTIONS)),
}
