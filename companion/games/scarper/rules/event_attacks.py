"""Attacks that an event makes: they take no points, everything else applies in full (5.1.1, RULING R26)."""

from typing import Any

from companion.engine import shape
from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading
from companion.games.scarper.actions.kinds import AssaultDie, ChargeDice
from companion.games.scarper.data import BATTLEFIELDS
from companion.games.scarper.procedures.movement import movement, movement_steps
from companion.games.scarper.rules.commands import assault_at, charge_at, charged, stormed
from companion.games.scarper.rules.openings import Doing, among
from companion.games.scarper.state.table import State


def _declared(doing: Doing, *dice: type) -> tuple[Any, ...]:
    """Where the event attacks, a battlefield that is open to it, and the dice of that attack."""
    choice = Reading(doing.choice, ("battlefield", "rolls")[: 1 + len(dice)], doing.path)
    where = choice.name("battlefield", BATTLEFIELDS)
    rolls = [shape.read(kind, choice.raw("rolls"), choice.at("rolls")) for kind in dice]
    among(where, doing.places or [], choice.at("battlefield"))
    return where, *rolls


def advance(doing: Doing) -> Outcome[State]:
    """A movement value on one battlefield."""
    (where,) = _declared(doing)
    front, track = doing.state.battlefields[where], doing.state.front.tracks[where]
    moved = movement(track, front, doing.side, doing.effect.amount)
    after = doing.state.with_battlefield(where, moved.after)
    return Outcome(after, tuple(movement_steps(moved, where, "5.1")))


def charge(doing: Doing) -> Outcome[State]:
    """A free frontal charge with the event's bonus."""
    where, rolls = _declared(doing, ChargeDice)
    declared = charge_at(doing.state, doing.side, where, doing.effect.amount)
    return charged(doing.state, declared, *rolls).after(FREE)


def assault(doing: Doing) -> Outcome[State]:
    """A free concentrated assault with the event's value for points."""
    where, rolls = _declared(doing, AssaultDie)
    declared = assault_at(doing.state, doing.side, where, doing.effect.amount)
    return stormed(doing.state, declared, *rolls).after(FREE)


FREE = Step("5.1.1", "An attack by an event takes no points (RULING R26).")
