"""The desk of Proelii: its procedures and a whole battle in the order of asking; how the answers read."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from urllib.parse import quote

from companion.engine.desk import Answer, Sheets, on_desk
from companion.engine.form import Area
from companion.engine.game import OnDesk, Open, Step, WholeGame, questions
from companion.engine.summary import Drawing, Say, Table, Voice
from companion.engine.wire import Json
from companion.games.proelii import data
from companion.games.proelii.deeds import apply, legal
from companion.games.proelii.procedures import attacks, energy, field
from companion.games.proelii.procedures.armies import (
    BattleResultQuestion,
    CommandEffectsQuestion,
    ConversionQuestion,
    MusterQuestion,
    UnitTableQuestion,
    resolve_battle_result,
    resolve_command_effects,
    resolve_end_conversion,
    resolve_muster,
    resolve_unit_table,
)
from companion.games.proelii.procedures.combat import RollCombatQuestion, resolve_roll_combat
from companion.games.proelii.procedures.combat_odds import CombatOddsQuestion, resolve_combat_odds
from companion.games.proelii.rules import setting_up
from companion.games.proelii.rules.dice import complete
from companion.games.proelii.rules.setting_up import BATTLES, Said, battle_of, effective, opening, set_up
from companion.games.proelii.screens.board import Lie, field_values
from companion.games.proelii.screens.frame import Taps
from companion.games.proelii.state import DEFAULTS, HOUSE_RULES, State, read_state, state_json


class OpenNow(Open):
    """What may be done; nobody is to act where both sides are."""

    phase: data.Phase
    step: data.Step | None
    to_act: data.Side | None


def _may(state: State) -> tuple[OpenNow, Step]:
    answer = OpenNow(phase=state.phase, step=state.step, to_act=state.to_act, actions=legal(state))
    values = {
        "step": data.STEP_NAMES.get(state.step or "", ""),
        "side": data.SIDE_NAMES.get(state.to_act or "", ""),
    }
    if state.is_over:
        return answer, Step("4.0", "The battle is over: nothing is left to do.")
    words = "{step}: {side} is to act." if state.to_act else "{step}: both sides act, in any order."
    return answer, Step("3.0", words, values)


LONGEST_JOURNAL = 5000
"""Actions: the longest journal that is played again."""

WHOLE_GAME = WholeGame(
    set_up=set_up,
    apply=apply,
    read_state=read_state,
    state_json=state_json,
    may=_may,
    opening="The opening state: both armies where the battle has them, white to act.",
    most=LONGEST_JOURNAL,
    described=questions(State, Said, LONGEST_JOURNAL),
)


LONGEST = 12_000
"""Letters of a battle that an address brings to a table; a longer one is brought as a file."""


def preview(question: Json, _: object) -> Iterator[Drawing]:
    """The field as a battle begins, with the battle itself where an address can bring it to a table."""
    scenario = question["scenario"]
    battle = battle_of(scenario)
    field_of = field_values(Lie(opening(battle, effective(DEFAULTS, battle))), Taps())
    file = "" if isinstance(scenario, str) else quote(json.dumps(scenario, separators=(",", ":")))
    yield Drawing("proelii/preview.html", field_of | {"file": file if len(file) < LONGEST else ""})


def types(_: object, result: Json) -> Iterator[Table]:
    """How many units of each type a side has."""
    rows = [(name, *(result[side]["types"].get(kind, 0) for side in data.SIDES))
            for kind, name in data.KIND_NAMES.items()]  # fmt: skip
    yield Table(("Type", "White", "Black"), rows)


def armies(_: object, battle: Mapping[str, Json]) -> Iterator[Table]:
    """A table of units for each side of a battle."""
    for side in data.SIDES:
        army = [unit for unit in battle["units"].values() if unit["side"] == side]
        rows = [(unit["name"], data.KIND_NAMES[unit["type"]], data.EXPERIENCE_NAMES[unit["experience"]],
                 unit["at"], unit["energy"], unit["cp"]) for unit in army]  # fmt: skip
        title = f"{data.SIDE_NAMES[side]}: {battle['sides'][side]['name']}"
        yield Table(("Unit", "Type", "Experience", "At", "Energy", "CP"), rows, title)


WORDS = {**data.FACE_NAMES, **data.CONVERSION_NAMES}
SHEETS = Sheets(
    file=data.FOLDER / "screens" / "desk" / "desk.json",
    folder=data.FOLDER,
    rules=HOUSE_RULES,
    names={
        **{key: words.capitalize() for key, words in WORDS.items()},
        **data.KIND_NAMES,
        **data.EXPERIENCE_NAMES,
        **energy.EVENT_WORDS,
        **data.SIDE_NAMES,
    },
    own={
        "battle": partial(Area, words=BATTLES, accept=".json,.xlsx,application/json"),
        "policy": partial(Area, words=("optimal",)),
    },
)
WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=data.FOLDER,
        begin={"legal": "legal-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Said),
    )
)


ANSWERS = {
    "combat-odds": Answer(resolve_combat_odds, asks=CombatOddsQuestion),
    "roll-combat": Answer(resolve_roll_combat, asks=RollCombatQuestion),
    "energy-ledger": Answer(energy.resolve_energy_ledger, asks=energy.EnergyLedgerQuestion),
    "reachable": Answer(field.resolve_reachable, asks=field.ReachableQuestion),
    "attached": Answer(field.resolve_attached, asks=field.AttachedQuestion),
    "escape-check": Answer(field.resolve_escape_check, asks=field.EscapeCheckQuestion),
    "push-out": Answer(field.resolve_push_out, asks=field.PushOutQuestion),
    "battle-result": Answer(resolve_battle_result, asks=BattleResultQuestion),
    "unit-table": Answer(resolve_unit_table, asks=UnitTableQuestion),
    "command-effects": Answer(resolve_command_effects, asks=CommandEffectsQuestion),
    "scenario-check": Answer(setting_up.resolve, asks=setting_up.Question),
    "muster": Answer(resolve_muster, asks=MusterQuestion),
    "end-conversion": Answer(resolve_end_conversion, asks=ConversionQuestion),
}
ROLLED = partial(Answer, chance=("attack",), complete=complete)
ANSWERS |= {
    "hit-and-run": ROLLED(attacks.resolve_hit_and_run, asks=attacks.HitAndRunQuestion),
    "charge": ROLLED(attacks.resolve_charge, asks=attacks.ChargeQuestion),
    "escape-attack": ROLLED(attacks.resolve_escape_attack, asks=attacks.EscapeAttackQuestion),
}
SAYS: Mapping[str, Say] = {
    "kind": data.KIND_NAMES,
    "rank": data.EXPERIENCE_NAMES,
    "side": data.SIDE_NAMES,
    "phase": data.PHASE_NAMES,
    "step": data.STEP_NAMES,
    "face": data.FACE_NAMES,
    "fate": data.WORDS["fates"],
    "end": data.WORDS["ends"],
    "event": energy.EVENT_WORDS,
    "refusal": energy.REASON_WORDS,
    "cp": lambda cp: cp or "destroyed",
    "named": lambda returns: data.named(**returns) if returns else "–",
    "tokens": lambda kept: "{swords} swords, {shields} shields".format(**kept) if kept else "–",
    "advance": lambda each: f"{each['unit']} may step forward",
    "hits": lambda each: each["hits"],
}
PROCEDURES = on_desk(
    SHEETS.file,
    ANSWERS,
    ready=WHOLE,
    sheets=SHEETS,
    voice=Voice(SAYS, {"armies": armies, "preview": preview, "types": types}),
)
