"""Two courses laid beside each other: a correction before it counts, a branch and its true line."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localdate

from companion.engine.errors import IllegalAction, join
from companion.engine.film import Strip, strip
from companion.engine.game import Game
from companion.engine.journal import Repair
from companion.engine.scene import Looker, Sight
from companion.engine.shape import public
from companion.engine.stage import Stage, Words
from companion.engine.stage.screen import StripFact
from companion.engine.step import Step
from companion.engine.wire import Json
from companion.engine.wording import listed, moved
from companion.tables import correcting, lines
from companion.tables.afterwards import film
from companion.tables.devices import HOUSE, Device, chairs, looker, sight
from companion.tables.journal import public_position
from companion.tables.lines import dice_of
from companion.tables.models import Entry, Table
from companion.tables.position import Position, position

HOW: Mapping[str, str] = {
    "as_made": "The choice stands as it was made:",
    "less": "As much of it as there is:",
    "booked": "The line stands, and the difference is booked:",
    correcting.SKIP: "The line falls out",
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
        return next(each for each in self.ways if each.taken)

    @property
    def falls(self) -> bool:
        return self.taken.how == correcting.SKIP


@dataclass(frozen=True, slots=True)
class Figure:
    """A public figure at the end of an evening: what it is, and what it would be."""

    name: str
    before: object
    after: object

    @property
    def more(self) -> str:
        """How much more it would be; empty where it is the same, or no number."""
        if type(self.before) is not int or type(self.after) is not int or self.before == self.after:
            return ""
        return moved(self.after - self.before)


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
        return self.lines - self.repaired - self.fallen


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells a correction to one who looks: of those of the later `lines` that he may know of."""

    table: Table
    current: Position
    correction: correcting.Correction
    device: Looker
    lines: tuple[int, ...]

    def broken(self) -> Iterator[Broken]:
        breaks, seen = self.correction.later.breaks, self.device.sight()
        for row in Entry.objects.filter(table=self.table, number__in=breaks.keys() & set(self.lines)):
            fault, written = breaks[row.number], self.current.actions.written(row.number)
            why = self.current.game.hear(fault.state, written, fault.why, self.device).message
            ways = tuple(self._way(fault, offer) for offer in fault.offers)
            yield Broken(row.number, lines.words(row, self.current, seen), why, ways)

    def _way(self, fault: correcting.Break, offer: correcting.Offer) -> Way:
        words = HOW.get(offer.how, "")
        if offer.repair is not None:
            words = f"{words} {self._deed(fault.state, offer.repair)}"
        return Way(offer.how, words, offer.saves, offer.how == fault.taken.how)

    def _deed(self, state: object, repair: Repair) -> str:
        """What is done instead; of what is booked first, what it makes otherwise."""
        game, seen = self.current.game, self.device.sight()
        if repair.first:
            return listed(game.differs(state, repair.ready(state, game.apply), seen.sees))
        return lines.told_by(game, state, game.redact_action(state, repair.action, seen), seen)

    def over(self) -> tuple[str, ...]:
        """How the game would come to its end with one of these lines, where others can follow no more."""
        later, game = self.correction.later, self.current.game
        if not later.over or game.is_over(self.current.before(later.over)):
            return ()
        if not any(number > later.over for number in later.dropped):
            return ()
        numbers = list(later.trail)
        at = numbers.index(later.over)
        before = later.trail[numbers[at - 1]] if at else None
        repair = later.repairs.get(later.over) or Repair("as_written", self.current.actions[later.over])
        steps = game.apply(repair.ready(before, game.apply), repair.action).steps if before else ()
        return (game.headline(later.state), *(step.text for step in steps))

    def own(self, was: object, would: object) -> Iterator[Figure]:
        """The figures of the seats that look, in that state and in this."""
        annals, sees = getattr(self.current.game.campaign, "annals", None), self.device.sight().sees
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
        campaign, later = self.current.game.campaign, self.lines
        written = Entry.objects.filter(table=self.table, kind="action").values_list("number", "at")
        days = {number: localdate(at) for number, at in written}
        many, day, titles = len(set(days.values())) > 1, None, dict[int, str]()
        for number in later:
            day = days.get(number, day)
            parts = [date_format(day, "j F Y")] if many and day else []
            parts += [campaign.chapter(self.current.before(number))] if campaign else []
            titles[number] = " · ".join(parts)
        breaks, repairs = self.correction.later.breaks, self.correction.later.repairs
        for title, group in groupby(titles, lambda number: titles[number]):
            numbers = list(group)
            mended = sum(number in repairs for number in numbers)
            fell = sum(number in breaks and number not in repairs for number in numbers)
            yield Evening(title, len(numbers), mended, fell, tuple(self._figures(numbers[-1])))

    def _figures(self, number: int) -> Iterator[Figure]:
        current = self.current
        was = current.fold(current.standing.places, current.numbers.index(number))
        for (name, before), (_, after) in zip(
            self._stands(was), self._stands(self.correction.later.trail[number]), strict=True
        ):
            if before != after:
                yield Figure(name, before, after)

    def _stands(self, state: object) -> Iterator[tuple[str, object]]:
        game, sees = self.current.game, self.device.sight().sees
        yield "", game.headline(state)
        annals = game.campaign.annals if game.campaign else None
        ranks = {rank.seat: rank for rank in annals.ranks(state, sees)} if annals else {}
        for seat, name in self.device.seats.items():
            facts = ranks[seat].facts if seat in ranks else ()
            yield from ((f"{name}, {word.lower()}", fact) for word, fact in facts if fact is not None)


