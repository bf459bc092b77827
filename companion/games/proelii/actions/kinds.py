"""What people do in a battle: one record for each type of journal entry (specification 5.3)."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from companion.engine.shape import Given, Known, OneOf, Sized
from companion.games.proelii.data import Conversion, Experience, Face, Side, Source
from companion.games.proelii.state.dice import Thrown
from companion.games.proelii.state.orders import Orders
from companion.games.proelii.state.table import Id
from companion.games.proelii.state.unit import Energy, Few

type Element = Annotated[str, Known("elements")]
type Path = Annotated[tuple[Element, ...], Sized(1, 16)]
type MaybePath = Annotated[tuple[Element, ...], Sized(0, 16)]


class Deploy(NamedTuple):
    """Put a unit on the first row, or back into the Entry Position (5.1)."""

    unit: Id
    to: Annotated[str, Known("fronts")]


class March(NamedTuple):
    """Send units two squares straight ahead, free (R17)."""

    units: Annotated[tuple[Id, ...], Sized(1, 10)]


class StartMove(NamedTuple):
    """Move one unit before the battle, paid when the Start phase closes (R17)."""

    unit: Id
    path: Path


class Finish(NamedTuple):
    """A side's part of this step is over."""


@dataclass(frozen=True, slots=True)
class Volley:
    """An enemy's one-sided attack on who escapes (8.2.3)."""

    unit: Id
    faces: Annotated[tuple[Face, ...], Sized(1, 8)]
    rerolls: Annotated[tuple[Source, ...], Sized(0, 7)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Escape:
    """Break away with double movement points (8.2.3)."""

    unit: Id
    path: Path
    attacks: Annotated[tuple[Volley, ...], Sized(0, 8)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Activate a unit, or go on with one; `hold` keeps the move open (8.2.2, R19)."""

    unit: Id
    path: Path
    hold: bool = False


class Halt(NamedTuple):
    """Close a move that was held open (R19)."""


class Pass(NamedTuple):
    """Let a unit wait in this tier (R18)."""

    unit: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class HitAndRun:
    """Strike and ride on (8.2.4.1)."""

    unit: Id
    path: MaybePath
    target: Id
    attack: Thrown
    defence: Thrown | None = None
    after: MaybePath = ()
    response: Literal["charge", "push_out"] | None = None
    response_attack: Thrown | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """Ride an enemy down (8.2.4.2)."""

    unit: Id
    path: Path
    target: Id
    attack: Thrown
    defence: Thrown | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PushOut:
    """Drive an enemy one step on (8.2.4.3)."""

    unit: Id
    path: MaybePath
    target: Id
    after: MaybePath = ()


class Exchange(NamedTuple):
    """Two neighbours change places (8.2.6)."""

    units: Annotated[tuple[Id, ...], Sized(2, 2)]


class CombatRoll(NamedTuple):
    """A unit's combat die (8.4.1)."""

    unit: Id
    face: Face


class Reroll(NamedTuple):
    """The same die again (8.4.2)."""

    unit: Id
    source: Source
    face: Face


class Cancel(NamedTuple):
    """Give a whole roll up for its energy (8.4.3)."""

    unit: Id


class Convert(NamedTuple):
    """Turn tokens into others, and energy (8.4.4)."""

    unit: Id
    kind: Conversion


class Close(NamedTuple):
    """Both sides are ready with this step."""


class Follow(NamedTuple):
    """Step forward where the victim stood (8.4.6)."""

    unit: Id
    to: Annotated[str, Known("squares")]


class Surrender(NamedTuple):
    """A side gives the battle up (4)."""

    side: Side


class Stalemate(NamedTuple):
    """Both players agree that nothing can lead to combat any more (6.1, R42)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """What is set by hand; only what is said changes."""

    energy: Annotated[Energy | None, Given] = None
    cp: Annotated[Few | None, Given] = None
    at: Annotated[Annotated[str, Known("places")] | None, Given] = None
    experience: Annotated[Experience | None, Given] = None
    inactive: Annotated[bool | None, Given] = None
    prestige: Annotated[Annotated[int, OneOf(tuple(range(1000)))] | None, Given] = None

    def said(self) -> list[str]:
        """The keys that are said, in order."""
        return sorted(key for key in self.__slots__ if getattr(self, key) is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust:
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1, 200)]
    set: Set
    unit: Annotated[Id | None, Given] = None
    side: Annotated[Side | None, Given] = None


type Action = (
    Deploy
    | March
    | StartMove
    | Finish
    | Escape
    | Move
    | Halt
    | Pass
    | HitAndRun
    | Charge
    | PushOut
    | Exchange
    | CombatRoll
    | Reroll
    | Cancel
    | Convert
    | Close
    | Orders
    | Follow
    | Surrender
    | Stalemate
    | Adjust
)
