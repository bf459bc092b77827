"""The steady push (6.2.1): points move frontlines surely, and dearly against trenches."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDES, Side
from companion.games.scarper.procedures.asked import Asked
from companion.games.scarper.procedures.movement import Movement, movement_steps, push, spendable
from companion.games.scarper.state.board import Board
from companion.games.scarper.state.fronts import Battlefield, read_battlefield

KEYS = ("battlefield", "frontline", "trenches", "points")


class Wanted(NamedTuple):
    """One push that is asked for: where, the front as it stands, and the points for it."""

    battlefield: str
    front: Battlefield
    points: int


def resolve(question: Json) -> Resolution:
    """Procedure 6.4: pushes on any battlefields with the points of one card."""
    asked = Asked(question, ("attacker", "points", "pushes", "board"))
    attacker, points = asked.name("attacker", SIDES), asked.integer("points", 1, 6)
    pushes = [_wanted(asked, each, n) for n, each in enumerate(asked.items("pushes", 1))]
    _each_once(pushes)
    asked.done()
    spent = sum(wanted.points for wanted in pushes)
    if spent > points:
        raise IllegalAction("pushes", f"The pushes need {spent} points and {points} are there.")
    moved = [_pushed(wanted, attacker, asked.board, n) for n, wanted in enumerate(pushes)]
    steps = [step for wanted, end in zip(pushes, moved, strict=True) for step in _steps(wanted, end)]
    left = Step("6.2.1", "{left:# point is|# points are} left.", {"left": points - spent})
    results = [_push_json(wanted, end) for wanted, end in zip(pushes, moved, strict=True)]
    return Resolution({"pushes": results, "left": points - spent}, (*steps, left))


def _wanted(asked: Asked, value: Json, n: int) -> Wanted:
    reading = Reading(value, KEYS, asked.at("pushes", n))
    battlefield = reading.name("battlefield", BATTLEFIELDS)
    front = read_battlefield(reading, asked.board.tracks[battlefield], asked=True)
    return Wanted(battlefield, front, reading.integer("points", 1, 6))


def _each_once(pushes: Sequence[Wanted]) -> None:
    for n, wanted in enumerate(pushes):
        if any(before.battlefield == wanted.battlefield for before in pushes[:n]):
            name = BATTLEFIELD_NAMES[wanted.battlefield]
            raise InvalidInput(f"pushes.{n}.battlefield", f"{name} is named twice; put its points together.")


def _pushed(wanted: Wanted, attacker: Side, board: Board, n: int) -> Movement:
    track = board.tracks[wanted.battlefield]
    end = push(track, wanted.front, attacker, wanted.points)
    if end.unspent:
        right = ", ".join(map(str, spendable(track, wanted.front, attacker, 6))) or "none"
        said = f"{wanted.points} points cannot be spent here exactly (RULING R20); possible: {right}."
        raise IllegalAction(f"pushes.{n}.points", said)
    return end


def _steps(wanted: Wanted, end: Movement) -> list[Step]:
    spent = {"points": wanted.points, "where": BATTLEFIELD_NAMES[wanted.battlefield]}
    return [
        Step("6.2.1", "{points:# point pushes|# points push} on {where}.", spent),
        *movement_steps(end, wanted.battlefield, "6.2.1"),
    ]


def _push_json(wanted: Wanted, end: Movement) -> Json:
    return {
        "battlefield": wanted.battlefield,
        **shape.write(end.after),
        "moves": [move._asdict() for move in end.moves],
    }
