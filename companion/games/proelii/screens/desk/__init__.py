"""The desk of Proelii: its procedures and a whole battle in the order of asking; how the answers read."""

import json
from collections.abc import Iterable, Mapping
from functools import partial
from urllib.parse import quote

from companion.engine.desk import Sheets
from companion.engine.form.field import Area
from companion.engine.game import Step
from companion.engine.procedure import Answer, on_desk
from companion.engine.told import Drawing, Row, Table, Told, allowed, deed, told
from companion.engine.whole_game import OnDesk, WholeGame, questions
from companion.engine.wire import Json
from companion.engine.wording import listed, percent, signed
from companion.games.proelii.data import (
    CONVERSION_NAMES,
    EXPERIENCE_NAMES,
    FACE_NAMES,
    FOLDER,
    KIND_NAMES,
    PHASE_NAMES,
    SIDE_NAMES,
    SIDES,
    STEP_NAMES,
)
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
from companion.games.proelii.procedures.field import (
    AttachedQuestion,
    EscapeCheckQuestion,
    PushOutQuestion,
    ReachableQuestion,
    resolve_attached,
    resolve_escape_check,
    resolve_push_out,
    resolve_reachable,
)
from companion.games.proelii.rules import apply, setting_up
from companion.games.proelii.rules.legal import legal
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


def _may(state: State) -> tuple[Json, Step]:
    told = {"phase": state.phase, "step": state.step, "to_act": state.to_act, "actions": legal(state)}
    values = {"step": STEP_NAMES.get(state.step or "", ""), "side": SIDE_NAMES.get(state.to_act or "", "")}
    if state.is_over:
        return told, Step("4.0", "The battle is over: nothing is left to do.")
    words = "{step}: {side} is to act." if state.to_act else "{step}: both sides act, in any order."
    return told, Step("3.0", words, values)


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


def yes(value: Json) -> str:
    """A yes or a no."""
    return "yes" if value else "no"


def show_reachable(question: Json, result: Json) -> Told:
    """Where a unit can go."""
    rows = [
        (each["to"], each["mp"], yes(each["stops"]), yes(each["red_line"]), " ".join(each["path"]))
        for each in result["squares"]
    ]
    verdict = f"{len(rows)} places with {result['mp']} movement points"
    return told(verdict, Table(("To", "MP", "Stops there", "Red line", "Way"), rows))


def show_attached(question: Json, result: Json) -> Told:
    """Pairs, and who is bound."""
    pairs = [
        (each["white"], each["black"], yes(each["white_binds"]), yes(each["black_binds"]))
        for each in result["pairs"]
    ]
    bound = [
        (each["unit"], listed(each["by"]), each["enemy_cp"], yes(each["outnumbered"]))
        for each in result["bound"]
    ]
    return told(
        f"{len(pairs)} attached pairs, {len(bound)} bound units",
        Table(("White", "Black", "White binds", "Black binds"), pairs),
        Table(("Bound", "By", "Their CP", "Four times its own"), bound),
    )


def show_push_out(question: Json, result: Json) -> Told:
    """Where the target is now."""
    verdict = f"Pushed to {result['to']}" if result["pushed"] else "It cannot give way and loses 1 CP"
    lost = "It is destroyed." if result["destroyed"] else f"It has {result['cp']} CP."
    on = f"The elephants have {result['mp_left']} movement points left" if result["may_go_on"] else ""
    return told(verdict, lost, f"{on}." if on else "The elephants go no further.")


FATES: Mapping[str, str] = {
    "free": "Free: nothing binds it",
    "must_escape": "It must escape",
    "loses_1_cp": "It cannot escape and loses 1 CP",
    "may_escape": "It may escape",
    "stands": "It stands and cannot escape",
}


def show_escape_check(question: Json, result: Json) -> Told:
    """Whether a unit must run."""
    ratio = f"{result['enemy_cp']} CP bind it, against {result['own_cp']} of its own."
    return told(FATES[result["outcome"]], ratio, f"In an escape it has {result['mp']} movement points.")


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


def show_battle_result(question: Json, result: Json) -> Told:
    """Who has won."""
    keys = ("on_field", "escaped", "destroyed", "cp", "centre_units", "centre_cp")
    rows = [(SIDE_NAMES[side], *(result[side][key] for key in keys)) for side in SIDES]
    heads = ("Side", "On the field", "Escaped", "Destroyed", "CP", "Units in the centre", "CP there")
    return told(verdict(result), Table(heads, rows))


