"""Attacks that an event makes: they take no points, everything else applies in full (5.1.1, RULING R26)."""

from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading
from companion.games.scarper.data import BATTLEFIELDS
from companion.games.scarper.procedures.movement import movement, movement_steps
from companion.games.scarper.rules.commands import assault_at, charge_at, charged, stormed
from companion.games.scarper.rules.openings import Doing, among
from companion.games.scarper.state.table import State


def advance(doing: Doing) -> Outcome[State]:
    """A movement value on one battlefield."""
    choice = Reading(doing.choice, ("battlefield",), doing.path)
    where = choice.name("battlefield", BATTLEFIELDS)
    _open(doing, where, choice)
    front, track = doing.state.battlefields[where], doing.state.front.tracks[where]
    moved = movement(track, front, doing.side, doing.effect.amount)
    return Outcome(
        doing.state.with_battlefield(where, moved.after), tuple(movement_steps(moved, where, "5.1"))
    )


def _open(doing: Doing, battlefield: str, choice: Reading) -> None:
    among(battlefield, doing.places or [], choice.at("battlefield"))


def charge(doing: Doing) -> Outcome[State]:
    """A free frontal charge with the event's bonus."""
    choice = Reading(doing.choice, ("battlefield", "rolls"), doing.path)
    where = choice.name("battlefield", BATTLEFIELDS)
    rolls = Reading(choice.raw("rolls"), ("attacker", "defender"), choice.at("rolls"))
    attacker, defender = rolls.integer("attacker", 1, 6), rolls.integer("defender", 1, 6)
    _open(doing, where, choice)
    fought = charged(
        doing.state, charge_at(doing.state, doing.side, where, doing.effect.amount), attacker, defender
    )
    return Outcome(fought.state, (FREE, *fought.steps))


def assault(doing: Doing) -> Outcome[State]:
    """A free concentrated assault with the event's value for points."""
    choice = Reading(doing.choice, ("battlefield", "rolls"), doing.path)
    where = choice.name("battlefield", BATTLEFIELDS)
    d6 = Reading(choice.raw("rolls"), ("d6",), choice.at("rolls")).integer("d6", 1, 6)
    _open(doing, where, choice)
    fought = stormed(doing.state, assault_at(doing.state, doing.side, where, doing.effect.amount), d6)
    return Outcome(fought.state, (FREE, *fought.steps))


FREE = Step("5.1.1", "An attack by an event takes no points (RULING R26).")
