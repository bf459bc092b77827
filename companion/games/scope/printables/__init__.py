"""Everything of SCOPE that goes on paper (specification 10)."""

from dataclasses import replace
from functools import partial

from companion.games.scope.data import FOLDER
from companion.games.scope.printables import aid, battlefield, cards, record
from companion.games.scope.printables.look import DRESS
from companion.press.answered import to_tick
from companion.press.boxes import dividers, tuckboxes
from companion.press.look import PLAIN
from companion.press.options import ART, MARKS, on_shelf

FRONT = (*PLAIN, battlefield.SCENARIO, battlefield.SIDE)
PLANS = partial(battlefield.front_sheets, "front plan", battlefield.plan)
LOGS = partial(battlefield.front_sheets, "search log", battlefield.search_log)
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    tuckboxes(DRESS, 58, "card"),
    dividers(DRESS, ("German", "Soviet", "Shots"), "card"),
    {name: (partial(cards.deck, each), cards.OPTIONS) for name, each in cards.DECKS.items()},
    {
        "aid": (aid.aid, PLAIN),
        "scenarios": DRESS.sheet("scenarios", aid.scenarios),
        "seals": (aid.seal_slips, (*PLAIN, replace(MARKS, default="lines"))),
        "front-plan": (PLANS, (*FRONT, battlefield.FILLED, battlefield.THEME, battlefield.CUSTOM, ART)),
        "search-log": (LOGS, (*FRONT, battlefield.THEME, battlefield.CUSTOM)),
        "position": DRESS.sheet("the table as it stands", battlefield.position, live=True),
        "record": DRESS.sheet("the game turn by turn", record.record, live=True),
        "points-sheet": to_tick(DRESS, "scope", "points-sheet", "Points sheet", record.points_sheet),
        "six-nights": DRESS.sheet("six nights", record.nights),
    },
    answers={"points-sheet": record.points},
)
"""By name, in the order in which the shop shows them."""
