"""Parabellum's screens: finished values for the table, a company's own desk and the TV, out of one scene."""

from dataclasses import replace

from companion.engine.errors import GameError
from companion.engine.game import Scene
from companion.engine.scene import NOBODY
from companion.engine.stage import Screen
from companion.games.parabellum.rules import apply
from companion.games.parabellum.screens.board import Ghosts, board
from companion.games.parabellum.screens.course.ending import Walk, walk_of, walk_question
from companion.games.parabellum.screens.deeds import entries_of
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.deeds.orders import Orders, orders_of, pending, with_orders
from companion.games.parabellum.screens.deeds.real_map import field
from companion.games.parabellum.screens.frame import bar, changes, companies
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.screens.stage import staged
from companion.games.parabellum.screens.story import story
from companion.games.parabellum.screens.turn import asked
from companion.games.parabellum.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that Parabellum shows; what the sight may not see, or what is still to be told, is not in it."""
    walk = walk_of(scene)
    return _walked(scene, walk) if walk else _seen(scene)


def _walked(scene: Scene[State], walk: Walk) -> Screen:
    """The end of a scenario while it is told: the table stands as it stood before, on every screen alike."""
    then = Scene(walk.before, NOBODY, "tv", trail=(walk.before,))
    shown = _seen(then)
    assert shown.stage
    told = replace(shown.stage, ask=walk_question(scene, walk), walks=True)
    return Screen(replace(shown.bar, turn=None, hand=bar(scene).hand), shown.own, told)


def _seen(scene: Scene[State]) -> Screen:
    state, me = scene.state, own_seat(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    planned, orders = _planned(scene, me)
    entries = entries_of(planned.state, me) if me and me in scene.sight.acts else []
    shown, detail = asked(planned, entries)
    shown = with_orders(planned, shown, orders, detail.weighed)
    linked = replace(scene, draft={**scene.draft, "o": pending(scene, detail.weighed)})
    ghosts = _ghosts(planned.state, orders, detail)
    may = bool(scene.sight.acts) and scene.room != "tv"
    values = {
        "board": board(linked, detail.taps, ghosts) if state.tracked else None,
        "field": [] if state.tracked else field(scene),
        "companies": companies(state),
        "panel": shown,
        "story": story(scene),
        "changes": changes(before, state) if before else [],
        "adjust": fresh(scene, do="adjust") if may and me and state.phase != "over" else "",
    }
    return Screen(bar(scene), values, staged(linked, values, entries))


def _planned(scene: Scene[State], me: str | None) -> tuple[Scene[State], Orders]:
    """The scene as it would be once the orders that were given are done."""
    orders = orders_of(scene, me if me in scene.sight.acts else None)
    return replace(scene, state=orders.state), orders


def _ghosts(state: State, orders: Orders, detail: Detail) -> Ghosts:
    """All that is ordered and weighed, as it would stand; nothing where no deed is."""
    try:
        after = apply(state, detail.weighed).state if detail.weighed else state
    except GameError:
        after = state
    ways = (*(each.path for each in orders.given), *((detail.taps.path,) if detail.taps.path else ()))
    return Ghosts(after, tuple(way for way in ways if way))
