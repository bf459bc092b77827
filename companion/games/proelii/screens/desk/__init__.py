"""The desk of Proelii: its procedures and a whole battle in the order of asking; how the answers read."""

import json
from collections.abc import Iterable, Mapping
from functools import partial
from urllib.parse import quote

from companion.engine.desk import Answer, Drawing, Sheets, Summary, Table, allowed, deed, on_desk, summary
from companion.engine.form import Area
from companion.engine.game import OnDesk, Open, Step, WholeGame, questions
from companion.engine.wire import Json
from companion.engine.wording import listed, percent, signed
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


type Row = Mapping[str, Json]
"""One row of an answer, by its keys."""


def cell(row: Row, key: str) -> object:
    """What a table says of one key of a row."""
    value = row[key]
    match key:
        case "type":
            return data.KIND_NAMES[value]
        case "experience":
            return data.EXPERIENCE_NAMES[value]
        case "cp":
            return value or "destroyed"
        case "path":
            return " ".join(value)
        case "faces":
            return listed(data.FACE_NAMES[face] for face in value)
        case _ if isinstance(value, bool):
            return "yes" if value else "no"
        case _ if isinstance(value, list):
            return listed(str(each).replace("_", " ") for each in value)
    return value


def grid(rows: Iterable[Row], columns: Mapping[str, str], title: str = "") -> Table:
    """A table of an answer's rows: by each heading the key that stands below it."""
    cells = [tuple(cell(row, key) for key in columns.values()) for row in rows]
    return Table(tuple(columns), cells, title)


def by_side(result: Row) -> list[Row]:
    """A row for each side, with its name."""
    return [{"side": data.SIDE_NAMES[side], **result[side]} for side in data.SIDES]


def show_reachable(question: object, result: Row) -> Summary:
    rows = result["squares"]
    columns = {"To": "to", "MP": "mp", "Stops there": "stops", "Red line": "red_line", "Way": "path"}
    return summary(f"{len(rows)} places with {result['mp']} movement points", grid(rows, columns))


def show_attached(question: object, result: Row) -> Summary:
    pairs, bound = result["pairs"], result["bound"]
    binds = {"White": "white", "Black": "black", "White binds": "white_binds", "Black binds": "black_binds"}
    by = {"Bound": "unit", "By": "by", "Their CP": "enemy_cp", "Four times its own": "outnumbered"}
    verdict = f"{len(pairs)} attached pairs, {len(bound)} bound units"
    return summary(verdict, grid(pairs, binds), grid(bound, by))


def show_push_out(question: object, result: Row) -> Summary:
    verdict = f"Pushed to {result['to']}" if result["pushed"] else "It cannot give way and loses 1 CP"
    lost = "It is destroyed." if result["destroyed"] else f"It has {result['cp']} CP."
    on = f"The elephants have {result['mp_left']} movement points left."
    return summary(verdict, lost, on if result["may_go_on"] else "The elephants go no further.")


def show_escape_check(question: object, result: Row) -> Summary:
    ratio = f"{result['enemy_cp']} CP bind it, against {result['own_cp']} of its own."
    fate = data.WORDS["fates"][result["outcome"]]
    return summary(fate, ratio, f"In an escape it has {result['mp']} movement points.")


def show_battle_result(question: object, result: Row) -> Summary:
    columns = {
        "Side": "side",
        "On the field": "on_field",
        "Escaped": "escaped",
        "Destroyed": "destroyed",
        "CP": "cp_left",
        "Units in the centre": "centre_units",
        "CP there": "centre_cp",
    }
    rows = [{**row, "cp_left": row["cp"]} for row in by_side(result)]
    return summary(verdict(result), grid(rows, columns))


def verdict(result: Row) -> str:
    if not result or not result["winner"]:
        return "The battle goes on"
    won = "A draw" if result["winner"] == "draw" else f"{data.SIDE_NAMES[result['winner']]} has won"
    return f"{won}: {data.WORDS['ends'][result['reason']]}"


LONGEST = 12_000
"""Letters of a battle that an address brings to a table; a longer one is brought as a file."""


