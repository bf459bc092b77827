"""Correcting a line that stands: those after it are played on and repaired, or fall out."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from companion.engine.errors import GameError, IllegalAction, InvalidInput, under
from companion.engine.game import Outcome, Sight, Step
from companion.engine.journal import Repair
from companion.engine.scene import Looker, named
from companion.tables.devices import (
    MOST_OPENED,
    Device,
    chairs,
    check_may,
    check_plays,
    hearing,
    line_key,
    looker,
    sight,
)
from companion.tables.errors import check_action, check_plain
from companion.tables.lines import completed, dice_of, mended
from companion.tables.models import Entry, Table
from companion.tables.position import BrokenJournal, Position, Repairs, kept_repairs, written


@contextmanager
def going_back() -> Iterator[None]:
    """What cannot be folded again refuses to be taken back or corrected; where the table stands is kept."""
    try:
        yield
    except BrokenJournal as error:
        words = "The rules have changed since these lines were written, and do not follow them any more"
        raise IllegalAction("to", f"{words}: they can be read, and not taken back or corrected.") from error


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
    state: object
    saves: int = 0

    @property
    def how(self) -> str:
        return self.repair.how if self.repair else SKIP


class Break(NamedTuple):
    """A line that cannot follow as it is: why, in which state, what may be done, and what is."""

    why: GameError
    state: object
    offers: tuple[Offer, ...]
    taken: Offer


@dataclass(slots=True)
class Rebased:
    """What becomes of the later lines: where they end, what is done instead, and where they break.

    `trail` are the states after each of them; `over` is the line with which the game ends, and none follows.
    """

    state: object
    repairs: dict[int, Repair] = field(default_factory=dict)
    breaks: dict[int, Break] = field(default_factory=dict)
    trail: dict[int, object] = field(default_factory=dict)
    over: int = 0

    @property
    def dropped(self) -> dict[int, GameError]:
        return {number: each.why for number, each in self.breaks.items() if each.taken.repair is None}


@dataclass(slots=True)
class Rebase:
    """Plays the lines after `to` on from another state.

    `choices` are the repairs that somebody chose, by name; with `kept` those alone are done that are kept.
    """

    current: Position
    to: int
    choices: Mapping[int, str]
    kept: Repairs | None = None
    left: int = AHEAD

    def on(self, state: object) -> Rebased:
        rebase, numbers, is_over = Rebased(state), self.current.since(self.to)[1:], self.current.game.is_over
        self.current.actions.load(numbers)
        for at, number in enumerate(numbers):
            self._one(rebase, number, numbers[at + 1 :])
            rebase.trail[number] = rebase.state
            if not is_over(rebase.state):
                rebase.over = 0
            elif not rebase.over and number not in rebase.dropped:
                rebase.over = number
        return rebase

    def _one(self, rebase: Rebased, number: int, later: tuple[int, ...]) -> None:
        ways = list(self._ways(number))
        why: GameError | None = None
        for repair in ways:
            try:
                rebase.state = self._played(rebase.state, repair)
            except GameError as error:
                why = why or error
                continue
            if repair != (self.current.actions.repair(number) or ways[0]):
                rebase.repairs[number] = repair
            return
        assert why is not None
        offers = tuple(self._offers(rebase.state, number))
        if len(offers) > 1:
            offers = tuple(self._weighed(offers, later))
        chosen = next((each for each in offers if each.how == self.choices.get(number)), None)
        # Of those that save the same the plainest, which is offered first, is the cheapest.
        taken = chosen or max(offers, key=lambda each: each.saves)
        rebase.breaks[number] = Break(why, rebase.state, offers, taken)
        rebase.state = taken.state
        if taken.repair is not None:
            rebase.repairs[number] = taken.repair

    def _ways(self, number: int) -> Iterator[Repair]:
        """The line as it was kept; or as it was written, and else as a correction before this one has it."""
        actions = self.current.actions
        written, standing = Repair("as_written", actions.written(number)), actions.repair(number)
        if self.kept is not None:
            yield self.kept.get(number) or standing or written
            return
        yield written
        if standing is not None:
            yield standing

    def _offers(self, state: object, number: int) -> Iterator[Offer]:
        """The repairs that can be done in this state; last, that the line is skipped."""
        if self.kept is None:
            for repair in self.current.game.repairs_of(state, self.current.actions.written(number)):
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

    def _fall(self, state: object, ahead: tuple[int, ...]) -> int:
        """How many of these lines fall out, each repaired in the first way that can be done."""
        fallen = 0
        for number in ahead:
            try:
                state = self.current.game.apply(state, self.current.actions.written(number)).state
            except GameError:
                offer = next(self._offers(state, number))
                state, fallen = offer.state, fallen + (offer.repair is None)
        return fallen

    def _played(self, state: object, repair: Repair) -> object:
        apply = self.current.game.apply
        return apply(repair.ready(state, apply), repair.action).state


LONGEST = 200
"""Letters of the reason for a correction."""


@dataclass(frozen=True, slots=True)
class Fix:
    """What is asked: the line to correct, and what should have been done; None strikes the line out.

    `choices` are the repairs that later lines are given, by their names: `skip`, or one of the game's.
    `why` is what the others are told of it, where they are asked.
    """

    to: int
    action: object
    choices: Mapping[int, str] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a fix does: its action and steps, the state that it `became`, and what becomes of later lines."""

    to: int
    action: object
    seat: str
    as_host: bool
    steps: tuple[Step, ...]
    became: object
    later: Rebased

    @property
    def state(self) -> object:
        return self.later.state

    @property
    def dropped(self) -> Mapping[int, GameError]:
        return self.later.dropped

    def entry(self, **signed: str) -> Entry:
        return Entry(
            kind="amend", to=self.to, action=self.action, struck=self.action is None,
            dice=dice_of(self.action), dropped=list(self.dropped),
            repairs=kept_repairs(self.later.repairs), steps=[step.as_kept() for step in self.steps],
            seat=self.seat, as_host=self.as_host, **signed,
        )  # fmt: skip


