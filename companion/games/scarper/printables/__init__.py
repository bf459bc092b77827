"""Everything of Scarper that goes on paper (specification 10)."""

from companion.games.scarper.data import FOLDER
from companion.games.scarper.printables.aid import AIDS, CHARGE_TABLES, DECK_LISTS, MARKERS
from companion.games.scarper.printables.board import BOARDS
from companion.games.scarper.printables.cards import DECKS
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.record import ANSWERS, POSITIONS, RECORDS, YEAR_SHEETS
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf

BOXES = tuckboxes(DRESS, "allied", 80, "card")
NAMES = ("1914", "1915", "1916", "1917", "1918", "Allied", "German", "In play", "Discards")
DIVIDERS = dividers(DRESS, "allied", NAMES, "card")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    BOXES, DIVIDERS, DECKS, BOARDS, MARKERS, AIDS, POSITIONS, RECORDS, CHARGE_TABLES, DECK_LISTS,
    YEAR_SHEETS, answers=ANSWERS,
)  # fmt: skip
"""By name, in the order in which the shop shows them."""