@dataclass(frozen=True, slots=True)
class Fallen:
    """A later line that could not follow: its number, its words, and why."""

    number: int
    words: str
    why: str


@dataclass(frozen=True, slots=True)
class Change:
    """A value of the state that would be another: its place, what it is, what it would be."""

    path: str
    before: object
    after: object


@public(
    "words", "dice", "steps", "broken", "evenings", "told", "own", "figures", "over", "changes", "hidden",
    "secret", "dropped",
)  # fmt: skip
@dataclass(frozen=True, slots=True)
class Foresight:
    """What one who looks would see change, were that line corrected.

    `broken` are those of the later lines that cannot follow as they are, `dropped` those of them that fall.
    `evenings` sums later lines up, `over` says why the game would end sooner. Of a line whose fate hangs on
    what others hide nothing is told, and it counts among the `hidden` ones.

    `told` says what is otherwise in the end, `own` what of it this device alone may know, `figures` which of
    its own figures; `changes` is each value. `states` is how the table stands and how it would, `deeds` both
    right after the line itself.

    With `secret` all this goes only as far as what others hide decides nothing: who may still choose what to
    ask for could ask until he knew. Those who are asked see the whole of it, each with his own eyes.
    """

    words: str
    dice: object
    steps: Sequence[Step]
    broken: tuple[Broken, ...]
    evenings: tuple[Evening, ...]
    told: tuple[str, ...]
    own: tuple[str, ...]
    figures: tuple[Figure, ...]
    over: tuple[str, ...]
    changes: tuple[Change, ...]
    hidden: int
    secret: bool
    states: tuple[object, ...]
    deeds: tuple[object, ...]

    @property
    def followed(self) -> int:
        return sum(each.followed for each in self.evenings)

    @property
    def repaired(self) -> int:
        return sum(each.repaired for each in self.evenings)

    @property
    def fallen(self) -> int:
        return sum(each.fallen for each in self.evenings)

    @property
    def dropped(self) -> tuple[Fallen, ...]:
        return tuple(Fallen(each.number, each.words, each.why) for each in self.broken if each.falls)

    @property
    def mended(self) -> tuple[Broken, ...]:
        return tuple(each for each in self.broken if not each.falls)

    @property
    def choosable(self) -> tuple[Broken, ...]:
        """The later lines at which there is more than one way to go on."""
        return tuple(each for each in self.broken if len(each.ways) > 1)


@correcting.going_back()
def foresee(table: Table, who: Device, fix: correcting.Fix) -> Foresight:
    """What that correction would change, as a room without a cover shows it; refused as it would be."""
    correcting.check_fix(fix)
    current, names, shared = position(table), chairs(table), replace(who, hand="")
    untold = public_position(table, current).untold
    if untold and fix.to == untold:
        raise IllegalAction("to", f"Line {untold} is still being shown to all: see it to its end first.")
    # Nobody weighs a deed that looks at another's secrets: what would come of it could be asked for ever.
    if fix.action is not None and fix.to in current.numbers:
        game, before = current.game, current.before(fix.to)
        looks = {*game.looks(before, fix.action), *game.shows(before, fix.action)}
        looker(table, who, names).check_asks(current.game.seat_key, looks)
    correction = correcting.corrected(current, table, who, fix)
    return _seen(table, current, correction, shared, alone=True)


@correcting.going_back()
def foresee_plea(table: Table, who: Device, body: Mapping[str, Json], *, alone: bool) -> Foresight:
    """The same of a correction that somebody asks for; `alone` to himself, before others have agreed."""
    current, repaired = position(table), {each["line"]: each["how"] for each in body["repairs"] or ()}
    fix = correcting.Fix(
        body["to"], body["action"], repaired | dict.fromkeys(body["dropped"] or (), correcting.SKIP)
    )
    correction = correcting.corrected(current, table, HOUSE, fix)
    return _seen(table, current, correction, replace(who, hand=""), alone=alone)


