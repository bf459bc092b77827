"""The lines after a corrected one, played on one by one; where one cannot follow, by the cheapest repair."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.errors import GameError
from companion.engine.journal import Repair
from companion.tables.position import Position
from companion.tables.position.written import Repairs

SKIP = "skip"
CHOICES = ("as_made", "less", "booked", SKIP)
AHEAD = 12_000
"""So many lines are tried ahead, in all, to find the cheapest repairs."""
FAR = 800
"""So many at most ahead of one repair."""
SHARE = 5
"""The part of what is left that the repairs of one line may use up: those of later lines are tried too."""


class Offer(NamedTuple):
    """One way to go on at a line that cannot follow: a repair, or None to skip the line.

    `saves` is how many later lines follow because of it that fall where this one is skipped.
    """

    repair: Repair | None
    state: Any
    saves: int = 0

    @property
    def how(self) -> str:
        """Its name in a choice."""
        return self.repair.how if self.repair else SKIP


class Break(NamedTuple):
    """A line that cannot follow as it is: why, in which state, what may be done, and what is."""

    why: GameError
    state: Any
    offers: tuple[Offer, ...]
    taken: Offer


@dataclass(slots=True)
class Rebased:
    """What becomes of the later lines: where they end, what is done instead, and where they break.

    `trail` are the states after each of them; `over` is the line with which the game ends, and none follows.
    """

    state: Any
    repairs: dict[int, Repair] = field(default_factory=dict)
    breaks: dict[int, Break] = field(default_factory=dict)
    trail: dict[int, Any] = field(default_factory=dict)
    over: int = 0

    @property
    def dropped(self) -> dict[int, GameError]:
        """The lines that fall out, and why."""
        return {number: each.why for number, each in self.breaks.items() if each.taken.repair is None}


@dataclass(slots=True)
class Rebase:
    """Plays the lines after `to` on from another state.

    `choices` are the repairs that somebody chose, by name; with `kept` those alone are done that are kept.
    """

    known: Position
    to: int
    choices: Mapping[int, str]
    kept: Repairs | None = None
    left: int = AHEAD

    def on(self, state: Any) -> Rebased:
        """All of them, one after another."""
        done, numbers, is_over = Rebased(state), self.known.since(self.to)[1:], self.known.game.is_over
        self.known.actions.load(numbers)
        for at, number in enumerate(numbers):
            self._one(done, number, numbers[at + 1 :])
            done.trail[number] = done.state
            if not is_over(done.state):
                done.over = 0
            elif not done.over and number not in done.dropped:
                done.over = number
        return done

    def _one(self, done: Rebased, number: int, later: tuple[int, ...]) -> None:
        ways = list(self._ways(number))
        why: GameError | None = None
        for repair in ways:
            try:
                done.state = self._played(done.state, repair)
            except GameError as error:
                why = why or error
                continue
            if repair != (self.known.actions.repair(number) or ways[0]):
                done.repairs[number] = repair
            return
        assert why is not None
        self._broken(done, number, why, later)

    def _ways(self, number: int) -> Iterator[Repair]:
        """The line as it was kept; or as it was written, and else as a correction before this one has it."""
        actions = self.known.actions
        written, standing = Repair("as_written", actions.written(number)), actions.repair(number)
        if self.kept is not None:
            yield self.kept.get(number) or standing or written
            return
        yield written
        if standing is not None:
            yield standing

    def _broken(self, done: Rebased, number: int, why: GameError, later: tuple[int, ...]) -> None:
        offers = tuple(self._offers(done.state, number))
        if len(offers) > 1:
            offers = tuple(self._weighed(offers, later))
        chosen = next((each for each in offers if each.how == self.choices.get(number)), None)
        # Of those that save the same the plainest, which is offered first, is the cheapest.
        taken = chosen or max(offers, key=lambda each: each.saves)
        done.breaks[number] = Break(why, done.state, offers, taken)
        done.state = taken.state
        if taken.repair is not None:
            done.repairs[number] = taken.repair

    def _offers(self, state: Any, number: int) -> Iterator[Offer]:
        """The repairs that can be done in this state; last, that the line is skipped."""
        if self.kept is None:
            for repair in self.known.game.repairs_of(state, self.known.actions.written(number)):
                try:
                    yield Offer(repair, self._played(state, repair))
                except GameError:
                    continue
        yield Offer(None, state)

    def _weighed(self, offers: tuple[Offer, ...], later: tuple[int, ...]) -> Iterator[Offer]:
        ahead = later[: min(FAR, self.left // (SHARE * len(offers)))]
        self.left -= len(ahead) * len(offers)
        fall = [self._fall(each.state, ahead) for each in offers]
        for offer, n in zip(offers, fall, strict=True):
            yield offer._replace(saves=fall[-1] - n)

    def _fall(self, state: Any, ahead: tuple[int, ...]) -> int:
        """How many of these lines fall out, each repaired in the first way that can be done."""
        fallen = 0
        for number in ahead:
            try:
                state = self.known.game.apply(state, self.known.actions.written(number)).state
            except GameError:
                offer = next(self._offers(state, number))
                state, fallen = offer.state, fallen + (offer.repair is None)
        return fallen

    def _played(self, state: Any, repair: Repair) -> Any:
        apply = self.known.game.apply
        return apply(repair.ready(state, apply), repair.action).state
