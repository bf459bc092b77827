"""Actions as the journal holds them, a record each, read by their shape: who may is for the rules (5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, dataclass_transform

from companion.engine import shape
from companion.engine.errors import THING, InvalidInput, things_of
from companion.engine.shape import Between, By, ByHand, Given, Named, Sized, Then
from companion.engine.wire import Json, integer, parts
from companion.games.parabellum.data import CACHE_LIMIT, FOLDER, RESOURCES, Position, Resource, Work, lexicon
from companion.games.parabellum.state import (
    LONGEST_FLAG,
    Id,
    Load,
    ScenarioId,
    SquareName,
    Text,
    UnitId,
    UnitName,
    UnitNote,
    UnitNumber,
)

type Tokens = Annotated[int, Between(0, MOST_LOADED)]
type Ground = Annotated[Id | None, Given]
type More = Annotated[Annotated[int, Between(-999999, 999999)] | None, Given]
"""A change, if there is one."""
type New = Annotated[Annotated[int, Between(0, 99)] | None, Given]
"""A new value, if there is one."""
type Cached = Annotated[int, Between(0, CACHE_LIMIT)]


MOST_SHOTS, MOST_LOADED, LONGEST_LIST, MOST_BOUGHT, MOST_CARDS = 20, 99, 40, 9999, 999


@dataclass_transform(frozen_default=True)
class Record:
    """What the journal holds: each class of it is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Deed(Record):
    player: Id


class UnitDeed(Deed):
    unit: UnitId


class SquareDeed(UnitDeed):
    square: SquareName


class Recon(UnitDeed):
    """Find out what an enemy unit is (A4)."""

    target: UnitId


class Aim(NamedTuple):
    """What one shot is fired at."""

    place: Literal["unit", "cache"]
    id: str


def read_aim(value: object, _: str = "", more: tuple[str, ...] = ()) -> Aim:
    """A unit or a cache, told apart by its key; `more` keys are for the caller."""
    place: Literal["unit", "cache"] = "cache" if type(value) is dict and "cache" in value else "unit"
    named = parts(value, "", place, *more)[place]
    return Aim(place, shape.read(SquareName if place == "cache" else UnitId, named, place))


class Barrage(UnitDeed):
    """Shell units and caches (A5)."""

    shots: Annotated[tuple[Annotated[Aim, ByHand(read_aim)], ...], Sized(1, MOST_SHOTS)]
    rolls: Json


class Attack(UnitDeed):
    """Attack a unit, which may counterattack (A1–A3)."""

    target: UnitId
    counter: bool
    rolls: Json


class AttackCache(SquareDeed):
    """Attack loose tokens (R37)."""

    rolls: Json


class Loading(Record):
    """A deed with its tokens."""

    fuel: Tokens
    ammunition: Tokens

    @property
    def load(self) -> Load:
        return Load(self.fuel, self.ammunition)


def loaded(action: Loading, _: Mapping[str, object]) -> Loading:
    """A deed that was read, if it moves something."""
    if not action.load.total:
        raise InvalidInput("fuel", "At least one token must be named; both are 0.")
    return action


class Move(UnitDeed):
    """Walk or drive a path (M1)."""

    path: Annotated[tuple[SquareName, ...], Sized(1, LONGEST_LIST)]
    position: Position


class Reposition(UnitDeed):
    """Stand elsewhere in the same square (M5)."""

    position: Position


class Entrench(UnitDeed):
    """Dig in one layer deeper (M6)."""


class DigOut(UnitDeed):
    """Spend the movement phase on becoming mobile again (M6)."""


class Extract(UnitDeed):
    """Take a unit off the map (M7)."""


class Deploy(SquareDeed):
    """Bring a unit onto the map (M7)."""

    position: Position


class Exchange(Deed):
    source: Annotated[UnitId, Named("from")]
    to: UnitId


class Transfer(Loading, Exchange):
    """Hand cargo from one unit to another (L1)."""


class Cache(Loading, SquareDeed):
    """Lay tokens on a square (L2)."""


class PickUp(Loading, SquareDeed):
    """Take loose tokens into a unit's cargo (L2, R26)."""


class Source(NamedTuple):
    """So many tokens out of a unit's cargo or a cache."""

    place: Literal["unit", "cache"]
    id: str
    tokens: int


def read_source(value: Json, _: str) -> Source:
    """A source, its place told apart by its key."""
    place, named = read_aim(value, "", ("tokens",))
    return Source(place, named, integer(value["tokens"], "tokens", 1, MOST_LOADED))


