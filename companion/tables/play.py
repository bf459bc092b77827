"""The one door to a table's journal: act, undo, redo, amend, branch; demo tables go through it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Game, Question
from companion.engine.journal import fold
from companion.engine.scene import Looker
from companion.tables import journal, pleas
from companion.tables.correcting import Fix, check_fix, corrected, going_back, hidden, hides, undone_last
from companion.tables.devices import (
    HOUSE,
    MOST_IN_A_ROW,
    Device,
    answering,
    chairs,
    check_may,
    check_open,
    check_plays,
    digest,
    hearing,
    line_key,
    looker,
    new_key,
    new_secret,
    others,
    sight,
    signed,
)
from companion.tables.errors import StaleTable, check_action, check_plain, check_tap
from companion.tables.journal import Answer, anew, append, check_speaks, first_answer, headline, write
from companion.tables.lines import completed, dice_of
from companion.tables.lobby import Opening, new_table, open_table
from companion.tables.models import Entry, HouseSeat, Request, Seat, Table, Token, beside, writing, writing_at
from companion.tables.position import Position, as_line, position, stepped
from companion.tables.seating import tell

type Line = tuple[Entry, object]
"""A line, and the state after it."""


THEN = "then"
"""In the address of a deed: the half-made choice that stays on the screen once it is done."""


class Tap(NamedTuple):
    """A tap of a device: the version that its screen showed, its own key, and a digest of what it asks."""

    who: Device
    seen: int
    key: str
    asked: str

    def entry(self, kind: str, **more: object) -> Entry:
        return Entry(kind=kind, key=self.key, asked=self.asked, by=signed(self.who), **more)


def once(table: Table, tap: Tap, deed: Callable[[Table, Position], Answer]) -> Answer:
    """Do it, at the table that the screen showed; a tap that has come before hears its first answer again."""
    beside(table)  # What is first read in a transaction is not remembered, and asked for again and again.
    with writing_at(table) as now:
        again = first_answer(now, tap.key, tap.asked)
        if again is not None:
            return again
        if tap.seen != now.version:
            raise StaleTable(now.version)
        check_open(now)
        current = position(now)
        check_plays(tap.who)
        return deed(now, current)


def line_of(now: Table, current: Position, tap: Tap, action: object) -> tuple[Looker, Entry]:
    """The line that a tap would write, its dice rolled, and the device as the table knows it."""
    who = tap.who
    device = looker(now, who, chairs(now))
    seat = check_may(current.game, current.state, action, device)
    check_speaks(now, current, who, action)
    entry = tap.entry("action", action=action, seat=seat)
    entry.as_host = bool(seat) and seat not in who.holds and now.kind == "seated"
    # Whether a question comes first may hang on the dice. A tap that was held and taken back finds the dice
    # that it had: nobody rolls twice for one deed.
    complete = pleas.dealt(now, entry) or completed(current.game, current.state, entry.action)
    entry.rolled, entry.action = complete != entry.action, complete
    return device, entry


def done(current: Position, entry: Entry) -> tuple[Entry, object]:
    """Ask the rules: the line with what it did, and the state after it."""
    outcome = current.game.apply(current.state, entry.action)
    entry.dice = dice_of(entry.action)
    entry.steps = [step.as_kept() for step in outcome.steps]
    return entry, outcome.state


WHAT_IF = "had it gone otherwise after line {line}"
LONGEST_TITLE = 80


def forked(table: Table, current: Position, line: int, by: str) -> Table:
    """The branch of a table that is held for writing, as `by` asked for it; all have agreed who must."""
    branch = new_table(Opening(system=table.system, title=titled(table, line), kind=table.kind))
    branch.branch_of, branch.branch_line = table, line
    seats = {
        seat.pk: Seat(table=branch, place=seat.place, chair=seat.chair, name=seat.name, player=seat.player)
        for seat in Seat.objects.filter(table=table)
    }
    Seat.objects.bulk_create(seats.values())
    for each in Token.objects.filter(table=table, revoked_at=None):
        token = Token.objects.create(
            table=branch, role=each.role, seat=seats[each.seat_id] if each.seat_id else None, hash=each.hash,
            label=each.label, screen=each.screen, giver=each.giver, heard_at=each.heard_at,
        )  # fmt: skip
        mind = HouseSeat.objects.filter(token=each).first()
        if mind is not None:  # It plays on there too, with a luck of its own.
            HouseSeat.objects.create(token=token, strength=mind.strength, haste=mind.haste, seed=new_secret())
    # The lines up to that one; where a later one corrected them, all of them and the way back.
    rows = list(Entry.objects.filter(table=table, number__lte=table.version).order_by("number"))
    upto = current.standing.places[: current.numbers.index(line) + 1]
    first = rows[:line]
    as_written = fold(map(as_line, first)).places == upto
    copied = first if as_written else rows
    Entry.objects.bulk_create(_copies(copied, branch))
    branch.version = len(copied)
    branch.save()
    if not as_written:
        back = Entry(kind="undo", to=line, by=by, key=new_key(), asked=digest("undo", line))
        append(branch, position(branch), back)
    Table.objects.filter(pk=branch.pk).update(headline=headline(branch, position(branch)))
    return branch


def may_fork(current: Position, who: Device) -> bool:
    return who.plays and not current.is_behind


def titled(table: Table, line: int) -> str:
    """The true table's title, shortened where it must be, and where the branch begins."""
    what = f": {WHAT_IF.format(line=line)}"
    return table.title[: LONGEST_TITLE - len(what)] + what


