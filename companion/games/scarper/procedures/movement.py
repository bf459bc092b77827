"""How a frontline moves: dig the trenches out, then go one space on (6.2.1, 6.2.2.3, 6.2.3)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.engine import shape
from companion.engine.game import Step
from companion.engine.wire import Json
from companion.games.scarper.data import ADVANCE_COST, BATTLEFIELD_NAMES, DIRECTION, PUSH_TRENCH_COST, Side
from companion.games.scarper.state.board import Track
from companion.games.scarper.state.fronts import Battlefield


class Move(NamedTuple):
    """One trench dug out of a space, or one space entered."""

    kind: Literal["remove_trench", "advance"]
    space: int
    cost: int


class Movement(NamedTuple):
    """What an attack did to a front, and the part of its value that found nothing to do."""

    moves: tuple[Move, ...]
    unspent: int
    after: Battlefield

    @property
    def trenches_removed(self) -> int:
        """How many trenches were dug out."""
        return sum(move.kind == "remove_trench" for move in self.moves)

    def as_json(self) -> dict[str, Json]:
        """What the answer to an attack says of it."""
        return {
            "moves": [{"kind": move.kind, "space": move.space} for move in self.moves],
            "unspent": self.unspent,
            **shape.write(self.after),
        }

    @property
    def advance(self) -> int:
        """How many spaces were gained."""
        return sum(move.kind == "advance" for move in self.moves)


def movement(track: Track, front: Battlefield, attacker: Side, value: int) -> Movement:
    """Spend a movement value, 1 a trench and 1 a space; only the end of the track stops it (R7, R8)."""
    return _spend(track, front, attacker, value, trench_cost=1)


def push(track: Track, front: Battlefield, attacker: Side, points: int) -> Movement:
    """Spend command points, 2 a trench and 1 a space; `unspent` points cannot be used here (6.2.1, R20)."""
    return _spend(track, front, attacker, points, trench_cost=PUSH_TRENCH_COST)


def spendable(track: Track, front: Battlefield, attacker: Side, most: int) -> list[int]:
    """The amounts of points up to `most` that a steady push can spend here exactly."""
    spent, amounts = 0, []
    for move in push(track, front, attacker, most).moves:
        spent += move.cost
        amounts.append(spent)
    return amounts


def _spend(track: Track, front: Battlefield, attacker: Side, value: int, trench_cost: int) -> Movement:
    ahead, end = DIRECTION[attacker], track.end(attacker)
    frontline, trenches, moves = front.frontline, front.trenches, list[Move]()
    while frontline != end:
        space = frontline + ahead
        blocked = space in trenches
        cost = trench_cost if blocked else ADVANCE_COST
        if cost > value:
            break
        value -= cost
        if blocked:
            trenches = _dug_out(trenches, space)
            moves.append(Move("remove_trench", space, cost))
        else:
            frontline = space
            moves.append(Move("advance", space, cost))
    return Movement(tuple(moves), value, Battlefield(frontline, trenches))


def _dug_out(trenches: Mapping[int, int], space: int) -> dict[int, int]:
    left = {**trenches, space: trenches[space] - 1}
    if not left[space]:
        del left[space]
    return left


def movement_steps(movement: Movement, battlefield: str, rule: str) -> list[Step]:
    """One line for each trench and each space, and for what is lost at the end of the track."""
    where = BATTLEFIELD_NAMES[battlefield]
    steps = [
        Step(rule, TEMPLATES[move.kind], {"where": where, "space": move.space}) for move in movement.moves
    ]
    if movement.unspent and rule != "6.2.1":
        steps.append(
            Step(
                "RULING R8",
                "The end of the track is reached: {lost:# step|# steps} of movement lost.",
                {"lost": movement.unspent},
            )
        )
    return steps


TEMPLATES = {
    "remove_trench": "A trench on {where}, space {space}, is dug out.",
    "advance": "The frontline of {where} moves to space {space}.",
}
