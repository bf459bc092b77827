"""Everything of SCOPE that goes on paper (specification 10)."""

from companion.games.scope.data import FOLDER
from companion.games.scope.printables.aid import AIDS, SCENARIOS, SLIPS
from companion.games.scope.printables.battlefield import LOGS, PLANS_MADE, POSITIONS
from companion.games.scope.printables.cards import DECKS
from companion.games.scope.printables.look import DRESS
from companion.games.scope.printables.record import ANSWERS, NIGHTS, POINTS_SHEETS, RECORDS
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf

BOXES = tuckboxes(DRESS, "night", 58, "card")
NAMES = ("German", "Soviet", "Shots")
DIVIDERS = dividers(DRESS, "night", NAMES, "card")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    BOXES, DIVIDERS, DECKS, SCENARIOS, AIDS, PLANS_MADE, LOGS, SLIPS, POSITIONS, RECORDS, NIGHTS,
    POINTS_SHEETS, answers=ANSWERS,
)  # fmt: skip
"""By name, in the order in which the shop shows them."""
