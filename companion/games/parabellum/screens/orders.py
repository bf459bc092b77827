"""Orders of a turn as a list, done with one tap, and a turn planned while another acts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from companion.engine.errors import GameError
from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Note, Own, Piece, Question, Say, Way, phrase
from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed, tap
from companion.games.parabellum.data import TURN_PHASES, Phase
from companion.games.parabellum.procedures.movement import Goal, reach
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.course import start_turn
from companion.games.parabellum.rules.movement import ground_of, mover_of
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens.cards import fresh, seat_of, type_sign, who
from companion.games.parabellum.screens.notebook import Danger, strikers
from companion.games.parabellum.state import State, is_square

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


ANY = "ORDER"
"""Stands in a link for the orders in the order to which they are dragged."""
LANDS = ("move", "deploy")
"""Deeds that an order can be."""


def with_orders(
    scene: Scene[State], question: Question, orders: Orders, weighed: Json | None, threats: Collection[Danger]
) -> Question:
    """A question of the turn with the orders so far in it, and one button that does them all.

    A deed that is no order keeps its own button: it is done before them, and they stay.
    """
    if not orders.given:
        return question
    last = [weighed] if weighed and weighed["type"] in LANDS else []
    notes: tuple[Piece, ...] = (Note(orders.refused, warns=True),) if orders.refused else ()
    rows = [_row(scene, orders, n, threats) for n in range(len(orders.given))]
    ordered = {each.order.unit for each in orders.given}
    stay = [
        _stays(scene, unit, threats)
        for unit in (
            orders.state.of(scene.own, "map") if scene.own and orders.state.phase == "movement" else iter(())
        )
        if unit not in ordered
    ]
    values = {"rows": rows, "stay": stay, "link": fresh(scene, o=ANY), "struck": bool(threats),
              "back": fresh(scene, o=_text(orders.given[:-1]))}  # fmt: skip
    listing = (*notes, Own(template="parabellum/orders.html", values=values))
    if not last and isinstance(question.main, Deed) and question.kind.startswith("unit"):
        return replace(question, pieces=(*question.pieces, *listing))
    pieces = (*question.pieces, *listing) if last else (*listing, *question.pieces)
    every = [*orders.actions, *last]
    main = _all(scene.state, every, orders.refused)
    units = _units(every)
    of_unit = question.kind.startswith("unit")
    title = question.title if of_unit else phrase("Orders: {units}", units=units)
    under = question.under if of_unit else "Tap a unit, then its square."
    return replace(question, title=title, under=under, pieces=pieces, main=main, lesser=())


def moves_of(orders: Orders, weighed: Json | None) -> list[Json]:
    """All orders and the move that is being weighed; none where one of them does not go."""
    if orders.refused:
        return []
    return [*orders.actions, *([weighed] if weighed and weighed["type"] == "move" else [])]


def _all(state: State, actions: list[object], refused: str) -> Deed:
    return Deed(
        words=phrase("{verb} {units}", verb=DEEDS[state.phase][1], units=_units(actions)),
        small=phrase("{n:# line|# lines} in the log", n=len(actions)),
        action=tap(actions),
        shut=refused,
        then="?",
    )


def _units(actions: Sequence[Json]) -> str:
    return count(len({each["unit"] for each in actions}), "unit")


def _text(given: Sequence[Given]) -> str:
    return "~".join(str(each.order) for each in given)


def _row(scene: Scene[State], orders: Orders, n: int, threats: Collection[Danger]) -> Values:
    each, state = orders.given[n], orders.state
    square = each.order.square
    earlier = (*orders.given[: n - 1], each, orders.given[n - 1], *orders.given[n + 1 :]) if n else ()
    way = f"{at(each.came)} → {at(square)}" if each.came else f"→ {at(square)}"
    return _unit(scene, each.order.unit) | {
        "number": n + 1,
        "key": str(each.order),
        "way": way,
        "used": each.used,
        "refused": each.refused,
        "where": f"{state.sheet.terrain(square)} ground",
        "struck": strikers(threats, square),
        "earlier": fresh(scene, o=_text(earlier)) if n else "",
    }


def _stays(scene: Scene[State], unit: str, threats: Collection[Danger]) -> Values:
    square = scene.state.units[unit].square or ""
    return _unit(scene, unit) | {"way": at(square), "struck": strikers(threats, square)}


def _unit(scene: Scene[State], unit: str) -> Values:
    state, each = scene.state, scene.state.units[unit]
    return {"name": state.called(unit), "unit": unit, "seat": seat_of(state, each.owner),
            "sign": type_sign(state, each.type), "href": fresh(scene, unit=unit)}  # fmt: skip


def held(before: State, after: State, me: str) -> tuple[Piece, ...]:
    """The objectives that one would stand on alone, and does not yet."""
    names = [
        goal.name
        for goal in after.booklet.objectives
        for square in goal.squares
        if _alone(after, square) == me != _alone(before, square)
    ]
    return (Say(phrase("{goals} would be held.", goals=listed(names)), ""),) if names else ()


def _alone(state: State, square: str) -> str | None:
    owners = {state.units[unit].owner for unit in state.standing_on(square)}
    return next(iter(owners)) if len(owners) == 1 else None


NEXT = "next"
"""The phase of one's next turn that an address weighs; movement without."""
PHASES = {"movement": "Move", "special": "Scout and shell", "direct": "Attack"}


def plans(scene: Scene[State], me: str | None) -> bool:
    """Whether this screen weighs a turn that has not come: a unit of its own is looked at, or ordered."""
    state, unit = scene.state, scene.draft.get("unit", "")
    waits = me is not None and scene.acts_for(me) and state.phase in TURN_PHASES and me != state.active
    if not waits or not state.tracked or scene.room == "tv" or me not in state.playing or scene.asked:
        return False
    own = unit in state.units and state.units[unit].owner == me and state.units[unit].where == "map"
    return own or bool(scene.draft.get("o"))


def as_if_begun(scene: Scene[State], me: str) -> Scene[State]:
    """The same table in one's own next turn: moves done as they are ordered, where fire is weighed."""
    begun = replace(scene, state=start_turn(scene.state, me))
    phase = scene.draft.get(NEXT, "movement")
    if phase not in PHASES or phase == "movement":
        return begun
    return replace(begun, state=orders_of(begun, me).state.changed(phase=cast("Phase", phase)))


def only_weighed(scene: Scene[State], question: Question, weighed: object | None) -> Question:
    """The question of that turn without any deed: what would be, and for whom one waits."""
    active = scene.state.active or ""
    ways = tuple(each for each in question.lesser if isinstance(each, Way) and "dice" not in each.href)
    return replace(
        question,
        kind="planning",
        under=phrase("Your next turn: {under}", under=question.under),
        pieces=(_phases(scene, weighed), *question.pieces),
        main=None,
        lesser=ways,
        action="",
        to="act",
        missing=phrase("Waiting for {who}", who=who(scene.state, active)),
        back=fresh(scene, o=None),
    )


def _phases(scene: Scene[State], weighed: object | None) -> Choices:
    """What of it is weighed; a move that is half chosen counts as done where fire is."""
    unit, now = scene.draft.get("unit"), scene.draft.get(NEXT, "movement")
    held = pending(scene, weighed) if now == "movement" else scene.draft.get("o", "")

    def link(phase: str) -> str:
        return fresh(scene, unit=unit, o=held, **{NEXT: None if phase == "movement" else phase})

    ways = tuple(Choice(words=name, href=link(key), chosen=key == now) for key, name in PHASES.items())
    return Choices(label="Your next turn", choices=ways, shape="chips")