def verdict(result: Json) -> str:
    """The end of a battle in a line."""
    if not result or not result["winner"]:
        return "The battle goes on"
    won = "A draw" if result["winner"] == "draw" else f"{SIDE_NAMES[result['winner']]} has won"
    return f"{won}: {REASONS[result['reason']]}"


LONGEST = 12_000
"""Letters of a battle that an address brings to a table; a longer one is brought as a file."""


def show_unit_table(question: Json, result: Json) -> Told:
    """Units and dice, as a player aid has them."""
    rows = [
        (KIND_NAMES[each["type"]], each["die"], each["cp"], each["mp"], each["escape_mp"], _abilities(each))
        for each in result["units"]
    ]
    dice = [
        (
            colour,
            listed(FACE_NAMES[face] for face in die["faces"]),
            die["swords"],
            die["shields"],
            die["blank"],
        )
        for colour, die in result["dice"].items()
    ]
    units = Table(("Unit", "Die", "CP", "MP", "In escape", "Abilities"), rows)
    faces = Table(("Die", "Faces", "Mean swords", "Mean shields", "Blank"), dice)
    return told("Eight types of units, three dice", units, faces)


def _abilities(unit: Json) -> str:
    return listed(each.replace("_", " ") for each in unit["abilities"])


def show_command_effects(question: Json, result: Json) -> Told:
    """What morale and command give."""
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
    return told(verdict, Table(("What", "Here"), rows))


def show_scenario_check(question: Json, result: Json) -> Told:
    """Both armies compared."""
    keys = ("units", "cp", "swords", "experience", "first_row", "entry", "distant")
    rows = [(SIDE_NAMES[side], *(result[side][key] for key in keys)) for side in SIDES]
    heads = ("Side", "Units", "CP", "Swords", "Experience", "First row", "Reserve", "Distant")
    types = [
        (KIND_NAMES[kind], *(result[side]["types"].get(kind, 0) for side in SIDES)) for kind in KIND_NAMES
    ]
    line = f"The centre is columns {listed(result['centre'])}."
    return told(
        f"{result['id']}, with {result['pieces']}",
        _drawn(question["scenario"]),
        line,
        Table(heads, rows),
        Table(("Type", "White", "Black"), types),
    )


def _drawn(scenario: Json) -> Drawing:
    """The field with both armies, as the battle opens."""
    battle = battle_of(scenario)
    lie = Lie(opening(battle, effective(DEFAULTS, battle)))
    file = "" if isinstance(scenario, str) else quote(json.dumps(scenario, separators=(",", ":")))
    return Drawing(
        "proelii/preview.html", field_values(lie, Taps()) | {"file": file if len(file) < LONGEST else ""}
    )


def show_muster(question: Json, result: Json) -> Told:
    """Map units as battle units."""
    rows = [
        (each["id"], KIND_NAMES[each["type"]], EXPERIENCE_NAMES[each["experience"]], yes(each["original"]))
        for each in result["units"]
    ]
    verdict = f"{result['count']} of {result['limit']} pieces"
    return told(verdict, Table(("Unit", "Type", "Experience", "The original"), rows))


def show_end_conversion(question: Json, result: Json) -> Told:
    """What returns to the map."""
    rows = [
        (each["kind"].replace("_", " "), listed(each["units"]), _returned(each["returns"]))
        for each in result["groups"]
    ]
    verdict = f"{len(result['returned'])} map units return, {len(result['lost'])} units are lost"
    return told(verdict, Table(("Group", "Units", "Returns as"), rows))


def _returned(unit: Json) -> str:
    return f"{EXPERIENCE_NAMES[unit['experience']]} {KIND_NAMES[unit['type']].lower()}" if unit else "–"


def show_energy_ledger(question: Json, result: Json) -> Told:
    """A unit's round as an account."""
    rows = [
        (EVENT_WORDS[each["event"]], each["account"], _change(each), each["energy"])
        for each in result["entries"]
    ]
    verdict = f"Energy {result['energy']}, {signed(result['round'])} in this round"
    line = f"Move account {signed(result['move'])}, combat account {signed(result['combat'])}."
    return told(verdict, line, Table(("Entry", "Account", "Change", "Energy"), rows))


def _change(entry: Json) -> str:
    return signed(entry["change"]) if entry["accepted"] else f"refused: {REASON_WORDS[entry['reason']]}"


