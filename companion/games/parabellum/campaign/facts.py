"""What a unit's page says of it: its whole card for its owner, what a miniature shows for all others."""

from collections.abc import Iterator

from companion.engine.wording import count, listed
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.pieces import Unit

SIZES = {"small": "½ × ½ inch", "medium": "1 × ½ inch", "large": "1 × 1 inch"}

type Fact = tuple[str, str]


def seen_facts(state: State, unit: Unit) -> Iterator[Fact]:
    """What everybody sees of a miniature."""
    card = state.binder.units[unit.type]
    size = SIZES[state.binder.footprint(unit.type)]
    yield "Kind", f"{spoken(card.unit_class)}, {size}"
    if unit.where == "map" and unit.entrench:
        yield "Dug in", count(unit.entrench, "layer")


def own_facts(state: State, unit: Unit, aboard: list[str], *, gone: bool) -> Iterator[Fact]:
    """The card, and the counters on it; of a unit that is no more the card alone."""
    card = state.binder.units[unit.type]
    yield from seen_facts(state, unit)
    yield "Paid", f"{unit.cost} credits"
    if not gone and unit.where != "reserve":
        yield "People", f"{unit.strength} of {card.troop}"
        yield from _supply(card, unit)
        if aboard:
            yield "Aboard", listed(aboard)
    else:
        yield "People", f"room for {card.troop}"
    yield from _card(card)


def _supply(card: UnitType, unit: Unit) -> Iterator[Fact]:
    yield "Fuel", f"{unit.fuel} of {card.fuel_max}"
    if card.ammunition_max:
        yield "Ammunition", f"{unit.ammunition} of {card.ammunition_max}"
    if card.cargo:
        load = unit.cargo
        held = listed(f"{n} {what}" for what, n in load._asdict().items() if n) or "empty"
        yield "Cargo", f"{held} ({load.total} of {card.cargo})"


def _card(card: UnitType) -> Iterator[Fact]:
    yield "Speed", str(card.speed)
    if card.attack_die:
        yield "Attack", f"d{card.attack_die}, range {card.range}"
    if card.artillery:
        gun = card.artillery
        yield "Artillery", f"d{gun.die}, {count(gun.shots, 'shot')}, {gun.min} to {gun.max} squares"
    yield "Defence", f"d{card.defense_die}"
    if card.passengers:
        yield "Carries", count(card.passengers, "passenger unit")
    if card.engineering:
        yield "Engineering", listed(WORK_NAMES[work].lower() for work in card.engineering)