class Resupply(UnitDeed):
    """Refill a unit's counters (L4)."""

    resource: Literal["fuel", "ammunition"]
    sources: Annotated[
        tuple[Annotated[Source, ByHand(read_source)], ...], Sized(1, LONGEST_LIST), Named("from")
    ]


class TableWork(UnitDeed):
    """Engineering on the real map: only that it was done."""

    work: Work


class Engineer(TableWork):
    """Build, clear or bridge (L5, R28)."""

    square: SquareName


class Placed(UnitDeed):
    """On the real map: only that it was done, and what the unit stands on now."""

    ground: Annotated[Ground, Named("terrain")] = None
    earthwork: bool = False


class TableMove(Placed):
    pass


class TableDeploy(Placed):
    pass


class TableAlight(Placed):
    pass


class TableReposition(UnitDeed):
    """Elsewhere in the same square of the real map."""


class Stand(UnitDeed):
    """What any unit on the real map stands on, by the word of the table."""

    ground: Annotated[Id, Named("terrain")]
    earthwork: bool


class Item(NamedTuple):
    """So many cards of one type."""

    unit: Id
    quantity: Annotated[int, Between(1, MOST_CARDS)]


class Purchase(Deed):
    """Hire people or buy tokens (S1)."""

    resource: Resource
    quantity: Annotated[int, Between(1, MOST_BOUGHT)]


def dealt(deal: Mapping[str, str], _: Mapping[str, object]) -> Mapping[str, str]:
    """A deal that was read, if it deals something."""
    if not deal:
        raise InvalidInput("", "At least one card is dealt; leave the deal out, and the app deals.")
    return deal


class PurchaseUnits(Deed):
    """Buy cards out of the binder (S1, R7); `deal` says which number is which type, None: in order (R63)."""

    resource: Literal["units"]
    items: Annotated[tuple[Item, ...], Sized(1, LONGEST_LIST)]
    deal: Annotated[Annotated[Mapping[UnitNumber, Id], Then(dealt)] | None, Given] = None


class Muster(UnitDeed):
    """Staff, fuel and arm a card, and give its miniature a flag (S2, S5)."""

    flag: Annotated[tuple[Id, ...], Sized(1, LONGEST_FLAG)]


class Stow(Loading, UnitDeed):
    """Load tokens from the reserve into a unit's cargo (S4)."""


class Unstow(Loading, UnitDeed):
    """Unload tokens from a unit's cargo into the reserve (S4, B1)."""


class Board(UnitDeed):
    """Take a transport as a passenger (R22)."""

    transport: UnitId


class Alight(UnitDeed):
    """Leave a transport; on the map also where to (R22)."""

    square: Annotated[SquareName | None, Given] = None
    position: Annotated[Position | None, Given] = None


class Reorganize(Deed):
    """Make one unit of two partial ones (B2)."""

    keep: UnitId
    scrap: UnitId


class Disband(UnitDeed):
    """Take a full unit apart; its card stays (B3)."""


class Scrap(UnitDeed):
    """Sell a card or a unit back (B4)."""


class Name(UnitDeed):
    """Give a unit a name and a line of the commander's notes; None leaves as it is, empty takes it back."""

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


class Done(Deed):
    """Declare that one is done with Set-up (S1, R6)."""


class EndPhase(Deed):
    """Go on to the next phase, or end the turn (P1)."""


class Withdraw(Deed):
    """Leave the scenario (E2)."""


class Find(Deed):
    """The table's finding on an objective (E1)."""

    objective: Id
    complete: bool


class EndScenario(NamedTuple):
    """The table ends the scenario (R56)."""

    reason: Text


class Choose(Deed):
    """Say which scenario comes next (E3)."""

    scenario: ScenarioId


class Abstain(Deed):
    """Leave the campaign (E4, R55)."""


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


type PlayersAction = Deed | Adjust
type Action = PlayersAction | TurnOrder | EndScenario


class Verb(NamedTuple):
    """What is said of a type of action: `log` its line, `name` its button, `hidden` what is kept from others.

    `weight` is how often a player at random does it, `is_open` that all see it done, `is_quiet` that no scene
    is made of it. The annals count it (`counted`: sentence, one, many, tone), leave it out, or tell of each.
    """

    log: str
    name: str = ""
    weight: float = 2
    hidden: Sequence[str] = ()
    is_open: bool = False
    is_quiet: bool = False
    is_untold: bool = False
    counted: Sequence[str] = ()


VERBS = {kind: Verb(**words) for kind, words in lexicon("actions/deeds.json").items()}
"""In the order in which what a unit may do is offered."""
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
