"""What people do at a Parabellum table: one record for each type of journal entry (specification 5)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.engine.wire import Json
from companion.games.parabellum.data import Feature, Position, Resource, Work
from companion.games.parabellum.state.pieces import Load


class TurnOrder(NamedTuple):
    """Roll for turn order; `dice` names who takes another die than the one due (T1, R3)."""

    rolls: Json
    dice: Mapping[str, int]


class Item(NamedTuple):
    """So many cards of one type."""

    unit: str
    quantity: int


class Purchase(NamedTuple):
    """Hire people or buy tokens (S1)."""

    player: str
    resource: Resource
    quantity: int


class PurchaseUnits(NamedTuple):
    """Buy cards out of the binder (S1, R7)."""

    player: str
    items: tuple[Item, ...]


class Done(NamedTuple):
    """Declare that one is done with Set-up (S1, R6)."""

    player: str


class Muster(NamedTuple):
    """Staff, fuel and arm a card, and give its miniature a flag (S2, S5)."""

    player: str
    unit: str
    flag: tuple[str, ...]


class Stow(NamedTuple):
    """Load tokens from the reserve into a unit's cargo (S4)."""

    player: str
    unit: str
    load: Load


class Unstow(NamedTuple):
    """Unload tokens from a unit's cargo into the reserve (S4, B1)."""

    player: str
    unit: str
    load: Load


class Board(NamedTuple):
    """Take a transport as a passenger (R22)."""

    player: str
    unit: str
    transport: str


class Alight(NamedTuple):
    """Leave a transport; on the map also where to (R22)."""

    player: str
    unit: str
    square: str | None
    position: Position | None


class Move(NamedTuple):
    """Walk or drive a path (M1)."""

    player: str
    unit: str
    path: tuple[str, ...]
    position: Position


class Reposition(NamedTuple):
    """Stand elsewhere in the same square (M5)."""

    player: str
    unit: str
    position: Position


class Entrench(NamedTuple):
    """Dig in one layer deeper (M6)."""

    player: str
    unit: str


class DigOut(NamedTuple):
    """Spend the movement phase on becoming mobile again (M6)."""

    player: str
    unit: str


class Extract(NamedTuple):
    """Take a unit off the map (M7)."""

    player: str
    unit: str


class Deploy(NamedTuple):
    """Bring a unit onto the map (M7)."""

    player: str
    unit: str
    square: str
    position: Position


class Transfer(NamedTuple):
    """Hand cargo from one unit to another (L1)."""

    player: str
    source: str
    to: str
    load: Load


class Cache(NamedTuple):
    """Lay tokens on a square (L2)."""

    player: str
    unit: str
    square: str
    load: Load


class PickUp(NamedTuple):
    """Take loose tokens into a unit's cargo (L2, R26)."""

    player: str
    unit: str
    square: str
    load: Load


class Source(NamedTuple):
    """So many tokens out of a unit's cargo or a cache."""

    place: Literal["unit", "cache"]
    id: str
    tokens: int


class Resupply(NamedTuple):
    """Refill a unit's counters (L4)."""

    player: str
    unit: str
    resource: Literal["fuel", "ammunition"]
    sources: tuple[Source, ...]


class Engineer(NamedTuple):
    """Build, clear or bridge (L5, R28)."""

    player: str
    unit: str
    work: Work
    square: str


class Recon(NamedTuple):
    """Find out what an enemy unit is (A4)."""

    player: str
    unit: str
    target: str


class Aim(NamedTuple):
    """What one shot is fired at."""

    place: Literal["unit", "cache"]
    id: str


class Barrage(NamedTuple):
    """Shell units and caches (A5)."""

    player: str
    unit: str
    shots: tuple[Aim, ...]
    rolls: Json


class Attack(NamedTuple):
    """Attack a unit, which may counterattack (A1–A3)."""

    player: str
    unit: str
    target: str
    counter: bool
    rolls: Json


class AttackCache(NamedTuple):
    """Attack loose tokens (R37)."""

    player: str
    unit: str
    square: str
    rolls: Json


class Reorganize(NamedTuple):
    """Make one unit of two partial ones (B2)."""

    player: str
    keep: str
    scrap: str


class Disband(NamedTuple):
    """Take a full unit apart; its card stays (B3)."""

    player: str
    unit: str


class Scrap(NamedTuple):
    """Sell a card or a unit back (B4)."""

    player: str
    unit: str


class EndPhase(NamedTuple):
    """Go on to the next phase, or end the turn (P1)."""

    player: str


class Withdraw(NamedTuple):
    """Leave the scenario (E2)."""

    player: str


class Find(NamedTuple):
    """The table's finding on an objective (E1)."""

    player: str
    objective: str
    complete: bool


class EndScenario(NamedTuple):
    """The table ends the scenario (R56)."""

    reason: str


class Choose(NamedTuple):
    """Say which scenario comes next (E3)."""

    player: str
    scenario: str


class Abstain(NamedTuple):
    """Leave the campaign (E4, R55)."""

    player: str


class UnitChange(NamedTuple):
    """New facts of one unit; None leaves as it is."""

    id: str
    strength: int | None
    fuel: int | None
    ammunition: int | None
    entrench: int | None
    place: tuple[str, Position] | None


class FeatureChange(NamedTuple):
    """What stands on a square now."""

    square: str
    kind: Feature | None


class CacheChange(NamedTuple):
    """What lies on a square now."""

    square: str
    load: Load


class Adjust(NamedTuple):
    """Overrule the app, with a reason; None leaves as it is."""

    player: str
    reason: str
    credits: int | None
    personnel: int | None
    fuel: int | None
    ammunition: int | None
    unit: UnitChange | None
    feature: FeatureChange | None
    cache: CacheChange | None


class TableMove(NamedTuple):
    """A move on the real map: only that it was made, and what the unit stands on now."""

    player: str
    unit: str
    ground: str | None
    earthwork: bool


class TableDeploy(NamedTuple):
    """Onto the real map."""

    player: str
    unit: str
    ground: str | None
    earthwork: bool


class TableAlight(NamedTuple):
    """Off a transport, in the rear or onto the real map."""

    player: str
    unit: str
    ground: str | None
    earthwork: bool


class TableReposition(NamedTuple):
    """Elsewhere in the same square of the real map."""

    player: str
    unit: str


class TableWork(NamedTuple):
    """Engineering on the real map: only that it was done."""

    player: str
    unit: str
    work: Work


class Stand(NamedTuple):
    """What any unit on the real map stands on, by the word of the table."""

    player: str
    unit: str
    ground: str
    earthwork: bool


type OnTable = TableMove | TableDeploy | TableAlight | TableReposition | TableWork | Stand
type Rear = Purchase | PurchaseUnits | Muster | Stow | Unstow | Board | Alight | Reorganize | Disband | Scrap
type Moving = Move | Reposition | Entrench | DigOut | Extract | Deploy
type Supplying = Transfer | Cache | PickUp | Resupply | Engineer
type Fighting = Recon | Barrage | Attack | AttackCache
type Course = Done | EndPhase | Withdraw | Find | Choose | Abstain
type PlayersAction = OnTable | Rear | Moving | Supplying | Fighting | Course | Adjust
type Action = PlayersAction | TurnOrder | EndScenario
