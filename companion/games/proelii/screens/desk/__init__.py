"""The desk of Proelii: its procedures and a whole battle in the order of asking; how the answers read."""

import json
from collections.abc import Iterable, Mapping
from functools import partial
from urllib.parse import quote

from companion.engine.desk import Answer, Sheets, on_desk
from companion.engine.form.field import Area
from companion.engine.form.rows import Drawing, Row, Summary, Table, allowed, deed, summary
from companion.engine.game import OnDesk, Step, WholeGame, questions
from companion.engine.wire import Json
from companion.engine.wording import listed, percent, signed
from companion.games.proelii import data
from companion.games.proelii.procedures import field
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
from companion.games.proelii.procedures.attacks import (
    ChargeQuestion,
    EscapeAttackQuestion,
    HitAndRunQuestion,
    resolve_charge,
    resolve_escape_attack,
    resolve_hit_and_run,
)
from companion.games.proelii.procedures.combat import RollCombatQuestion, resolve_roll_combat
from companion.games.proelii.procedures.combat_odds import CombatOddsQuestion, resolve_combat_odds
from companion.games.proelii.procedures.energy import (
    EVENT_WORDS,
    REASON_WORDS,
    EnergyLedgerQuestion,
    resolve_energy_ledger,
)
from companion.games.proelii.rules import apply, legal, setting_up
from companion.games.proelii.rules.setting_up import (
    BATTLES,
    Said,
    battle_of,
    complete,
    effective,
    opening,
    set_up,
)
from companion.games.proelii.screens.board import Lie, field_values
from companion.games.proelii.screens.frame import Taps
from companion.games.proelii.state import DEFAULTS, HOUSE_RULES, State, read_state, state_json


def _may(state: State) -> tuple[object, Step]:
    answer = {"phase": state.phase, "step": state.step, "to_act": state.to_act, "actions": legal(state)}
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


def yes(value: object) -> str:
    return "yes" if value else "no"


def show_reachable(question: object, result: Json) -> Summary:
    rows = [
        (each["to"], each["mp"], yes(each["stops"]), yes(each["red_line"]), " ".join(each["path"]))
        for each in result["squares"]
    ]
    verdict = f"{len(rows)} places with {result['mp']} movement points"
    return summary(verdict, Table(("To", "MP", "Stops there", "Red line", "Way"), rows))


def show_attached(question: object, result: Json) -> Summary:
    pairs = [
        (each["white"], each["black"], yes(each["white_binds"]), yes(each["black_binds"]))
        for each in result["pairs"]
    ]
    bound = [
        (each["unit"], listed(each["by"]), each["enemy_cp"], yes(each["outnumbered"]))
        for each in result["bound"]
    ]
    return summary(
        f"{len(pairs)} attached pairs, {len(bound)} bound units",
        Table(("White", "Black", "White binds", "Black binds"), pairs),
        Table(("Bound", "By", "Their CP", "Four times its own"), bound),
    )


def show_push_out(question: object, result: Json) -> Summary:
    verdict = f"Pushed to {result['to']}" if result["pushed"] else "It cannot give way and loses 1 CP"
    lost = "It is destroyed." if result["destroyed"] else f"It has {result['cp']} CP."
    on = f"The elephants have {result['mp_left']} movement points left" if result["may_go_on"] else ""
    return summary(verdict, lost, f"{on}." if on else "The elephants go no further.")


def show_escape_check(question: object, result: Json) -> Summary:
    ratio = f"{result['enemy_cp']} CP bind it, against {result['own_cp']} of its own."
    fates: Mapping[str, str] = {
        "free": "Free: nothing binds it",
        "must_escape": "It must escape",
        "loses_1_cp": "It cannot escape and loses 1 CP",
        "may_escape": "It may escape",
        "stands": "It stands and cannot escape",
    }
    return summary(fates[result["outcome"]], ratio, f"In an escape it has {result['mp']} movement points.")


