"""Where the others can strike, as far as one may know: from their places, and after a move (A1, M1).

What a flag can be counts as the widest of its possible types; shells in an arc are left out.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.parabellum.procedures.movement.moves import reach
from companion.games.parabellum.rules.field import ground_of, mover_of
from companion.games.parabellum.rules.notebook import Flag
from companion.games.parabellum.screens.board.regions import region
from companion.games.parabellum.screens.book import flags
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType
from companion.games.parabellum.state.squares import place, square_at

SHOWN = "h"
"""What an address says of it: 1 to see it, 0 not to."""


class Danger(NamedTuple):
    """One flag: the squares that it can strike from where it stands, and those after a move."""

    unit: str
    now: frozenset[str]
    moved: frozenset[str]


def dangers(scene: Scene[State]) -> tuple[Danger, ...]:
    """Every enemy flag on the map that can strike at all."""
    if not scene.state.tracked:
        return ()
    found = (_danger(scene.state, flag) for flag in flags(scene) if flag.on_map and flag.square)
    return tuple(each for each in found if each.now)


def _danger(state: State, flag: Flag) -> Danger:
    kinds = [state.binder.units[each.kind] for each in flag.types]
    armed = [kind for kind in kinds if kind.attack_die]
    here = flag.square or ""
    now = {square for kind in armed for square in _near(state, {here}, kind.range)}
    moved = {square for kind in armed for square in _near(state, _goals(state, flag.unit, kind), kind.range)}
    return Danger(flag.unit, frozenset(now), frozenset(moved | now))


def _goals(state: State, unit: str, kind: UnitType) -> set[str]:
    """Where a unit of that type could go in a turn, were it fuelled."""
    mover = mover_of(state, unit)._replace(
        speed=kind.speed, tags=kind.tags, terrain_cost=kind.terrain_cost, fuel=1, mp_used=0, entered=None
    )
    return {goal.square for goal in reach(ground_of(state, unit), mover)}


def _near(state: State, squares: Collection[str], far: int) -> Iterator[str]:
    """Every square of the map within a distance of one of these."""
    flat = state.options.metric != "diagonal"
    steps = range(-far, far + 1)
    around = [(x, y) for x in steps for y in steps if not flat or abs(x) + abs(y) <= far]
    for column, row in map(place, squares):
        for x, y in around:
            if 0 <= column + x < state.sheet.columns and 0 <= row + y < state.sheet.height:
                yield square_at(column + x, row + y)


def strikers(found: Collection[Danger], square: str) -> int:
    """How many of them can strike a square in their next turn."""
    return sum(square in each.moved for each in found)


def danger_drawn(scene: Scene[State], found: Collection[Danger]) -> Values:
    """Both hatches, and the way to turn them off."""
    now = frozenset[str]().union(*(each.now for each in found))
    moved = frozenset[str]().union(*(each.moved for each in found))
    owners = {scene.state.units[each.unit].owner for each in found}
    side = seat_of(scene.state, next(iter(owners))) if len(owners) == 1 else ""
    return {"now": region(now), "moved": region(moved - now), "side": side, "href": keep(scene, **{SHOWN: 0})}


def wants_danger(draft: Mapping[str, str], orders: bool) -> bool:
    """Whether it is drawn: as the screen wishes it, else while orders are given."""
    return draft.get(SHOWN, "1" if orders else "0") == "1"
