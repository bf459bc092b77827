"""Everything of Verräter that goes on paper (specification 10)."""

from companion.games.verraeter.data import FOLDER
from companion.games.verraeter.printables.decks import DECKS
from companion.games.verraeter.printables.look import DRESS
from companion.games.verraeter.printables.pads.score_pad import ANSWERS, PADS
from companion.games.verraeter.printables.phase_aid import AIDS
from companion.games.verraeter.printables.record import RECORDS
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf

BOXES = tuckboxes(DRESS, "court", 66, "american")
NAMES = ("Landscapes", "Actions", "Supply", "Oaths", "Estates", "Table")
DIVIDERS = dividers(DRESS, "court", NAMES, "american")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    BOXES, DIVIDERS, DECKS, AIDS, PADS, RECORDS, answers=ANSWERS,
)  # fmt: skip
"""By name, in the order in which the shop shows them."""
