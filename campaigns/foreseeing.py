"""Branches played ahead: long work, kept with the campaign, for the eyes of one company alone.

The worker is handed what that company sees of each scenario as it would open, and nothing of the table.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import cached_property
from hashlib import sha256
from statistics import fmean
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from campaigns.chronicle import Chronicle
from campaigns.models import Campaign
from companion import shelf
from companion.engine.campaign import Forecast, Foreseen, Foresight, Weighed
from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.shop import tasks
from companion.shop.models import Job
from companion.shop.tasks import Done, Kind, Progress, Rows

KIND = "ahead"
NUMBERS = {"now": 50, "night": 500}
"""How often each branch is played, at once or over night."""
NIGHT = time(2)
"""When the house is not wanted for anything else."""


def foresight_of(system: str) -> Foresight[object]:
    """`InvalidInput` where a game's branches are not played ahead."""
    card = shelf.game(system).campaign
    ahead = card.branches.ahead if card and card.branches else None
    if ahead is None:
        raise InvalidInput("system", "The branches of this game are not played ahead.")
    return ahead


def of(campaign: Campaign, seat: str) -> QuerySet[Job]:
    """What was played ahead for that company, the latest first."""
    return Job.objects.filter(kind=KIND, order__campaign=campaign.code, order__seat=seat)


def begin(campaign: Campaign, chronicle: Chronicle, seat: str, when: str) -> Job:
    """Put the plays down for a worker, at once or for the night; what is kept is not played twice."""
    if when not in NUMBERS:
        raise InvalidInput("when", f"It is played now or over night; “{when[:30]}” was given.")
    views = _views(campaign, chronicle, seat)
    if not views:
        raise InvalidInput("", "Nothing comes next that could be played ahead.")
    order = {
        "campaign": campaign.code,
        "system": campaign.system,
        "seat": seat,
        "plays": NUMBERS[when],
        "views": views,
    }
    digest = sha256(json.dumps(order, sort_keys=True).encode()).hexdigest()[:32]
    kept = of(campaign, seat).filter(digest=digest, state="done", cancelled=False).first()
    name, total = f"{NUMBERS[when]} plays of each branch", NUMBERS[when] * len(views)
    job = Job(kind=KIND, name=name, order=order, digest=digest, total=total)
    return kept or tasks.put_down(job, at=next_night() if when == "night" else None)


def _views(campaign: Campaign, chronicle: Chronicle, seat: str) -> Mapping[str, Json]:
    """What that company sees of each branch, as it is kept and read again."""
    views = foresight_of(campaign.system).views
    return chronicle.once(("ahead", seat), lambda: json.loads(json.dumps(views(chronicle.state, seat))))


def next_night() -> datetime:
    """The next time at which the house lies still, by its own clock."""
    now = timezone.localtime()
    at = now.replace(hour=NIGHT.hour, minute=NIGHT.minute, second=0, microsecond=0)
    return at if at > now else at + timedelta(days=1)


def do(order: Json, report: Progress, rows: Rows) -> Done:
    """All the plays, a round of each branch after the other; stopped, those count that are played by then."""
    play, views = foresight_of(order["system"]).play, order["views"]
    scenarios = sorted(views)

    def one(n: int) -> Json:
        seed, branch = divmod(n, len(scenarios))
        return list(play(views[scenarios[branch]], order["seat"], seed))

    made = tasks.played(order["plays"] * len(scenarios), one, report, rows)
    result = {scenario: rows[n :: len(scenarios)] for n, scenario in enumerate(scenarios)}
    return {**made, "result": result}


AHEAD = Kind(do, "The worker stopped {times} times while the branches were played ahead.")


class Branch(NamedTuple):
    """What the plays of one branch come to, for one company."""

    plays: Sequence[Foreseen]

    @property
    def purse(self) -> tuple[int, int, int]:
        """The mean at its end, and between what it lies in eight of ten plays."""
        sums = sorted(each.purse for each in self.plays)
        tenth = len(sums) // 10
        return round(fmean(sums)), sums[tenth], sums[-1 - tenth]

    @property
    def lost(self) -> float:
        return fmean(each.lost for each in self.plays)

    @property
    def out(self) -> int:
        """In how many of a hundred the company is out of the war."""
        return self.percent(sum(each.out for each in self.plays))

    @property
    def shares(self) -> tuple[tuple[str, int], ...]:
        """Who would choose then, in how many of a hundred."""
        counted = Counter(each.chooser for each in self.plays if each.chooser)
        return tuple((seat, self.percent(n)) for seat, n in counted.most_common())

    def percent(self, n: int) -> int:
        return round(100 * n / len(self.plays))

    def weighed(self, own: Weighed) -> Weighed:
        """The same figures as those that are reckoned, by these plays."""
        mean, low, high = self.purse
        lost = min(float(own.units), self.lost)
        return own._replace(lost=lost, mean=mean, low=low, high=high, shares=self.shares)

    def words(self, goals: Sequence[str]) -> Iterator[str]:
        """What came of them in sentences; `goals` are the names of the branch's objectives."""
        mean, low, high = self.purse
        yield f"Purse then: {mean}, in eight of ten plays {low} to {high}."
        counted = Counter(goal for each in self.plays for goal in each.done)
        shares = [f"{goal} in {self.percent(counted[goal])} of 100" for goal in goals]
        if shares:
            yield f"Completed: {listed(shares)}."
        yield f"Out of the war in {self.out} of 100; {self.lost:.1f} of the units that go there are lost."


class Ahead:
    """How far the plays of one company are, and what they come to on the campaign as it stands."""

    def __init__(self, campaign: Campaign, chronicle: Chronicle, seat: str) -> None:
        self.seat = seat
        self.jobs = list(of(campaign, seat)[:20])
        self._views = _views(campaign, chronicle, seat)

    @cached_property
    def under_way(self) -> Job | None:
        return next((each for each in self.jobs if each.state in tasks.UNDER_WAY), None)

    @cached_property
    def waits(self) -> datetime | None:
        """When it begins, where that is the night."""
        job = self.under_way
        nightly = job is not None and not job.attempts and job.order["plays"] == NUMBERS["night"]
        return next_night() if nightly else None

    @cached_property
    def kept(self) -> Job | None:
        """The plays that are of the campaign as it stands: of several those of most."""
        fit = [each for each in self.jobs if each.state == "done" and each.order["views"] == self._views]
        return max(fit, key=lambda each: each.done, default=None)

    @cached_property
    def older(self) -> Job | None:
        """Else the last ones that were of it before."""
        return None if self.kept else next((each for each in self.jobs if each.state == "done"), None)

    @cached_property
    def branches(self) -> Mapping[str, Branch]:
        rows = self.kept.result if self.kept and self.kept.result else {}
        return {
            scenario: Branch([Foreseen(*each) for each in plays]) for scenario, plays in rows.items() if plays
        }

    @property
    def more(self) -> Mapping[str, str]:
        """What may still be asked for: as many plays as are not kept yet."""
        had = self.kept.order["plays"] if self.kept and not self.kept.cancelled else 0
        words = {"now": "{n} plays now", "night": "{n} plays over night"}
        return {when: words[when].format(n=n) for when, n in NUMBERS.items() if n > had}

    def seen(self, forecast: Forecast) -> Forecast:
        """A forecast with the figures of the plays, where its branch was played."""
        branch = self.branches.get(forecast.scenario)
        if branch is None or forecast.weighed is None:
            return forecast
        return replace(forecast, weighed=branch.weighed(forecast.weighed))