def check_fix(fix: Fix) -> None:
    """`InvalidInput` for what names no line, or is no action."""
    if isinstance(fix.to, bool) or not isinstance(fix.to, int):
        raise InvalidInput("to", "“to” is the number of the line to correct.")
    if fix.action is not None:
        with under("action"):
            check_action(fix.action)
    check_plain(fix.why)
    if len(fix.why) > LONGEST:
        raise InvalidInput("why", f"A reason has at most {LONGEST} letters.")
    if not set(fix.choices.values()) <= set(CHOICES):
        raise InvalidInput("repairs", f"A line goes on by one of these: {', '.join(CHOICES)}.")


def corrected(
    current: Position, table: Table, who: Device, fix: Fix, kept: Repairs | None = None
) -> Correction:
    """Work out what a fix does; nothing is written. `IllegalAction` where it is not this device's to make.

    With `kept` those repairs alone are made: it is what an amendment did that was written with them.
    """
    check_plays(who)
    current.check_stands(fix.to)
    if fix.to == current.numbers[0]:
        raise IllegalAction("to", "The opening cannot be corrected; open another table instead.")
    seat, outcome, action = "", Outcome(current.before(fix.to), ()), fix.action
    if action is not None:
        device = looker(table, who, chairs(table))
        seat = check_may(current.game, outcome.state, action, device)
        written = [deed for _, deed in current.actions.of(range(1, current.version + 1))]
        action = mended(current.game, outcome.state, action, current.actions[fix.to], written)
        with hearing(current.game, outcome.state, action, device):
            # Chance is not asked twice, or one could correct until the dice please; nor is another seat.
            before = outcome.state
            if completed(current.game, before, action) != action:
                raise IllegalAction(
                    "", "Say the dice or cards of this line: a correction rolls and draws none anew."
                )
            question = current.game.asks(before, action)
            if question is not None:
                words = (
                    f"This needs an answer from {question.seat} first; go back to the line before it instead."
                )
                raise IllegalAction("", words)
            outcome = current.game.apply(outcome.state, action)
    later = Rebase(current, fix.to, fix.choices, kept).on(outcome.state)
    as_host = bool(seat) and seat not in who.holds and table.kind == "seated"
    return Correction(
        to=fix.to, action=action, seat=seat, as_host=as_host, steps=outcome.steps, became=outcome.state,
        later=later,
    )  # fmt: skip