def _seen(
    table: Table, current: Position, correction: correcting.Correction, who: Device, *, alone: bool
) -> Foresight:
    """A correction as a device may know it; who is `alone` with it as far as no other's secrets decide."""
    device, game = looker(table, who, chairs(table)), current.game
    seen, later, untold = (
        device.sight(),
        current.since(correction.to)[1:],
        public_position(table, current).untold,
    )
    hidden = {n for n in later if untold or not correcting.is_open(current, n, seen)}
    until = next((n for n in later if n in hidden), 0) if alone else 0
    if until:
        later = later[: later.index(until)]
    reached = later[-1] if later else 0
    was = _drawn(current, current.before(until)) if until else current.state
    would = (correction.later.trail[reached] if reached else correction.became) if until else correction.state
    would = _drawn(current, would)
    before = current.before(correction.to)
    after = current.fold(current.standing.places, current.numbers.index(correction.to))
    teller = Teller(table, current, correction, device, tuple(n for n in later if n not in hidden))
    changed = [tuple(game.differs(was, would, sees)) for sees in ((), seen.sees)]
    return Foresight(
        words=_words(current, correction, seen),
        dice=dice_of(correction.action),
        # Why hangs on what lay open then: where that is told no more, nor is this.
        steps=correction.steps if _drawn(current, before) is before else (),
        broken=tuple(teller.broken()),
        evenings=tuple(teller.evenings()),
        told=changed[1],
        own=tuple(each for each in changed[1] if each not in changed[0]),
        figures=tuple(teller.own(was, would)),
        over=() if until else teller.over(),
        changes=tuple(changes(game.redact_state(was, seen), game.redact_state(would, seen))),
        hidden=len(current.since(correction.to)) - 1 - len(teller.lines),
        secret=bool(until),
        states=(was, would),
        deeds=(_drawn(current, after), _drawn(current, correction.became)),
    )


def _drawn(current: Position, then: object) -> object:
    """Another state than the table's own, as a picture of it may be drawn now."""
    return current.game.past(then, current.state)


def _words(current: Position, correction: correcting.Correction, seen: Sight) -> str:
    if correction.action is None:
        return ""
    action = current.game.redact_action(correction.state, correction.action, seen)
    return lines.told_by(current.game, current.lookup(correction.to), action, seen)


def changes(before: object, after: object, path: str = "") -> Iterator[Change]:
    """Each innermost value that differs, with its place; what is new or gone has None on the other side.

    >>> [(each.path, each.before, each.after) for each in changes({"a": [1, 2]}, {"a": [1, 3], "b": 4})]
    [('a.1', 2, 3), ('b', None, 4)]
    """
    if before == after and type(before) is type(after):
        return
    pairs = list(_pairs(before, after))
    if not pairs:
        yield Change(path, before, after)
    for key, old, new in pairs:
        yield from changes(old, new, join(path, key))


