"""The concentrated assault (6.2.3): a whole card and a d3 against one front, paid for in morale."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from companion.engine import shape
from companion.engine.dice import Distribution, chance_json, chances_json
from companion.engine.game import Resolution, Step
from companion.engine.phrase import average
from companion.engine.wire import Json
from companion.games.scarper.actions.kinds import AssaultDie
from companion.games.scarper.data import BATTLEFIELDS, MORALE_END, OTHER, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.asked import Asked, may_attack
from companion.games.scarper.procedures.morale import broken, gained
from companion.games.scarper.procedures.movement import Movement, movement, movement_steps
from companion.games.scarper.state.board import Board
from companion.games.scarper.state.fronts import Battlefield, read_battlefield
from companion.games.scarper.state.options import Options

ODDS_KEYS = (
    *("attacker", "battlefield", "frontline", "trenches", "morale", "points", "modifier"),
    *("options", "board"),
)
KEYS = (*ODDS_KEYS[:7], "rolls", *ODDS_KEYS[7:])
D3 = Distribution.die(6).map(lambda d6: (d6 + 1) // 2)
"""Half a d6, rounded up (2.0)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault:
    """An assault as it is declared: who, where, with how many points, and what cards in play add."""

    attacker: Side
    battlefield: str
    front: Battlefield
    morale: int
    points: int
    modifier: int
    options: Options
    board: Board


class Stormed(NamedTuple):
    """How an assault ends with one d3."""

    d3: int
    movement_value: int
    movement: Movement
    morale: int
    winner: Side | None


def storm(assault: Assault, d3: int) -> Stormed:
    """Move by points, d3 and cards together; then the attacker loses the d3 in morale, not the card."""
    value = max(0, assault.points + d3 + assault.modifier)
    moved = movement(assault.board.tracks[assault.battlefield], assault.front, assault.attacker, value)
    morale = gained(assault.morale, OTHER[assault.attacker], d3)
    return Stormed(d3, value, moved, morale, broken(morale, assault.options))


def read_assault(asked: Asked) -> Assault:
    """The assault that a question declares, up to its modifier."""
    attacker, battlefield = asked.name("attacker", SIDES), asked.name("battlefield", BATTLEFIELDS)
    return Assault(
        attacker=attacker,
        battlefield=battlefield,
        front=read_battlefield(asked, asked.board.tracks[battlefield], asked=True),
        morale=asked.integer("morale", -MORALE_END, MORALE_END),
        points=asked.integer("points", 1, 6),
        modifier=asked.integer("modifier", -9, 9) if "modifier" in asked else 0,
        options=asked.options,
        board=asked.board,
    )


def resolve(question: Json) -> Resolution:
    """Procedure 6.7: one concentrated assault."""
    asked = Asked(question, KEYS)
    assault = read_assault(asked)
    (d6,) = shape.read(AssaultDie, asked.raw("rolls"), "rolls")
    asked.done()
    may_attack(assault.board, assault.battlefield, assault.front, assault.attacker)
    end = storm(assault, (d6 + 1) // 2)
    result = {
        "d3": end.d3,
        "movement_value": end.movement_value,
        **end.movement.as_json(),
        "morale_lost": end.d3,
        "morale": end.morale,
        "winner": end.winner,
    }
    return Resolution(result, assault_steps(assault, d6, end))


def assault_steps(assault: Assault, d6: int, end: Stormed) -> tuple[Step, ...]:
    """Why an assault ended as it did."""
    values = {
        "d6": d6,
        "d3": end.d3,
        "points": assault.points,
        "cards": assault.modifier,
        "value": end.movement_value,
        "side": SIDE_NAMES[assault.attacker],
        "morale": end.morale,
    }
    steps = [
        Step("2.0", "The die shows {d6}: a d3 of {d3}.", values),
        Step("6.2.3", "Points {points}, d3 {d3}, cards {cards:+d}: movement value {value}.", values),
        *movement_steps(end.movement, assault.battlefield, "6.2.3"),
        Step("6.2.3", "The {side} side loses {d3} morale; the marker stands at {morale:+d}.", values),
    ]
    if end.winner:
        winner = {"winner": SIDE_NAMES[end.winner]}
        steps.append(Step("8.1", "The marker is on 15: the {winner} side wins at once.", winner))
    return tuple(steps)


def resolve_odds(question: Json) -> Resolution:
    """Procedure 6.8: the chances of a concentrated assault before the die is rolled."""
    asked = Asked(question, ODDS_KEYS)
    assault = read_assault(asked)
    asked.done()
    may_attack(assault.board, assault.battlefield, assault.front, assault.attacker)
    result = assault_odds(assault)
    values = {end: result["outcomes"][n]["movement_value"] for end, n in (("least", 0), ("most", -1))}
    spaces = {"spaces": average(result["expected_advance"]["p"])}
    return Resolution(
        result,
        (
            Step("2.0", "The d3 gives 1, 2 or 3, each in 2 of 6 rolls."),
            Step("6.2.3", "With points and cards the movement value lies from {least} to {most}.", values),
            Step(
                "6.2.3",
                "On average the line gains {spaces:# space|# spaces}, and the d3 is lost in morale.",
                spaces,
            ),
        ),
    )


def assault_odds(assault: Assault) -> dict[str, Json]:
    """The three ways in which an assault can end, with their chances."""
    ends = {d3: storm(assault, d3) for d3 in D3.weights}
    advances = D3.map(lambda d3: ends[d3].movement.advance)
    outcomes = [_outcome(end, Fraction(D3.weights[d3], D3.total)) for d3, end in ends.items()]
    return {
        "outcomes": outcomes,
        "advance": chances_json(advances),
        "expected_advance": chance_json(advances.mean(lambda spaces: spaces)),
    }


def _outcome(end: Stormed, chance: Fraction) -> Json:
    return {
        "d3": end.d3,
        **chance_json(chance),
        "movement_value": end.movement_value,
        "trenches_removed": end.movement.trenches_removed,
        "advance": end.movement.advance,
        "frontline": end.movement.after.frontline,
        "morale": end.morale,
        "winner": end.winner,
    }