def show_unit_table(question: object, result: Row) -> Summary:
    columns = {
        "Unit": "type",
        "Die": "die",
        "CP": "cp",
        "MP": "mp",
        "In escape": "escape_mp",
        "Abilities": "abilities",
    }
    dice = {
        "Die": "colour",
        "Faces": "faces",
        "Mean swords": "swords",
        "Mean shields": "shields",
        "Blank": "blank",
    }
    colours = [{"colour": colour, **die} for colour, die in result["dice"].items()]
    return summary("Eight types of units, three dice", grid(result["units"], columns), grid(colours, dice))


def show_command_effects(question: object, result: Row) -> Summary:
    verdict = f"Morale {result['morale'].replace('_', ' ')}, command {result['command']}"
    rows = [(words, cell(result, key)) for key, words in data.WORDS["effects"].items()]
    return summary(verdict, Table(("What", "Here"), rows))


def show_scenario_check(question: Row, result: Row) -> Summary:
    columns = {
        "Side": "side",
        "Units": "units",
        "CP": "cp",
        "Swords": "swords",
        "Experience": "ranks",
        "First row": "first_row",
        "Reserve": "entry",
        "Distant": "distant",
    }
    sides = by_side(result)
    types = [
        (data.KIND_NAMES[kind], *(side["types"].get(kind, 0) for side in sides)) for kind in data.KIND_NAMES
    ]
    scenario = question["scenario"]
    battle = battle_of(scenario)
    field_of = field_values(Lie(opening(battle, effective(DEFAULTS, battle))), Taps())
    file = "" if isinstance(scenario, str) else quote(json.dumps(scenario, separators=(",", ":")))
    return summary(
        f"{result['id']}, with {result['pieces']}",
        Drawing("proelii/preview.html", field_of | {"file": file if len(file) < LONGEST else ""}),
        f"The centre is columns {listed(result['centre'])}.",
        grid([{**side, "ranks": side["experience"]} for side in sides], columns),
        Table(("Type", "White", "Black"), types),
    )


def show_muster(question: object, result: Row) -> Summary:
    columns = {"Unit": "id", "Type": "type", "Experience": "experience", "The original": "original"}
    return summary(f"{result['count']} of {result['limit']} pieces", grid(result["units"], columns))


def show_end_conversion(question: object, result: Row) -> Summary:
    rows = [
        (
            each["kind"].replace("_", " "),
            listed(each["units"]),
            data.named(**each["returns"]) if each["returns"] else "–",
        )
        for each in result["groups"]
    ]
    verdict = f"{len(result['returned'])} map units return, {len(result['lost'])} units are lost"
    return summary(verdict, Table(("Group", "Units", "Returns as"), rows))


def show_energy_ledger(question: object, result: Row) -> Summary:
    rows = [
        (
            energy.EVENT_WORDS[each["event"]],
            each["account"],
            signed(each["change"]) if each["accepted"] else f"refused: {energy.REASON_WORDS[each['reason']]}",
            each["energy"],
        )
        for each in result["entries"]
    ]
    verdict = f"Energy {result['energy']}, {signed(result['round'])} in this round"
    line = f"Move account {signed(result['move'])}, combat account {signed(result['combat'])}."
    return summary(verdict, line, Table(("Entry", "Account", "Change", "Energy"), rows))


def show_escape_attack(question: object, result: Row) -> Summary:
    escaper = result["escaper"]
    verdict = "Destroyed" if escaper["destroyed"] else f"It gets away with {escaper['cp']} CP"
    columns = {"Attacker": "id", "Swords": "swords", "CP taken": "hits", "Energy": "energy"}
    return summary(verdict, f"Its energy is {escaper['energy']}.", grid(result["attackers"], columns))


def show_special(question: object, result: Row) -> Summary:
    verdict = f"{result['swords']} swords, {result['blocked']} blocked: {result['hits']} CP lost"
    back = f"The attacker loses {result['hits_back']} CP." if result.get("hits_back") else ""
    bound = "They stay attached." if result["attached"] else "They are not attached."
    kept = "{swords} swords, {shields} shields"
    rows = [
        {"who": name.capitalize(), **unit, "kept": kept.format(**unit["tokens"]) if unit["tokens"] else "–"}
        for name in ("attacker", "target")
        for unit in (result[name],)
    ]
    columns = {"Unit": "who", "Energy": "energy", "CP": "cp", "Tokens kept": "kept"}
    return summary(verdict, back, bound, grid(rows, columns))


