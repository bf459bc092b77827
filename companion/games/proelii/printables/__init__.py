"""Everything of Proelii that goes on paper (specification 10)."""

from companion.games.proelii.data import FOLDER
from companion.games.proelii.printables.aid import AIDS, CARDS
from companion.games.proelii.printables.battlefield import BOARDS, MARKERS, SHEETS, TOKENS
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.printables.record import ANSWERS, LEDGERS, LOSSES, RECORDS
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
