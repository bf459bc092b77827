"""Armies: types of units, commanders, battles, the way from and to the map."""

import json
from urllib.parse import quote

from companion.engine.told import Drawing, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.proelii.data import EXPERIENCE_NAMES, FACE_NAMES, KIND_NAMES, SIDE_NAMES, SIDES
from companion.games.proelii.rules.own_battle import battle_of
from companion.games.proelii.rules.setting_up import effective, opening
from companion.games.proelii.screens.asked import Taps
from companion.games.proelii.screens.desk.told.words import yes
from companion.games.proelii.screens.field import Lie, field
from companion.games.proelii.state.options import DEFAULTS

LONGEST = 12_000
"""Letters of a battle that an address brings to a table; a longer one is brought as a file."""


def unit_table(question: Json, result: Json) -> Told:
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


def command_effects(question: Json, result: Json) -> Told:
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


def scenario_check(question: Json, result: Json) -> Told:
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
    return Drawing("proelii/preview.html", field(lie, Taps()) | {"file": file if len(file) < LONGEST else ""})


def muster(question: Json, result: Json) -> Told:
    """Map units as battle units."""
    rows = [
        (each["id"], KIND_NAMES[each["type"]], EXPERIENCE_NAMES[each["experience"]], yes(each["original"]))
        for each in result["units"]
    ]
    verdict = f"{result['count']} of {result['limit']} pieces"
    return told(verdict, Table(("Unit", "Type", "Experience", "The original"), rows))


def end_conversion(question: Json, result: Json) -> Told:
    """What returns to the map."""
    rows = [
        (each["kind"].replace("_", " "), listed(each["units"]), _returned(each["returns"]))
        for each in result["groups"]
    ]
    verdict = f"{len(result['returned'])} map units return, {len(result['lost'])} units are lost"
    return told(verdict, Table(("Group", "Units", "Returns as"), rows))


def _returned(unit: Json) -> str:
    return f"{EXPERIENCE_NAMES[unit['experience']]} {KIND_NAMES[unit['type']].lower()}" if unit else "–"