def is_open(current: Position, number: int, seen: Sight) -> bool:
    """Whether that standing line, and whether it can follow another past, is for this sight to know."""
    action = current.actions[number]
    if not seen.sees.issuperset(current.game.hangs(current.before(number), action)):
        return False
    return bool(current.game.redact_action(current.state, action, seen) == action)


def hides(current: Position, table: Table, who: Device, to: int) -> bool:
    """Whether a later line holds what this device may not see, or hangs on it: what follows would tell it."""
    seen = sight(table, who, chairs(table))
    return not all(is_open(current, number, seen) for number in current.since(to)[1:])


def hidden(current: Position, table: Table, who: Device, numbers: Sequence[int]) -> list[int]:
    """Those of these lines that hold what this device may not see."""
    seen = sight(table, who, chairs(table))
    deeds = current.actions.of(numbers)
    return [n for n, action in deeds if current.game.redact_action(current.state, action, seen) != action]


def closed(current: Position, number: int, device: Looker, names: Mapping[str, str]) -> str:
    """Why that standing line is not set right here, in plain words; empty where it may be."""
    game, before, action = current.game, current.before(number), current.actions[number]
    rooms = [device.sight().sees, *(frozenset([seat]) for seat in device.holds)]
    shows, looks = set(game.shows(before, action)), set(game.looks(before, action))
    if not any(sees.issuperset(shows) for sees in rooms):
        return "It turned up what lay hidden: to set it right, all go back to before it."
    whole = Sight(frozenset(device.holds) | device.sight().sees)
    if game.redact_action(current.state, action, whole) != action and not looks:
        return "Only who did it can set this right, while it is hidden."
    if not any(sees.issuperset(looks) for sees in rooms):
        return f"Only {named(looks, names)} can set this right: it hangs on what nobody else may know."
    return ""


KEPT = 512
DIGEST = 64
"""Letters of a key that is made of another one."""


@lru_cache(maxsize=KEPT)
def _keys_before(key: str) -> frozenset[str]:
    """The keys of the lines that the tap of that key may have written before its last."""
    return frozenset(line_key(key, n) for n in range(1, MOST_OPENED))


def before_last(table: Table, current: Position) -> int:
    """The line that is gone back to where the last tap is taken back: all that it did in a row goes at once.

    0 where there is nothing to take back.
    """
    numbers = current.numbers
    if len(numbers) < 2:
        return 0
    last = written(table, {numbers[-1]})[numbers[-1]]
    first = len(numbers) - 1
    while first > 1 and _was_before(written(table, {numbers[first - 1]})[numbers[first - 1]].key, last.key):
        first -= 1
    return numbers[first - 1]


def _was_before(key: str, last: str) -> bool:
    """Whether the tap that wrote `last` wrote the line of that key before it; most keys say no at once."""
    return len(key) == DIGEST and key in _keys_before(last)


def undone_last(table: Table) -> Entry:
    """The undo or correction that a redo would take back; `Entry.DoesNotExist` where there is none."""
    redone = 0
    row: Entry
    for row in Entry.objects.filter(table=table, kind__in=("undo", "amend", "redo")).order_by("-number"):
        if row.kind != "redo" and not redone:
            return row
        redone += 1 if row.kind == "redo" else -1
    raise Entry.DoesNotExist


def has_changed(current: Position, sight: Sight) -> tuple[str, ...]:
    """What is otherwise than before the newest correction; empty where the rules do not come to it."""
    before = current.standing.undone[-1:]
    with suppress(BrokenJournal):
        states = [current.fold(places, len(places) - 1) for places in before]
        return tuple(
            words for was in states for words in current.game.differs(was, current.state, sight.sees)
        )
    return ()
