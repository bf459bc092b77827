"""Where a print's values and words come from: a live table, an owner's file, the starter table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.state import Cards, Options, State, Words, starter_cards
from companion.games.verraeter.state.cards import read_file
from companion.press.look import Look
from companion.press.options import owner_file

CARDS = owner_file(
    "cards", "Card values", "A file of card values; without it the table's own, or the starter table."
)
STARTER = ("Starter table, not the printed one", "Starter table", "")


@dataclass(frozen=True, slots=True)
class Source:
    """What all cards of one print share: values, words, house rules, and what says whose they are.

    `label` is written the longest way that a card has room for.
    """

    cards: Cards
    words: Words
    options: Options
    label: tuple[str, ...]
    look: Look


def state_of(scene: Scene[Any] | None) -> State | None:
    """The live game, if one is printed."""
    return scene.state if scene else None


def source_of(choices: Mapping[str, Json], scene: Scene[Any] | None, look: Look) -> Source:
    """The box to print from; `InvalidInput` with the path of a file's first bad value (9.4)."""
    state = state_of(scene)
    options = state.options if state else Options()
    if choices.get("cards") is not None:
        cards, words = read_file(choices["cards"], "cards")
        return Source(cards, words, options, (choices["cards"]["name"], ""), look)
    if state:
        return Source(state.cards, state.words, options, _label(state.cards), look)
    return Source(starter_cards(), Words(), options, STARTER, look)


def _label(cards: Cards) -> tuple[str, ...]:
    """A table says whose its values are only where they are the starter table's."""
    return STARTER if cards.landscapes == starter_cards().landscapes else ("",)