def _pairs(before: object, after: object) -> Iterator[tuple[str | int, object, object]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield key, before.get(key), after.get(key)
    elif isinstance(before, list) and isinstance(after, list):
        for place in range(max(len(before), len(after))):
            old = before[place] if place < len(before) else None
            yield place, old, after[place] if place < len(after) else None


BRANCHED = "s-film__way--2"
"""What a style sheet draws a branch's lines by."""


class Side(NamedTuple):
    """One of the two tables: its name here, itself, how many lines are looked at, its screen then.

    `trail` are the states up to there, `sees` the seats whose purses may be told.
    """

    name: str
    table: Table
    lines: int
    stage: Stage
    game: Game[object]
    trail: Sequence[object]
    sees: Collection[str]

    @property
    def headline(self) -> str:
        return self.game.headline(self.trail[-1])


@public("name", "side", "true", "branch", "more", "true_words", "branch_words")
class BranchFigure(NamedTuple):
    """A figure of both tables with its words, and how much more it is in the branch."""

    name: str
    side: str
    true: str
    branch: str
    more: str
    true_words: str = ""
    branch_words: str = ""


class Value(NamedTuple):
    """A number as one table has it, whose it is, and what is said beside it."""

    side: str
    number: str
    words: str = ""


def sides(
    branch: Table, visitor: Device, true: Table, viewer: Device, *, newest: bool = False
) -> tuple[Side, Side] | None:
    """Both; the true line after as many lines as the branch has, or with `newest` as it stands now.

    None where the game has no board to compare.
    """
    two = _side("Branch", branch, visitor)
    one = _side("True line", true, viewer, None if newest or two is None else two.lines)
    return (one, two) if one and two else None


def _side(name: str, table: Table, who: Device, upto: int | None = None) -> Side | None:
    current = public_position(table, position(table))
    lines = min(upto or len(current.numbers), len(current.numbers))
    context = film(table, who, lines - 1, playing=False)
    if context is None:
        return None
    over, seats = current.game.is_over(current.state), chairs(table)
    trail = current.earlier(current.numbers[lines]) if lines < len(current.numbers) else current.trail
    sees = frozenset(seats) if over else sight(table, who, seats).sees
    return Side(name, table, lines, context["v"].stage, current.game, trail, sees)


def figures(true: Side, branch: Side) -> list[BranchFigure]:
    """What stands under both boards, and what everybody has; what is at one table alone has a dash."""
    return [*facts(true.stage, branch.stage), *_purses(true, branch)]


def facts(true: Stage, branch: Stage) -> Iterator[BranchFigure]:
    own_facts = {each.key: _values(each) for each in _of(true)}
    branch_facts = {each.key: _values(each) for each in _of(branch)}
    named = {each.key: each for each in (*_of(branch), *_of(true))}
    for key, each in named.items():
        one, two = own_facts.get(key, []), branch_facts.get(key, [])
        for n in range(max(len(one), len(two))):
            yield _figure(each.name, *(values[n] if n < len(values) else NONE for values in (one, two)))


NONE = Value("", "–")


def _of(stage: Stage) -> Sequence[StripFact]:
    return stage.strip.facts if stage.strip else ()


def _values(fact: StripFact) -> list[Value]:
    """Its numbers: its own and what is left of it; without them one a side, or whose it is in words."""
    own = [Value(fact.side, fact.value, str(fact.small))] if fact.value else []
    left = [Value(fact.side, str(fact.pips[0]))] if fact.pips else []
    if own or left:
        return own + left
    if len(fact.chips) > 1:
        return [Value(chip.side, chip.value) for chip in fact.chips]
    return [Value(next((chip.side for chip in fact.chips), fact.side), "", str(fact.small))]


def _figure(name: Words, one: Value, two: Value) -> BranchFigure:
    more = difference(one.number, two.number)
    return BranchFigure(str(name), one.side or two.side, one.number, two.number, more, one.words, two.words)


def _purses(true: Side, branch: Side) -> Iterator[BranchFigure]:
    names = chairs(branch.table)
    ours, theirs = _ranks(true), _ranks(branch)
    for seat, name in names.items():
        for word, before in ours.get(seat, {}).items():
            after = theirs.get(seat, {}).get(word)
            if before is not None and after is not None:
                values = (Value("", f"{each:,}") for each in (before, after))
                yield _figure(f"{name}, {word.lower()}", *values)


def _ranks(side: Side) -> dict[str, dict[str, int | None]]:
    annals = side.game.campaign.annals if side.game.campaign else None
    if annals is None:
        return {}
    return {each.seat: dict(each.facts) for each in annals.ranks(side.trail[-1], side.sees)}


def difference(one: str, two: str) -> str:
    """How much more the second is; empty where these are no numbers.

    >>> [difference("1,010", "945"), difference("3", "5"), difference("4", "4"), difference("day", "2")]
    ['−65', '+2', '=', '']
    """
    try:
        more = _number(two) - _number(one)
    except ValueError:
        return ""
    return f"{more:+,g}".replace("-", "−") if more else "="


def _number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def both(true: Side, branch: Side) -> Strip | None:
    """The course of both on one chart: the true line's whole, the branch's broken; both by one measure.

    A game that is over may count what was secret while it went on: then the other's course is not laid beside
    it, but its own before its end.
    """
    told_by = branch.game.film
    if told_by is None:
        return None
    over = all(each.game.is_over(each.trail[-1]) for each in (true, branch))
    one, two = (
        told_by.course(
            each.trail if over else [state for state in each.trail if not each.game.is_over(state)]
        )
        for each in (true, branch)
    )
    longer = max(one, two, key=lambda chart: max((len(each.values) for each in chart.series), default=0))
    reach = min(one.reach[0], two.reach[0]), max(one.reach[1], two.reach[1])
    words = f"True line: {one.told.rstrip('.')}. Branch: {two.told.rstrip('.')}."
    lines = (
        *one.series,
        *(each._replace(name=f"{each.name}, branch", look=f"{each.look} {BRANCHED}") for each in two.series),
    )
    return strip(replace(longer, told=words, series=lines, reach=reach, last=None))
