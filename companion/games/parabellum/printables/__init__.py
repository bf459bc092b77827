"""Everything of Parabellum that goes on paper (contents)."""

from companion.games.parabellum.data import FOLDER
from companion.games.parabellum.printables.aids import AIDS
from companion.games.parabellum.printables.binder import BINDERS
from companion.games.parabellum.printables.cards import CARDS
from companion.games.parabellum.printables.chits import SLIP_SHEETS, TOKEN_SHEETS
from companion.games.parabellum.printables.forms import ANSWERS, BALANCE, ORDERS, ROSTERS
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.maps import MAPS
from companion.games.parabellum.printables.minis import BOARDS, FLAGS, MINIS
from companion.games.parabellum.printables.screen import SCREENS
from companion.games.parabellum.printables.tree import POSTERS
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf

BOXES = tuckboxes(DRESS, 156, "poker")
NAMES = ("Infantry", "Trucks", "Walkers", "Guns", "Tanks", "Engineers", "Haulers", "In play", "Lost")
DIVIDERS = dividers(DRESS, NAMES, "poker")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    CARDS, MAPS, MINIS, FLAGS, TOKEN_SHEETS, SLIP_SHEETS, BOARDS, SCREENS, BALANCE, AIDS, BINDERS, POSTERS,
    ORDERS, ROSTERS, BOXES, DIVIDERS, answers=ANSWERS,
)  # fmt: skip
"""By name, in the order in which the shop shows them."""
