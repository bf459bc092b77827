"""A whole battle: where it stands, and what may be done."""

from collections.abc import Iterable

from companion.engine.told import Row, Table, Told, allowed, deed, told
from companion.engine.wire import Json
from companion.games.proelii.data import (
    EXPERIENCE_NAMES,
    KIND_NAMES,
    PHASE_NAMES,
    SIDE_NAMES,
    SIDES,
    STEP_NAMES,
)
from companion.games.proelii.screens.desk.told.field import verdict


def legal(question: Json, result: Json) -> Told:
    """The deeds that are open."""
    rows = [(deed(each), allowed(each) or "–") for each in result["actions"]]
    step = STEP_NAMES.get(result["step"], "")
    who = f"{SIDE_NAMES[result['to_act']]} is to act." if result["to_act"] else "Both sides act."
    title = f"{PHASE_NAMES[result['phase']]}: {step}" if step else PHASE_NAMES["over"]
    return told(title, who if step else "", Table(("Deed", "Open"), rows))


def battle(question: Json, result: Json) -> Told:
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
