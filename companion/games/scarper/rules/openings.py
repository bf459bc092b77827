"""Where an effect may be done, and whether it happens at all (specification 9.5)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, OTHER, Side
from companion.games.scarper.procedures.asked import supply_left
from companion.games.scarper.procedures.conditions import holds
from companion.games.scarper.rules.commands import attackable
from companion.games.scarper.state.effects import Effect, side_of
from companion.games.scarper.state.table import State


class Doing(NamedTuple):
    """An effect about to happen: on which state, for whom, with what choice (and its path), where."""

    state: State
    effect: Effect
    owner: Side
    choice: Json
    path: str
    places: list[str] | None = None

    @property
    def side(self) -> Side:
        """The effect's side."""
        return side_of(self.effect.side, self.owner)


def options(state: State, effect: Effect, owner: Side) -> list[str]:
    """Where (or with which cards) an effect may be done; hidden hands are not shown to others."""
    side = side_of(effect.side, owner)
    if effect.kind == "discard":
        cards = state.hands[side].cards
        return sorted(cards) if cards and side == owner else []
    if effect.kind not in PLACES:
        return []
    bound = effect.battlefields
    listed = BATTLEFIELDS if bound is None else tuple(each for each in BATTLEFIELDS if each in bound)
    return PLACES[effect.kind](state, side, listed)


def _buildable(state: State, side: Side, listed: Sequence[str]) -> list[str]:
    """Those where the front is not at the side's own end, so that there is ground behind it."""
    return attackable(state, OTHER[side], listed)


def _razeable(state: State, side: Side, listed: Sequence[str]) -> list[str]:
    fronts, enemy = state.battlefields, OTHER[side]
    return [each for each in listed if fronts[each].trenches_of(enemy)]


PLACES: Mapping[str, Callable[[State, Side, Sequence[str]], list[str]]] = {
    "build": _buildable,
    "raze": _razeable,
    "advance": attackable,
    "charge": attackable,
    "assault": attackable,
}


def applies(state: State, effect: Effect, owner: Side, places: list[str] | None = None) -> bool:
    """Whether an effect happens now: its “if” holds, and there is something for it to do.

    `places` are its `options`, where somebody has looked for them already.
    """
    if effect.condition and not holds(effect.condition, owner, state):
        return False
    side = side_of(effect.side, owner)
    if effect.kind == "discard":
        return state.hands[side].count > 0
    if effect.kind == "build" and supply_left(state.options, state.battlefields.values(), side) == 0:
        return False
    if effect.kind not in PLACES:
        return True
    return bool(options(state, effect, owner) if places is None else places)


def among(battlefield: str, allowed: list[str], path: str) -> None:
    """Refuse a battlefield that is not open to the effect."""
    if battlefield not in allowed:
        right = ", ".join(BATTLEFIELD_NAMES[each] for each in allowed)
        raise IllegalAction(
            path, f"{BATTLEFIELD_NAMES[battlefield]} is not open to this event; {right} can be chosen."
        )
