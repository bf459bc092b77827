"""How a whole game reads on the desk: the position in small tables, and what may be done in it."""

from companion.engine.told import Row, Table, Told, allowed, deed, told
from companion.engine.wire import Json
from companion.games.parabellum.data import PHASE_NAMES
from companion.games.parabellum.screens.desk.told.shared import names
from companion.games.parabellum.state.naming import spoken


def session(question: Json, result: Json) -> Told:
    """A state, or what one player sees of it."""
    state = result.get("state") or result["view"]
    acting = f", {spoken(state['active'])} acts" if state["active"] else ""
    left = state["supply"]["manpower"]
    tables = (
        Table(
            ("Player", "Seat", "Company", "Status", "Credits", "Reserve"),
            [_player(*each) for each in state["players"].items()],
        ),
        Table(
            ("Unit", "Owner", "What", "Where", "People", "Counters", "Flag"),
            [_unit(*each) for each in state["units"].items()],
            "Units",
        ),
        Table(
            ("Objective", "Completed by", "Held for"),
            [_objective(*each) for each in state["objectives"].items()],
            "Objectives",
        ),
    )
    winner = f"{spoken(state['winner'])} has won." if state["winner"] else ""
    return told(
        f"{state['scenario'].upper()}, round {state['round']}: {PHASE_NAMES[state['phase']]}{acting}",
        winner,
        f"People left to buy: {left}; casualties: {state['casualties']}.",
        f"Turn order: {names(state['order'])}." if state["order"] else "",
        *tables,
    )


def _player(name: str, player: Json) -> Row:
    reserve = player["reserve"]
    kept = "hidden" if reserve is None else ", ".join(f"{each} {key}" for key, each in reserve.items())
    credits = "hidden" if player["credits"] is None else player["credits"]
    return (spoken(name), player["seat"], spoken(player["company"]), player["status"], credits, kept)


def _unit(name: str, unit: Json) -> Row:
    known = unit.get("type")
    square = unit.get("square")
    where = f"{square.upper()} {unit['position']}" if square else unit["where"]
    counters = f"{unit['fuel']} fuel, {unit['ammunition']} ammunition" if known else "hidden"
    what, people = spoken(known or unit["class"]), unit["strength"] if known else "hidden"
    return (name, spoken(unit["owner"]), what, where, people, counters, " ".join(unit["flag"]) or "–")


def _objective(name: str, standing: Json) -> Row:
    held = ", ".join(f"{spoken(player)} {turns}" for player, turns in standing["streak"].items())
    return (spoken(name), names(standing["done"]), held or "–")


def legal(question: Json, result: Json) -> Told:
    """The deeds that are open, and what each allows."""
    rows = [(deed(each), spoken(each.get("player", "")), allowed(each) or "–") for each in result["actions"]]
    phase = PHASE_NAMES[question["state"]["phase"]]
    line = "" if rows else "Nothing is left to do."
    return told(phase, line, Table(("Deed", "Who", "What it allows"), rows))
