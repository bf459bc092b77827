"""The desk of Verräter: its ten procedures, in the order in which people ask them."""

from companion.games.verraeter.procedures import (
    conflict,
    conflict_sites,
    draw_odds,
    final_score,
    supply_refill,
    what_if,
)
from companion.games.verraeter.screens.desk import told
from companion.games.verraeter.screens.desk.session import SHEETS, WHOLE

__all__ = ["PROCEDURES"]

PROCEDURES = (
    SHEETS.procedure("conflict", conflict.Question, conflict.resolve, told.conflict),
    SHEETS.procedure("conflict-sites", conflict_sites.Question, conflict_sites.resolve, told.conflict_sites),
    SHEETS.procedure("what-if", what_if.Question, what_if.resolve, told.what_if),
    SHEETS.procedure("draw-odds", draw_odds.Question, draw_odds.resolve, told.draw_odds),
    SHEETS.procedure("supply-refill", supply_refill.Question, supply_refill.resolve, told.supply_refill),
    SHEETS.procedure("final-score", final_score.Question, final_score.resolve, told.final_score),
    *WHOLE,
)
