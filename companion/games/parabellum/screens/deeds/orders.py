"""Orders: several moves or deployments of a turn, set one after another and done with one tap.

The address holds them as `u9.f8.c~u10.h5.c`: unit, square, place in it. Each is a dry run on the state after
those before it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.procedures.movement.moves import Goal, reach
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.field import ground_of, mover_of
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import is_square

MOST = 30
DEEDS = {"movement": ("move", "Move"), "deployment": ("deploy", "Deploy")}
ENDLESS = 99
"""More squares than any unit moves: to find the way that is too far."""


class Order(NamedTuple):
    """One order as the address has it."""

    unit: str
    square: str
    position: str

    def __str__(self) -> str:
        return ".".join(self)


class Given(NamedTuple):
    """An order as it would be done: its action, from where it came, what it used; or why it does not go."""

    order: Order
    action: Json
    came: str | None
    used: str
    path: tuple[str, ...]
    refused: str = ""


class Orders(NamedTuple):
    """All that were given, and the state after those that go."""

    given: tuple[Given, ...]
    state: State

    @property
    def actions(self) -> list[Json]:
        """What they do, in their order."""
        return [each.action for each in self.given]

    @property
    def refused(self) -> str:
        """Why the first that does not go does not."""
        return next((each.refused for each in self.given if each.refused), "")


def orders_of(scene: Scene[State], me: str | None) -> Orders:
    """The orders of the half-made choice, each tried on the state after those above it."""
    state, given = scene.state, list[Given]()
    if me is None or me != state.active or state.phase not in DEEDS or not state.tracked:
        return Orders((), state)
    for order in _read(scene.draft.get("o", "")):
        if order.unit in state.units and state.units[order.unit].owner == me:
            one, state = _tried(state, me, order)
            given.append(one)
    return Orders(tuple(given), state)


def _read(text: str) -> Iterator[Order]:
    for each in text.split("~")[:MOST]:
        parts = each.split(".")
        if len(parts) == len(Order._fields) and is_square(parts[1]):
            yield Order(*parts)


def _tried(state: State, me: str, order: Order) -> tuple[Given, State]:
    unit = state.units[order.unit]
    action, path = action_of(state, me, order)
    try:
        after = apply(state, action).state
    except GameError as refused:
        return Given(order, action, unit.square, "–", path, refused.message), state
    cost = after.units[order.unit].mp_used - unit.mp_used
    used = f"{cost} of {state.card(order.unit).speed - unit.mp_used}" if path else ""
    return Given(order, action, unit.square, used, path), after


def action_of(state: State, me: str, order: Order) -> tuple[Json, tuple[str, ...]]:
    """What an order does, and its way: the cheapest, though it be too far."""
    kind = DEEDS[state.phase][0]
    base = {"type": kind, "player": me, "unit": order.unit, "position": order.position}
    if kind == "deploy":
        return {**base, "square": order.square}, ()
    path = way_to(state, order.unit, order.square)
    return {**base, "path": list(path)}, (state.units[order.unit].square or order.square, *path)


def way_to(state: State, unit: str, square: str) -> tuple[str, ...]:
    """The cheapest way to a square, within the movement that is left or not; the square itself if none is."""
    goal = _goal(state, unit, square)
    return goal.path if goal else (square,)


def _goal(state: State, unit: str, square: str) -> Goal | None:
    if state.units[unit].square is None:
        return None
    mover, ground = mover_of(state, unit), ground_of(state, unit)
    far = mover._replace(speed=ENDLESS, fuel=1, entrench=0)
    goals = [*reach(ground, mover), *reach(ground, far)]
    return next((goal for goal in goals if goal.square == square), None)


def why_not_there(state: State, me: str, unit: str, square: str) -> str:
    """What the rules say against going to a square that is out of reach, with the sum where that is it."""
    action, path = action_of(state, me, Order(unit, square, "c"))
    try:
        apply(state, action)
    except GameError as refused:
        goal = _goal(state, unit, square) if path else None
        return f"{refused.message} {_sum(state, unit, goal)}".strip() if goal else refused.message
    return ""


def _sum(state: State, unit: str, goal: Goal) -> str:
    left = state.card(unit).speed - state.units[unit].mp_used
    return f"The cheapest way costs {goal.cost}; {left} left." if goal.cost > left else ""


def pending(scene: Scene[State], weighed: Json | None) -> str:
    """The orders with the one that is being weighed, as the address holds them."""
    held = scene.draft.get("o", "")
    if not weighed or weighed["type"] not in ("move", "deploy"):
        return held
    square = weighed["square"] if "square" in weighed else weighed["path"][-1]
    return "~".join(filter(None, (held, str(Order(weighed["unit"], square, weighed["position"])))))
