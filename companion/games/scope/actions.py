"""What people do in a game of SCOPE, read from the journal into records; who may is for the rules (5).

The order of checks: an object, its `type`, then key by key (specification 2).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.shape import Between, By, Matching, Sized
from companion.engine.wire import Json
from companion.games.scope.data import Card, Side
from companion.games.scope.state import Cell, Front, Order, Quadrant, SeatId, State

THINGS: Mapping[str, str] = {
    "type": "what is done",
    "seat": "whose deed it is",
    "quadrant": "the quadrant",
    "front": "the front",
    "front.#": "the row of the front",
    "front.#.#": "the card of the front",
    "salt": "the salt of the seal",
    "order": "the new order of the four cards",
    "order.#": "the card of the quadrant",
    "cell": "the cell",
    "cells": "the cells to turn up",
    "cells.#": "the cell to turn up",
    "machine_gun": "the machine gun that fires",
    "mortar": "the mortar",
    "target": "the card to fire at",
    "infantry": "the infantry",
    "officer": "the officer",
    "turned": "the cards that were turned up",
    "turned.#": "the card that was turned up",
    "reason": "the reason",
    "changes": "what is set by hand",
    "changes.#": "the change by hand",
    "changes.#.target": "what is set by hand",
    "changes.#.side": "whose it is",
    "changes.#.by": "by how many points",
    "changes.#.cell": "the cell",
    "changes.#.card": "the card",
}


class LayOut(NamedTuple):
    """Lay one's front out and seal it, at a table that leaves it to its people."""

    seat: SeatId
    front: Front
    salt: Annotated[str, Matching("[0-9a-f]{32}", "32 hexadecimal digits")]


class Move(NamedTuple):
    """Rearrange the four cards of a quadrant in secret (move)."""

    seat: SeatId
    quadrant: Quadrant
    order: Order


class Search(NamedTuple):
    """Turn an enemy card up (search)."""

    seat: SeatId
    cell: Cell


class Shoot(NamedTuple):
    """Shoot at the card that is up: a sniper names his quadrant, a machine gun shows itself."""

    seat: SeatId
    quadrant: Quadrant | None = None
    machine_gun: Cell | None = None


class Hold(NamedTuple):
    """Do not shoot, or do not advance (R19)."""

    seat: SeatId


class Recognition(NamedTuple):
    """A scout turns one or two neighbouring cards up (recognition)."""

    seat: SeatId
    cells: Annotated[tuple[Cell, ...], Sized(1, 2)]


class Howitzer(NamedTuple):
    """A mortar shows itself and fires at a card far off (howitzer)."""

    seat: SeatId
    mortar: Cell
    target: Cell


class OffensiveFire(NamedTuple):
    """A machine gun that stays hidden turns a card beside it up (offensive_fire)."""

    seat: SeatId
    target: Cell


class Assault(NamedTuple):
    """Infantry shows itself and storms a quadrant (assault)."""

    seat: SeatId
    infantry: Cell
    quadrant: Quadrant


class Advance(NamedTuple):
    """The infantry takes the place of one of the cards that it turned up (assault)."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforce:
    """Eliminated infantry comes back, and its quadrant is moved (reinforcements, R24)."""

    seat: SeatId
    quadrant: Quadrant
    infantry: Cell
    mortar: Cell | None = None
    order: Order


class Deploy(NamedTuple):
    """An officer shows himself for one more move (deployment)."""

    seat: SeatId
    officer: Cell
    quadrant: Quadrant
    order: Order


class EndTurn(NamedTuple):
    """Do without the deployment that is still possible (R26)."""

    seat: SeatId


class Pass(NamedTuple):
    """No action is possible (R27)."""

    seat: SeatId


class Resign(NamedTuple):
    """Give the game up (R36)."""

    seat: SeatId


class ChangeScore(NamedTuple):
    """More or fewer points for a side."""

    side: Side
    by: Annotated[int, Between(-30, 30)]


class ChangeCard(NamedTuple):
    """Another card in a cell, corrected in the open (R34)."""

    cell: Cell
    side: Side
    card: Card


TARGETS = {"score": ChangeScore, "card": ChangeCard}
type Change = ChangeScore | ChangeCard


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1, 200)]
    changes: Annotated[tuple[Annotated[Change, By("target", TARGETS)], ...], Sized(1, 20)]


type Normal = Move | Search | Recognition | Howitzer | OffensiveFire | Assault | Reinforce
type Decision = Shoot | Hold | Advance
type SeatsAction = LayOut | Normal | Decision | Deploy | EndTurn | Pass | Resign
type Action = SeatsAction | Adjust


TYPES = {
    "lay_out": LayOut,
    "move": Move,
    "search": Search,
    "shoot": Shoot,
    "hold": Hold,
    "recognition": Recognition,
    "howitzer": Howitzer,
    "offensive_fire": OffensiveFire,
    "assault": Assault,
    "advance": Advance,
    "reinforce": Reinforce,
    "deploy": Deploy,
    "end_turn": EndTurn,
    "pass": Pass,
    "resign": Resign,
    "adjust": Adjust,
}
NAMES = {kind: name for name, kind in TYPES.items()}
ACTION = Annotated[Action, By("type", TYPES)]


def read_action(value: Json, state: State) -> Action:
    """One action; `InvalidInput` at the fault."""
    action: Action = shape.read(ACTION, value, names={"seats": state.slots})
    return action