def put_away(table: Table, who: Device) -> None:
    """Close a branch and take it off the list, in one; `IllegalAction` for who is not its host."""
    if not who.host or not table.branch_line:
        raise IllegalAction("", "Only the host puts a branch away.")
    with writing():
        gone = timezone.now()
        Table.objects.filter(pk=table.pk).update(closed_at=gone, archived_at=gone, door_open=False)


def _copies(rows: list[Entry], branch: Table) -> Iterator[Entry]:
    """Each with a key of its own, so that no tap of the true table is taken for one of the branch."""
    columns = [field.attname for field in Entry._meta.concrete_fields]
    for row in rows:
        same = {name: getattr(row, name) for name in columns if name not in ("id", "table_id", "key")}
        yield Entry(table=branch, key=new_key(), **same)


def act(table: Table, who: Device, action: object, seen: int, key: str) -> Answer:
    """Write `action` as the next line, or hold it until another seat has answered what it asks."""
    check_tap(seen, key)
    check_action(action)
    tap = Tap(who, seen, key, digest("action", action))
    return once(table, tap, lambda now, current: _acted(now, current, tap, action))


def _acted(now: Table, current: Position, tap: Tap, action: object) -> Answer:
    device, entry = line_of(now, current, tap, action)
    with hearing(current.game, current.state, action, device):
        question = _question(now, current, tap.who, entry)
        if question is not None:
            return pleas.hold(now, tap.who, question, entry)
        line = done(current, entry)
    return _written(
        now, current, tap.who, [line], is_by_hand=current.game.by_hand(current.state, entry.action)
    )


def act_in_a_row(table: Table, who: Device, actions: Sequence[object], seen: int, key: str) -> Answer:
    """Write these actions one after another, a line each, or none of them.

    What would ask another seat first is done by a tap of its own.
    """
    check_tap(seen, key)
    if not 0 < len(actions) <= MOST_IN_A_ROW:
        raise InvalidInput("", f"One tap does 1 to {MOST_IN_A_ROW} things.")
    for action in actions:
        check_action(action)
    tap = Tap(who, seen, key, digest("actions", actions))
    return once(table, tap, lambda now, current: _acted_in_a_row(now, current, tap, actions))


def _acted_in_a_row(now: Table, current: Position, tap: Tap, actions: Sequence[object]) -> Answer:
    """The last line has the tap's own key, so that the same tap again hears what it did in the end."""
    rows: list[Line] = []
    then, is_by_hand = current, False
    for n, action in enumerate(actions, start=1):
        key = tap.key if n == len(actions) else line_key(tap.key, n)
        device, entry = line_of(now, then, tap._replace(key=key), action)
        with hearing(then.game, then.state, action, device):
            if _question(now, then, tap.who, entry) is not None:
                raise IllegalAction("", "Another seat is asked before this is done: do it by itself.")
            rows.append(done(then, entry))
        is_by_hand |= then.game.by_hand(then.state, entry.action)
        entry.number = then.version + 1
        then = stepped(then, *rows[-1])
    return _written(now, current, tap.who, rows, is_by_hand=is_by_hand)


