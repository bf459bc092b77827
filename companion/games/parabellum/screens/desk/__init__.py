"""The desk of Parabellum: a sheet for each of its procedures, in the order in which people ask them."""

from collections.abc import Mapping

from companion.engine.form import Sheet
from companion.games.parabellum.screens.desk import campaign, combat, money, movement, session

ORDER = (
    *("direct-attack-odds", "direct-attack"),
    *("artillery-odds", "artillery-attack"),
    *("cache-explosion", "recon-report"),
    *("move-check", "reachable"),
    *("purchase-quote", "roster-quote", "flag-suggest"),
    *("scrap-payout", "reorganize", "withdraw"),
    "balance-sheet",
    *("turn-order", "scenario-end", "binder-check"),
    *("setup", "legal", "view", "replay", "campaign-report", "audit"),
)
SHEETS = {**combat.SHEETS, **money.SHEETS, **movement.SHEETS, **campaign.SHEETS, **session.SHEETS}
DESK: Mapping[str, Sheet] = {name: SHEETS[name] for name in ORDER}
