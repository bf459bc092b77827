"""A binder that plays itself: long work, put down with a version, and what its plays come to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import QuerySet

from campaigns.designer import Bench
from campaigns.designer.drawings import drawn as tree_drawn
from campaigns.models import Binder, BinderVersion
from campaigns.tree import SIGN, Drawing, Mark, Marks
from companion import shelf
from companion.engine import shape
from companion.engine.campaign.design import Plays, Share, Summary, Trial, summed
from companion.engine.errors import InvalidInput
from companion.engine.player import lab
from companion.engine.player.lab import trial
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.shop.lab import STRENGTHS
from companion.shop.models import Job
from companion.shop.tasks import Done, Kind, Progress, Rows, played, put_down

KIND = "trials"
NUMBERS = (50, 200, 500)
MOST_PLAYS, MOST_SEED = 2000, 1_000_000


OLDER = "a simple player, before the house played them"


@dataclass(frozen=True, slots=True)
class Order:
    """How often a binder shall play itself, with how many sides, from which seed on, how strongly."""

    plays: int
    players: int
    seed: int = 1
    strength: str = "plays_along"


def plays_of(system: str) -> Plays[object]:
    """What the lab knows of that game's binders; `InvalidInput` where they cannot play themselves."""
    game = shelf.game(system)
    if game.campaign is None or game.campaign.plays is None or game.player is None:
        raise InvalidInput("system", "A binder of this game cannot play itself.")
    return game.campaign.plays


def played_by(order: Json) -> str:
    """Who played, in words."""
    return STRENGTHS.get(order.get("strength", ""), OLDER)


def begin(version: BinderVersion, wish: Order) -> Job:
    """Put it down for a worker; `InvalidInput` where the version cannot be played, or not so."""
    if version.fault:
        raise InvalidInput(version.place, f"A version that can be played plays itself. {version.fault}")
    able = plays_of(version.binder.system).players(version.content)
    if wish.players not in able:
        sizes = " or ".join(map(str, able))
        raise InvalidInput("players", f"{sizes} companies of this binder can sit down, not {wish.players}.")
    for key, value, most in (("plays", wish.plays, MOST_PLAYS), ("seed", wish.seed, MOST_SEED)):
        if not 1 <= value <= most:
            raise InvalidInput(key, f"Give a number from 1 to {most:,}; {value:,} was given.")
    if wish.strength not in STRENGTHS:
        raise InvalidInput("strength", f"“{wish.strength[:30]}” is nobody who plays this.")
    order = {"binder": version.binder.code, "version": version.number, **asdict(wish)}
    digest = sha256(repr(order).encode()).hexdigest()[:32]
    return put_down(Job(kind=KIND, name=f"{wish.plays} plays", order=order, digest=digest, total=wish.plays))


def do(order: Json, report: Progress, rows: Rows) -> Done:
    """All the plays, by a worker; stopped, those that are played by then."""
    version = BinderVersion.objects.get(binder__code=order["binder"], number=order["version"])
    game, setup = shelf.game(version.binder.system), setup_of(version, order)

    def one(n: int) -> Json:
        return shape.write(trial(game, setup, order["seed"] + n, order["strength"]))

    return played(order["plays"], one, report, rows)


def setup_of(version: BinderVersion, order: Json) -> Json:
    """The table at which that version was played."""
    return plays_of(version.binder.system).setup(version.content, order["players"])


TRIALS = Kind(do, "The worker stopped {times} times while the binder played itself. Try fewer plays.")


def of(*binders: Binder) -> QuerySet[Job]:
    """These binders' own plays, the latest first."""
    return Job.objects.filter(kind=KIND, order__binder__in=[each.code for each in binders])


@dataclass(frozen=True)
class Outcome:
    """Plays beside the content that was played: names for its ids, and what they come to."""

    plays: Plays[object]
    content: Any
    trials: Sequence[Trial]

    @cached_property
    def summary(self) -> Summary:
        return summed(self.trials, {key: list(each) for key, each in self.objectives.items()})

    @cached_property
    def games(self) -> lab.Summary:
        """The same as games of any kind: who comes first, and what each deed is worth."""
        return lab.summed(self.trials)

    @cached_property
    def objectives(self) -> Mapping[str, Mapping[str, str]]:
        return self.plays.objectives(self.content)

    @cached_property
    def sides(self) -> Mapping[str, str]:
        return self.plays.sides(self.content)


