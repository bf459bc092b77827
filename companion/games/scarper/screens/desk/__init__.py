"""The desk of Scarper: a sheet for each of its sixteen procedures, in the order in which people ask them."""

from collections.abc import Mapping

from companion.engine.form import Sheet
from companion.games.scarper.screens.desk import attack, cards, war, year

ORDER = (
    *("frontal-charge", "concentrated-assault", "steady-push"),
    *("frontal-charge-odds", "concentrated-assault-odds"),
    "build-trenches",
    *("end-of-year", "initiative", "final-result"),
    *("check-missions", "event-status"),
    *("setup", "legal", "replay"),
    *("check-library", "check-board"),
)
SHEETS = {**attack.SHEETS, **year.SHEETS, **cards.SHEETS, **war.SHEETS}
DESK: Mapping[str, Sheet] = {name: SHEETS[name] for name in ORDER}
