"""What the people at the table may set by hand at any time before the end (`adjust`)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.rules.placing import name
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Building, Landscape, State

SITE_STANDS = ("draft", "supply", "reveal")
ENDING = ("build", "refill")
"""Phases in which one house may come to hold everything: this round's conflict is over."""

type Changed = tuple[State, Step]


def adjust(state: State, action: kinds.Adjust) -> Outcome[State]:
    """The changes are made one after another, each checked when it is made."""
    if state.phase == "finished":
        raise IllegalAction("type", "The game is over; only an undo leads back into it.")
    steps = []
    for n, change in enumerate(action.changes):
        state, step = CHANGES[type(change)](state, change, f"changes.{n}")
        said = Step(
            step.rule, "Set by hand ({reason}): " + step.template, {**step.values, "reason": action.reason}
        )
        steps.append(said)
    return Outcome(state, tuple(steps))


def _points(state: State, change: kinds.ChangePoints, path: str) -> Changed:
    changed = state.with_player(change.player, lambda player: replace(player, vp=player.vp + change.by))
    values = {"who": spoken(change.player), "by": change.by}
    return changed, Step("6", "{who} {by:+d} points.", values)


def _allegiance(state: State, change: kinds.ChangeAllegiance, path: str) -> Changed:
    changed = state.with_player(change.player, lambda player: replace(player, allegiance=change.house))
    values = {"who": spoken(change.player), "house": state.words.houses[change.house]}
    return changed, Step("setup.allegiance", "{who} serves the {house}.", values)


def _landscape(state: State, change: kinds.ChangeLandscape, path: str) -> Changed:
    was = state.circle[change.landscape]
    changed = state.with_landscape(change.landscape, Landscape(was.type, change.house, was.building))
    where = f"{path}.house"
    if changed.site and changed.phase in SITE_STANDS:
        i, j = changed.site
        if changed.circle[i].house == changed.circle[j].house:
            raise IllegalAction(
                where, "Both landscapes of the site would be one house's; undo the site first."
            )
    if changed.phase not in ENDING and changed.one_house():
        raise IllegalAction(
            where, "All twelve landscapes would be one house's, and no conflict left to fight."
        )
    step = Step("setup.landscapes", "this is the {where}.", {"where": name(changed, change.landscape)})
    return changed, step


def _building(state: State, change: kinds.ChangeBuilding, path: str) -> Changed:
    where = name(state, change.landscape)
    freed = _taken_back(state, change.landscape)
    if change.player is None:
        return freed, Step("7", "nothing lies under the {where}.", {"where": where})
    if not freed.player(change.player).unplaced:
        raise IllegalAction(
            f"{path}.player", f"All three cards of {spoken(change.player)}'s lie in the circle already."
        )
    if change.side == "office" and not freed.may_open_office(change.player):
        raise IllegalAction(
            f"{path}.side", f"{spoken(change.player)} has two offices already; lay it as an estate."
        )
    changed = freed.with_building(change.landscape, Building(change.player, change.side))
    changed = changed.with_player(change.player, lambda player: replace(player, unplaced=player.unplaced - 1))
    values = {"who": spoken(change.player), "side": change.side, "where": where}
    return changed, Step("7", "{who} has an {side} under the {where}.", values)


def _taken_back(state: State, position: int) -> State:
    building = state.circle[position].building
    if building is None:
        return state
    freed = state.with_building(position, None)
    return freed.with_player(building.player, lambda player: replace(player, unplaced=player.unplaced + 1))


def _strategy(state: State, change: kinds.ChangeStrategy, path: str) -> Changed:
    active = change.player if state.phase == "site" else state.active
    changed = replace(state, strategy_holder=change.player, active=active)
    return changed, Step("8", "{who} holds the strategy card.", {"who": spoken(change.player)})


CHANGES: Mapping[type, Callable[[State, Any, str], Changed]] = {
    kinds.ChangePoints: _points,
    kinds.ChangeAllegiance: _allegiance,
    kinds.ChangeLandscape: _landscape,
    kinds.ChangeBuilding: _building,
    kinds.ChangeStrategy: _strategy,
}
