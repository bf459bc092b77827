"""Parabellum's screens: finished values for the table, a company's own desk and the TV, out of one scene."""

from dataclasses import replace
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.game import Scene
from companion.engine.scene import NOBODY
from companion.engine.stage import Question, Screen
from companion.engine.wording import Values
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.secrets import SECRECY
from companion.games.parabellum.screens.board import Ghosts, board
from companion.games.parabellum.screens.cards import bar, changes, companies, fresh, keeping
from companion.games.parabellum.screens.deeds import Detail, Entry, entries_of
from companion.games.parabellum.screens.dice import story
from companion.games.parabellum.screens.ending import Walk, walk_of, walk_question
from companion.games.parabellum.screens.manoeuvres import field
from companion.games.parabellum.screens.notebook import Danger, danger_drawn, dangers, wants_danger
from companion.games.parabellum.screens.orders import (
    Orders,
    as_if_begun,
    held,
    moves_of,
    only_weighed,
    orders_of,
    pending,
    plans,
    with_orders,
)
from companion.games.parabellum.screens.stage import staged
from companion.games.parabellum.screens.turn import question_of, to_attacks
from companion.games.parabellum.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that Parabellum shows; what the sight may not see, or what is still to be told, is not in it."""
    walk = walk_of(scene)
    return _walked(scene, walk) if walk else _seen(scene)


def _walked(scene: Scene[State], walk: Walk) -> Screen:
    """The end of a scenario while it is told: the table stands as it stood before, on every screen alike."""
    shown = _seen(Scene(walk.before, NOBODY, "tv", trail=(walk.before,)))
    assert shown.stage
    stage = replace(shown.stage, ask=walk_question(scene, walk), walks=True)
    return Screen(replace(shown.bar, turn=None, hand=bar(scene).hand), shown.own, stage)


def _seen(scene: Scene[State]) -> Screen:
    me = SECRECY.own(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    acting = as_if_begun(scene, me) if me and plans(scene, me) else scene
    shown, detail, planned = _question(scene, acting, me)
    linked = replace(scene, draft={**scene.draft, "o": pending(scene, detail.weighed)})
    may = scene.may_act
    values = {
        "board": _board(linked, detail, planned) if scene.state.tracked else None,
        "field": [] if scene.state.tracked else field(scene),
        "companies": companies(scene.state),
        "panel": shown,
        "story": story(scene),
        "changes": changes(before, scene.state) if before else [],
        "adjust": fresh(scene, do="adjust") if may and me and scene.state.phase != "over" else "",
    }
    return Screen(bar(scene), values, staged(linked, values, planned.entries))


class Planned(NamedTuple):
    """The orders that are given, what can be done after them, and where the others can strike."""

    orders: Orders
    entries: list[Entry]
    danger: tuple[Danger, ...]


def _question(scene: Scene[State], acting: Scene[State], me: str | None) -> tuple[Question, Detail, Planned]:
    """What is asked; `acting` is the same table, or one's own next turn at it."""
    orders = orders_of(acting, me if acting.acts_for(me) else None)
    after = replace(acting, state=orders.state)
    entries = entries_of(after.state, me) if me and scene.acts_for(me) else []
    threats = dangers(scene) if wants_danger(scene.draft, bool(orders.given)) else ()
    shown, detail = question_of(after, entries)
    shown = with_orders(after, shown, orders, detail.weighed, threats)
    ghost = _after(orders.state, detail)
    if me and ghost is not scene.state and (orders.given or detail.weighed):
        shown = replace(shown, pieces=(*shown.pieces, *held(scene.state, ghost, me)))
    moves = moves_of(orders, detail.weighed)
    if me and moves and scene.state.phase == "movement":
        shown = replace(shown, lesser=to_attacks(ghost, me, moves))
    shown = only_weighed(scene, shown, detail.weighed) if acting is not scene else shown
    return keeping(scene, shown), detail, Planned(orders, entries, threats)


def _board(scene: Scene[State], detail: Detail, planned: Planned) -> Values:
    """The map with all that is ordered and weighed on it, as it would stand."""
    orders = planned.orders
    ways = (*(each.path for each in orders.given), *((detail.taps.path,) if detail.taps.path else ()))
    ghosts = Ghosts(_after(orders.state, detail), tuple(way for way in ways if way))
    drawn = danger_drawn(scene, planned.danger) if planned.danger else None
    return board(scene, detail.taps, ghosts, drawn)


def _after(state: State, detail: Detail) -> State:
    """The state once the weighed deed is done; the same where no deed is."""
    try:
        return apply(state, detail.weighed).state if detail.weighed else state
    except GameError:
        return state
