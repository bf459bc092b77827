"""Scouts, mortars and machine guns (recognition, howitzer, offensive_fire)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.squares import column_of, row_of
from companion.games.scope.actions import kinds
from companion.games.scope.data import SIDE_NAMES
from companion.games.scope.rules.deciding import missed, waiting
from companion.games.scope.rules.legal import enemies, guns_at, howitzer_targets
from companion.games.scope.rules.refusing import available, check_in
from companion.games.scope.rules.turning_up import Done, emptied, shot, turn_up
from companion.games.scope.rules.turns import ended
from companion.games.scope.state import ground
from companion.games.scope.state.pending import Raked
from companion.games.scope.state.table import State


def recognition(state: State, action: kinds.Recognition) -> Outcome[State]:
    """One card, or two neighbours in a row, are turned up; nobody shoots (R15)."""
    entry = available(state, "recognition")
    for n, at in enumerate(action.cells):
        check_in(at, entry["singles"], f"cells.{n}", "no enemy card lies there.")
    one, other = action.cells[0], action.cells[-1]
    beside = abs(column_of(one) - column_of(other)) == 1
    if len(action.cells) > 1 and not (beside and row_of(one) == row_of(other)):
        raise IllegalAction("cells.1", f"{other} does not lie beside {one} in the same row.")
    return ended(turn_up(Done(state), "recognition", action.cells))


def howitzer(state: State, action: kinds.Howitzer) -> Outcome[State]:
    """A mortar is shown, then its target, which is hit whatever it is (R13, R14)."""
    available(state, "howitzer")
    side = state.side
    check_in(action.mortar, state.cells(side, "mortar"), "mortar", "no mortar of this side lies there.")
    words = "an enemy card is wanted that does not lie beside the mortar."
    check_in(action.target, howitzer_targets(state, side, action.mortar), "target", words)
    done = turn_up(Done(state), "howitzer", (action.mortar, action.target))
    card = state.grid[action.target].card
    if card == "empty":
        return ended(done.told(Step("R14", "The shell hits an empty area.")))
    if card == "decoy":
        step = Step("howitzer", "The decoy is gone; an empty area takes its place.")
        return ended(Done(emptied(done.state, action.target), done.steps).told(step))
    return ended(shot(done, "howitzer", action.target))


def offensive_fire(state: State, action: kinds.OffensiveFire) -> Outcome[State]:
    """A card beside a machine gun is turned up; which gun it is stays hidden (R16)."""
    available(state, "offensive_fire")
    side = state.side
    targets = [at for at in enemies(state, side) if guns_at(state, side, at)]
    words = "an enemy card beside an own machine gun is wanted."
    check_in(action.target, targets, "target", words)
    near = [at for at in state.front(side) if _may_fire(state, at, action.target)]
    some = {"type": "some", "card": "machine_gun", "cells": near}
    step = Step("offensive_fire", WORDS, {"side": SIDE_NAMES[side], "target": action.target})
    done = turn_up(Done(state.noted(side, some), (step,)), "offensive_fire", (action.target,))
    card = state.grid[action.target].card
    if card == "empty":
        return ended(done)
    return waiting(done, Raked(action.target, card, card == "decoy"))


WORDS = "A {side} machine gun stands beside {target}."


def _may_fire(state: State, at: str, target: str) -> bool:
    return state.grid[at].side == state.side and ground.adjacent(at, target)


def shoot_gun(state: State, action: kinds.Shoot, pending: Raked) -> Outcome[State]:
    """The machine gun is shown, and what it found is hit, unless it was a decoy (R13)."""
    if action.quadrant is not None:
        raise IllegalAction("quadrant", "A machine gun fires: no shot card is placed.")
    guns = guns_at(state, state.side, pending.cell)
    words = "an own machine gun beside the card that is up is wanted."
    check_in(action.machine_gun or "No machine gun", guns, "machine_gun", words)
    done = turn_up(Done(state), "offensive_fire", (action.machine_gun or "",))
    return ended(missed(done) if pending.card == "decoy" else shot(done, "offensive_fire", pending.cell))
