"""Unit Tracking Cards to print: the catalogue's, blank ones, and the roster behind a screen as it stands."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables.card_facts import of_type, of_unit
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.source import BINDER, binder_of, held
from companion.games.parabellum.printables.unit_card import blank_card, unit_card
from companion.games.parabellum.printables.unit_card.back import unit_back
from companion.games.parabellum.state import State
from companion.press.document import Document
from companion.press.look import Look
from companion.press.options import (
    CARD_OPTIONS,
    Made,
    adapted,
    blank_cards,
    larger_than,
    leading,
    pick,
    picked,
    whole_number,
    yes_or_no,
)
from companion.press.page import Piece
from companion.press.text import CannotPrint

UNLIMITED = 8
"""Cards printed of a type of which a binder allows any number."""

COUNT = leading(
    pick(
        "count",
        "How many of each type",
        "A card for each unit that may be in play at once, or one of each to look through.",
        (("catalogue", "As many as the catalogue has"), ("one", "One of each type")),
    )
)
BLANK = blank_cards("To fill in by hand, after the others.", 27)
BLANKS = whole_number("sheets", "Sheets", "How many sheets of blank cards.", 1, (1, 9))
CODES = yes_or_no(
    "codes", "A code on every card", "A tablet that holds the seat opens that unit by it.", default=True
)
WHICH = pick(
    "which",
    "Units",
    "Those that can be played with now, or also the cards still in reserve.",
    (("all", "All of them"), ("mustered", "Mustered ones only")),
)

EXAMPLES = {
    "only": "Their ids with commas, and how often: regular_infantry*4, main_battle_tank. Empty: all.",
    "format": "Unit cards are 63.5 × 88.9 mm, nine to a sheet of nine-pocket sleeves.",
}
OWN = {"format": "poker"}
SIZES = larger_than(CARD_OPTIONS, "micro", "mini-american", "mini-european", "half-poker", "domino")
LIVE_EXAMPLES = {**EXAMPLES, "only": "Their numbers with commas: u3, u7. Empty: all."}


def unit_cards(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The catalogue's cards, each as often as it may be in play."""
    binder, look = binder_of(choices, scene), DRESS.card_look(choices)
    pieces = []
    for kind in binder.units.values():
        copies = (UNLIMITED if kind.cards is None else kind.cards) if choices["count"] == "catalogue" else 1
        if copies:
            back = unit_back(kind.unit_class, binder.footprint(kind.id), look)
            front = look.sized(unit_card, of_type(binder, kind), kind.id, look)
            pieces.append(Piece(replace(front, title=kind.name), back, copies))
    chosen = picked(pieces, choices)
    if choices["blank"]:
        chosen.append(Piece(blank_card(look), None, choices["blank"]))
    return DRESS.laid("unit cards", chosen, choices)


def blanks(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Sheets of blank cards, nine to a sheet at their own size."""
    look = DRESS.card_look(choices)
    face = look.sized(blank_card, look)
    return DRESS.laid("blank unit cards", [Piece(face, None, 9 * choices["sheets"])], choices)


def roster(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The cards of the seat that prints, as they stand, by seat and number."""
    assert scene
    state: State = scene.state
    look = DRESS.card_look(choices)
    address = scene.address if choices["codes"] else ""
    pieces = [
        _live(state, unit, look, address)
        for player in held(scene)
        for unit in state.of(player)
        if choices["which"] == "all" or state.units[unit].where != "reserve"
    ]
    if not pieces:
        raise CannotPrint("table", "There is no unit to print yet: buy one, or print the catalogue's cards.")
    bare = ", no codes: this print knows no address" if choices["codes"] and not address else ""
    return DRESS.laid("roster", picked(pieces, choices), choices, bare)


def _live(state: State, unit: str, look: Look, address: str) -> Piece:
    facts = of_unit(state, unit, address)
    ground = f"seat{state.players[state.units[unit].owner].seat}"
    front = look.sized(unit_card, facts, unit, look, ground)
    return Piece(front, unit_back(facts.unit_class, facts.footprint, look))


CARDS: Mapping[str, Made] = {
    "unit-cards": (unit_cards, adapted((*SIZES, COUNT, BLANK, BINDER), EXAMPLES, OWN)),
    "roster-cards": (roster, adapted((*SIZES, WHICH, CODES), LIVE_EXAMPLES, OWN)),
    "blank-cards": (blanks, adapted((*SIZES, BLANKS), {}, OWN)),
}
