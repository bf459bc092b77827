"""Everything of Proelii that goes on paper (specification 10)."""

from companion.games.proelii.data import FOLDER
from companion.games.proelii.printables.aid import AIDS
from companion.games.proelii.printables.battle_sheet import SHEETS
from companion.games.proelii.printables.battlefield import BOARDS
from companion.games.proelii.printables.ledger_sheet import LEDGERS
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.printables.losses_sheet import ANSWERS, LOSSES
from companion.games.proelii.printables.markers import MARKERS
from companion.games.proelii.printables.record import RECORDS
from companion.games.proelii.printables.tokens import TOKENS
from companion.games.proelii.printables.unit_cards import CARDS
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf

BOXES = tuckboxes(DRESS, "minium", 8, "card")
NAMES = ("Units", "Energy", "Losses")
DIVIDERS = dividers(DRESS, "minium", NAMES, "card")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    BOXES,
    DIVIDERS,
    TOKENS,
    CARDS,
    MARKERS,
    BOARDS,
    SHEETS,
    LEDGERS,
    RECORDS,
    AIDS,
    LOSSES,
    answers=ANSWERS,
)
"""By name, in the order in which the shop shows them."""
