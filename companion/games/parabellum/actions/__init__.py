"""Actions as the journal holds them, a record each, read by their shape: who may is for the rules (5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import THING, InvalidInput, things_of
from companion.engine.shape import Between, By, ByHand, Given, Named, Sized, Then
from companion.engine.wire import Json, Reading, integer
from companion.games.parabellum.data import CACHE_LIMIT, FOLDER, RESOURCES, Position, Resource, Work
from companion.games.parabellum.state.notation import Id, ScenarioId, SquareName, Text, UnitId, UnitNumber
from companion.games.parabellum.state.table import LONGEST_FLAG, Load, UnitName, UnitNote

type Tokens = Annotated[int, Between(0, MOST_LOADED)]
type Ground = Annotated[Id | None, Given]
type More = Annotated[Annotated[int, Between(-999999, 999999)] | None, Given]
"""A change, if there is one."""
type New = Annotated[Annotated[int, Between(0, 99)] | None, Given]
"""A new value, if there is one."""
type Cached = Annotated[int, Between(0, CACHE_LIMIT)]


MOST_SHOTS = 20


class Recon(NamedTuple):
    """Find out what an enemy unit is (A4)."""

    player: Id
    unit: UnitId
    target: UnitId


class Aim(NamedTuple):
    """What one shot is fired at."""

    place: Literal["unit", "cache"]
    id: str


def read_aim(value: object, _: str = "", more: tuple[str, ...] = ()) -> Aim:
    """A unit or a cache, told apart by its key; `more` keys are for the caller."""
    place: Literal["unit", "cache"] = "cache" if type(value) is dict and "cache" in value else "unit"
    named = Reading.complete(value, (place, *more)).raw(place)
    return Aim(place, shape.read(SquareName if place == "cache" else UnitId, named, place))


class Barrage(NamedTuple):
    """Shell units and caches (A5)."""

    player: Id
    unit: UnitId
    shots: Annotated[tuple[Annotated[Aim, ByHand(read_aim)], ...], Sized(1, MOST_SHOTS)]
    rolls: Json


class Attack(NamedTuple):
    """Attack a unit, which may counterattack (A1–A3)."""

    player: Id
    unit: UnitId
    target: UnitId
    counter: bool
    rolls: Json


class AttackCache(NamedTuple):
    """Attack loose tokens (R37)."""

    player: Id
    unit: UnitId
    square: SquareName
    rolls: Json


MOST_LOADED = 99


class Loading:
    """A deed with its tokens."""

    __slots__ = ()
    fuel: int
    ammunition: int

    @property
    def load(self) -> Load:
        return Load(self.fuel, self.ammunition)


def loaded(action: Loading, _: Mapping[str, object]) -> Loading:
    """A deed that was read, if it moves something."""
    if not action.load.total:
        raise InvalidInput("fuel", "At least one token must be named; both are 0.")
    return action


LONGEST_LIST = 40


class Move(NamedTuple):
    """Walk or drive a path (M1)."""

    player: Id
    unit: UnitId
    path: Annotated[tuple[SquareName, ...], Sized(1, LONGEST_LIST)]
    position: Position


class Reposition(NamedTuple):
    """Stand elsewhere in the same square (M5)."""

    player: Id
    unit: UnitId
    position: Position


class Entrench(NamedTuple):
    """Dig in one layer deeper (M6)."""

    player: Id
    unit: UnitId


class DigOut(NamedTuple):
    """Spend the movement phase on becoming mobile again (M6)."""

    player: Id
    unit: UnitId


class Extract(NamedTuple):
    """Take a unit off the map (M7)."""

    player: Id
    unit: UnitId


class Deploy(NamedTuple):
    """Bring a unit onto the map (M7)."""

    player: Id
    unit: UnitId
    square: SquareName
    position: Position


@dataclass(frozen=True, slots=True)
class Transfer(Loading):
    """Hand cargo from one unit to another (L1)."""

    player: Id
    source: Annotated[UnitId, Named("from")]
    to: UnitId
    fuel: Tokens
    ammunition: Tokens


@dataclass(frozen=True, slots=True)
class Cache(Loading):
    """Lay tokens on a square (L2)."""

    player: Id
    unit: UnitId
    square: SquareName
    fuel: Tokens
    ammunition: Tokens


@dataclass(frozen=True, slots=True)
class PickUp(Loading):
    """Take loose tokens into a unit's cargo (L2, R26)."""

    player: Id
    unit: UnitId
    square: SquareName
    fuel: Tokens
    ammunition: Tokens


class Source(NamedTuple):
    """So many tokens out of a unit's cargo or a cache."""

    place: Literal["unit", "cache"]
    id: str
    tokens: int


def read_source(value: Json, _: str) -> Source:
    """A source, its place told apart by its key."""
    place, named = read_aim(value, "", ("tokens",))
    return Source(place, named, integer(value["tokens"], "tokens", 1, MOST_LOADED))


class Resupply(NamedTuple):
    """Refill a unit's counters (L4)."""

    player: Id
    unit: UnitId
    resource: Literal["fuel", "ammunition"]
    sources: Annotated[
        tuple[Annotated[Source, ByHand(read_source)], ...], Sized(1, LONGEST_LIST), Named("from")
    ]


