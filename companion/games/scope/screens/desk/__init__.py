"""The desk of SCOPE: its eight procedures, in the order in which people ask them."""

from companion.engine.procedure import Answer, on_desk
from companion.games.scope.procedures import quadrants, scenario_table, search_odds, victory
from companion.games.scope.rules import own_scenario
from companion.games.scope.screens.desk import told
from companion.games.scope.screens.desk.session import SHEETS, WHOLE

__all__ = ["PROCEDURES"]

ANSWERS = {
    "own-scenario": Answer(own_scenario.designed, told.own_scenario, asks=own_scenario.Design),
    "search-odds": Answer(search_odds.resolve, told.search_odds, asks=search_odds.Question),
    "victory": Answer(victory.resolve, told.victory, asks=victory.Question),
    "scenario-table": Answer(scenario_table.resolve, told.scenarios, asks=scenario_table.Question),
    "quadrants": Answer(quadrants.resolve, told.quadrants, asks=quadrants.Question),
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
