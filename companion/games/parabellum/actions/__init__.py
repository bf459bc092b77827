"""Actions as the journal holds them, read into records: the shape alone, who may is for the rules.

The order of checks: an object, its `type`, unknown and missing keys, then key by key (specification 5).
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.reading import Reading, name
from companion.engine.wire import Json
from companion.games.parabellum.actions import keys, kinds
from companion.games.parabellum.actions.adjusting import read_adjust
from companion.games.parabellum.data import RESOURCES

__all__ = ["ON_TABLE", "TYPES", "read_action"]


class Shape(NamedTuple):
    """How one type of action is read: its record, its keys, and those that may be left out."""

    record: Callable[..., kinds.Action]
    keys: tuple[str, ...]
    optional: tuple[str, ...] = ()


PLAYER, UNIT, LOAD = ("player",), ("player", "unit"), ("fuel", "ammunition")

TYPES: Mapping[str, Shape] = {
    "turn_order": Shape(kinds.TurnOrder, ("rolls",), ("dice",)),
    "purchase": Shape(kinds.Purchase, (*PLAYER, "resource", "quantity")),
    "done": Shape(kinds.Done, PLAYER),
    "muster": Shape(kinds.Muster, (*UNIT, "flag")),
    "stow": Shape(kinds.Stow, (*UNIT, *LOAD)),
    "unstow": Shape(kinds.Unstow, (*UNIT, *LOAD)),
    "board": Shape(kinds.Board, (*UNIT, "transport")),
    "alight": Shape(kinds.Alight, UNIT, ("square", "position")),
    "move": Shape(kinds.Move, (*UNIT, "path", "position")),
    "reposition": Shape(kinds.Reposition, (*UNIT, "position")),
    "entrench": Shape(kinds.Entrench, UNIT),
    "dig_out": Shape(kinds.DigOut, UNIT),
    "extract": Shape(kinds.Extract, UNIT),
    "deploy": Shape(kinds.Deploy, (*UNIT, "square", "position")),
    "transfer": Shape(kinds.Transfer, (*PLAYER, "from", "to", *LOAD)),
    "cache": Shape(kinds.Cache, (*UNIT, "square", *LOAD)),
    "pick_up": Shape(kinds.PickUp, (*UNIT, "square", *LOAD)),
    "resupply": Shape(kinds.Resupply, (*UNIT, "resource", "from")),
    "engineer": Shape(kinds.Engineer, (*UNIT, "work", "square")),
    "recon": Shape(kinds.Recon, (*UNIT, "target")),
    "barrage": Shape(kinds.Barrage, (*UNIT, "shots", "rolls")),
    "attack": Shape(kinds.Attack, (*UNIT, "target", "counter", "rolls")),
    "attack_cache": Shape(kinds.AttackCache, (*UNIT, "square", "rolls")),
    "reorganize": Shape(kinds.Reorganize, (*PLAYER, "keep", "scrap")),
    "disband": Shape(kinds.Disband, UNIT),
    "scrap": Shape(kinds.Scrap, UNIT),
    "end_phase": Shape(kinds.EndPhase, PLAYER),
    "withdraw": Shape(kinds.Withdraw, PLAYER),
    "objective": Shape(kinds.Find, (*PLAYER, "objective", "complete")),
    "end_scenario": Shape(kinds.EndScenario, ("reason",)),
    "choose": Shape(kinds.Choose, (*PLAYER, "scenario")),
    "abstain": Shape(kinds.Abstain, PLAYER),
    "adjust": Shape(kinds.Adjust, PLAYER),
}
GROUND = ("terrain", "earthwork")
ON_TABLE: Mapping[str, Shape] = {
    **TYPES,
    "move": Shape(kinds.TableMove, UNIT, GROUND),
    "deploy": Shape(kinds.TableDeploy, UNIT, GROUND),
    "alight": Shape(kinds.TableAlight, UNIT, GROUND),
    "reposition": Shape(kinds.TableReposition, UNIT),
    "engineer": Shape(kinds.TableWork, (*UNIT, "work")),
    "stand": Shape(kinds.Stand, (*UNIT, *GROUND)),
}
"""Where the real map lies on the table: the same deeds without squares."""
UNITS = Shape(kinds.PurchaseUnits, (*PLAYER, "resource", "items"), ("deal",))


def read_action(value: Json, *, tracked: bool = True) -> kinds.Action:
    """One action; `InvalidInput` at the fault. `tracked`: the app keeps the map."""
    types = TYPES if tracked else ON_TABLE
    kind = name(Reading(value, value if type(value) is dict else ()).raw("type"), "type", types)
    if kind == "adjust":
        return read_adjust(value)
    shape = _purchase(value) if kind == "purchase" else types[kind]
    reading = Reading.complete(value, ("type", *shape.keys), shape.optional)
    found = _values(kind, reading, shape)
    return shape.record(*found)


def _purchase(value: Json) -> Shape:
    resource = name(Reading(value, value).raw("resource"), "resource", (*RESOURCES, "units"))
    return UNITS if resource == "units" else TYPES["purchase"]


def _values(kind: str, reading: Reading, shape: Shape) -> list[Any]:
    """The record's fields in order; a load is read at its first key."""
    found: list[Any] = []
    for key in (*shape.keys, *shape.optional):
        if key == "ammunition" or (key == "resource" and shape is UNITS):
            continue
        read = keys.SPECIAL.get((kind, key)) or keys.READERS[key]
        found.append(read(reading, key))
    return found