class Engineer(NamedTuple):
    """Build, clear or bridge (L5, R28)."""

    player: Id
    unit: UnitId
    work: Work
    square: SquareName


class TableMove(NamedTuple):
    """A move on the real map: only that it was made, and what the unit stands on now."""

    player: Id
    unit: UnitId
    ground: Annotated[Ground, Named("terrain")] = None
    earthwork: bool = False


class TableDeploy(NamedTuple):
    """Onto the real map."""

    player: Id
    unit: UnitId
    ground: Annotated[Ground, Named("terrain")] = None
    earthwork: bool = False


class TableAlight(NamedTuple):
    """Off a transport, in the rear or onto the real map."""

    player: Id
    unit: UnitId
    ground: Annotated[Ground, Named("terrain")] = None
    earthwork: bool = False


class TableReposition(NamedTuple):
    """Elsewhere in the same square of the real map."""

    player: Id
    unit: UnitId


class TableWork(NamedTuple):
    """Engineering on the real map: only that it was done."""

    player: Id
    unit: UnitId
    work: Work


class Stand(NamedTuple):
    """What any unit on the real map stands on, by the word of the table."""

    player: Id
    unit: UnitId
    ground: Annotated[Id, Named("terrain")]
    earthwork: bool


MOST_BOUGHT, MOST_CARDS = 9999, 999


class Item(NamedTuple):
    """So many cards of one type."""

    unit: Id
    quantity: Annotated[int, Between(1, MOST_CARDS)]


class Purchase(NamedTuple):
    """Hire people or buy tokens (S1)."""

    player: Id
    resource: Resource
    quantity: Annotated[int, Between(1, MOST_BOUGHT)]


def dealt(deal: Mapping[str, str], _: Mapping[str, object]) -> Mapping[str, str]:
    """A deal that was read, if it deals something."""
    if not deal:
        raise InvalidInput("", "At least one card is dealt; leave the deal out, and the app deals.")
    return deal


class PurchaseUnits(NamedTuple):
    """Buy cards out of the binder (S1, R7); `deal` says which number is which type, None: in order (R63)."""

    player: Id
    resource: Literal["units"]
    items: Annotated[tuple[Item, ...], Sized(1, LONGEST_LIST)]
    deal: Annotated[Annotated[Mapping[UnitNumber, Id], Then(dealt)] | None, Given] = None


class Muster(NamedTuple):
    """Staff, fuel and arm a card, and give its miniature a flag (S2, S5)."""

    player: Id
    unit: UnitId
    flag: Annotated[tuple[Id, ...], Sized(1, LONGEST_FLAG)]


@dataclass(frozen=True, slots=True)
class Stow(Loading):
    """Load tokens from the reserve into a unit's cargo (S4)."""

    player: Id
    unit: UnitId
    fuel: Tokens
    ammunition: Tokens


@dataclass(frozen=True, slots=True)
class Unstow(Loading):
    """Unload tokens from a unit's cargo into the reserve (S4, B1)."""

    player: Id
    unit: UnitId
    fuel: Tokens
    ammunition: Tokens


class Board(NamedTuple):
    """Take a transport as a passenger (R22)."""

    player: Id
    unit: UnitId
    transport: UnitId


class Alight(NamedTuple):
    """Leave a transport; on the map also where to (R22)."""

    player: Id
    unit: UnitId
    square: Annotated[SquareName | None, Given] = None
    position: Annotated[Position | None, Given] = None


class Reorganize(NamedTuple):
    """Make one unit of two partial ones (B2)."""

    player: Id
    keep: UnitId
    scrap: UnitId


class Disband(NamedTuple):
    """Take a full unit apart; its card stays (B3)."""

    player: Id
    unit: UnitId


class Scrap(NamedTuple):
    """Sell a card or a unit back (B4)."""

    player: Id
    unit: UnitId


class Name(NamedTuple):
    """Give a unit a name and a line of the commander's notes; None leaves as it is, empty takes it back."""

    player: Id
    unit: UnitId
    name: Annotated[UnitName | None, Given] = None
    note: Annotated[UnitNote | None, Given] = None


def naming(action: Name, _: Mapping[str, object]) -> Name:
    """A naming that was read, if it says something."""
    if action.name is None and action.note is None:
        raise InvalidInput("", "Say a name or a note; empty takes it back.")
    return action


class TurnOrder(NamedTuple):
    """Roll for turn order; `dice` names who takes another die than the one due (T1, R3)."""

    rolls: Json
    dice: Mapping[Id, Literal[6, 8]] = {}


class Done(NamedTuple):
    """Declare that one is done with Set-up (S1, R6)."""

    player: Id


class EndPhase(NamedTuple):
    """Go on to the next phase, or end the turn (P1)."""

    player: Id


class Withdraw(NamedTuple):
    """Leave the scenario (E2)."""

    player: Id


class Find(NamedTuple):
    """The table's finding on an objective (E1)."""

    player: Id
    objective: Id
    complete: bool