REASONS: Mapping[str, str] = {
    "surrender": "the other side surrendered",
    "destroyed": "the other side is destroyed",
    "escaped": "the other side has fled",
    "mutual": "nobody is left",
    "centre": "more units in the centre",
    "centre_cp": "more CP in the centre",
    "field_cp": "more CP on the field",
    "even": "both sides are even",
}


def show_battle_result(question: object, result: Json) -> Summary:
    keys = ("on_field", "escaped", "destroyed", "cp", "centre_units", "centre_cp")
    rows = [(data.SIDE_NAMES[side], *(result[side][key] for key in keys)) for side in data.SIDES]
    heads = ("Side", "On the field", "Escaped", "Destroyed", "CP", "Units in the centre", "CP there")
    return summary(verdict(result), Table(heads, rows))


def verdict(result: Json) -> str:
    if not result or not result["winner"]:
        return "The battle goes on"
    won = "A draw" if result["winner"] == "draw" else f"{data.SIDE_NAMES[result['winner']]} has won"
    return f"{won}: {REASONS[result['reason']]}"


LONGEST = 12_000
"""Letters of a battle that an address brings to a table; a longer one is brought as a file."""


def show_unit_table(question: object, result: Json) -> Summary:
    rows = [
        (
            data.KIND_NAMES[each["type"]],
            each["die"],
            each["cp"],
            each["mp"],
            each["escape_mp"],
            _abilities(each),
        )
        for each in result["units"]
    ]
    dice = [
        (
            colour,
            listed(data.FACE_NAMES[face] for face in die["faces"]),
            die["swords"],
            die["shields"],
            die["blank"],
        )
        for colour, die in result["dice"].items()
    ]
    units = Table(("Unit", "Die", "CP", "MP", "In escape", "Abilities"), rows)
    faces = Table(("Die", "Faces", "Mean swords", "Mean shields", "Blank"), dice)
    return summary("Eight types of units, three dice", units, faces)


def _abilities(unit: Json) -> str:
    return listed(each.replace("_", " ") for each in unit["abilities"])


def show_command_effects(question: object, result: Json) -> Summary:
    verdict = f"Morale {result['morale'].replace('_', ' ')}, command {result['command']}"
    rows = [
        ("Energy at the start", result["start_energy"]),
        ("Rerolls for energy", result["paid_rerolls"]),
        ("Extra free rerolls", result["extra_free_rerolls"]),
        ("Energy by conversions in a round", result["conversion_gain"]),
        ("A blank becomes energy", yes(result["blank_to_energy"])),
        ("A sword becomes energy", yes(result["sword_to_energy"])),
        ("The enemy may demand a reroll", yes(result["forced_reroll"])),
        ("A reroll for 1 prestige", yes(result["prestige_reroll"])),
        ("An attack on the rear for 2 prestige", yes(result["rear_attack"])),
    ]
    return summary(verdict, Table(("What", "Here"), rows))


def show_scenario_check(question: Json, result: Json) -> Summary:
    keys = ("units", "cp", "swords", "experience", "first_row", "entry", "distant")
    rows = [(data.SIDE_NAMES[side], *(result[side][key] for key in keys)) for side in data.SIDES]
    heads = ("Side", "Units", "CP", "Swords", "Experience", "First row", "Reserve", "Distant")
    types = [
        (data.KIND_NAMES[kind], *(result[side]["types"].get(kind, 0) for side in data.SIDES))
        for kind in data.KIND_NAMES
    ]
    line = f"The centre is columns {listed(result['centre'])}."
    scenario = question["scenario"]
    battle = battle_of(scenario)
    lie = Lie(opening(battle, effective(DEFAULTS, battle)))
    file = "" if isinstance(scenario, str) else quote(json.dumps(scenario, separators=(",", ":")))
    return summary(
        f"{result['id']}, with {result['pieces']}",
        Drawing(
            "proelii/preview.html", field_values(lie, Taps()) | {"file": file if len(file) < LONGEST else ""}
        ),
        line,
        Table(heads, rows),
        Table(("Type", "White", "Black"), types),
    )