def _written(now: Table, current: Position, who: Device, rows: Sequence[Line], *, is_by_hand: bool) -> Answer:
    """Write these lines; where one of them is set by hand, once the other seats have said yes."""
    seats = others(now, who) if is_by_hand else []
    if seats and len(rows) > 1 and any(entry.rolled for entry, _ in rows):
        raise IllegalAction("", "The others are asked before something is set by hand: do that by itself.")
    if seats:
        return _ask(now, who, seats, [entry for entry, _ in rows])
    for entry, state in rows:
        current = append(now, current, entry, state)
    return Answer(entry.number, entry.steps, entry.dice)


def _question(now: Table, current: Position, who: Device, entry: Entry) -> Question | None:
    """What another seat must say first; an open question only where that seat speaks for itself."""
    question = current.game.asks(current.state, entry.action)
    is_due = question is not None and (not question.is_open or journal.answers(now, who, question.seat))
    return question if is_due else None


def mark(table: Table, who: Device, word: journal.Word, seen: int, key: str) -> Answer:
    """A seat's word on a step that belongs to several; the last one opens all marks, a line each action."""
    check_tap(seen, key)
    check_plain([*word.marks])
    tap = Tap(who, seen, key, digest("mark", word.seat, word.marks, word.ready))
    return once(table, tap, lambda now, current: _marked(now, current, tap, word))


def _marked(now: Table, current: Position, tap: Tap, word: journal.Word) -> Answer:
    again = journal.was_taken(now, tap.key, tap.asked)
    if again or not journal.put(now, current, tap.who, word, (tap.key, tap.asked)):
        return Answer(now.version, [], None)
    actions = journal.opened(now, current)
    for n, action in enumerate(actions, start=1):
        key = tap.key if n == len(actions) else line_key(tap.key, n)
        seat = current.game.seat_of(current.state, action)
        entry = tap._replace(key=key).entry("action", action=action, seat=seat or "")
        current = append(now, current, *done(current, entry))
    return Answer(entry.number, entry.steps, entry.dice)


def reply(table: Table, who: Device, request: int, answer: object) -> Answer:
    """Answer the question that holds another seat's tap, and write that tap, so completed.

    The same answer again is told what it was told the first time.
    """
    check_plain(answer)
    with writing_at(table) as now:
        before = pleas.settled(now, request, answer)
        if before is not None:
            return before
        check_open(now)
        question, tap = pleas.question(now, who, request)
        current = position(now)
        with answering(question.seat, looker(now, who, chairs(now))):
            tap.action = current.game.answer(current.state, tap.action, answer)
        # What the answer leaves to the app is rolled now, with nobody's choice still open.
        complete = completed(current.game, current.state, tap.action)
        tap.rolled, tap.action = tap.rolled or complete != tap.action, complete
        pleas.close(question, "granted", {question.seat: answer})
        return write(now, current, *done(current, tap))


@going_back()
def undo(table: Table, who: Device, to: int, seen: int, key: str) -> Answer:
    """Let the lines after `to` stand no more: alone where they are one's own and nothing was seen.

    Past an irrevocable line all other seats are asked first, else those whose lines they are.
    """
    check_tap(seen, key)
    if isinstance(to, bool) or not isinstance(to, int):
        raise InvalidInput("to", "“to” is the number of the last line to keep.")
    tap = Tap(who, seen, key, digest("undo", to))
    return once(table, tap, lambda now, current: _undone(now, current, tap, to))


def _undone(now: Table, current: Position, tap: Tap, to: int) -> Answer:
    current.check_stands(to)
    if to == current.numbers[-1]:
        raise IllegalAction("to", f"Line {to} is the last that stands; there is nothing after it to undo.")
    entry = tap.entry("undo", to=to)
    seats = _asked_for(now, current, tap.who, current.since(to)[1:])
    return _ask(now, tap.who, seats, [entry]) if seats else write(now, current, entry)


@going_back()
def redo(table: Table, who: Device, seen: int, key: str) -> Answer:
    """Bring back what the last undo took; where others agreed to that, or it was theirs, they are asked."""
    check_tap(seen, key)
    tap = Tap(who, seen, key, digest("redo"))

    def redone(now: Table, current: Position) -> Answer:
        if not current.standing.undone:
            raise IllegalAction("", "There is nothing to redo: no undo is the latest thing that happened.")
        seats = _asked_for_again(now, current, who)
        entry = tap.entry("redo")
        return _ask(now, who, seats, [entry]) if seats else write(now, current, entry)

    return once(table, tap, redone)


