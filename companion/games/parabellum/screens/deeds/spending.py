"""Counters on a unit's card that are tapped to spend them, and what stands against it where none can be."""

from collections.abc import Callable, Mapping

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.parabellum.rules.claims import why_not
from companion.games.parabellum.rules.combat.attacking import check_attacker
from companion.games.parabellum.rules.combat.shelling import check_gun
from companion.games.parabellum.rules.on_map.moving import check_entrench, check_move
from companion.games.parabellum.screens.deeds import NAMES, Entry
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State

type Can = Mapping[str, list[Entry]]

SPENDS: Mapping[str, tuple[str, ...]] = {
    "people": ("reorganize",),
    "fuel": ("move", "resupply"),
    "ammunition": ("attack", "barrage", "attack_cache", "resupply"),
    "cargo": ("transfer", "cache", "stow", "pick_up", "unstow"),
    "flag": ("muster",),
    "layers": ("entrench", "dig_out"),
}
"""What a tap on each part of a card opens: the first of these that may be done now."""

LATER: Mapping[str, str] = {
    "fuel": "Spent in Movement, refilled in Logistics.",
    "ammunition": "Fired in Combat, refilled in Logistics.",
    "cargo": "Handed over and cached in Logistics.",
    "layers": "Dug in and out in Movement.",
}
CHECKS: Mapping[tuple[str, str], Callable[..., object]] = {
    ("fuel", "movement"): check_move,
    ("layers", "movement"): check_entrench,
    ("ammunition", "direct"): check_attacker,
    ("ammunition", "special"): check_gun,
}


def spending(scene: Scene[State], unit: str, can: Can) -> Values:
    """For each part of the card: the deed that a tap opens; nothing where there is none."""
    found = ((part, _deed(scene, unit, part, can)) for part in SPENDS)
    return {part: deed for part, deed in found if deed}


def _deed(scene: Scene[State], unit: str, part: str, can: Can) -> Values:
    for kind in SPENDS[part]:
        for entry in can.get(kind, ()):
            if entry.get("resource", part) == part:
                return {"name": NAMES[kind], "href": fresh(scene, unit=unit, do=kind)}
    return {}


def against_spending(state: State, player: str, unit: str, spent: Values) -> Values:
    """For each part of the card that cannot be tapped: why not now."""
    idle = (part for part in LATER if part not in spent)
    return {part: _why(state, player, unit, part) for part in idle}


def _why(state: State, player: str, unit: str, part: str) -> str:
    if state.units[unit].where != "map":
        return ""
    check = CHECKS.get((part, state.phase))
    if check is None or (
        part == "ammunition" and state.phase == "special" and not state.card(unit).artillery
    ):
        return LATER[part]
    return why_not(check, state, player, unit) or NOTHING[part]


NOTHING: Mapping[str, str] = {
    "fuel": "Nowhere to go from here.",
    "ammunition": "Nothing to fire at within range.",
    "layers": "Nothing to dig now.",
}
