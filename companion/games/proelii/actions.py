"""What people do in a battle, its dice and orders, read from the journal into records (5.3, 5.6)."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.shape import By, Given, Known, OneOf, Sized, Then
from companion.games.proelii import data
from companion.games.proelii.state import Energy, Few, Id, State


def _one_more_face(roll: "Roll", _: object) -> "Roll":
    if len(roll.faces) != len(roll.rerolls) + 1:
        words = "Say the first face, and one more for each reroll."
        raise InvalidInput("rerolls", words)
    return roll


class Roll(NamedTuple):
    """A roll with its rerolls: every face in turn; the last counts (5)."""

    faces: Annotated[tuple[data.Face, ...], Sized(1, 8)]
    rerolls: Annotated[tuple[data.Source, ...], Sized(0, 7)]

    @property
    def face(self) -> data.Face:
        return self.faces[-1]

    @property
    def swords(self) -> int:
        return data.FACES[self.face][0]

    @property
    def shields(self) -> int:
        return data.FACES[self.face][1]


type Thrown = Annotated[Roll, Then(_one_more_face)]


THINGS = data.WORDS["things"]


class Strike(NamedTuple):
    """One sword and whom it goes against."""

    unit: Id
    target: Id


class Parry(NamedTuple):
    """One sword that takes a sword off an enemy (R37)."""

    unit: Id
    against: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What both sides decide at the Losses; without strikes the swords go where they must."""

    strikes: tuple[Strike, ...] | None = None
    parries: tuple[Parry, ...] = ()
    hold: Annotated[tuple[Id, ...], Sized(0, 80)] = ()
    rear: Annotated[tuple[Id, ...], Sized(0, 80)] = ()


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
    faces: Annotated[tuple[data.Face, ...], Sized(1, 8)]
    rerolls: Annotated[tuple[data.Source, ...], Sized(0, 7)]


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


class Bidden(NamedTuple):
    """How long a unit is to wait without being asked; `asked` takes it back."""

    unit: Id
    until: data.Waits | Literal["asked"]


class Wait(NamedTuple):
    """Say of several units at once how long they wait: each of them passes when its turn comes (R18)."""

    units: Annotated[tuple[Bidden, ...], Sized(1, 80)]


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
    face: data.Face


class Rolls(NamedTuple):
    """The combat dice of several units of one side, one after another (8.4.1)."""

    rolls: Annotated[tuple[CombatRoll, ...], Sized(1, 80)]


class Reroll(NamedTuple):
    """The same die again (8.4.2)."""

    unit: Id
    source: data.Source
    face: data.Face


class Cancel(NamedTuple):
    """Give a whole roll up for its energy (8.4.3)."""

    unit: Id


class Convert(NamedTuple):
    """Turn tokens into others, and energy (8.4.4)."""

    unit: Id
    kind: data.Conversion


class Close(NamedTuple):
    """Both sides are ready with this step."""


class Follow(NamedTuple):
    """Step forward where the victim stood (8.4.6)."""

    unit: Id
    to: Annotated[str, Known("squares")]


class Surrender(NamedTuple):
    """A side gives the battle up (4)."""

    side: data.Side


class Stalemate(NamedTuple):
    """Both players agree that nothing can lead to combat any more (6.1, R42)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """What is set by hand; only what is said changes."""

    energy: Annotated[Energy | None, Given] = None
    cp: Annotated[Few | None, Given] = None
    at: Annotated[Annotated[str, Known("places")] | None, Given] = None
    experience: Annotated[data.Experience | None, Given] = None
    inactive: Annotated[bool | None, Given] = None
    prestige: Annotated[Annotated[int, OneOf(tuple(range(1000)))] | None, Given] = None

    def said(self) -> list[str]:
        return sorted(key for key in self.__slots__ if getattr(self, key) is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust:
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1, 200)]
    set: Set
    unit: Annotated[Id | None, Given] = None
    side: Annotated[data.Side | None, Given] = None


type Action = (
    Deploy
    | March
    | StartMove
    | Finish
    | Escape
    | Move
    | Halt
    | Pass
    | Wait
    | HitAndRun
    | Charge
    | PushOut
    | Exchange
    | CombatRoll
    | Rolls
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


TYPES = {
    "deploy": Deploy,
    "march": March,
    "start_move": StartMove,
    "done": Finish,
    "escape": Escape,
    "move": Move,
    "halt": Halt,
    "pass": Pass,
    "wait": Wait,
    "hit_and_run": HitAndRun,
    "charge": Charge,
    "push_out": PushOut,
    "exchange": Exchange,
    "roll": CombatRoll,
    "rolls": Rolls,
    "reroll": Reroll,
    "cancel": Cancel,
    "convert": Convert,
    "close": Close,
    "losses": Orders,
    "advance": Follow,
    "surrender": Surrender,
    "stalemate": Stalemate,
    "adjust": Adjust,
}
NAMES = {kind: name for name, kind in TYPES.items()}
ACTION = Annotated[Action, By("type", TYPES)]


def read_action(value: object, state: State) -> Action:
    """One action; `InvalidInput` at the fault."""
    squares = state.board.squares
    names = {
        "squares": squares,
        "fronts": (*squares, data.ENTRY),
        "elements": (*squares, data.ENTRY, data.DISTANT, data.ESCAPED, data.LINE),
        "places": (*squares, data.ENTRY, data.DISTANT, data.ESCAPED, data.DESTROYED),
    }
    action: Action = shape.read(ACTION, value, names=names)
    if isinstance(action, Adjust):
        if (action.unit is None) == (action.side is None):
            raise InvalidInput("unit", "Either a unit or a side is wanted.")
        text = action.set.said()
        if not text:
            raise InvalidInput("set", "Say what is to be set.")
        keys = ("at", "cp", "energy", "experience", "inactive") if action.unit else ("prestige",)
        for key in text:
            if key not in keys:
                raise InvalidInput(f"set.{key}", f"Only {', '.join(keys)} can be set here.")
    if isinstance(action, Escape):
        for n, each in enumerate(action.attacks):
            if len(each.faces) != len(each.rerolls) + 1:
                raise InvalidInput(
                    f"attacks.{n}.rerolls", "Say the first face, and one more for each reroll."
                )
    return action
