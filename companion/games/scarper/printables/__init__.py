"""Everything of Scarper that goes on paper (specification 10)."""

from companion.games.scarper.data import FOLDER
from companion.games.scarper.printables.aid import AIDS
from companion.games.scarper.printables.board import BOARDS
from companion.games.scarper.printables.charge_table import CHARGE_TABLES
from companion.games.scarper.printables.deck_list import DECK_LISTS
from companion.games.scarper.printables.decks import DECKS
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.markers import MARKERS
from companion.games.scarper.printables.position import POSITIONS
from companion.games.scarper.printables.records import RECORDS
from companion.games.scarper.printables.year_sheet import ANSWERS, YEAR_SHEETS
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
