"""What stands on a Unit Tracking Card: a type of the catalogue as it is sold, or a live unit as it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.parabellum.data import WORK_NAMES, Cost, Footprint
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder, UnitType
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.palette import letters

INCHES: Mapping[str, str] = {"small": "½ × ½″", "medium": "1 × ½″", "large": "1 × 1″"}


@dataclass(frozen=True, slots=True)
class Gauge:
    """Counters of one kind: how many spaces, what a refill costs in tokens, how many are full.

    `now` is None on a card on which none were laid.
    """

    most: int
    cost: int
    now: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """One card. `cargo` are the tokens in its squares, `aboard` the units in its seats, `code` what a tablet
    reads off it, `given` that its name is its owner's word."""

    name: str
    kind: str
    cost: str
    speed: str
    reach: tuple[str, ...]
    unit_class: str
    footprint: Footprint
    troop: int
    fuel: Gauge
    ammunition: Gauge
    strength: int | None = None
    layers: int = 0
    dug: int = 0
    cargo_squares: int = 0
    cargo: Sequence[str] = ()
    seats: int = 0
    aboard: Sequence[str] = ()
    flag: Sequence[str] = ()
    letters: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    attack: tuple[int, str] | None = None
    defense: int | None = None
    label: str = ""
    where: str = ""
    code: str = ""
    given: bool = False


def of_type(binder: Binder, kind: UnitType) -> Facts:
    """A card as the binder sells it."""
    return Facts(
        name=kind.name,
        kind=f"{spoken(kind.unit_class)}, {INCHES[binder.footprint(kind.id)]}, {kind.role}",
        cost=str(kind.cost),
        speed=str(kind.speed),
        reach=reach(kind),
        unit_class=kind.unit_class,
        footprint=binder.footprint(kind.id),
        troop=kind.troop,
        fuel=Gauge(kind.fuel_max, kind.fuel_cost),
        ammunition=Gauge(kind.ammunition_max, kind.ammunition_cost),
        layers=kind.entrench,
        cargo_squares=kind.cargo,
        seats=kind.passengers,
        letters=letters(binder.palette),
        notes=notes(kind, binder),
        attack=attack(kind),
        defense=kind.defense_die,
    )


def of_unit(state: State, unit: str, address: str) -> Facts:
    """A live unit's card as it stands; `address` is the table's own page, empty where it is not known."""
    each, kind = state.units[unit], state.card(unit)
    sold = of_type(state.binder, kind)
    laid = each.where != "reserve"
    return Facts(
        **{name: getattr(sold, name) for name in Facts.__slots__ if name not in LIVE},
        kind=f"{kind.name}, {sold.kind}" if each.name else sold.kind,
        name=state.called(unit),
        given=bool(each.name),
        cost=str(each.cost),
        fuel=Gauge(kind.fuel_max, kind.fuel_cost, each.fuel if laid else None),
        ammunition=Gauge(kind.ammunition_max, kind.ammunition_cost, each.ammunition if laid else None),
        strength=each.strength if laid else None,
        dug=each.entrench,
        cargo=("fuel",) * each.cargo.fuel + ("ammunition",) * each.cargo.ammunition,
        aboard=tuple(one.upper() for one in state.passengers(unit)),
        flag=each.flag,
        label=unit.upper(),
        where=where(state, unit),
        code=f"{address}hand/?unit={unit}" if address else "",
    )


LIVE = (
    *("name", "kind", "cost", "fuel", "ammunition", "strength", "dug"),
    *("cargo", "aboard", "flag", "label", "where", "code", "given"),
)


def where(state: State, unit: str) -> str:
    """Where a unit is, in a word or two."""
    each = state.units[unit]
    if each.where == "map":
        return f"on {(each.square or '').upper()}"
    if each.where == "aboard":
        return f"aboard {(each.transport or '').upper()}"
    return {"reserve": "in reserve", "predeploy": "pre-deployment"}[each.where]


def reach(kind: UnitType) -> tuple[str, ...]:
    """How far it shoots, the longest way to say it first: squares, or an arc and its shots."""
    if kind.artillery:
        arc = f"{kind.artillery.min}–{kind.artillery.max}"
        return (f"{arc}, {kind.artillery.shots} shots", f"{arc} ×{kind.artillery.shots}")
    return (str(kind.range),) if kind.attack_die else ("–",)


def attack(kind: UnitType) -> tuple[int, str] | None:
    """Its die against others and what the card calls it (A1, A5); none for a unit that cannot attack."""
    if kind.artillery:
        return kind.artillery.die, "ARTY"
    return (kind.attack_die, "ATK") if kind.attack_die else None


def notes(kind: UnitType, binder: Binder) -> str:
    """What else counts: ground it may enter, ground that costs it other than usual,
    whom it carries, its works."""
    open_to_it = [each.id for each in binder.terrain.values() if each.access and each.admits(kind.tags)]
    told = (
        f"May enter {_listed(open_to_it)}." if open_to_it else "",
        f"{_listed([f'{name} {_cost(cost)}' for name, cost in kind.terrain_cost.items()]).capitalize()}.",
        f"Carries {_listed(kind.carries)}." if kind.carries else "",
        f"{_listed([WORK_NAMES[each].lower() for each in kind.engineering]).capitalize()}.",
    )
    said = [each for each in told if each.strip(".")]
    return " ".join(said)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(each.replace("_", " ") for each in words)


def _cost(cost: Cost) -> str:
    return "all" if cost == "all" else str(cost)
