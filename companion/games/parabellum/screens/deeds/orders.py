"""Orders: several moves or deployments of a turn, set one after another and done with one tap.

The address holds them as `u9.f8.c~u10.h5.c`: unit, square, place in it. Each is a dry run on the state after
those before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.game import Scene
from companion.engine.stage import Deed, Note, Piece, Question, Row, Rows, Way, said
from companion.engine.wire import Json
from companion.engine.wording import count, sentence, tap
from companion.games.parabellum.procedures.movement.moves import reach
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.field import ground_of, mover_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import is_square

MOST = 30
DEEDS = {"movement": ("move", "Move", "to"), "deployment": ("deploy", "Deploy", "on")}
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
    """An order as it would be done: its action, from where, what it costs; or why it does not go."""

    order: Order
    action: Json
    words: tuple[str, str, str]
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
    name = f"{state.card(order.unit).name} {order.unit}"
    way = f"{at(unit.square)} → {at(order.square)}" if unit.square else at(order.square)
    try:
        after = apply(state, action).state
    except GameError as refused:
        return Given(order, action, (name, way, "–"), path, refused.message), state
    cost = after.units[order.unit].mp_used - unit.mp_used
    used = f"{cost} of {state.card(order.unit).speed - unit.mp_used}" if path else ""
    return Given(order, action, (name, way, used), path), after


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
    if state.units[unit].square is None:
        return (square,)
    mover, ground = mover_of(state, unit), ground_of(state, unit)
    far = mover._replace(speed=ENDLESS, fuel=1, entrench=0)
    goals = [*reach(ground, mover), *reach(ground, far)]
    return next((goal.path for goal in goals if goal.square == square), (square,))


def why_not_there(state: State, me: str, unit: str, square: str) -> str:
    """What the rules say against going to a square that is out of reach."""
    action, _ = action_of(state, me, Order(unit, square, "c"))
    try:
        apply(state, action)
    except GameError as refused:
        return refused.message
    return ""


def pending(scene: Scene[State], weighed: Json | None) -> str:
    """The orders with the one that is being weighed, as the address holds them."""
    held = scene.draft.get("o", "")
    if not weighed or weighed["type"] not in ("move", "deploy"):
        return held
    square = weighed["square"] if "square" in weighed else weighed["path"][-1]
    return "~".join(filter(None, (held, str(Order(weighed["unit"], square, weighed["position"])))))


def with_orders(scene: Scene[State], question: Question, orders: Orders, weighed: Json | None) -> Question:
    """A question of the turn with the orders so far in it, and one button that does them all."""
    if not orders.given:
        return question
    verb = DEEDS[scene.state.phase][1]
    last = [weighed] if weighed and weighed["type"] in ("move", "deploy") else []
    actions = [*orders.actions, *last]
    units = count(len({each["unit"] for each in actions}), "unit")
    deed = Deed(
        words=said("{verb} {units}", verb=verb, units=units),
        small=said("{n:# line|# lines} in the log", n=len(actions)),
        action=tap(actions),
        shut=orders.refused,
    )
    shorter = "~".join(str(each.order) for each in orders.given[:-1])
    back = Way(words="Last order", href=fresh(scene, o=shorter))
    of_unit = question.kind.startswith("unit")
    title = question.title if of_unit else said("Orders: {units}", units=sentence(units))
    pieces = (_rows(orders.given), *question.pieces) if not last else (*question.pieces, _rows(orders.given))
    notes: tuple[Piece, ...] = (Note(orders.refused, warns=True),) if orders.refused else ()
    return replace(question, title=title, pieces=(*notes, *pieces), main=deed, lesser=(back,))


def _rows(given: Sequence[Given]) -> Rows:
    rows = tuple(_row(n, each) for n, each in enumerate(given, 1))
    return Rows(label="Orders in their order", head=("In this order", "", "movement"), rows=rows)


def _row(n: int, given: Given) -> Row:
    unit, way, used = given.words
    return Row((said("{n}. {unit}", n=n, unit=unit), way, used))
