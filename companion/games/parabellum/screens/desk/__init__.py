"""The desk of Parabellum: its procedures, in the order in which people ask them.

`desk.json` holds what each asks; here stands who answers, and how the answer reads.
"""

from collections.abc import Mapping

from companion.engine.procedure import Answer, on_desk
from companion.games.parabellum.data import FOLDER
from companion.games.parabellum.procedures.caches import cache_explosion
from companion.games.parabellum.procedures.campaign import (
    audit,
    binder_check,
    campaign_report,
    ending,
    scenario_end,
    turn_order,
)
from companion.games.parabellum.procedures.combat import (
    artillery_attack,
    artillery_odds,
    direct_attack,
    direct_attack_odds,
    recon_report,
    sides,
)
from companion.games.parabellum.procedures.money import (
    balance_sheet,
    flag_suggest,
    purchase_quote,
    reorganize,
    roster_quote,
    scrap_payout,
    withdraw,
)
from companion.games.parabellum.procedures.movement import move_check, reachable
from companion.games.parabellum.screens.desk import session
from companion.games.parabellum.screens.desk.names import NAMES, SHEETS
from companion.games.parabellum.screens.desk.told import campaign, combat, money, movement

__all__ = ["PROCEDURES"]

ROLLS = ("rolls",)
ANSWERS: Mapping[str, Answer] = {
    "direct-attack-odds": Answer(direct_attack_odds.resolve, combat.direct_attack_odds, asks=sides.Duel),
    "direct-attack": Answer(
        direct_attack.resolve,
        combat.direct_attack,
        chance=ROLLS,
        complete=direct_attack.complete,
        asks=sides.RolledDuel,
    ),
    "artillery-odds": Answer(artillery_odds.resolve, combat.artillery_odds, asks=artillery_odds.Question),
    "artillery-attack": Answer(
        artillery_attack.resolve,
        combat.artillery_attack,
        chance=ROLLS,
        complete=artillery_attack.complete,
        asks=artillery_attack.Asked,
    ),
    "cache-explosion": Answer(
        cache_explosion.resolve,
        combat.cache_explosion,
        chance=ROLLS,
        complete=cache_explosion.complete,
        asks=cache_explosion.Question,
    ),
    "recon-report": Answer(recon_report.resolve, combat.recon_report),
    "move-check": Answer(move_check.resolve, movement.move_check),
    "reachable": Answer(reachable.resolve, movement.reachable),
    "purchase-quote": Answer(purchase_quote.resolve, money.purchase_quote),
    "roster-quote": Answer(roster_quote.resolve, money.roster_quote),
    "flag-suggest": Answer(flag_suggest.resolve, money.flag_suggest, asks=flag_suggest.Question),
    "scrap-payout": Answer(scrap_payout.resolve, money.scrap_payout, asks=scrap_payout.Question),
    "reorganize": Answer(reorganize.resolve, money.reorganize, asks=reorganize.Question),
    "withdraw": Answer(withdraw.resolve, money.withdraw, asks=withdraw.Question),
    "balance-sheet": Answer(balance_sheet.resolve, money.balance_sheet, asks=balance_sheet.Question),
    "turn-order": Answer(turn_order.resolve, campaign.turn_order, chance=ROLLS, complete=turn_order.complete),
    "scenario-end": Answer(scenario_end.resolve, campaign.scenario_end, asks=ending.Ending),
    "binder-check": Answer(binder_check.resolve, campaign.binder_check),
    "campaign-report": Answer(campaign_report.resolve, campaign.campaign_report),
    "audit": Answer(audit.resolve, campaign.audit),
}
PROCEDURES = on_desk(
    SHEETS.file,
    ANSWERS,
    ready=session.PROCEDURES,
    folder=FOLDER,
    names=NAMES,
    sheets=SHEETS,
)