def show_roll_combat(question: object, result: Row) -> Summary:
    columns = {
        "Unit": "id",
        "Swords": "swords",
        "Shields": "shields",
        "CP lost": "hits",
        "Blocked": "blocked",
        "CP": "cp",
        "Energy": "energy",
    }
    strikes = {"Sword of": "unit", "At": "target", "Ends": "outcome"}
    lost = sum(each["hits"] for each in result["units"])
    steps = listed(f"{each['unit']} may step forward" for each in result["may_advance"])
    units = grid(result["units"], columns)
    return summary(f"{lost} CP are lost", steps, units, grid(result["strikes"], strikes))


def show_combat_odds(question: object, result: Row) -> Summary:
    dead = {side: percent(result[f"{side}_destroyed"]["value"]) for side in ("attacker", "defender")}
    mean = {key: f"{chance['value']:.2f}" for key, chance in result["expected"].items()}
    columns = {
        "Attacker loses": "attacker_loss",
        "Defender loses": "defender_loss",
        "Attacker's energy": "attacker_energy",
        "Defender's energy": "defender_energy",
        "Chance": "p",
        "": "percent",
    }
    rows = [{**each, "percent": percent(each["value"])} for each in result["outcomes"]]
    line = f"On average {mean['attacker_loss']} CP against {mean['defender_loss']}."
    verdict = f"The defender falls in {dead['defender']}, the attacker in {dead['attacker']}"
    return summary(verdict, line, grid(rows, columns))


def show_legal(question: object, result: Row) -> Summary:
    rows = [(deed(each), allowed(each) or "–") for each in result["actions"]]
    step = data.STEP_NAMES.get(result["step"], "")
    who = f"{data.SIDE_NAMES[result['to_act']]} is to act." if result["to_act"] else "Both sides act."
    title = f"{data.PHASE_NAMES[result['phase']]}: {step}" if step else data.PHASE_NAMES["over"]
    return summary(title, who if step else "", Table(("Deed", "Open"), rows))


def show_battle(question: object, result: Row) -> Summary:
    state = result["state"]
    title = f"Round {state['round']} · {data.STEP_NAMES.get(state['step'], '')}"
    columns = {
        "Unit": "name",
        "Type": "type",
        "Experience": "experience",
        "At": "at",
        "Energy": "energy",
        "CP": "cp_left",
    }
    units = [{**unit, "cp_left": unit["cp"]} for unit in state["units"].values()]
    armies = [
        grid(
            [unit for unit in units if unit["side"] == side],
            columns,
            f"{data.SIDE_NAMES[side]}: {state['sides'][side]['name']}",
        )
        for side in data.SIDES
    ]
    return summary(verdict(state["result"]) if state["result"] else title, *armies)


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
        state=show_battle,
        open=show_legal,
    )
)


ANSWERS = {
    "combat-odds": Answer(resolve_combat_odds, show_combat_odds, asks=CombatOddsQuestion),
    "roll-combat": Answer(resolve_roll_combat, show_roll_combat, asks=RollCombatQuestion),
    "energy-ledger": Answer(
        energy.resolve_energy_ledger, show_energy_ledger, asks=energy.EnergyLedgerQuestion
    ),
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
    "hit-and-run": ROLLED(attacks.resolve_hit_and_run, show_special, asks=attacks.HitAndRunQuestion),
    "charge": ROLLED(attacks.resolve_charge, show_special, asks=attacks.ChargeQuestion),
    "escape-attack": ROLLED(
        attacks.resolve_escape_attack, show_escape_attack, asks=attacks.EscapeAttackQuestion
    ),
}
PROCEDURES = on_desk(SHEETS.file, ANSWERS, ready=WHOLE, sheets=SHEETS)
