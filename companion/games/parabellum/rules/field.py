"""The map of a session, and what every action asks first: is this unit mine, is it in its place (2.4, 5)."""

from collections.abc import Callable

from companion.engine.errors import GameError, IllegalAction
from companion.games.parabellum.data import CACHE_LIMIT, SHARED_CACHE_LIMIT, Position, Side
from companion.games.parabellum.procedures.dice import Cover
from companion.games.parabellum.procedures.movement import Ground, Mover, Occupant, by_square
from companion.games.parabellum.state.binder import Terrain
from companion.games.parabellum.state.notation import SIDES, distance, spoken
from companion.games.parabellum.state.table import EMPTY, Load, State, Unit, Where

PLACES: dict[Where, str] = {
    "reserve": "in reserve",
    "predeploy": "in the pre-deployment area",
    "map": "on the map",
    "aboard": "aboard a transport",
}


def own(state: State, player: str, unit: str, *wheres: Where, key: str = "unit") -> Unit:
    """The player's unit of that id, in one of these places (anywhere without)."""
    found = state.units.get(unit)
    if found is None or found.owner != player:
        own_ids = ", ".join(state.of(player, *wheres)) or "none"
        raise IllegalAction(key, f"{unit} is no unit of {spoken(player)}; those that can: {own_ids}.")
    if wheres and found.where not in wheres:
        wanted = " or ".join(PLACES[where] for where in wheres)
        raise IllegalAction(key, f"{unit} is {PLACES[found.where]}; this takes a unit {wanted}.")
    return found


def enemy_on_map(state: State, player: str, unit: str) -> Unit | None:
    """The unit of that id, if it is somebody else's and on the map."""
    found = state.units.get(unit)
    return found if found and found.owner != player and found.where == "map" else None


def refuse(wrong: bool, key: str, message: str) -> None:
    """`IllegalAction` at a key where something is wrong."""
    if wrong:
        raise IllegalAction(key, message)


def not_fresh(unit: Unit, key: str = "unit") -> None:
    """Refuse a unit that was deployed this turn (R21)."""
    refuse("fresh" in unit.marks, key, "This unit was deployed this turn; it acts from its next turn on.")


def has_tokens(there: Load, wanted: Load, place: str) -> None:
    """Refuse more tokens than there are, at the resource that is short."""
    for key in ("fuel", "ammunition"):
        have, want = getattr(there, key), getattr(wanted, key)
        refuse(want > have, key, f"{place} has {have} {key}; {want} were asked for.")


def no_passengers(state: State, unit: str, key: str = "unit") -> None:
    """Refuse a unit with somebody aboard."""
    aboard = state.passengers(unit)
    refuse(bool(aboard), key, f"{', '.join(aboard)} must alight from {unit} first.")


def why_not[**P](check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> str | None:
    """Why a check refuses, in its own words; None where it lets pass."""
    try:
        check(*args, **kwargs)
    except GameError as error:
        return error.message
    return None


def allowed[**P](check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a check lets pass."""
    return why_not(check, *args, **kwargs) is None


def ground_of(state: State, without: str) -> Ground:
    """The map as it lies for one unit: all others are in its way."""
    return Ground(
        sheet=state.sheet,
        terrains=state.booklet.ground,
        features=state.features,
        caches=state.caches,
        occupants=by_square(
            (each.square, Occupant(each.owner, each.position))
            for unit, each in state.units.items()
            if unit != without and each.square is not None and each.position is not None
        ),
        enemy_sharing=state.options.enemy_sharing,
    )


def mover_of(state: State, unit: str, square: str | None = None) -> Mover:
    """A unit as one that moves; `square` where it does not stand on the map yet."""
    each, card = state.units[unit], state.card(unit)
    return Mover(
        footprint=state.footprint(unit),
        speed=card.speed,
        fuel=each.fuel,
        owner=each.owner,
        square=square or on(each),
        tags=card.tags,
        terrain_cost=card.terrain_cost,
        entrench=each.entrench,
        mp_used=each.mp_used,
        entered=entered(each),
    )


def on(unit: Unit) -> str:
    """The square of a unit on the map; none is known where the map lies on the table."""
    return unit.square or ""


def entered(unit: Unit) -> Side | None:
    """The side by which a unit came onto its square this turn."""
    return next((side for side in SIDES if f"from_{side}" in unit.marks), None)


def free(state: State, unit: str, square: str) -> tuple[Position, ...]:
    """The positions that a unit finds free on a square."""
    return ground_of(state, unit).positions(square, mover_of(state, unit, square))


def away(state: State, one: str, other: str) -> int:
    """How far two squares are from each other (R14); where the app keeps no map, the table sees to that."""
    return 0 if not state.tracked else distance(one, other, state.options.metric)


def near(state: State, one: str, other: str) -> bool:
    """Whether two squares are adjacent or the same."""
    return away(state, one, other) <= 1


def cover_of(state: State, unit: str) -> Cover:
    """What speaks for a unit on the map when it is struck."""
    each = state.units[unit]
    terrain, feature = _stands_on(state, each)
    return Cover(
        terrain=terrain.id,
        attack=terrain.attack,
        defense=terrain.defense,
        entrench=each.entrench,
        earthwork=int(feature == "earthwork"),
        spotted="spotted" in each.marks,
    )


def _stands_on(state: State, unit: Unit) -> tuple[Terrain, str | None]:
    """The terrain and the feature under a unit, by the map or by the word of the table."""
    if not state.tracked:
        return state.booklet.ground[unit.ground or "open"], "earthwork" if unit.earthwork else None
    square = on(unit)
    feature = state.features.get(square)
    return state.booklet.ground["open" if feature == "bridge" else state.sheet.terrain(square)], feature


def cache_limit(state: State, square: str) -> int:
    """How many loose tokens a square takes beside those who stand there (L2)."""
    footprints = {state.footprint(unit) for unit in state.standing_on(square)}
    if "large" in footprints:
        return 0
    return SHARED_CACHE_LIMIT if footprints else CACHE_LIMIT


def cache_room(state: State, unit: str, square: str) -> int:
    """How many more tokens a unit may lay on a square (R25)."""
    if square not in state.sheet:
        return 0
    if not state.tracked:
        return max(0, CACHE_LIMIT - state.caches.get(square, EMPTY).total)
    if away(state, on(state.units[unit]), square) != 1:
        return 0
    ground = ground_of(state, unit)
    if ground.bar(square, state.card(unit).tags) in ("mine", "barricade", "terrain"):
        return 0
    return max(0, cache_limit(state, square) - state.caches.get(square, EMPTY).total)


def cargo_room(state: State, unit: str) -> int:
    """How many more tokens fit into a unit's cargo squares."""
    return max(0, state.card(unit).cargo - state.units[unit].cargo.total)