@going_back()
def amend(table: Table, who: Device, fix: Fix, seen: int, key: str) -> Answer:
    """Correct a line that stands; those after it are played on, and what cannot follow is repaired or falls.

    Past an irrevocable line, or one that holds another's secret, the other seats are asked first; so they are
    for a line that becomes a deed by hand, and else those whose lines are no more what they did.
    """
    check_tap(seen, key)
    check_fix(fix)
    tap = Tap(who, seen, key, digest("amend", [fix.to, fix.action, *sorted(fix.choices.items())]))

    def amended(now: Table, current: Position) -> Answer:
        correction = corrected(current, now, who, fix)
        entry = correction.entry(key=key, asked=tap.asked, by=signed(who))
        grave = hides(current, now, who, fix.to) or is_irrevocable(now, current, current.since(fix.to))
        grave |= correction.action is not None and current.game.by_hand(
            current.before(fix.to), correction.action
        )
        changed = {fix.to, *correction.later.breaks}
        seats = _everybody(now, current, who) if grave else _owners(now, who, changed)
        return _ask(now, who, seats, [entry], fix.why) if seats else write(now, current, entry)

    return once(table, tap, amended)


@going_back()
def agree(table: Table, who: Device, request: int, yes: bool) -> Answer:
    """Say yes or no to what another seat asks; the last yes writes it."""
    with writing_at(table) as now:
        before = pleas.settled(now, request, yes)
        if before is not None:
            return before
        check_open(now)
        return _say(now, who, request, yes=yes)


@going_back()
def branch(table: Table, who: Device, line: int) -> Table | Answer:
    """The branch of a table after one of its lines that stand; the true table is not touched.

    What is dealt lies in it as in the true game, and who plays on there learns of it: while the game goes on
    the other seats are asked first. `IllegalAction` where the line does not stand, and for who looks on.
    """
    with writing_at(table) as now:
        current = position(now)
        current.check_stands(line)
        check_plays(who)
        seats = [] if current.game.is_over(current.state) else others(now, who)
        if not seats:
            return forked(now, current, line, signed(who))
        tap = Tap(who, now.version, new_key(), digest("branch", line))
        return _ask(now, who, seats, [tap.entry("branch", to=line)])


def go_on(table: Table, who: Device, seen: int, key: str) -> Answer:
    """Begin the fold anew where the rules no longer follow the journal: from the state that is kept.

    Where it is not, from the last state that the rules do come to; what was played after it stands no more.
    """
    check_tap(seen, key)

    def gone_on(now: Table, current: Position) -> Answer:
        if current.is_whole:
            raise IllegalAction("", "The rules follow this table's journal; there is nothing to go on from.")
        to, state = current.farthest
        entry = anew(current, to, state)
        entry.key, entry.by = key, signed(who)
        return write(now, current, entry, state)

    return once(table, Tap(who, seen, key, digest("edition")), gone_on)


def is_irrevocable(table: Table, current: Position, numbers: Sequence[int]) -> bool:
    """Whether one of these standing lines showed a secret, rolled the app's dice, or has others' word."""
    lines = Entry.objects.filter(table=table, number__in=numbers)
    return any(map(pleas.was_seen, pleas.held_taps(table))) or any(_binds(current, each) for each in lines)


def _binds(current: Position, line: Entry) -> bool:
    before, game = current.before(line.number), current.game
    by_hand = line.action is not None and line.kind != "setup" and game.by_hand(before, line.action)
    return by_hand or game.is_irrevocable(before, line.action, line.rolled)


def _asked_for(table: Table, current: Position, who: Device, numbers: Sequence[int]) -> list[str]:
    """The other seats whose word counts: all where a secret was seen, else those whose lines they are."""
    everybody = _everybody(table, current, who)
    if not everybody or is_irrevocable(table, current, numbers):
        return everybody
    return _owners(table, who, numbers, hidden(current, table, who, numbers))