def show_escape_attack(question: Json, result: Json) -> Told:
    """What the attacks on an escape took."""
    escaper = result["escaper"]
    verdict = "Destroyed" if escaper["destroyed"] else f"It gets away with {escaper['cp']} CP"
    rows = [(each["id"], each["swords"], each["hits"], each["energy"]) for each in result["attackers"]]
    return told(
        verdict,
        f"Its energy is {escaper['energy']}.",
        Table(("Attacker", "Swords", "CP taken", "Energy"), rows),
    )


def show_special(question: Json, result: Json) -> Told:
    """A Hit & Run or a charge."""
    verdict = f"{result['swords']} swords, {result['blocked']} blocked: {result['hits']} CP lost"
    back = f"The attacker loses {result['hits_back']} CP." if result.get("hits_back") else ""
    bound = "They stay attached." if result["attached"] else "They are not attached."
    rows = [_fighter(name, result[name]) for name in ("attacker", "target")]
    return told(verdict, back, bound, Table(("Unit", "Energy", "CP", "Tokens kept"), rows))


def _fighter(name: str, fighter: Json) -> Row:
    tokens = fighter["tokens"]
    kept = f"{tokens['swords']} swords, {tokens['shields']} shields" if tokens else "–"
    return name.capitalize(), fighter["energy"], fighter["cp"] or "destroyed", kept


def show_roll_combat(question: Json, result: Json) -> Told:
    """A whole combat phase."""
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
    return told(
        f"{lost} CP are lost", listed(steps), Table(heads, rows), Table(("Sword of", "At", "Ends"), strikes)
    )


def show_combat_odds(question: Json, result: Json) -> Told:
    """Chances of a fight."""
    dead = {side: percent(result[f"{side}_destroyed"]["value"]) for side in ("attacker", "defender")}
    mean = {key: f"{found['value']:.2f}" for key, found in result["expected"].items()}
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
    return told(
        f"The defender falls in {dead['defender']}, the attacker in {dead['attacker']}",
        line,
        Table(heads, rows),
    )


def show_legal(question: Json, result: Json) -> Told:
    """The deeds that are open."""
    rows = [(deed(each), allowed(each) or "–") for each in result["actions"]]
    step = STEP_NAMES.get(result["step"], "")
    who = f"{SIDE_NAMES[result['to_act']]} is to act." if result["to_act"] else "Both sides act."
    title = f"{PHASE_NAMES[result['phase']]}: {step}" if step else PHASE_NAMES["over"]
    return told(title, who if step else "", Table(("Deed", "Open"), rows))


def show_battle(question: Json, result: Json) -> Told:
    """A state: both armies unit by unit."""
    state = result["state"]
    title = (
        verdict(state["result"])
        if state["result"]
        else f"Round {state['round']} · {STEP_NAMES[state['step']]}"
    )
    armies = [
        Table(HEADS, list(_units(state, side)), f"{SIDE_NAMES[side]}: {state['sides'][side]['name']}")
        for side in SIDES
    ]
    return told(title, *armies)


HEADS = ("Unit", "Type", "Experience", "At", "Energy", "CP")


def _units(state: Json, side: str) -> Iterable[Row]:
    for unit in state["units"].values():
        if unit["side"] == side:
            kind, level = KIND_NAMES[unit["type"]], EXPERIENCE_NAMES[unit["experience"]]
            yield unit["name"], kind, level, unit["at"], unit["energy"], unit["cp"]


WORDS = {**FACE_NAMES, **CONVERSION_NAMES}
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json",
    folder=FOLDER,
    rules=HOUSE_RULES,
    names={
        **{key: words.capitalize() for key, words in WORDS.items()},
        **KIND_NAMES,
        **EXPERIENCE_NAMES,
        **EVENT_WORDS,
        **SIDE_NAMES,
    },
    own={
        "battle": partial(Area, words=BATTLES, accept=".json,.xlsx,application/json"),
        "policy": partial(Area, words=("optimal",)),
    },
)
WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
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
    "reachable": Answer(resolve_reachable, show_reachable, asks=ReachableQuestion),
    "attached": Answer(resolve_attached, show_attached, asks=AttachedQuestion),
    "escape-check": Answer(resolve_escape_check, show_escape_check, asks=EscapeCheckQuestion),
    "push-out": Answer(resolve_push_out, show_push_out, asks=PushOutQuestion),
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
