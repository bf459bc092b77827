"""The binder's catalogue: what people, fuel and ammunition cost, and every type of unit by its class (C2)."""

from collections.abc import Iterator

from companion.games.parabellum.printables.binder.typed import Type
from companion.games.parabellum.printables.binder.words import priced
from companion.games.parabellum.printables.card_facts import INCHES, notes, reach
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder, UnitType
from companion.games.parabellum.state.naming import spoken
from companion.press.book import Cell, Strip

SOLD = ("", "Cost", "Cards", "People", "Speed", "Range", "ATK", "DEF", "Fuel", "Ammo.", "Also")
SHORT = (*SOLD[:2], *SOLD[3:8], SOLD[-1])
"""The same on small paper: cards, fuel and ammunition stand among what else there is."""
RESOURCES = {"manpower": "People", "fuel": "Fuel", "ammunition": "Ammunition"}


def catalogue(binder: Binder, state: State | None, type_: Type) -> Iterator[Strip]:
    """Prices first, then a table for each class; of a live campaign also what is left of the pools."""
    yield from type_.title("Catalogue", binder.name, "catalogue")
    yield from type_.head("People, fuel, ammunition", "resources")
    rows: list[tuple[Cell, ...]] = []
    for name, resource in binder.resources.items():
        left = getattr(state.supply, name) if state else None
        more = (("endless" if left is None else str(left)),) if state else ()
        rows.append((RESOURCES[name], *priced(resource), *more))
    heads = ("", "Supply", "Credits for one", *(("Left now",) if state else ()))
    yield from type_.table(heads, rows, "resources")
    yield from type_.head("Units", "units")
    yield from _units(binder, type_)
    yield from type_.note(
        "Fuel and ammunition: counters on a full card / tokens that fill it. "
        "Artillery (ARTY): from its nearest to its farthest square × its shots.",
        "catalogue",
    )


def _units(binder: Binder, type_: Type) -> Iterator[Strip]:
    """One table, its rows under the names of their classes."""
    sold = binder.units.values()
    classes = {name: [kind for kind in sold if kind.unit_class == name] for name in binder.classes}
    kinds = [kind for group in classes.values() for kind in group]
    if not kinds:
        return
    told, heads = (_shortly, SHORT) if type_.is_small else (_sold, SOLD)
    lines = [told(binder, kind) for kind in kinds]
    top, *rows = type_.table(heads, lines, "units", middle=range(1, len(heads) - 1))
    yield top
    left = iter(rows)
    for name, group in classes.items():
        if group:
            words = f"{spoken(name)}, {INCHES[binder.classes[name]]}"
            yield from type_.group(words, f"classes.{name}", rows[0].head)
            yield from (next(left) for _ in group)


def _sold(binder: Binder, kind: UnitType) -> tuple[str, ...]:
    """A type's line: counters before the stroke, tokens that refill them behind it."""
    die = f"ARTY d{kind.artillery.die}" if kind.artillery else f"d{kind.attack_die}"
    hold = f"Cargo {kind.cargo}. " if kind.cargo else ""
    hold += f"Passengers {kind.passengers}. " if kind.passengers else ""
    return (
        kind.name, str(kind.cost), "any" if kind.cards is None else str(kind.cards), str(kind.troop),
        str(kind.speed), reach(kind)[-1], die if kind.artillery or kind.attack_die else "–",
        f"d{kind.defense_die}", f"{kind.fuel_max} / {kind.fuel_cost}",
        f"{kind.ammunition_max} / {kind.ammunition_cost}" if kind.ammunition_max else "–",
        (hold + notes(kind, binder)).strip() or "–",
    )  # fmt: skip


def _shortly(binder: Binder, kind: UnitType) -> tuple[str, ...]:
    """A type's line where columns are few."""
    name, cost, cards, people, speed, far, attack, defense, fuel, ammunition, also = _sold(binder, kind)
    told = f"Fuel {fuel}, ammunition {ammunition}. Cards: {cards}. {also.strip('–')}".strip()
    return name, cost, people, speed, far, attack, defense, told