class EndScenario(NamedTuple):
    """The table ends the scenario (R56)."""

    reason: Text


class Choose(NamedTuple):
    """Say which scenario comes next (E3)."""

    player: Id
    scenario: ScenarioId


class Abstain(NamedTuple):
    """Leave the campaign (E4, R55)."""

    player: Id


class UnitChange(NamedTuple):
    """New facts of one unit; None leaves as it is."""

    id: UnitId
    strength: New = None
    fuel: New = None
    ammunition: New = None
    entrench: New = None
    square: Annotated[SquareName | None, Given] = None
    position: Annotated[Position | None, Given] = None


def changing(change: UnitChange, _: Mapping[str, object]) -> UnitChange:
    """A change of a unit that was read, if it changes something, and its place as a whole."""
    if not any(each is not None for each in change[1:]):
        raise InvalidInput("", f"Say what changes: {', '.join(UnitChange._fields[1:])}.")
    for key, other in (("square", change.position), ("position", change.square)):
        if getattr(change, key) is None and other is not None:
            raise InvalidInput(key, f"Still to say: {THING}.")
    return change


class FeatureChange(NamedTuple):
    """What stands on a square now. A bridge belongs to the unit that opened it: no table sets one by hand."""

    square: SquareName
    kind: Literal["barricade", "earthwork", "mine"] | None


class CacheChange(NamedTuple):
    """What lies on a square now."""

    square: SquareName
    fuel: Cached
    ammunition: Cached

    @property
    def load(self) -> Load:
        return Load(self.fuel, self.ammunition)


class Adjust(NamedTuple):
    """Overrule the app, with a reason; None leaves as it is."""

    player: Id
    reason: Text
    credits: More = None
    personnel: More = None
    fuel: More = None
    ammunition: More = None
    unit: Annotated[Annotated[UnitChange, Then(changing)] | None, Given] = None
    feature: Annotated[FeatureChange | None, Given] = None
    cache: Annotated[CacheChange | None, Given] = None


def correcting(action: Adjust, _: Mapping[str, object]) -> Adjust:
    if all(each is None for each in action[2:]):
        raise InvalidInput("", f"A correction changes something: {', '.join(Adjust._fields[2:])}.")
    return action


type OnTable = TableMove | TableDeploy | TableAlight | TableReposition | TableWork | Stand
type Rear = (
    Purchase | PurchaseUnits | Muster | Stow | Unstow | Board | Alight | Reorganize | Disband | Scrap | Name
)
type Moving = Move | Reposition | Entrench | DigOut | Extract | Deploy
type Supplying = Transfer | Cache | PickUp | Resupply | Engineer
type Fighting = Recon | Barrage | Attack | AttackCache
type Course = Done | EndPhase | Withdraw | Find | Choose | Abstain
type PlayersAction = OnTable | Rear | Moving | Supplying | Fighting | Course | Adjust
type Action = PlayersAction | TurnOrder | EndScenario


THINGS = things_of(FOLDER)
LOADED = Then(loaded)
PURCHASES: Mapping[str, object] = {**dict.fromkeys(RESOURCES, Purchase), "units": PurchaseUnits}
TYPES: Mapping[str, object] = {
    "turn_order": TurnOrder,
    "purchase": By("resource", PURCHASES, kept=True),
    "done": Done,
    "muster": Muster,
    "stow": Annotated[Stow, LOADED],
    "unstow": Annotated[Unstow, LOADED],
    "board": Board,
    "alight": Alight,
    "move": Move,
    "reposition": Reposition,
    "entrench": Entrench,
    "dig_out": DigOut,
    "extract": Extract,
    "deploy": Deploy,
    "transfer": Annotated[Transfer, LOADED],
    "cache": Annotated[Cache, LOADED],
    "pick_up": Annotated[PickUp, LOADED],
    "resupply": Resupply,
    "engineer": Engineer,
    "recon": Recon,
    "barrage": Barrage,
    "attack": Attack,
    "attack_cache": AttackCache,
    "reorganize": Reorganize,
    "disband": Disband,
    "scrap": Scrap,
    "end_phase": EndPhase,
    "withdraw": Withdraw,
    "objective": Find,
    "end_scenario": EndScenario,
    "choose": Choose,
    "abstain": Abstain,
    "name": Annotated[Name, Then(naming)],
    "adjust": Annotated[Adjust, Then(correcting)],
}
ON_TABLE: Mapping[str, object] = {
    **TYPES,
    "move": TableMove,
    "deploy": TableDeploy,
    "alight": TableAlight,
    "reposition": TableReposition,
    "engineer": TableWork,
    "stand": Stand,
}
"""Where the real map lies on the table: the same deeds without squares."""
ACTION = Annotated[Action, By("type", TYPES)]
ACTION_ON_TABLE = Annotated[Action, By("type", ON_TABLE)]


def read_action(value: object, *, tracked: bool = True) -> Action:
    """One action; `InvalidInput` at the fault. `tracked`: the app keeps the map."""
    kind = ACTION if tracked else ACTION_ON_TABLE
    action: Action = shape.read(kind, value, missing_first="everywhere")
    return action
