"""What people do at a Scarper table: one record for each type of journal entry (specification 5)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.engine.wire import Json
from companion.games.scarper.actions.placements import Placement
from companion.games.scarper.data import Side
from companion.games.scarper.state.table import PerSide


class ChooseMissions(NamedTuple):
    """Keep one or two of the missions drawn (4.3 C); with physical cards only their number is known."""

    side: Side
    keep: tuple[str, ...] | int


class ChooseFirst(NamedTuple):
    """Say who takes the year's first round (4.2)."""

    side: Side
    first: Side


class BuildTrenches(NamedTuple):
    """Turn economy into trenches at the start of a round (6.1.1)."""

    side: Side
    placements: tuple[Placement, ...]


class PlayCard(NamedTuple):
    """Play a card for its event or for its command points (5)."""

    side: Side
    card: str
    mode: Literal["event", "commands"]
    event_order: Literal["before", "after"] | None


class ResolveEvent(NamedTuple):
    """Carry out the card's event, a choice (or `None`) for each of its effects (5.1)."""

    side: Side
    choices: tuple[Json, ...]


class PublishPropaganda(NamedTuple):
    """Spend points on propaganda (6.1.2)."""

    side: Side
    points: int


class InvestEconomy(NamedTuple):
    """Spend points on the economy (6.1.3)."""

    side: Side
    points: int


class SteadyPush(NamedTuple):
    """Spend points on moving one frontline (6.2.1)."""

    side: Side
    battlefield: str
    points: int


class FrontalCharge(NamedTuple):
    """Spend 2 points on a charge, with both dice (6.2.2)."""

    side: Side
    battlefield: str
    attacker: int
    defender: int


class ConcentratedAssault(NamedTuple):
    """Spend a whole card on an assault, with its die (6.2.3)."""

    side: Side
    battlefield: str
    d6: int


class EndCommands(NamedTuple):
    """Let the points that are left go (R19)."""

    side: Side


class RevealMissions(NamedTuple):
    """Turn the kept missions over (4.3 E); what the app cannot know or judge is entered."""

    missions: PerSide[tuple[str, ...]] | None
    verdicts: Mapping[str, bool] | None


class ScoreYear(NamedTuple):
    """Score battlefields, propaganda and economy (4.3 F)."""


class Change(NamedTuple):
    """One figure that the table sets by hand."""

    path: tuple[str, ...]
    value: Json


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: str
    changes: tuple[Change, ...]


class Resign(NamedTuple):
    """Give the war up."""

    side: Side


type Action = (
    ChooseMissions
    | ChooseFirst
    | BuildTrenches
    | PlayCard
    | ResolveEvent
    | PublishPropaganda
    | InvestEconomy
    | SteadyPush
    | FrontalCharge
    | ConcentratedAssault
    | EndCommands
    | RevealMissions
    | ScoreYear
    | Adjust
    | Resign
)
