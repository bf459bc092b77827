"""The field: where a unit can go, who binds it, whether it must run, who has won."""

from collections.abc import Mapping

from companion.engine.told import Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.proelii.data import SIDE_NAMES, SIDES
from companion.games.proelii.screens.desk.told.words import yes


def reachable(question: Json, result: Json) -> Told:
    """Where a unit can go."""
    rows = [
        (each["to"], each["mp"], yes(each["stops"]), yes(each["red_line"]), " ".join(each["path"]))
        for each in result["squares"]
    ]
    verdict = f"{len(rows)} places with {result['mp']} movement points"
    return told(verdict, Table(("To", "MP", "Stops there", "Red line", "Way"), rows))


def attached(question: Json, result: Json) -> Told:
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


def push_out(question: Json, result: Json) -> Told:
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


def escape_check(question: Json, result: Json) -> Told:
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


def battle_result(question: Json, result: Json) -> Told:
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
