"""What a binder's own plays tell: each play as a value, and what many of them come to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from companion.engine.campaign.shares import Share


class Fought(NamedTuple):
    """A scenario in one play: who began it, in the order in which they came out of it, and who went bankrupt.

    `ranking` leaves out who is bankrupt; `done` are the objectives that somebody had completed at its end.
    """

    scenario: str
    rounds: int
    sides: tuple[str, ...]
    ranking: tuple[str, ...]
    bankrupt: tuple[str, ...]
    done: tuple[str, ...]


class Broken(NamedTuple):
    """Where a play could not go on: its line, what was done there, why, and whether the app broke down."""

    scenario: str
    line: int
    deed: str
    words: str
    crash: bool


class Trial(NamedTuple):
    """One play, told by its `seed`; `broken` where it did not come to an end."""

    seed: int
    lines: int
    fought: tuple[Fought, ...]
    broken: Broken | None = None


class Setup(NamedTuple):
    """What is played: how many sides, and the seed of the first play; each further one has the next."""

    players: int
    seed: int


class Side(NamedTuple):
    """How often one side came first in a scenario; `leans` as `Share.against` its fair share."""

    side: str
    first: Share
    leans: int


class Tried(NamedTuple):
    """One scenario over all plays: in how many it was fought, how many of its sides went bankrupt in it."""

    scenario: str
    fought: Share
    bankrupt: Share
    rounds: float
    sides: tuple[Side, ...]
    unmet: tuple[str, ...]


class Length(NamedTuple):
    """So many plays lasted so many scenarios."""

    scenarios: int
    plays: Share


class Summary(NamedTuple):
    """What the plays come to. `bankrupt` is by side: in how many plays it went bankrupt anywhere."""

    plays: int
    lines: int
    lasted: tuple[Length, ...]
    bankrupt: tuple[tuple[str, Share], ...]
    tried: tuple[Tried, ...]
    unreached: tuple[str, ...]
    broken: tuple[Trial, ...]


def summed(trials: Sequence[Trial], objectives: Mapping[str, Sequence[str]]) -> Summary:
    """All plays together; `objectives` names every scenario of the binder, and what can be won there."""
    fought = [each for trial in trials for each in trial.fought]
    by_scenario = {key: [each for each in fought if each.scenario == key] for key in objectives}
    return Summary(
        plays=len(trials),
        lines=round(median(trial.lines for trial in trials)) if trials else 0,
        lasted=tuple(_lasted(trials)),
        bankrupt=tuple(_bankrupt(trials)),
        tried=tuple(
            _tried(key, each, len(trials), objectives[key]) for key, each in by_scenario.items() if each
        ),
        unreached=tuple(key for key, each in by_scenario.items() if not each),
        broken=tuple(trial for trial in trials if trial.broken),
    )


def _lasted(trials: Sequence[Trial]) -> Iterable[Length]:
    whole = [len(trial.fought) for trial in trials if not trial.broken]
    counts = Counter(whole)
    return (Length(n, Share(counts[n], len(whole))) for n in sorted(counts))


def _bankrupt(trials: Sequence[Trial]) -> Iterable[tuple[str, Share]]:
    sides = dict.fromkeys(side for trial in trials for each in trial.fought[:1] for side in each.sides)
    for side in sorted(sides):
        out = sum(any(side in each.bankrupt for each in trial.fought) for trial in trials)
        yield side, Share(out, len(trials))


def _tried(scenario: str, fought: Sequence[Fought], plays: int, objectives: Sequence[str]) -> Tried:
    done = {each for one in fought for each in one.done}
    return Tried(
        scenario=scenario,
        fought=Share(len(fought), plays),
        bankrupt=Share(sum(len(each.bankrupt) for each in fought), sum(len(each.sides) for each in fought)),
        rounds=median(each.rounds for each in fought),
        sides=tuple(_side(side, fought) for side in sorted({s for each in fought for s in each.sides})),
        unmet=tuple(each for each in objectives if each not in done),
    )


def _side(side: str, fought: Sequence[Fought]) -> Side:
    there = [each for each in fought if side in each.sides]
    first = Share(sum(each.ranking[:1] == (side,) for each in there), len(there))
    # Some of a war's sides may be out by then: a fair share is that among those who are left.
    fair = sum(1 / len(each.sides) for each in there) / len(there)
    return Side(side, first, first.against(fair))
