"""Everything of SCOPE that goes on paper (specification 10)."""

from companion.games.scope.data import FOLDER
from companion.games.scope.printables.aid import AIDS
from companion.games.scope.printables.decks import DECKS
from companion.games.scope.printables.scenario_sheet import SCENARIOS
from companion.press.shelf import on_shelf

PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    DECKS, SCENARIOS, AIDS,
)  # fmt: skip
"""By name, in the order in which the shop shows them."""
