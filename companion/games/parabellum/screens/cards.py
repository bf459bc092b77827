"""Unit cards behind a screen, what all see of a miniature, what ground costs it (M2, M3)."""

from collections.abc import Callable, Iterable
from functools import partial

from companion.engine.wording import Values, count, isolated, listed
from companion.games.parabellum.data import FOOTPRINTS, Cost
from companion.games.parabellum.rules.field import PLACES, cover_of
from companion.games.parabellum.rules.telling import at, called
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Terrain, UnitType
from companion.games.parabellum.state.notation import letters, spoken
from companion.games.parabellum.state.table import Unit

PITCH = 12
MOST_IN_ROW = 10


def squares(full: int, most: int) -> Values:
    """Troop squares: filled ones hold a person."""
    return _gauge(full, most, _square)


def discs(full: int, most: int) -> Values:
    """Fuel counters."""
    return _gauge(full, most, _disc)


def _gauge(full: int, most: int, shape: Callable[[int, int], str]) -> Values:
    rows = max(1, -(-most // MOST_IN_ROW))
    return {
        "full": "".join(shape(*_at(n)) for n in range(min(full, most))),
        "empty": "".join(shape(*_at(n)) for n in range(full, most)),
        "wide": min(most, MOST_IN_ROW) * PITCH + 1,
        "tall": rows * PITCH + 1,
        "rows": rows,
    }


def _at(n: int) -> tuple[int, int]:
    return n % MOST_IN_ROW * PITCH + 1, n // MOST_IN_ROW * PITCH + 1


def _square(x: int, y: int) -> str:
    return f"M{x} {y}h10v10h-10z"


def _disc(x: int, y: int) -> str:
    return f"M{x} {y + 5}a5 5 0 1 1 10 0a5 5 0 1 1-10 0z"


PATTERNS = ("rocky", "urban", "special", "rubble", "forest", "marsh", "water")


def on_map(state: State) -> list[Terrain]:
    """The kinds of ground on the map that is played, as its booklet has them; without one, all."""
    seen = {terrain for row in state.sheet.grounds for terrain in row} if state.tracked else None
    return [each for each in state.booklet.ground.values() if seen is None or each.id in seen]


def terrain_key(state: State) -> list[Values]:
    """What the patterns mean here, in words, and for which cards it is otherwise."""
    return [
        {
            "pattern": each.id if each.id in PATTERNS else "open" if each.id == "open" else "other",
            "name": spoken(each.id),
            "words": _ground_words(each),
            "others": _others(state, each),
        }
        for each in on_map(state)
    ]


def _ground_words(ground: Terrain) -> str:
    words = [f"{cost_words(ground.cost)} to enter"]
    words += [f"defence {ground.defense:+d}"] if ground.defense else []
    words += [f"attack {ground.attack:+d}"] if ground.attack else []
    words += [f"{' or '.join(map(spoken, ground.access)).lower()} only"] if ground.access is not None else []
    return ", ".join(words).replace("-", "−")


def cost_words(cost: Cost) -> str:
    """Squares of movement, or all of them."""
    return "a whole move" if cost == "all" else str(cost)


def _others(state: State, ground: Terrain) -> list[str]:
    """Who may enter where not everybody may, and whom it costs something else."""
    kinds = state.binder.units.values()
    told = []
    if ground.access is not None:
        may = _called(state, lambda kind: ground.admits(kind.tags))
        told.append(f"Open to {listed(may)}" if may else "Open to nobody in the catalogue")
    costs = {kind.terrain_cost.get(ground.id, ground.cost) for kind in kinds} - {ground.cost}
    for cost in sorted(costs, key=str):
        who = _called(state, partial(_pays, ground, cost))
        told.append(f"{cost_words(cost).capitalize()} for {listed(who)}")
    return told


def _pays(ground: Terrain, cost: Cost, kind: UnitType) -> bool:
    return kind.terrain_cost.get(ground.id, ground.cost) == cost


def _called(state: State, fits: Callable[[UnitType], bool]) -> list[str]:
    """The cards that fit: by their class where all of it do, else by name."""
    found: list[str] = []
    for name in state.binder.classes:
        group = [kind for kind in state.binder.units.values() if kind.unit_class == name]
        those = [kind for kind in group if fits(kind)]
        whole = len(those) == len(group) > 1
        found += [f"every {spoken(name).lower()}"] if whole else [kind.name for kind in those]
    return found


def way_words(card: UnitType, grounds: Iterable[Terrain]) -> str:
    """What a type of card pays for each kind of ground, and what is closed to it or beyond its speed."""
    costs: dict[str, list[str]] = {}
    closed: list[str] = []
    for ground in grounds:
        cost = card.terrain_cost.get(ground.id, ground.cost)
        beyond = card.speed < (1 if cost == "all" else cost)
        there = closed if beyond or not ground.admits(card.tags) else costs.setdefault(cost_words(cost), [])
        there.append(spoken(ground.id).lower())
    told = [f"{', '.join(names)} {cost}" for cost, names in costs.items()]
    told += [f"never {', '.join(closed)}"] if closed else []
    return "; ".join(told)


SHEET = "parabellum/signs.svg"
"""The game's own symbols."""
SIGNS = ("infantry", "truck", "walker", "gun", "tank", "engineer", "hauler")
BY_SIZE = dict(zip(FOOTPRINTS, ("infantry", "truck", "tank"), strict=True))
INCHES = {"small": "½″ × ½″", "medium": "1″ × ½″", "large": "1″ × 1″"}
MARK_WORDS = {
    "acted": "has fought",
    "fresh": "just deployed",
    "dug_out": "digging out",
    "entrenched": "dug in this turn",
    "repositioned": "repositioned",
    "spotted": "reconnoitred",
    "boarded": "boarded",
    "unloaded": "got off",
    "worked": "has worked",
}


def beads(state: State, flag: tuple[str, ...]) -> list[Values]:
    """A flag, bead by bead: colour and letter."""
    signs = letters(state.binder.palette)
    return [{"colour": colour, "letter": signs.get(colour, "?")} for colour in flag]


def sign_of(state: State, type_: str) -> str:
    """The silhouette of a unit's class; of an owner's own class, that of its size."""
    kind = state.binder.units[type_].unit_class
    return kind if kind in SIGNS else BY_SIZE[state.binder.footprint(type_)]


def flag_words(unit: Unit) -> str:
    """A flag in words."""
    return "-".join(unit.flag) or "no flag"


def public_name(state: State, unit: str) -> str:
    """A unit as everybody sees its miniature."""
    each = state.units[unit]
    return f"{spoken(each.owner)} {spoken(state.card(unit).unit_class).lower()} {unit}"


def name_of(state: State, unit: str, me: str | None) -> str:
    """An own unit by its card's name, another's by its class."""
    if state.units[unit].owner == me:
        return state.title(unit)
    return public_name(state, unit)


def miniature(state: State, unit: str) -> Values:
    """What everybody sees of a unit."""
    each = state.units[unit]
    return {
        "id": unit,
        "name": public_name(state, unit),
        "kind": spoken(state.card(unit).unit_class),
        "seat": seat_of(state, each.owner),
        "sign": sign_of(state, each.type),
        "beads": beads(state, each.flag),
        "flag": flag_words(each),
        "at": at(each.square),
        "entrench": each.entrench,
    }


def seat_of(state: State, player: str) -> str:
    """The class that gives a player's things their colour."""
    return f"seat-{state.players[player].seat}"


def unit_card(state: State, unit: str) -> Values:
    """A unit's whole card, for its owner alone."""
    each, card = state.units[unit], state.card(unit)
    footprint = state.footprint(unit)
    return miniature(state, unit) | {
        "name": state.called(unit),
        "class_words": f"{spoken(card.unit_class)} · {INCHES[footprint]}",
        "people": squares(each.strength, card.troop),
        "strength": each.strength,
        "troop": card.troop,
        "fuel": _counters(discs(each.fuel, card.fuel_max), each.fuel, card.fuel_max),
        "ammunition": _counters(
            squares(each.ammunition, card.ammunition_max), each.ammunition, card.ammunition_max
        ),
        "cargo": cargo_words(state, unit),
        "facts": facts(card),
        "ways": way_words(card, on_map(state)),
        "where": where_words(state, unit),
        "under": f"{card.name} {unit}" if each.name else unit,
        "note": isolated(each.note),
        "place": place_in_short(state, unit),
        "marks": [MARK_WORDS[mark] for mark in sorted(each.marks) if mark in MARK_WORDS],
        "reserve": each.where == "reserve",
        "layers": squares(each.entrench, card.entrench) if card.entrench else None,
        "depth": card.entrench,
    }


def report_values(state: State, unit: str) -> Values:
    """What was reported of a unit, as a small card: type, people, and what it has any of (A4)."""
    report = state.reports[unit]
    card = state.binder.units[report.type]
    has = [
        {"name": key, "has": getattr(report, key)} for key in ("fuel", "ammunition", "cargo", "passengers")
    ]
    return miniature(state, unit) | {
        "name": card.name,
        "owner": called(state, state.units[unit].owner),
        "strength": report.strength,
        "troop": card.troop,
        "people": squares(report.strength, card.troop),
        "facts": facts(card),
        "has": has,
    }


def _counters(gauge: Values, now: int, most: int) -> Values | None:
    return gauge | {"now": now, "most": most} if most else None


def facts(card: UnitType) -> list[tuple[str, str]]:
    """What is printed at the foot of a card."""
    found = [("Move", str(card.speed))]
    if card.artillery:
        gun = card.artillery
        found += [("Arc", f"{gun.min}–{gun.max}"), ("Arty", f"d{gun.die}"), ("Shots", str(gun.shots))]
    elif card.attack_die:
        found += [("Range", str(card.range)), ("Atk", f"d{card.attack_die}")]
    return [*found, ("Def", f"d{card.defense_die}")]


def cargo_words(state: State, unit: str) -> str:
    """What is carried, and the room for it."""
    each, card = state.units[unit], state.card(unit)
    said = []
    if card.cargo:
        tokens = f"{each.cargo.fuel} fuel, {each.cargo.ammunition} ammunition"
        loaded = f"Cargo {each.cargo.total} of {card.cargo}: {tokens}"
        said.append(loaded if each.cargo.total else f"Cargo empty, room for {count(card.cargo, 'token')}")
    if card.passengers:
        aboard = ", ".join(state.title(rider) for rider in state.passengers(unit)) or "nobody"
        said.append(f"Aboard: {aboard} (room for {card.passengers})")
    return ". ".join(said)


def where_words(state: State, unit: str) -> str:
    """Where a unit is, and what shelters it there."""
    each = state.units[unit]
    if each.where == "reserve":
        return "A card in reserve, not mustered."
    if each.where == "predeploy":
        return "In the pre-deployment area."
    if each.where == "aboard":
        carrier = each.transport or ""
        return f"Aboard {state.title(carrier)}."
    return f"{place_words(state, unit)}."


def place_in_short(state: State, unit: str) -> str:
    """Where a unit is and how large, in a few words, with what it did this turn."""
    each = state.units[unit]
    where = f"at {at(each.square)}" if each.square else PLACES[each.where]
    did = [MARK_WORDS[mark] for mark in sorted(each.marks) if mark in MARK_WORDS]
    return ", ".join([where, INCHES[state.footprint(unit)], *did])


def place_words(state: State, unit: str) -> str:
    """The square of a unit on the map, where the app knows it, and what shelters it."""
    square = state.units[unit].square
    cover = cover_words(state, unit)
    return f"{at(square)}: {cover}" if square else cover[:1].upper() + cover[1:]


def cover_words(state: State, unit: str) -> str:
    """What speaks for a unit on the map when it is struck: public, like the map itself."""
    cover = cover_of(state, unit)
    parts = [f"{spoken(cover.terrain).lower()} ground"]
    if cover.entrench:
        parts.append(f"dug in {count(cover.entrench, 'layer')}")
    if cover.earthwork:
        parts.append("an earthwork")
    sums = [f"{cover.direct:+d} to defence"] if cover.direct else []
    sums += [f"{cover.attack:+d} to the attacker"] if cover.attack else []
    return ", ".join(parts + sums).replace("-", "−")