def outcome_of(job: Job, version: BinderVersion) -> Outcome:
    """The result of a job beside the version that was played."""
    trials = [shape.read(Trial, each) for each in job.result or ()]
    return Outcome(plays_of(version.binder.system), version.content, trials)


LEANS = {1: "more than its fair share", -1: "less than its fair share", 0: ""}


class SideTold(NamedTuple):
    """How often a company came first in a scenario, and whether that is more than chance."""

    name: str
    first: Share
    leans: str


class PlayRow(NamedTuple):
    """A scenario's line: its numbers, who is favoured in it, and what nobody ever won there."""

    code: str
    title: str
    fought: Share
    bankrupt: Share
    rounds: str
    sides: tuple[SideTold, ...]
    favours: str
    unmet: str

    @property
    def firsts(self) -> list[tuple[str, Share]]:
        return [(side.name, side.first) for side in self.sides]


def tried(outcome: Outcome) -> list[PlayRow]:
    titles = _titles(outcome)
    return [
        PlayRow(
            code=each.scenario.upper(),
            title=titles.get(each.scenario, each.scenario),
            fought=each.fought,
            bankrupt=each.bankrupt,
            rounds=f"{each.rounds:g}",
            sides=tuple(
                SideTold(outcome.sides[side], first, LEANS[leans]) for side, first, leans in each.sides
            ),
            favours=listed(outcome.sides[each.side] for each in each.sides if each.leans > 0),
            unmet=listed((outcome.objectives[each.scenario][one] for one in each.unmet), "or"),
        )
        for each in outcome.summary.tried
    ]


def _titles(outcome: Outcome) -> dict[str, str]:
    scenarios = outcome.content.get("scenarios", {})
    return {key: str(each.get("name", key)) for key, each in scenarios.items()}


def unreached(outcome: Outcome) -> list[str]:
    titles = _titles(outcome)
    return [f"{key.upper()} {titles[key]}" for key in outcome.summary.unreached]


def lasted(outcome: Outcome) -> list[tuple[int, Share]]:
    return [(each.scenarios, each.plays) for each in outcome.summary.lasted]


def drawn(bench: Bench, outcome: Outcome) -> Drawing | None:
    """The tree of the version that was played: how many plays came to each box, how many went bankrupt."""
    nodes = {
        each.scenario: Mark(f"{each.fought.percent} %", "open", note=f"{each.bankrupt.percent} % bankrupt")
        for each in outcome.summary.tried
    }
    nodes |= {key: Mark("Never", "shut", SIGN["shut"]) for key in outcome.summary.unreached}
    return tree_drawn(bench, Marks(nodes))


def in_lines(outcome: Outcome) -> Iterator[str]:
    """All of it in lines of words."""
    summary = outcome.summary
    yield f"{summary.plays} plays, {summary.lines} lines in the middle one."
    for seed, broken in ((each.seed, each.broken) for each in summary.broken):
        assert broken
        where = f"seed {seed}, scenario {broken.scenario.upper()}, line {broken.line}"
        yield f"Broken: {where}: {broken.deed} {broken.words}"
    for scenarios, share in lasted(outcome):
        yield f"Lasted {scenarios} scenarios: {_share(share)}"
    for side, share in summary.bankrupt:
        yield f"Bankrupt, {outcome.sides[side]}: {_share(share)}"
    for each in tried(outcome):
        yield f"{each.code} {each.title}: fought in {_share(each.fought)}, bankrupt {_share(each.bankrupt)}"
        for name, first, leans in each.sides:
            yield f"  {name} first in {_share(first)}{f': {leans}' if leans else ''}"
        if each.unmet:
            yield f"  Never completed: {each.unmet}"
    for name in unreached(outcome):
        yield f"Never reached: {name}"
    yield from _as_a_game(outcome)


def _as_a_game(outcome: Outcome) -> Iterator[str]:
    for side, share in outcome.games.first:
        yield f"First, {outcome.sides[side]}: {_share(share)}"
    for worth in outcome.games.worth:
        if worth.points is not None:
            yield f"{worth.deed.capitalize()}: {worth.points:.0f} ± {worth.reach:.0f} points ahead"
    if outcome.games.never:
        yield f"Open, and never done: {listed(outcome.games.never)}"


def _share(share: Share) -> str:
    low, high = share.bounds
    return f"{share} ({share.percent} %, {low} to {high})"
