"""The desk of Scarper: its sixteen procedures, in the order in which people ask them."""

from companion.engine.procedure import on_desk
from companion.games.scarper.data import FOLDER
from companion.games.scarper.screens.desk import attack, cards, war, year

__all__ = ["PROCEDURES"]

PROCEDURES = on_desk(
    FOLDER / "screens" / "desk" / "desk.json",
    *(attack.ANSWERS, year.ANSWERS, cards.ANSWERS, cards.FILES),
    ready=war.PROCEDURES,
)
