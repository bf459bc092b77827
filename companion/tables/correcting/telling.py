"""What becomes of the later lines, in words: evening by evening, and what is done at each that breaks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localdate

from companion.engine.journal import Repair
from companion.engine.scene import Looker
from companion.engine.wire import Json
from companion.engine.wording import listed, moved
from companion.tables import lines
from companion.tables.correcting.amending import Correction
from companion.tables.correcting.rebasing import SKIP, Break, Offer
from companion.tables.models import Entry, Table
from companion.tables.position import Position

HOW: Mapping[str, str] = {
    "as_made": "The choice stands as it was made:",
    "less": "As much of it as there is:",
    "booked": "The line stands, and the difference is booked:",
    SKIP: "The line falls out",
}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on at a line: its name, its words, how many later lines it saves, and if it is taken."""

    how: str
    words: str
    saves: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """A later line that cannot follow as it is: its words, why, and the ways to go on."""

    number: int
    words: str
    why: str
    ways: tuple[Way, ...]

    @property
    def taken(self) -> Way:
        """The way that is gone."""
        return next(each for each in self.ways if each.taken)

    @property
    def falls(self) -> bool:
        """Whether it stands no more."""
        return self.taken.how == SKIP


@dataclass(frozen=True, slots=True)
class Figure:
    """A public figure at the end of an evening: what it is, and what it would be."""

    name: str
    before: Json
    after: Json

    @property
    def more(self) -> str:
        """How much more it would be; empty where it is the same, or no number."""
        numbers = type(self.before) is int and type(self.after) is int and self.before != self.after
        return moved(self.after - self.before) if numbers else ""


@dataclass(frozen=True, slots=True)
class Evening:
    """Later lines that were written together: how many, how many are repaired and fall, and figures after."""

    title: str
    lines: int
    repaired: int
    fallen: int
    figures: tuple[Figure, ...]

    @property
    def followed(self) -> int:
        """How many follow as they are."""
        return self.lines - self.repaired - self.fallen


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells a correction to one who looks: of those of the later `lines` that he may know of."""

    table: Table
    known: Position
    done: Correction
    device: Looker
    lines: tuple[int, ...]

    def broken(self) -> Iterator[Broken]:
        """Each line that breaks."""
        breaks, seen = self.done.later.breaks, self.device.sight()
        for row in Entry.objects.filter(table=self.table, number__in=breaks.keys() & set(self.lines)):
            here, written = breaks[row.number], self.known.actions.written(row.number)
            why = self.known.game.hear(here.state, written, here.why, self.device).message
            ways = tuple(self._way(here, offer) for offer in here.offers)
            yield Broken(row.number, lines.words(row, self.known, seen), why, ways)

    def _way(self, here: Break, offer: Offer) -> Way:
        words = HOW.get(offer.how, "")
        if offer.repair is not None:
            words = f"{words} {self._deed(here.state, offer.repair)}"
        return Way(offer.how, words, offer.saves, offer.how == here.taken.how)

    def _deed(self, state: Any, repair: Repair) -> str:
        """What is done instead; of what is booked first, what it makes otherwise."""
        game, seen = self.known.game, self.device.sight()
        if repair.first:
            return listed(game.differs(state, repair.ready(state, game.apply), seen.sees))
        return lines.told_by(game, state, game.redact_action(state, repair.action, seen), seen)

    def over(self) -> tuple[str, ...]:
        """How the game would come to its end with one of these lines, where others can follow no more."""
        later, game = self.done.later, self.known.game
        if not later.over or game.is_over(self.known.before(later.over)):
            return ()
        if not any(number > later.over for number in later.dropped):
            return ()
        numbers = list(later.trail)
        at = numbers.index(later.over)
        before = later.trail[numbers[at - 1]] if at else None
        repair = later.repairs.get(later.over) or Repair("as_written", self.known.actions[later.over])
        steps = game.apply(repair.ready(before, game.apply), repair.action).steps if before else ()
        return (game.headline(later.state), *(step.text for step in steps))

    def own(self, was: Any, would: Any) -> Iterator[Figure]:
        """The figures of the seats that look, in that state and in this."""
        annals, sees = getattr(self.known.game.campaign, "annals", None), self.device.sight().sees
        for seat, name in self.device.seats.items():
            if annals is None or seat not in sees:
                continue
            one, two = (
                next((dict(rank.facts) for rank in annals.ranks(state, sees) if rank.seat == seat), {})
                for state in (was, would)
            )
            whose = f"{name}, " if len(sees) > 1 else ""
            for word, before in one.items():
                yield Figure(f"{whose}{word.lower()}" if whose else word, before, two.get(word))

    def evenings(self) -> Iterator[Evening]:
        """What was written together, a scenario or a day at a time."""
        titles = self._titles()
        breaks, repairs = self.done.later.breaks, self.done.later.repairs
        for title, group in groupby(titles, lambda number: titles[number]):
            numbers = list(group)
            mended = sum(number in repairs for number in numbers)
            fell = sum(number in breaks and number not in repairs for number in numbers)
            yield Evening(title, len(numbers), mended, fell, tuple(self._figures(numbers[-1])))

    def _titles(self) -> Mapping[int, str]:
        """Of each later line the scenario that was played, and the day where there are several."""
        campaign, later = self.known.game.campaign, self.lines
        written = Entry.objects.filter(table=self.table, kind="action").values_list("number", "at")
        days = {number: localdate(at) for number, at in written}
        many, day, told = len(set(days.values())) > 1, None, dict[int, str]()
        for number in later:
            day = days.get(number, day)
            parts = [date_format(day, "j F Y")] if many and day else []
            parts += [campaign.chapter(self.known.before(number))] if campaign else []
            told[number] = " · ".join(parts)
        return told

    def _figures(self, number: int) -> Iterator[Figure]:
        known = self.known
        was = known.fold(known.standing.places, known.numbers.index(number))
        for (name, before), (_, after) in zip(
            self._stands(was), self._stands(self.done.later.trail[number]), strict=True
        ):
            if before != after:
                yield Figure(name, before, after)

    def _stands(self, state: Any) -> Iterator[tuple[str, Json]]:
        game, sees = self.known.game, self.device.sight().sees
        yield "", game.headline(state)
        annals = game.campaign.annals if game.campaign else None
        ranks = {rank.seat: rank for rank in annals.ranks(state, sees)} if annals else {}
        for seat, name in self.device.seats.items():
            facts = ranks[seat].facts if seat in ranks else ()
            yield from ((f"{name}, {word.lower()}", fact) for word, fact in facts if fact is not None)