def show_muster(question: object, result: Json) -> Summary:
    """Map units as battle units."""
    rows = [
        (
            each["id"],
            data.KIND_NAMES[each["type"]],
            data.EXPERIENCE_NAMES[each["experience"]],
            yes(each["original"]),
        )
        for each in result["units"]
    ]
    verdict = f"{result['count']} of {result['limit']} pieces"
    return summary(verdict, Table(("Unit", "Type", "Experience", "The original"), rows))


def show_end_conversion(question: Json, result: Json) -> Summary:
    rows = [
        (each["kind"].replace("_", " "), listed(each["units"]), _returned(each["returns"]))
        for each in result["groups"]
    ]
    verdict = f"{len(result['returned'])} map units return, {len(result['lost'])} units are lost"
    return summary(verdict, Table(("Group", "Units", "Returns as"), rows))


def _returned(unit: Json) -> str:
    return (
        f"{data.EXPERIENCE_NAMES[unit['experience']]} {data.KIND_NAMES[unit['type']].lower()}"
        if unit
        else "–"
    )


def show_energy_ledger(question: object, result: Json) -> Summary:
    """A unit's round as an account."""
    rows = [
        (
            EVENT_WORDS[each["event"]],
            each["account"],
            signed(each["change"]) if each["accepted"] else f"refused: {REASON_WORDS[each['reason']]}",
            each["energy"],
        )
        for each in result["entries"]
    ]
    verdict = f"Energy {result['energy']}, {signed(result['round'])} in this round"
    line = f"Move account {signed(result['move'])}, combat account {signed(result['combat'])}."
    return summary(verdict, line, Table(("Entry", "Account", "Change", "Energy"), rows))


def show_escape_attack(question: object, result: Json) -> Summary:
    escaper = result["escaper"]
    verdict = "Destroyed" if escaper["destroyed"] else f"It gets away with {escaper['cp']} CP"
    rows = [(each["id"], each["swords"], each["hits"], each["energy"]) for each in result["attackers"]]
    return summary(
        verdict,
        f"Its energy is {escaper['energy']}.",
        Table(("Attacker", "Swords", "CP taken", "Energy"), rows),
    )


def show_special(question: object, result: Json) -> Summary:
    verdict = f"{result['swords']} swords, {result['blocked']} blocked: {result['hits']} CP lost"
    back = f"The attacker loses {result['hits_back']} CP." if result.get("hits_back") else ""
    bound = "They stay attached." if result["attached"] else "They are not attached."
    rows = [_fighter(name, result[name]) for name in ("attacker", "target")]
    return summary(verdict, back, bound, Table(("Unit", "Energy", "CP", "Tokens kept"), rows))


def _fighter(name: str, fighter: Json) -> Row:
    tokens = fighter["tokens"]
    kept = f"{tokens['swords']} swords, {tokens['shields']} shields" if tokens else "–"
    return name.capitalize(), fighter["energy"], fighter["cp"] or "destroyed", kept


def show_roll_combat(question: object, result: Json) -> Summary:
    rows = [
        (
            each["id"],
            each["swords"],
            each["shields"],
            each["hits"],
            each["blocked"],
            each["cp"] or "destroyed",
            each["energy"],
        )
        for each in result["units"]
    ]
    strikes = [(each["unit"], each["target"], each["outcome"]) for each in result["strikes"]]
    lost = sum(each["hits"] for each in result["units"])
    steps = [f"{each['unit']} may step forward" for each in result["may_advance"]]
    heads = ("Unit", "Swords", "Shields", "CP lost", "Blocked", "CP", "Energy")
    return summary(
        f"{lost} CP are lost", listed(steps), Table(heads, rows), Table(("Sword of", "At", "Ends"), strikes)
    )


def show_combat_odds(question: object, result: Json) -> Summary:
    dead = {side: percent(result[f"{side}_destroyed"]["value"]) for side in ("attacker", "defender")}
    mean = {key: f"{chance['value']:.2f}" for key, chance in result["expected"].items()}
    rows = [
        (
            each["attacker_loss"],
            each["defender_loss"],
            each["attacker_energy"],
            each["defender_energy"],
            each["p"],
            percent(each["value"]),
        )
        for each in result["outcomes"]
    ]
    line = f"On average {mean['attacker_loss']} CP against {mean['defender_loss']}."
    heads = ("Attacker loses", "Defender loses", "Attacker's energy", "Defender's energy", "Chance", "")
    return summary(
        f"The defender falls in {dead['defender']}, the attacker in {dead['attacker']}",
        line,
        Table(heads, rows),
    )


