"""The one door to a table's journal: act, undo, redo, amend.

One transaction a tap. A key that has come before is answered what it was answered the first time; a screen
that the table has left behind is refused (`StaleTable`); missing dice are rolled here, and recorded. Where
another seat must speak first the tap is held, on disk, and nothing is written yet. Only `InvalidInput`,
`IllegalAction` and `StaleTable` leave, and a refusal leaves nothing behind (`BrokenJournal` where a table
stands in no state that can be read).
"""

from collections.abc import Sequence

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.wire import Json
from companion.tables import asking
from companion.tables.amending import Fix, check_fix, corrected, hidden, hides
from companion.tables.codes import digest
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


def act(table: Table, who: Device, action: Json, seen: int, key: str) -> Answer:
    """Write `action` as the next line, or hold it until another seat has answered what it asks."""
    check_tap(seen, key)
    check_action(action)
    asked = digest("action", action)
    with writing_at(table) as now:
        again = first_answer(now, key, asked)
        if again is not None:
            return again
        known = _current(now, seen)
        check_plays(who)
        device = looker(now, who, chairs(now))
        seat = check_may(known.game, known.state, action, device)
        tap = Entry(kind="action", action=action, seat=seat, key=key, asked=asked, by=signed(who))
        tap.as_host = bool(seat) and seat not in who.holds and now.kind == "seated"
        _roll(now, known, tap)
        with hearing(known.game, known.state, action, device):
            question = known.game.asks(known.state, tap.action)
            return _apply(now, known, tap) if question is None else asking.hold(now, who, question, tap)


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
    asked = digest("undo", to)
    with writing_at(table) as now:
        again = first_answer(now, key, asked)
        if again is not None:
            return again
        known = _current(now, seen)
        check_plays(who)
        _check_to(known, to)
        entry = Entry(kind="undo", to=to, key=key, asked=asked, by=signed(who))
        seats = _asked_for(now, known, who, known.since(to)[1:])
        return _ask(now, who, seats, entry) if seats else write(now, known, entry)


@going_back()
def redo(table: Table, who: Device, seen: int, key: str) -> Answer:
    """Bring back what the last undo took."""
    check_tap(seen, key)
    asked = digest("redo")
    with writing_at(table) as now:
        again = first_answer(now, key, asked)
        if again is not None:
            return again
        known = _current(now, seen)
        check_plays(who)
        if not known.standing.undone:
            raise IllegalAction("", "There is nothing to redo: no undo is the latest thing that happened.")
        return write(now, known, Entry(kind="redo", key=key, asked=asked, by=signed(who)))


@going_back()
def amend(table: Table, who: Device, fix: Fix, seen: int, key: str) -> Answer:
    """Correct a line that stands; those after it are played anew, and what cannot follow falls out.

    Past an irrevocable line, or one that holds another's secret, the other seats are asked first.
    """
    check_tap(seen, key)
    check_fix(fix)
    asked = digest("amend", [fix.to, fix.action])
    with writing_at(table) as now:
        again = first_answer(now, key, asked)
        if again is not None:
            return again
        known = _current(now, seen)
        done = corrected(known, now, who, fix)
        entry = done.entry(key=key, asked=asked, by=signed(who))
        grave = hides(known, now, who, fix.to) or is_irrevocable(now, known, known.since(fix.to))
        seats = others(now, who) if grave else []
        return _ask(now, who, seats, entry) if seats else write(now, known, entry)


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
    asked = digest("edition")
    with writing_at(table) as now:
        again = first_answer(now, key, asked)
        if again is not None:
            return again
        known = _current(now, seen)
        check_plays(who)
        if known.is_whole:
            raise IllegalAction("", "The rules follow this table's journal; there is nothing to go on from.")
        to, state = known.farthest
        entry = anew(known, to, state)
        entry.key, entry.by = key, signed(who)
        return write(now, known, entry, state)


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


def _current(table: Table, seen: int) -> Position:
    if seen != table.version:
        raise StaleTable(table.version)
    check_open(table)
    return position(table)


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


def _check_to(known: Position, to: int) -> None:
    known.check_stands(to)
    if to == known.numbers[-1]:
        raise IllegalAction("to", f"Line {to} is the last that stands; there is nothing after it to undo.")
