"""What a filled order sheet asks for: purchases first, then what is mustered, then what is sold."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wording import listed
from companion.games.parabellum.data import RESOURCE_NAMES, RESOURCES
from companion.games.parabellum.printables.orders.roster import lost
from companion.games.parabellum.state import State


def ordered(scene: Seen[Any], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """The purchases, musters and sales that are ticked; `InvalidInput` for a box that the sheet has not."""
    state: State = scene.state
    said = {name: name.split(".") for name in ticks}
    yield from _cards(state, seat, {name: parts for name, parts in said.items() if parts[0] == "card"})
    for resource in RESOURCES:
        own = tuple(name for name, parts in said.items() if parts[0] == resource)
        if own:
            n = sum(int(said[name][1]) for name in own)
            action = {"type": "purchase", "player": seat, "resource": resource, "quantity": n}
            yield Change(f"Buy {n} {RESOURCE_NAMES[resource]}", action, own)
    for name, parts in said.items():
        if parts[0] in ("muster", "scrap"):
            yield _unit(state, seat, name, parts)


def _cards(state: State, seat: str, said: dict[str, list[str]]) -> Iterator[Change]:
    """All cards as one purchase, which is one go in Set-up."""
    if not said:
        return
    wanted = Counter(parts[1] for parts in said.values())
    items = [{"unit": kind, "quantity": wanted[kind]} for kind in state.binder.units if wanted[kind]]
    words = [f"{each['quantity']} {state.binder.units[str(each['unit'])].name}" for each in items]
    cost = sum(state.binder.units[kind].cost * n for kind, n in wanted.items() if kind in state.binder.units)
    action = {"type": "purchase", "player": seat, "resource": "units", "items": items}
    yield Change(f"Buy {listed(words)} for {cost} credits", action, tuple(said))


def _unit(state: State, seat: str, name: str, parts: list[str]) -> Change:
    kind, unit = parts[0], parts[1]
    if unit not in state.units or state.units[unit].owner != seat:
        raise InvalidInput("ticks", f"{unit} is no unit of this company any more.")
    action = {"type": kind, "player": seat, "unit": unit}
    if kind == "scrap":
        return Change(f"Sell {state.title(unit)}", action, (name,))
    return Change(
        f"Muster {state.title(unit)} under {parts[2]}", action | {"flag": parts[2].split("-")}, (name,)
    )


ANSWERS = {"order-sheet": ordered, "roster": lost}
