"""The orders of a turn as a list: in their order, to be moved in it, with what each costs and risks."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Deed, Note, Own, Piece, Question, Say, said
from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed, tap
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import seat_of, sign_of
from companion.games.parabellum.screens.danger import Danger, strikers
from companion.games.parabellum.screens.deeds.orders import DEEDS, Given, Orders
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State

GAP = "0-0"
"""Stands in a link for the orders in another order."""
LANDS = ("move", "deploy")
"""Deeds that an order can be."""


def with_orders(
    scene: Scene[State], question: Question, orders: Orders, weighed: Json | None, found: Collection[Danger]
) -> Question:
    """A question of the turn with the orders so far in it, and one button that does them all.

    A deed that is no order keeps its own button: it is done before them, and they stay.
    """
    if not orders.given:
        return question
    last = [weighed] if weighed and weighed["type"] in LANDS else []
    notes: tuple[Piece, ...] = (Note(orders.refused, warns=True),) if orders.refused else ()
    listing = (*notes, _drawn(scene, orders, found))
    if not last and isinstance(question.main, Deed) and question.kind.startswith("unit"):
        return replace(question, pieces=(*question.pieces, *listing))
    pieces = (*question.pieces, *listing) if last else (*listing, *question.pieces)
    every = [*orders.actions, *last]
    main = _all(scene.state, every, orders.refused)
    units = _units(every)
    of_unit = question.kind.startswith("unit")
    title = question.title if of_unit else said("Orders: {units}", units=units)
    under = question.under if of_unit else "Tap a unit, then its square."
    return replace(question, title=title, under=under, pieces=pieces, main=main, lesser=())


def moves_of(orders: Orders, weighed: Json | None) -> list[Json]:
    """All orders and the move that is being weighed; none where one of them does not go."""
    if orders.refused:
        return []
    return [*orders.actions, *([weighed] if weighed and weighed["type"] == "move" else [])]


def _all(state: State, actions: list[Json], refused: str) -> Deed:
    return Deed(
        words=said("{verb} {units}", verb=DEEDS[state.phase][1], units=_units(actions)),
        small=said("{n:# line|# lines} in the log", n=len(actions)),
        action=tap(actions),
        shut=refused,
        then="?",
    )


def _units(actions: Sequence[Json]) -> str:
    return count(len({each["unit"] for each in actions}), "unit")


def _text(given: Sequence[Given]) -> str:
    return "~".join(str(each.order) for each in given)


def _drawn(scene: Scene[State], orders: Orders, found: Collection[Danger]) -> Own:
    """The row of orders, those who stay below it."""
    rows = [_row(scene, orders, n, found) for n in range(len(orders.given))]
    ordered = {each.order.unit for each in orders.given}
    stay = [_stays(scene, unit, found) for unit in _idle(orders.state, scene.own) if unit not in ordered]
    values = {"rows": rows, "stay": stay, "link": fresh(scene, o=GAP), "gap": GAP, "struck": bool(found),
              "back": fresh(scene, o=_text(orders.given[:-1]))}  # fmt: skip
    return Own(template="parabellum/orders.html", values=values)


def _idle(state: State, me: str | None) -> Iterator[str]:
    return state.of(me, "map") if me and state.phase == "movement" else iter(())


def _row(scene: Scene[State], orders: Orders, n: int, found: Collection[Danger]) -> Values:
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
        "where": _where(state, square),
        "struck": strikers(found, square),
        "earlier": fresh(scene, o=_text(earlier)) if n else "",
    }


def _stays(scene: Scene[State], unit: str, found: Collection[Danger]) -> Values:
    square = scene.state.units[unit].square or ""
    return _unit(scene, unit) | {"way": at(square), "struck": strikers(found, square)}


def _unit(scene: Scene[State], unit: str) -> Values:
    state, each = scene.state, scene.state.units[unit]
    return {"name": state.called(unit), "unit": unit, "seat": seat_of(state, each.owner),
            "sign": sign_of(state, each.type), "href": fresh(scene, unit=unit)}  # fmt: skip


def _where(state: State, square: str) -> str:
    """The ground that it comes to stand on."""
    return f"{state.sheet.terrain(square)} ground"


def held(before: State, after: State, me: str) -> tuple[Piece, ...]:
    """The objectives that one would stand on alone, and does not yet."""
    names = [
        goal.name
        for goal in after.booklet.objectives
        for square in goal.squares
        if _alone(after, square) == me != _alone(before, square)
    ]
    return (Say(said("{goals} would be held.", goals=listed(names)), ""),) if names else ()


def _alone(state: State, square: str) -> str | None:
    owners = {state.units[unit].owner for unit in state.standing_on(square)}
    return next(iter(owners)) if len(owners) == 1 else None
