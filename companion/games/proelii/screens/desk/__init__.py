"""The desk of Proelii: its nineteen procedures, in the order in which people ask them."""

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

ROOMS = {
    "combat-odds": (combat_odds, fights.combat_odds),
    "roll-combat": (roll_combat, fights.roll_combat),
    "energy-ledger": (energy_ledger, fights.energy_ledger),
    "reachable": (reachable, field.reachable),
    "attached": (attached, field.attached),
    "escape-check": (escape_check, field.escape_check),
    "push-out": (push_out, field.push_out),
    "battle-result": (battle_result, field.battle_result),
    "unit-table": (unit_table, armies.unit_table),
    "command-effects": (command_effects, armies.command_effects),
    "scenario-check": (scenario_check, armies.scenario_check),
    "muster": (muster, armies.muster),
    "end-conversion": (end_conversion, armies.end_conversion),
}
ROLLED = {
    "hit-and-run": (hit_and_run, fights.special),
    "charge": (charge, fights.special),
    "escape-attack": (escape_attack, fights.escape_attack),
}
ANSWERS = {name: Answer(room.resolve, reads, asks=room.Question) for name, (room, reads) in ROOMS.items()}
ANSWERS |= {
    name: Answer(room.resolve, reads, asks=room.Question, chance=("attack",), complete=complete)
    for name, (room, reads) in ROLLED.items()
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
