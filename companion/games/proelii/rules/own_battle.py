"""Battles as files: the project's own, and those that a group writes (9.3 to 9.5)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput, under
from companion.engine.shape import Between, Known, Sized
from companion.engine.wire import Json
from companion.games.proelii.data import (
    DISTANT,
    ENTRY,
    FOLDER,
    PIECE_LIMIT,
    SIDE_NAMES,
    SIDES,
    Command,
    Experience,
    Kind,
    Pieces,
    Side,
)
from companion.games.proelii.state.board import Blocked, Board, RedLines
from companion.games.proelii.state.ground import first_row, squares
from companion.games.proelii.state.table import Id
from companion.games.proelii.state.unit import Energy

BATTLES = ("zama", "cannae", "gaugamela", "magnesia", "trebia", "zama_grand")
"""The project's own set-ups, not the publisher's (9.3)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One unit of a battle as it is set up."""

    id: Id
    name: Annotated[str, Sized(1, 60)]
    type: Kind
    experience: Experience
    at: Annotated[str, Known("begins")]
    energy: Energy | None = None
    ambush: bool = False


@dataclass(frozen=True, slots=True)
class Host:
    """One side of a battle as it is set up."""

    name: Annotated[str, Sized(1, 60)]
    units: Annotated[tuple[Piece, ...], Sized(1, 60)]
    prestige: Annotated[int, Between(0, 999)] = 0
    command: Command = "bad"


def _places(columns: int, _: Mapping[str, Any]) -> dict[str, Any]:
    known = squares(columns)
    return {"squares": known, "begins": (*known, ENTRY, DISTANT)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """A battle's file (9.4)."""

    id: Id
    title: Annotated[str, Sized(1, 80)]
    columns: Annotated[Annotated[int, Between(7, 10)], shape.Learns(_places)]
    white: Host
    black: Host
    red_lines: RedLines = (2, 4)
    blocked: Blocked = ()
    max_rounds: Annotated[int, Between(0, 99)] = 0
    pieces: Pieces = "tokens"

    @property
    def board(self) -> Board:
        """Its ground."""
        return Board(self.columns, self.red_lines, self.blocked)

    def host(self, side: Side) -> Host:
        """One of its sides."""
        return self.white if side == "white" else self.black


@cache
def starter() -> Mapping[str, Json]:
    """The project's own battles by name."""
    folder = FOLDER / "starter"
    return {each: json.loads((folder / f"proelii-{each}.json").read_text("utf-8")) for each in BATTLES}


def battle_of(value: Json, pieces: Pieces | None = None) -> Battle:
    """A battle by its name or from its file; `InvalidInput` or `IllegalAction` at the first fault."""
    if isinstance(value, str):
        if value not in starter():
            words = f"One of {', '.join(BATTLES)} is wanted, or a battle of your own as a file."
            raise InvalidInput("", words)
        value = starter()[value]
    battle: Battle = shape.read(Battle, value)
    check(battle)
    limit = PIECE_LIMIT[pieces or battle.pieces]
    for side in SIDES:
        given = len(battle.host(side).units)
        if given > limit:
            words = f"{SIDE_NAMES[side]} has {given} pieces; there are {limit}."
            raise IllegalAction(f"{side}.units", words)
    return battle


def check(battle: Battle) -> None:
    """Whether its units can be set up so."""
    named: set[str] = set()
    for side in SIDES:
        for n, piece in enumerate(battle.host(side).units):
            if piece.id in named:
                raise InvalidInput(f"{side}.units.{n}.id", f"“{piece.id}” is named before.")
            named.add(piece.id)
    for side in SIDES:
        taken: set[str] = set()
        for n, piece in enumerate(battle.host(side).units):
            with under(side, "units", n):
                _check_place(battle, side, piece, taken)
            taken.add(piece.at)


def _check_place(battle: Battle, side: Side, piece: Piece, taken: set[str]) -> None:
    if piece.at not in (ENTRY, DISTANT):
        free = piece.at in first_row(side, battle.columns) and piece.at not in (*battle.blocked, *taken)
        if not free:
            raise IllegalAction("at", "A free square of the own first row is wanted.")
    if piece.ambush and piece.at != DISTANT:
        raise IllegalAction("ambush", "Only a unit on the distant battlefield lies in ambush.")


def sample() -> Json:
    """One of the project's own battles, to write one's own after."""
    return starter()["trebia"]