def show_legal(question: object, result: Json) -> Summary:
    rows = [(deed(each), allowed(each) or "–") for each in result["actions"]]
    step = data.STEP_NAMES.get(result["step"], "")
    who = f"{data.SIDE_NAMES[result['to_act']]} is to act." if result["to_act"] else "Both sides act."
    title = f"{data.PHASE_NAMES[result['phase']]}: {step}" if step else data.PHASE_NAMES["over"]
    return summary(title, who if step else "", Table(("Deed", "Open"), rows))


def show_battle(question: object, result: Json) -> Summary:
    state = result["state"]
    title = (
        verdict(state["result"])
        if state["result"]
        else f"Round {state['round']} · {data.STEP_NAMES[state['step']]}"
    )
    armies = [
        Table(HEADS, list(_units(state, side)), f"{data.SIDE_NAMES[side]}: {state['sides'][side]['name']}")
        for side in data.SIDES
    ]
    return summary(title, *armies)


HEADS = ("Unit", "Type", "Experience", "At", "Energy", "CP")


def _units(state: Json, side: str) -> Iterable[Row]:
    for unit in state["units"].values():
        if unit["side"] == side:
            kind, level = data.KIND_NAMES[unit["type"]], data.EXPERIENCE_NAMES[unit["experience"]]
            yield unit["name"], kind, level, unit["at"], unit["energy"], unit["cp"]


WORDS = {**data.FACE_NAMES, **data.CONVERSION_NAMES}
SHEETS = Sheets(
    file=data.FOLDER / "screens" / "desk" / "desk.json",
    folder=data.FOLDER,
    rules=HOUSE_RULES,
    names={
        **{key: words.capitalize() for key, words in WORDS.items()},
        **data.KIND_NAMES,
        **data.EXPERIENCE_NAMES,
        **EVENT_WORDS,
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
        state=show_battle,
        open=show_legal,
    )
)


ANSWERS = {
    "combat-odds": Answer(resolve_combat_odds, show_combat_odds, asks=CombatOddsQuestion),
    "roll-combat": Answer(resolve_roll_combat, show_roll_combat, asks=RollCombatQuestion),
    "energy-ledger": Answer(resolve_energy_ledger, show_energy_ledger, asks=EnergyLedgerQuestion),
    "reachable": Answer(field.resolve_reachable, show_reachable, asks=field.ReachableQuestion),
    "attached": Answer(field.resolve_attached, show_attached, asks=field.AttachedQuestion),
    "escape-check": Answer(field.resolve_escape_check, show_escape_check, asks=field.EscapeCheckQuestion),
    "push-out": Answer(field.resolve_push_out, show_push_out, asks=field.PushOutQuestion),
    "battle-result": Answer(resolve_battle_result, show_battle_result, asks=BattleResultQuestion),
    "unit-table": Answer(resolve_unit_table, show_unit_table, asks=UnitTableQuestion),
    "command-effects": Answer(resolve_command_effects, show_command_effects, asks=CommandEffectsQuestion),
    "scenario-check": Answer(setting_up.resolve, show_scenario_check, asks=setting_up.Question),
    "muster": Answer(resolve_muster, show_muster, asks=MusterQuestion),
    "end-conversion": Answer(resolve_end_conversion, show_end_conversion, asks=ConversionQuestion),
}
ROLLED = partial(Answer, chance=("attack",), complete=complete)
ANSWERS |= {
    "hit-and-run": ROLLED(resolve_hit_and_run, show_special, asks=HitAndRunQuestion),
    "charge": ROLLED(resolve_charge, show_special, asks=ChargeQuestion),
    "escape-attack": ROLLED(resolve_escape_attack, show_escape_attack, asks=EscapeAttackQuestion),
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
