"""What every action asks first: is this unit mine, and is it where the action needs it (specification 5)."""

from collections.abc import Callable

from companion.engine.errors import GameError, IllegalAction
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.pieces import Load, Unit, Where
from companion.games.parabellum.state.table import State

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
