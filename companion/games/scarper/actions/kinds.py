"""What people do at a Scarper table: one record for each type of journal entry (specification 5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from companion.engine.shape import Between, ByHand, Given, Sized
from companion.engine.wire import Json
from companion.games.scarper.actions.adjusting import Change, read_change
from companion.games.scarper.actions.missions import no_missions, read_keep, read_missions
from companion.games.scarper.actions.placements import Placements
from companion.games.scarper.data import YEARS, CardSide, Side
from companion.games.scarper.state.board import BattlefieldId
from companion.games.scarper.state.table import PerSide

type Points = Annotated[int, Between(1, 99)]
type Die = Annotated[int, Between(1, 6)]


class ChooseMissions(NamedTuple):
    """Keep one or two of the missions drawn (4.3 C); with physical cards only their number is known."""

    side: Side
    keep: Annotated[tuple[str, ...] | int, ByHand(read_keep, knowing="state")]


class ChooseFirst(NamedTuple):
    """Say who takes the year's first round (4.2)."""

    side: Side
    first: Side


class BuildTrenches(NamedTuple):
    """Turn economy into trenches at the start of a round (6.1.1)."""

    side: Side
    placements: Annotated[Placements, Sized(1)]


class PlayCard(NamedTuple):
    """Play a card for its event or for its command points (5)."""

    side: Side
    card: str
    mode: Literal["event", "commands"]
    event_order: Annotated[Literal["before", "after"] | None, Given] = None


class ResolveEvent(NamedTuple):
    """Carry out the card's event, a choice (or `None`) for each of its effects (5.1)."""

    side: Side
    choices: tuple[Mapping[str, Json] | None, ...]


class PublishPropaganda(NamedTuple):
    """Spend points on propaganda (6.1.2)."""

    side: Side
    points: Points


class InvestEconomy(NamedTuple):
    """Spend points on the economy (6.1.3)."""

    side: Side
    points: Points


class SteadyPush(NamedTuple):
    """Spend points on moving one frontline (6.2.1)."""

    side: Side
    battlefield: BattlefieldId
    points: Points


class ChargeDice(NamedTuple):
    """A charge's two dice."""

    attacker: Die
    defender: Die


class FrontalCharge(NamedTuple):
    """Spend 2 points on a charge, with both dice (6.2.2)."""

    side: Side
    battlefield: BattlefieldId
    rolls: ChargeDice


class AssaultDie(NamedTuple):
    """An assault's die."""

    d6: Die


class ConcentratedAssault(NamedTuple):
    """Spend a whole card on an assault, with its die (6.2.3)."""

    side: Side
    battlefield: BattlefieldId
    rolls: AssaultDie


class EndCommands(NamedTuple):
    """Let the points that are left go (R19)."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealMissions:
    """Turn the kept missions over (4.3 E); what the app cannot know or judge is entered."""

    missions: Annotated[PerSide[tuple[str, ...]] | None, ByHand(no_missions)] = None
    verdicts: Annotated[Mapping[str, bool] | None, Given] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealCards(RevealMissions):
    """The same with physical cards, which are named as they are turned over."""

    missions: Annotated[PerSide[tuple[str, ...]] | None, ByHand(read_missions, knowing="state")]


class ScoreYear(NamedTuple):
    """Score battlefields, propaganda and economy (4.3 F)."""


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1)]
    changes: Annotated[tuple[Annotated[Change, ByHand(read_change, knowing="state")], ...], Sized(1)]


class NewCard(NamedTuple):
    """What is printed on a physical card; of this year where no other is said."""

    title: Annotated[str, Sized(1)]
    side: CardSide
    points: Annotated[int, Between(1, 6)]
    year: Annotated[Annotated[int, Between(YEARS[0], YEARS[-1])] | None, Given] = None
    text: str = ""
    remain: bool = False


class AddCard(NamedTuple):
    """Enter a physical card that the library lacks, its event left to the table."""

    card: NewCard


class Resign(NamedTuple):
    """Give the war up."""

    side: Side
