"""The one door to a table's journal: act, undo, redo, amend.

One transaction a tap. A key that has come before is answered what it was answered the first time; a screen
that the table has left behind is refused (`StaleTable`); missing dice are rolled here, and recorded. Where
another seat must speak first the tap is held, on disk, and nothing is written yet. Only `InvalidInput`,
`IllegalAction` and `StaleTable` leave, and a refusal leaves nothing behind (`BrokenJournal` where a table
stands in no state that can be read).
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.wire import Json
from companion.tables import asking
from companion.tables.codes import digest
from companion.tables.correcting.amending import Fix, check_fix, corrected, hidden, hides
from companion.tables.devices import Device
from companion.tables.dice import completed, dice_of
from companion.tables.errors import StaleTable, check_action, check_plain, check_tap
from companion.tables.journal import Answer, anew, first_answer, write
from companion.tables.may import (
    answering,
    chairs,
    check_may,
    check_open,
    check_plays,
    hearing,
    looker,
    others,
    signed,
)
from companion.tables.models import Entry, Table
from companion.tables.position import Position, going_back, position
from companion.tables.writing import writing_at


class Tap(NamedTuple):
    """A tap of a device: the version that its screen showed, its own key, and a digest of what it asks."""

    who: Device
    seen: int
    key: str
    asked: str

    def entry(self, kind: str, **more: Any) -> Entry:
        """The line that it would write."""
        return Entry(kind=kind, key=self.key, asked=self.asked, by=signed(self.who), **more)


def _once(table: Table, tap: Tap, deed: Callable[[Table, Position], Answer]) -> Answer:
    """Do it, at the table that the screen showed; a tap that has come before hears its first answer again."""
    with writing_at(table) as now:
        again = first_answer(now, tap.key, tap.asked)
        if again is not None:
            return again
        if tap.seen != now.version:
            raise StaleTable(now.version)
        check_open(now)
        known = position(now)
        check_plays(tap.who)
        return deed(now, known)


def act(table: Table, who: Device, action: Json, seen: int, key: str) -> Answer:
    """Write `action` as the next line, or hold it until another seat has answered what it asks."""
    check_tap(seen, key)
    check_action(action)
    tap = Tap(who, seen, key, digest("action", action))
    return _once(table, tap, lambda now, known: _acted(now, known, tap, action))


def _acted(now: Table, known: Position, tap: Tap, action: Json) -> Answer:
    who = tap.who
    device = looker(now, who, chairs(now))
    seat = check_may(known.game, known.state, action, device)
    entry = tap.entry("action", action=action, seat=seat)
    entry.as_host = bool(seat) and seat not in who.holds and now.kind == "seated"
    _roll(now, known, entry)
    with hearing(known.game, known.state, action, device):
        question = known.game.asks(known.state, entry.action)
        return _apply(now, known, entry) if question is None else asking.hold(now, who, question, entry)


def reply(table: Table, who: Device, request: int, answer: Json) -> Answer:
    """Answer the question that holds another seat's tap, and write that tap, so completed.

    The same answer again is told what it was told the first time.
    """
    check_plain(answer)
    with writing_at(table) as now:
        done = asking.settled(now, request, answer)
        if done is not None:
            return done
        check_open(now)
        question, tap = asking.question(now, who, request)
        known = position(now)
        with answering(question.seat, looker(now, who, chairs(now))):
            tap.action = known.game.answer(known.state, tap.action, answer)
        asking.close(question, "granted", {question.seat: answer})
        return _apply(now, known, tap)


@going_back()
def undo(table: Table, who: Device, to: int, seen: int, key: str) -> Answer:
    """Let the lines after `to` stand no more; past an irrevocable one the other seats are asked first."""
    check_tap(seen, key)
    if isinstance(to, bool) or not isinstance(to, int):
        raise InvalidInput("to", "“to” is the number of the last line to keep.")
    tap = Tap(who, seen, key, digest("undo", to))
    return _once(table, tap, lambda now, known: _undone(now, known, tap, to))


def _undone(now: Table, known: Position, tap: Tap, to: int) -> Answer:
    known.check_stands(to)
    if to == known.numbers[-1]:
        raise IllegalAction("to", f"Line {to} is the last that stands; there is nothing after it to undo.")
    entry = tap.entry("undo", to=to)
    seats = _asked_for(now, known, tap.who, known.since(to)[1:])
    return _ask(now, tap.who, seats, entry) if seats else write(now, known, entry)


@going_back()
def redo(table: Table, who: Device, seen: int, key: str) -> Answer:
    """Bring back what the last undo took."""
    check_tap(seen, key)
    tap = Tap(who, seen, key, digest("redo"))

    def redone(now: Table, known: Position) -> Answer:
        if not known.standing.undone:
            raise IllegalAction("", "There is nothing to redo: no undo is the latest thing that happened.")
        return write(now, known, tap.entry("redo"))

    return _once(table, tap, redone)


@going_back()
def amend(table: Table, who: Device, fix: Fix, seen: int, key: str) -> Answer:
    """Correct a line that stands; those after it are played anew, and what cannot follow falls out.

    Past an irrevocable line, or one that holds another's secret, the other seats are asked first.
    """
    check_tap(seen, key)
    check_fix(fix)
    tap = Tap(who, seen, key, digest("amend", [fix.to, fix.action]))

    def amended(now: Table, known: Position) -> Answer:
        done = corrected(known, now, who, fix)
        entry = done.entry(key=key, asked=tap.asked, by=signed(who))
        grave = hides(known, now, who, fix.to) or is_irrevocable(now, known, known.since(fix.to))
        seats = others(now, who) if grave else []
        return _ask(now, who, seats, entry) if seats else write(now, known, entry)

    return _once(table, tap, amended)


@going_back()
def agree(table: Table, who: Device, request: int, yes: bool) -> Answer:
    """Say yes or no to another seat's undo or correction; the last yes writes it."""
    with writing_at(table) as now:
        done = asking.settled(now, request, yes)
        if done is not None:
            return done
        check_open(now)
        return _say(now, who, request, yes=yes)