def _asked_for_again(table: Table, current: Position, who: Device) -> list[str]:
    """Whose word counts before the last undo or correction is taken back: of all who agreed to it."""
    undone = undone_last(table)
    # What was written because the seats that were asked said yes has the key of their request.
    if Request.objects.filter(table=table, key=undone.key, status="granted").exists():
        return _everybody(table, current, who)
    stood = {place.number for place in current.standing.undone[-1]}
    repaired = {each["line"] for each in undone.repairs or ()}
    return _owners(table, who, stood ^ set(current.numbers) | repaired)


def _owners(table: Table, who: Device, numbers: Collection[int], secret: Collection[int] = ()) -> list[str]:
    """The other seats whose lines these are, but for whom this device acts; or who chose those in secret."""
    acts = sight(table, who, chairs(table)).acts
    rows = Entry.objects.filter(table=table, number__in=numbers).values_list("number", "seat")
    owners = {seat for number, seat in rows if seat not in acts or number in secret}
    return [seat for seat in others(table, who) if seat in owners]


def _everybody(table: Table, current: Position, who: Device) -> list[str]:
    """The seats that must agree where a secret was seen; at one tablet for several, those who share it."""
    shared = who.holds if current.game.both_agree and len(who.holds) > 1 else ()
    return [*others(table, who), *shared]


def _ask(table: Table, who: Device, seats: list[str], entries: Sequence[Entry], why: str = "") -> Answer:
    """Ask these seats; what is asked for already stands once, and who is asked has said yes by asking too."""
    same = pleas.like(table, entries[-1])
    if same is None:
        return pleas.ask_seats(table, who, seats, entries, why)
    again = pleas.once_more(table, who, same, entries[-1])
    return _say(table, who, same.pk, yes=True) if pleas.has_say(same, who) else again


def _say(table: Table, who: Device, request: int, *, yes: bool) -> Answer:
    plea, entries = pleas.open_plea(table, who, request)
    current, (*_, entry) = position(table), entries
    if yes and plea.kind not in ("deed", "redo"):
        current.check_stands(entry.to or 0)
    if not pleas.vote(table, plea, who, yes):
        return Answer(table.version, [], None)
    if plea.kind == "branch":
        forked(table, current, entry.to or 0, plea.by)
        tell(table, f"All have agreed: a branch goes on after line {entry.to}. The log leads to it.")
        return Answer(table.version, [], None)
    if plea.kind != "deed":
        return write(table, current, entry)
    for each in entries:
        current = append(table, current, *done(current, each))
    return Answer(entry.number, entry.steps, entry.dice)


DEMO_TITLE = "{game}: a game to look round in"


class Open(NamedTuple):
    """What lies open to look round in: its title, where it stands, the way in, and its game."""

    title: str
    words: str
    url: str
    system: str


class More(NamedTuple):
    """What else a house opens beside its demo tables, and what of that lies open now."""

    make: Callable[[], None]
    lying: Callable[[], Iterable[Open]]


MORE: list[More] = []


def open_all() -> list[Open]:
    """Every demo of the house; what lies open then."""
    list(open_demos())
    for each in MORE:
        each.make()
    return lying_open()


def lying_open() -> list[Open]:
    """The demos for the first page, if the house has any."""
    titles = [DEMO_TITLE.format(game=card.title) for card in shelf.cards().values()]
    tables = Table.objects.filter(title__in=titles, closed_at=None, entries__key="demo-1").order_by("pk")
    own = [
        Open(each.title, each.headline, reverse("tables:join", args=[each.code]), each.system)
        for each in tables
    ]
    return own + more_lying_open()


def more_lying_open() -> list[Open]:
    """What lies open beside the tables."""
    return [demo for each in MORE for demo in each.lying()]


def open_demos() -> Iterator[Table]:
    for game in shelf.games().values():
        if game.demo is not None and game.at_table:
            yield demo_of(game)


def demo_of(game: Game[object]) -> Table:
    """The game's demo table, played now where none lies open."""
    title = DEMO_TITLE.format(game=game.title)
    tables = Table.objects.filter(system=game.slug, title=title, closed_at=None, entries__key="demo-1")
    return tables.first() or _played(game, title)


def _played(game: Game[object], title: str) -> Table:
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=game.slug, title=title, kind="open", setup=setup))
    for number, action in enumerate(actions, 1):
        act(table, HOUSE, action, number, f"demo-{number}")
    table.refresh_from_db()
    return table
