"""The desk of Verräter: a sheet for each of its ten procedures, in the order in which people ask them."""

from collections.abc import Mapping

from companion.engine.form import Sheet
from companion.games.verraeter.screens.desk import conflict, session, supply

ORDER = (
    *("conflict", "conflict-sites"),
    *("what-if", "draw-odds"),
    "supply-refill",
    "final-score",
    *("setup", "legal", "view", "replay"),
)
SHEETS = {**conflict.SHEETS, **supply.SHEETS, **session.SHEETS}
DESK: Mapping[str, Sheet] = {name: SHEETS[name] for name in ORDER}
