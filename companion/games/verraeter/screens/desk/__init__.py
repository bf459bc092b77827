"""The desk of Verräter: its ten procedures, in the order in which people ask them."""

from companion.engine.procedure import Answer, on_desk
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

ANSWERS = {
    "conflict": Answer(conflict.resolve, told.conflict, asks=conflict.Question),
    "conflict-sites": Answer(conflict_sites.resolve, told.conflict_sites, asks=conflict_sites.Question),
    "what-if": Answer(what_if.resolve, told.what_if, asks=what_if.Question),
    "draw-odds": Answer(draw_odds.resolve, told.draw_odds, asks=draw_odds.Question),
    "supply-refill": Answer(supply_refill.resolve, told.supply_refill, asks=supply_refill.Question),
    "final-score": Answer(final_score.resolve, told.final_score, asks=final_score.Question),
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
