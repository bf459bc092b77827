"""What people do at a Scarper table: the journal's entries as records, checked in a fixed order (5)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal, NamedTuple

from companion.engine.errors import InvalidInput, join
from companion.engine.shape import Between, ByHand, Given, Sized
from companion.engine.wire import Json, Reading, integer, items, say, text
from companion.games.scarper import data
from companion.games.scarper.state import PerSide, State
from companion.games.scarper.state.box import MOST_TRENCHES, BattlefieldId, Track, read_trenches

LARGEST_HAND = 9


class Change(NamedTuple):
    """One figure that the table sets by hand."""

    path: tuple[str, ...]
    value: Json


def read_change(value: object, state: State) -> Change:
    """One figure; how it goes with the others is for the rules. `InvalidInput` at the fault."""
    reading = Reading(value, ("path", "value"))
    given = text(reading.raw("path"), "path")
    path = tuple(given.split("."))
    read = _reader(path, state)
    if read is None:
        hands = ", hands" if state.options.cards == "table" else ""
        wanted = f"morale, propaganda, economy{hands}, frontlines and trenches can"
        raise InvalidInput("path", f"{say(given)} cannot be set by hand; {wanted}.")
    return Change(path, read(reading.raw("value")))


def _reader(path: tuple[str, ...], state: State) -> Callable[[object], object] | None:
    """What reads the value for a figure; `None` for what nobody sets by hand."""
    match path:
        case ("morale",):
            return _whole(-data.MORALE_END, data.MORALE_END)
        case ("propaganda" | "economy" as track, "allied" | "german"):
            return _whole(0, getattr(state.options, f"{track}_max"))
        case ("hands", "allied" | "german", "count") if state.options.cards == "table":
            return _whole(0, LARGEST_HAND)
        case ("battlefields", where, "frontline") if where in data.BATTLEFIELDS:
            return _whole(state.front.tracks[where].low, state.front.tracks[where].high)
        case ("battlefields", where, "trenches") if where in data.BATTLEFIELDS:
            return partial(_trenches, track=state.front.tracks[where])
    return None


def _whole(low: int, high: int) -> Callable[[object], object]:
    return partial(integer, path="value", low=low, high=high)


def _trenches(value: object, track: Track) -> dict[int, int]:
    try:
        return read_trenches(value, "", track, None)
    except InvalidInput as error:
        inside = f"Space {error.path}: {error.message}" if error.path else error.message
        raise InvalidInput("value", inside) from error


def read_keep(value: object, state: State) -> tuple[str, ...] | int:
    """The missions that a side keeps; with physical cards only how many."""
    if state.options.cards == "table":
        return integer(value, "", 1, 2)
    keep = tuple(text(each, str(n)) for n, each in enumerate(items(value, "", 1, 2)))
    if len(set(keep)) < len(keep):
        raise InvalidInput("", "The same mission is named twice; name each one once.")
    return keep


def no_missions(value: object, path: str) -> None:
    raise InvalidInput(path, "The app knows which missions were kept; leave them out.")


def read_missions(value: object, state: State) -> PerSide[tuple[str, ...]]:
    sides = Reading(value, data.SIDES)
    return PerSide(_named(sides, "allied", state), _named(sides, "german", state))


def _named(sides: Reading, side: data.Side, state: State) -> tuple[str, ...]:
    listed, deck = sides.items(side), state.box.missions_of(side)
    for n, each in enumerate(listed):
        if type(each) is not str or each not in deck:
            wanted = (
                f"“{state.box.title}” has no such {data.SIDE_NAMES[side]} mission; {say(each)} was given."
            )
            raise InvalidInput(join(side, n), wanted)
        if each in listed[:n]:
            raise InvalidInput(join(side, n), f"“{each}” is named twice; name each mission once.")
    return tuple(listed)


@dataclass(frozen=True, slots=True)
class Placement:
    """So many trenches on one space, to be built or to be removed; whether there is one is for the rules."""

    battlefield: BattlefieldId
    space: Annotated[int, Between(-data.FARTHEST_SPACE, data.FARTHEST_SPACE)]
    count: Annotated[int, Between(1, MOST_TRENCHES)]


type Placements = tuple[Placement, ...]


type Points = Annotated[int, Between(1, 99)]
type Die = Annotated[int, Between(1, 6)]


class ChooseMissions(NamedTuple):
    """Keep one or two of the missions drawn (4.3 C); with physical cards only their number is known."""

    side: data.Side
    keep: Annotated[tuple[str, ...] | int, ByHand(read_keep, knowing="state")]


class ChooseFirst(NamedTuple):
    """Say who takes the year's first round (4.2)."""

    side: data.Side
    first: data.Side


class BuildTrenches(NamedTuple):
    """Turn economy into trenches at the start of a round (6.1.1)."""

    side: data.Side
    placements: Annotated[Placements, Sized(1)]


class PlayCard(NamedTuple):
    """Play a card for its event or for its command points (5)."""

    side: data.Side
    card: str
    mode: Literal["event", "commands"]
    event_order: Annotated[Literal["before", "after"] | None, Given] = None


class ResolveEvent(NamedTuple):
    """Carry out the card's event, a choice (or `None`) for each of its effects (5.1)."""

    side: data.Side
    choices: tuple[Mapping[str, Json] | None, ...]


class PublishPropaganda(NamedTuple):
    """Spend points on propaganda (6.1.2)."""

    side: data.Side
    points: Points


class InvestEconomy(NamedTuple):
    """Spend points on the economy (6.1.3)."""

    side: data.Side
    points: Points


class SteadyPush(NamedTuple):
    """Spend points on moving one frontline (6.2.1)."""

    side: data.Side
    battlefield: BattlefieldId
    points: Points


class ChargeDice(NamedTuple):
    """A charge's two dice."""

    attacker: Die
    defender: Die


class FrontalCharge(NamedTuple):
    """Spend 2 points on a charge, with both dice (6.2.2)."""

    side: data.Side
    battlefield: BattlefieldId
    rolls: ChargeDice


class AssaultDie(NamedTuple):
    """An assault's die."""

    d6: Die


class ConcentratedAssault(NamedTuple):
    """Spend a whole card on an assault, with its die (6.2.3)."""

    side: data.Side
    battlefield: BattlefieldId
    rolls: AssaultDie


class EndCommands(NamedTuple):
    """Let the points that are left go (R19)."""

    side: data.Side


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
    side: data.CardSide
    points: Annotated[int, Between(1, 6)]
    year: Annotated[Annotated[int, Between(data.YEARS[0], data.YEARS[-1])] | None, Given] = None
    text: str = ""
    remain: bool = False


class AddCard(NamedTuple):
    """Enter a physical card that the library lacks, its event left to the table."""

    card: NewCard


class Resign(NamedTuple):
    """Give the war up."""

    side: data.Side
