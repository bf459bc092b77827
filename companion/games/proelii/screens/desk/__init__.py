"""The desk of Proelii: its nineteen procedures, in the order in which people ask them."""

from functools import partial

from companion.engine.procedure import Answer, on_desk
from companion.games.proelii.procedures.armies import command_effects, end_conversion, muster, unit_table
from companion.games.proelii.procedures.energy import energy_ledger
from companion.games.proelii.procedures.field import (
    attached,
    battle_result,
    escape_check,
    push_out,
    reachable,
)
from companion.games.proelii.procedures.fights import (
    charge,
    combat_odds,
    escape_attack,
    hit_and_run,
    roll_combat,
)
from companion.games.proelii.rules import scenario_check
from companion.games.proelii.rules.chance import complete
from companion.games.proelii.screens.desk.session import SHEETS, WHOLE
from companion.games.proelii.screens.desk.told import armies, field, fights

__all__ = ["PROCEDURES"]

ANSWERS = {
    "combat-odds": Answer(combat_odds.resolve, fights.combat_odds, asks=combat_odds.Question),
    "roll-combat": Answer(roll_combat.resolve, fights.roll_combat, asks=roll_combat.Question),
    "energy-ledger": Answer(energy_ledger.resolve, fights.energy_ledger, asks=energy_ledger.Question),
    "reachable": Answer(reachable.resolve, field.reachable, asks=reachable.Question),
    "attached": Answer(attached.resolve, field.attached, asks=attached.Question),
    "escape-check": Answer(escape_check.resolve, field.escape_check, asks=escape_check.Question),
    "push-out": Answer(push_out.resolve, field.push_out, asks=push_out.Question),
    "battle-result": Answer(battle_result.resolve, field.battle_result, asks=battle_result.Question),
    "unit-table": Answer(unit_table.resolve, armies.unit_table, asks=unit_table.Question),
    "command-effects": Answer(command_effects.resolve, armies.command_effects, asks=command_effects.Question),
    "scenario-check": Answer(scenario_check.resolve, armies.scenario_check, asks=scenario_check.Question),
    "muster": Answer(muster.resolve, armies.muster, asks=muster.Question),
    "end-conversion": Answer(end_conversion.resolve, armies.end_conversion, asks=end_conversion.Question),
}
ROLLED = partial(Answer, chance=("attack",), complete=complete)
ANSWERS |= {
    "hit-and-run": ROLLED(hit_and_run.resolve, fights.special, asks=hit_and_run.Question),
    "charge": ROLLED(charge.resolve, fights.special, asks=charge.Question),
    "escape-attack": ROLLED(escape_attack.resolve, fights.escape_attack, asks=escape_attack.Question),
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
