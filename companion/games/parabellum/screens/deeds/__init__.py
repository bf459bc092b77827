"""What a unit may do now, one deed after another: names for buttons, and what stands against it."""

from collections.abc import Callable, Iterable, Mapping

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Piece
from companion.engine.wire import Json
from companion.games.parabellum.rules.claims import why_not
from companion.games.parabellum.rules.combat.attacking import check_attacker
from companion.games.parabellum.rules.combat.reconnoitring import check_recon
from companion.games.parabellum.rules.combat.shelling import check_gun
from companion.games.parabellum.rules.legal import legal_at_table
from companion.games.parabellum.rules.on_map.deploying import check_deployable, check_extract
from companion.games.parabellum.rules.on_map.moving import check_entrench, check_move
from companion.games.parabellum.rules.rear.mustering import check_muster
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State

type Entry = dict[str, Json]

NAMES: Mapping[str, str] = {
    "muster": "Muster",
    "move": "Move",
    "reposition": "Reposition",
    "entrench": "Dig in",
    "dig_out": "Dig out",
    "extract": "Extract",
    "deploy": "Deploy",
    "stand": "Stands on",
    "resupply": "Resupply",
    "transfer": "Hand over cargo",
    "cache": "Lay a cache",
    "pick_up": "Pick up a cache",
    "board": "Board",
    "alight": "Get off",
    "engineer": "Engineer",
    "barrage": "Shell",
    "recon": "Reconnoitre",
    "attack": "Attack",
    "attack_cache": "Fire at a cache",
    "stow": "Load cargo",
    "unstow": "Unload cargo",
    "reorganize": "Merge",
    "disband": "Disband",
    "scrap": "Scrap",
}
"""In the order in which they are offered."""

CHECKS: Mapping[str, tuple[Callable[..., object], ...]] = {
    "movement": (check_move, check_entrench),
    "deployment": (check_extract, check_deployable),
    "special": (check_gun, check_recon),
    "direct": (check_attacker,),
    "setup": (check_muster,),
    "boardroom": (check_muster,),
}


def entries_of(state: State, player: str) -> list[Entry]:
    """Everything that a player may do now."""
    return [entry for entry in legal_at_table(state) if entry.get("player") == player]


def unit_of(entry: Entry) -> str | None:
    """The own unit that an entry is about."""
    found = entry.get("unit") or entry.get("keep") or entry.get("from")
    return found if type(found) is str else None


def of_unit(entries: Iterable[Entry], unit: str) -> dict[str, list[Entry]]:
    """What one unit may do, deed by deed, in the order of the buttons."""
    mine = [entry for entry in entries if unit_of(entry) == unit]
    found = {kind: [entry for entry in mine if entry["type"] == kind] for kind in NAMES}
    return {kind: listed for kind, listed in found.items() if listed}


def able(entries: Iterable[Entry]) -> frozenset[str]:
    """The units that can do something now."""
    doing = (entry for entry in entries if entry["type"] != "stand")
    return frozenset(unit for entry in doing if (unit := unit_of(entry)) is not None)


def offers(scene: Scene[State], unit: str, can: Mapping[str, list[Entry]], doing: str) -> tuple[Piece, ...]:
    """The deeds of a unit, side by side where there are several; the one that is open among them."""
    ways = tuple(
        Choice(words=NAMES[kind], href=fresh(scene, unit=unit, do=kind), chosen=kind == doing) for kind in can
    )
    return (Choices(label="What it may do", choices=ways, shape="chips"),) if len(ways) > 1 else ()


def against(state: State, player: str, unit: str) -> list[str]:
    """Why a unit can do nothing now, in the rules' own words."""
    each = state.units[unit]
    if each.owner != player:
        return []
    checks = CHECKS.get(state.phase, ())
    if each.where == "map" and state.phase in ("setup", "boardroom"):
        return ["Units on the map do nothing in this phase."]
    said = [why_not(check, state, player, unit) for check in checks]
    fitting = [words for words in said if words and "this takes a unit" not in words]
    return fitting[:2] or ["Nothing to do for this unit in this phase."]
