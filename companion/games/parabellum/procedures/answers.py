"""What the procedures of Parabellum answer, key by key, as the interface describes it."""

from collections.abc import Mapping
from typing import TypedDict

from companion.engine.wire import Json
from companion.games.parabellum.data import Position


class Odds(TypedDict):
    """A chance, in lowest terms and as a number."""

    probability: str
    float: float


class OfLoss(Odds):
    losses: int


class Mean(TypedDict):
    """How many fall on average."""

    fraction: str
    float: float


class LossReport(TypedDict):
    """The chance of each loss of a unit, their mean, and the chance that nobody is left."""

    distribution: list[OfLoss]
    expected: Mean
    destroyed: Odds


class VolleyRow(TypedDict):
    """A volley as answers have it."""

    attack: list[int]
    defense: list[int]
    pairs: list[list[int]]
    unmatched: list[int]
    losses: int


class ExplosionRow(TypedDict):
    """An explosion as answers have it; each attack is on a unit or on a cache."""

    square: str
    tokens: int
    attacks: list[dict[str, Json]]


class CacheExplosion(TypedDict):
    """Procedure 6.10's result."""

    explosions: list[ExplosionRow]
    units: dict[str, int]
    destroyed: list[str]
    caches: dict[str, dict[str, int]]


class TreadRow(TypedDict):
    square: str
    terrain: str
    cost: int
    total: int


class MoveCheck(TypedDict):
    """A path checked: what speaks against it, and at which of its squares."""

    legal: bool
    reason: str | None
    at: int | None
    cost: int
    remaining: int
    steps: list[TreadRow]


class GoalRow(TypedDict):
    square: str
    cost: int
    positions: list[Position]


class Reachable(TypedDict):
    """Every square that a unit can end on."""

    squares: list[GoalRow]


class DirectAttack(TypedDict):
    """Procedure 6.6's result."""

    attack: VolleyRow
    counter: VolleyRow | None
    attacker: Mapping[str, int]
    defender: Mapping[str, int]


class DirectAttackOdds(TypedDict):
    """Procedure 6.7's result."""

    attack: LossReport
    counter: LossReport | None


class ShotRow(TypedDict):
    """A shot as it fell; none of its dice where nobody was left."""

    target: str
    wasted: bool
    artillery: int | None
    best_defense: int | None
    hit: bool


class ArtilleryAttack(TypedDict):
    """Procedure 6.8's result."""

    shots: list[ShotRow]
    targets: dict[str, dict[str, int]]
    ammunition: int


class ArtilleryOdds(LossReport):
    """Procedure 6.9's result; `hit` is the chance of its first shot."""

    hit: Odds


class ReconReport(TypedDict):
    """What a reconnaissance tells."""

    report: dict[str, Json]
    artillery_defense_modifier: int


class ScrapPayout(TypedDict):
    """Procedure 6.14's result."""

    payout: int
    exact: str
    personnel: int
    fuel_tokens: int
    ammunition_tokens: int


class Withdrawal(TypedDict):
    """Procedure 6.16's result."""

    payouts: list[int]
    total: int
    share: int
    to_bank: int
    personnel_returned: int
    scenario_over: bool


class Reorganized(TypedDict):
    """Procedure 6.15's result."""

    keep: dict[str, int]
    reserve_personnel: int
    wasted: dict[str, int]
    payout: int
    exact: str


class BalanceSheet(TypedDict):
    """Procedure 6.13's result."""

    player: str
    columns: list[str]
    rows: list[list[object]]
    totals: dict[str, int]
    income: int
    expense: int
    closing: int
    postings: list[dict[str, str | int]]
    trial_balance: dict[str, int]
    csv: list[str]


class PurchaseQuote(TypedDict):
    """Procedure 6.4's result for one resource; None where the supply is unlimited or no purse was named."""

    cost: int
    lots: list[dict[str, int]]
    supply_after: int | None
    next_price: int | None
    affordable: int | None


class CardsRow(TypedDict):
    unit: str
    quantity: int
    cost: int


class RosterQuote(TypedDict):
    """Procedure 6.4's result for a roster; what is left is None where no purse was named."""

    units: list[CardsRow]
    units_cost: int
    manpower: dict[str, int]
    fuel: dict[str, int]
    ammunition: dict[str, int]
    total: int
    credits_left: int | None


class FlagsFree(TypedDict):
    """Procedure 6.5's result; `left` are free besides."""

    flags: list[list[str]]
    left: int


class Audited(TypedDict):
    """What an audit finds."""

    ok: bool
    problems: list[dict[str, str]]


class ScenarioFacts(TypedDict):
    """A scenario of a binder; `depth` is None where no way leads to it."""

    scenario: str
    depth: int | None
    next: list[str]
    paths: int


class MapFacts(TypedDict):
    """A map's size, and each seat's squares to deploy on."""

    columns: int
    rows: int
    deployment: dict[str, int]


class BinderFacts(TypedDict):
    """Procedure 6.19's result."""

    id: str
    scenarios: list[ScenarioFacts]
    unreachable: list[str]
    endings: list[str]
    paths: int
    longest: int
    players: int
    maps: dict[str, MapFacts]
    unused_maps: list[str]


class TurnOrdered(TypedDict):
    """Procedure 6.3's result."""

    order: list[str]
    rounds: int


class StandingRow(TypedDict):
    """A company's means."""

    player: str
    status: str
    credits: int
    scrap_value: int
    net_worth: int
    units: int
    personnel: int


class CampaignReport(TypedDict):
    """A campaign so far: its way, what each scenario came to, who stands how."""

    path: list[str]
    scenarios: list[dict[str, Json]]
    standings: list[StandingRow]
    winner: str | None
    casualties: int


class ScenarioEnd(TypedDict):
    """Procedure 6.17's result."""

    completed: dict[str, list[str]]
    lines: list[dict[str, Json]]
    tokens: dict[str, dict[str, int]]
    credits: dict[str, int]
    liquid: dict[str, int]
    eliminated: list[str]
    ranking: list[str]
    choosers: list[str]
    turn_dice: dict[str, int]
    campaign_over: bool
    winner: str | None
