"""The desk of SCOPE: its eight procedures, in the order in which people ask them."""

from companion.games.scope.procedures import quadrants, scenario_table, search_odds, victory
from companion.games.scope.screens.desk import told
from companion.games.scope.screens.desk.session import SHEETS, WHOLE

__all__ = ["PROCEDURES"]

PROCEDURES = (
    SHEETS.procedure("search-odds", search_odds.Question, search_odds.resolve, told.search_odds),
    SHEETS.procedure("victory", victory.Question, victory.resolve, told.victory),
    SHEETS.procedure("scenario-table", scenario_table.Question, scenario_table.resolve, told.scenarios),
    SHEETS.procedure("quadrants", quadrants.Question, quadrants.resolve, told.quadrants),
    *WHOLE,
)