def go_on(table: Table, who: Device, seen: int, key: str) -> Answer:
    """Begin the fold anew where the rules no longer follow the journal: from the state that is kept.

    Where it is not, from the last state that the rules do come to; what was played after it stands no more.
    """
    check_tap(seen, key)

    def gone_on(now: Table, known: Position) -> Answer:
        if known.is_whole:
            raise IllegalAction("", "The rules follow this table's journal; there is nothing to go on from.")
        to, state = known.farthest
        entry = anew(known, to, state)
        entry.key, entry.by = key, signed(who)
        return write(now, known, entry, state)

    return _once(table, Tap(who, seen, key, digest("edition")), gone_on)


def is_irrevocable(table: Table, known: Position, numbers: Sequence[int]) -> bool:
    """Whether one of these standing lines showed a secret or rolled the app's dice."""
    lines = Entry.objects.filter(table=table, number__in=numbers)
    seen = (known.game.is_irrevocable(known.before(e.number), e.action, e.rolled) for e in lines)
    return asking.has_shown(table) or any(seen)


def _asked_for(table: Table, known: Position, who: Device, numbers: Sequence[int]) -> list[str]:
    """The other seats whose word counts: all where a secret was seen, else those who chose in secret."""
    seats = others(table, who)
    if not seats or is_irrevocable(table, known, numbers):
        return seats
    secret = hidden(known, table, who, numbers)
    owners = set(Entry.objects.filter(table=table, number__in=secret).values_list("seat", flat=True))
    return [seat for seat in seats if seat in owners]


def _ask(table: Table, who: Device, seats: list[str], entry: Entry) -> Answer:
    """Ask these seats; what is asked for already stands once, and who is asked has said yes by asking too."""
    same = asking.like(table, entry)
    if same is None:
        return asking.ask(table, who, seats, entry)
    again = asking.once_more(table, who, same, entry)
    return _say(table, who, same.pk, yes=True) if asking.has_say(same, who) else again


def _say(table: Table, who: Device, request: int, *, yes: bool) -> Answer:
    plea, entry = asking.plea(table, who, request)
    known = position(table)
    if yes:
        known.check_stands(entry.to or 0)
    if not asking.vote(table, plea, who, yes):
        return Answer(table.version, [], None)
    return write(table, known, entry)


def _roll(table: Table, known: Position, tap: Entry) -> None:
    """Roll the dice that a tap left to the app: whether a question comes first may hang on them.

    A tap that was held and taken back finds the dice that it had: nobody rolls twice for one deed.
    """
    complete = asking.dealt(table, tap) or completed(known.game, known.state, tap.action)
    tap.rolled, tap.action = complete != tap.action, complete


def _apply(table: Table, known: Position, entry: Entry) -> Answer:
    """Ask the rules, write the line."""
    outcome = known.game.apply(known.state, entry.action)
    entry.dice = dice_of(entry.action)
    entry.steps = [step.as_kept() for step in outcome.steps]
    return write(table, known, entry, outcome.state)
