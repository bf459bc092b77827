"""Everything of SCOPE that goes on paper (specification 10)."""

from companion.games.scope.data import FOLDER
from companion.games.scope.printables.aid import AIDS
from companion.games.scope.printables.decks import DECKS
from companion.games.scope.printables.look import DRESS
from companion.games.scope.printables.nights_sheet import NIGHTS
from companion.games.scope.printables.plan import PLANS_MADE
from companion.games.scope.printables.points_sheet import ANSWERS, POINTS_SHEETS
from companion.games.scope.printables.position import POSITIONS
from companion.games.scope.printables.record import RECORDS
from companion.games.scope.printables.scenario_sheet import SCENARIOS
from companion.games.scope.printables.seal_slips import SLIPS
from companion.games.scope.printables.search_log import LOGS
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
