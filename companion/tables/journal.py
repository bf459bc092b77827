"""Writing a line, all or nothing; who is ready, what is sealed, how far all have been told."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from cachetools import TTLCache
from django.db import transaction
from django.utils import timezone

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Step
from companion.engine.scene import NOTHING, Hands, Kept, Ready, Sight
from companion.engine.step import at_once
from companion.engine.wire import Json
from companion.tables import bell, rows
from companion.tables.devices import Device, chairs, check_open, check_plays, digest, looker, new_key
from companion.tables.models import ASKED, Entry, Request, Table, beside, writing_at
from companion.tables.position import BrokenJournal, Position, position, remember, stepped, wrote
from companion.tables.snapshots import FAR, LAST_NEAR, keep, marks, roles, text_of, tidy

NIGHT = timedelta(hours=6)
"""Who plays on within this time, past midnight perhaps, plays on in the same evening."""
RESTED: list[Callable[[Table], None]] = []
"""What begins with the first line after a night: the floors above say so here. Called before it stands."""
_awake: TTLCache[str, bool] = TTLCache(1024, NIGHT.total_seconds(), timer=time.time)
"""Tables to which this process wrote within that time, by code: for those nobody has to look it up."""
REMEMBERED = 64
"""Taps whose keys are remembered while nothing is written for them."""


class Word(NamedTuple):
    """What a seat says of a common step: its marks, one after another, and whether it is ready then.

    `ready` None leaves that as it is; what is marked anew is not ready any more.
    """

    seat: str
    marks: tuple[Json, ...] = ()
    ready: bool | None = None


def ready(table: Table, who: Device) -> Ready:
    """Who has said so at the table as it stands; its host may go on without the others."""
    return Ready(_sitting(table), said(table), hurries=who.host)


def said(table: Table) -> frozenset[str]:
    """The seats that are ready at the table as it stands, by their word."""
    return frozenset(table.ready if table.readied == table.version else ())


def say(table: Table, who: Device, seen: int) -> bool:
    """The seats of this device are ready; whether all are now.

    A table that has moved on is waited for no more: nothing is said there.
    """
    check_plays(who)
    with writing_at(table) as now:
        check_open(now)
        if now.version != seen:
            return False
        ready_now = said(now) | {*who.holds, *who.for_others}
        now.ready, now.readied = sorted(ready_now), seen
        now.save(update_fields=["ready", "readied"])
        bell.stir(now)
        return ready_now.issuperset(_sitting(now))


def hands(table: Table, who: Device, current: Position, seen: Sight) -> Hands:
    """How far the common step is at which the table stands, as this device may know it."""
    owners = _owners(current)
    if not owners:
        return NOTHING
    marks = {seat: each for seat, each in _marks(table).items() if seat in seen.sees}
    alone = seen.acts.issuperset(owners) and not elsewhere(table, who, owners)
    return Hands(owners, said(table) & {*owners}, _idle(current, owners), marks, alone)


def own_marks(table: Table, who: Device) -> Mapping[str, object]:
    """What the seats of this device have marked: its pictures are like nobody else's."""
    return {seat: each for seat, each in _marks(table).items() if seat in who.holds}


def elsewhere(table: Table, who: Device, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these seats for which somebody at another device speaks himself.

    At a table of programs nobody does, and a host who sits nowhere does all.
    """
    company = beside(table)
    if company.programs or who.keeps:
        return ()
    own = {*who.holds, *who.for_others}
    return tuple(seat for seat in seats if seat in company.used and seat not in own)


def answers(table: Table, who: Device, seat: str) -> bool:
    """Whether a seat answers for itself when a deed tapped here touches it.

    Somebody at another device does, or one of those who share this one: the sheet turns to him.
    """
    shared = seat in who.holds and len(who.holds) > 1 and not beside(table).programs
    return shared or bool(elsewhere(table, who, (seat,)))


def check_speaks(table: Table, current: Position, who: Device, action: object) -> None:
    """`IllegalAction` for an action that ends a common step, where others have a word in it."""
    sealed, owners = current.game.sealed, _owners(current)
    if sealed is None or not owners or not sealed.ends(current.state, action):
        return
    others = elsewhere(table, who, owners)
    if others:
        names = chairs(table)
        waits = " and ".join(names.get(seat, seat) for seat in others)
        raise IllegalAction(
            "type", f"This step belongs to {waits} too: say that you are ready, and it ends with all."
        )


def was_taken(table: Table, key: str, stamp: str) -> bool:
    """Whether this tap has been taken already; `InvalidInput` where another one came with its key."""
    before = table.marks.get("keys", {}).get(key)
    if before is not None and before != stamp:
        raise InvalidInput("key", "Another tap has come with this key; each tap needs a key of its own.")
    return before is not None


def put(table: Table, current: Position, who: Device, word: Word, tap: tuple[str, str]) -> bool:
    """Put down what a seat says, in the transaction that holds the table; whether all are ready now.

    `tap` is its key and digest. That somebody marks rings no bell: only that he is ready is told.
    """
    owners, sealed = _owners(current), current.game.sealed
    if sealed is None or word.seat not in owners:
        raise IllegalAction("seat", "There is nothing that this seat marks now.")
    looker(table, who, chairs(table)).check_deed(word.seat, "seat", ())
    if word.seat in elsewhere(table, who, owners):
        raise IllegalAction("seat", f"{chairs(table)[word.seat]} marks on a device of its own.")
    marks, words = dict(_marks(table)), set(said(table))
    for mark in word.marks:
        marks[word.seat] = sealed.marked(current.state, word.seat, marks.get(word.seat), mark)
    before = frozenset(words)
    words -= {word.seat} if word.marks or word.ready is False else set()
    words |= {word.seat} if word.ready else set()
    keys = dict([*table.marks.get("keys", {}).items(), tap][-REMEMBERED:])
    _save(table, marks, words, keys, table.version)
    if before != words:
        bell.stir(table)
    return {*owners} <= words | _idle(current, owners) and word.seat in words


def opened(table: Table, current: Position) -> list[object]:
    """The actions that all marks come to."""
    sealed = current.game.sealed
    return [] if sealed is None else [*sealed.opened(current.state, _marks(table))]


def go_on(table: Table, current: Position, entry: Entry, after: Position) -> None:
    """Leave of what is marked and said what a new line leaves; what goes back leaves nothing."""
    sealed = current.game.sealed
    if sealed is None or not (table.marks or table.ready):
        return
    kept: Kept | None = None
    if entry.kind == "action" and table.readied == current.version:
        kept = sealed.kept(current.state, entry.action, after.state, _marks(table))
    if kept is None:
        _save(table, {}, frozenset(), {}, entry.number)
    else:
        keys = table.marks.get("keys", {})
        _save(table, kept.marks, said(table) if kept.ready else frozenset(), keys, entry.number)


def _save(
    table: Table, marks: Mapping[str, object], words: Iterable[str], keys: Mapping[str, str], version: int
) -> None:
    """Keep all of it; a table whose game seals nothing has none."""
    table.marks = {"seats": dict(marks), "keys": dict(keys)} if marks or keys else {}
    table.ready, table.readied = sorted(words), version
    table.save(update_fields=["marks", "ready", "readied"])


def _owners(current: Position) -> tuple[str, ...]:
    sealed = current.game.sealed
    return sealed.owners(current.state) if sealed is not None and current.numbers else ()


def _idle(current: Position, owners: tuple[str, ...]) -> frozenset[str]:
    """Who has nothing to mark; nobody, where that is true of all, as somebody has to say the word."""
    sealed = current.game.sealed
    idle = frozenset(seat for seat in owners if sealed is not None and sealed.is_idle(current.state, seat))
    return idle if len(idle) < len(owners) else frozenset()


def _sitting(table: Table) -> tuple[str, ...]:
    """The seats at which a device is or was, in order."""
    company = beside(table)
    seats = company.used - company.housed
    return tuple(seat.chair for seat in company.seats if seat.chair in seats)


def due(table: Table, current: Position) -> tuple[str, ...]:
    """The seats whose word a common step waits for: those of its owners that are neither ready nor idle."""
    owners = _owners(current)
    ready = said(table) | _idle(current, owners)
    return tuple(seat for seat in owners if seat not in ready)


def _marks(table: Table) -> Mapping[str, object]:
    seats: Mapping[str, object] = table.marks.get("seats", {}) if table.readied == table.version else {}
    return seats


MOST_BEATS = 99
"""More than any walk has: it ends what is shown."""


def beat(table: Table, lines: Sequence[int]) -> int | None:
    """How many beats of the newest line all screens have been shown, out of the lines that stand.

    None where the newest line is no deed that stands, or where a next tap waits for an answer already. A walk
    counts for the line at which it was begun: with the next one it is over.
    """
    if len(lines) < 2 or lines[-1] != table.version or table.version in beside(table).questions:
        return None
    return table.walk if table.walked == table.version else 0


def beats(table: Table, current: Position) -> tuple[int, int]:
    """How many beats of the newest line all have been shown, and of how many; 0 of 0 where all is told."""
    step, walk = beat(table, current.numbers), current.game.walk
    if step is None or walk is None:
        return 0, 0
    try:
        of = walk.beats(current.trail[-2], current.state)
    except BrokenJournal:
        return 0, 0
    return (step, of) if step < of else (0, 0)


def public_position(table: Table, current: Position) -> Position:
    """The table as far as everybody has been told of it: `untold` is the line of which more is to come."""
    step, of = beats(table, current)
    walk = current.game.walk
    if walk is None or not of:
        return current
    state = walk.told(current.trail[-2], current.state, step)
    last = current.standing.places[-1]
    return replace(current, states={**current.states, last: state}, untold=current.numbers[-1])


def headline(table: Table, current: Position) -> str:
    """Where the table stands, in a few words, as far as everybody has been told."""
    public = public_position(table, current)
    return public.game.headline(public.state)[:200]


def begin(table: Table, current: Position) -> None:
    """Where everybody at the table is a program, nobody is shown anything: all is told at once."""
    if current.game.walk is not None and beside(table).programs:
        table.walk, table.walked = MOST_BEATS, table.version


def walk_on(table: Table, line: int, to: int) -> None:
    """Show that many beats of a line on every screen. A walk goes on alone: who taps late changes nothing."""
    with writing_at(table) as now:
        step = now.walk if now.walked == line else 0
        if now.version != line or not step < to <= MOST_BEATS:
            return
        now.walk, now.walked = to, line
        now.headline = headline(now, position(now))
        now.save(update_fields=["walk", "walked", "headline"])
        bell.stir(now)


AGAIN = "again"
"""How a request stands that was open already when it was made once more."""


class Answer(NamedTuple):
    """What a tap is answered: the version after it, the steps and the dice.

    `waiting` says who has to speak first, where the tap is held and nothing is written yet.
    """

    version: int
    steps: Json
    dice: object | None
    waiting: object | None = None

    def as_json(self) -> dict[str, object]:
        held = {} if self.waiting is None else {"waiting": self.waiting}
        return {"version": self.version, "steps": at_once(self.steps), "dice": self.dice, **held}


def first_answer(table: Table, key: str, stamp: str) -> Answer | None:
    """What this key was answered before, or None; `InvalidInput` where it was another tap's."""
    entry = Entry.objects.filter(table=table, key=key).first() if key in position(table).keys else None
    asked_for = Request.objects.filter(table=table, key=key).first() if key in beside(table).keys else None
    before = entry or asked_for
    if before is None:
        return None
    if before.asked != stamp:
        raise InvalidInput("key", "Another tap has come with this key; each tap needs a key of its own.")
    return (
        held(table, before)
        if isinstance(before, Request)
        else Answer(before.number, before.steps, before.dice)
    )


def held(table: Table, request: Request) -> Answer:
    """The answer to a tap that others must speak to first."""
    if request.status == AGAIN:
        request = Request.objects.get(pk=request.body["first"])
    waiting = {"request": request.pk, "kind": request.kind, "status": request.status}
    return Answer(table.version, [], None, {**waiting, "seats": list(request.answers)})


def write(table: Table, current: Position, entry: Entry, state: object = None) -> Answer:
    """Append `entry`, in the transaction that holds the table; everyone hears of it once it is committed."""
    append(table, current, entry, state)
    return Answer(entry.number, entry.steps, entry.dice)


def append(table: Table, current: Position, entry: Entry, state: object = None) -> Position:
    """The same, and where the table stands after it: nobody else may know that before it is committed.

    Where the rules have moved on since the last line, one that begins anew comes before it.
    """
    if current.version and table.code not in _awake and not is_awake(table, current.version):
        for begin_evening in RESTED:
            begin_evening(table)
    if current.is_behind and entry.kind != "edition":
        current = _appended(table, current, anew(current, None, current.state), current.state)
    after = _appended(table, current, entry, state)
    go_on(table, current, entry, after)
    table.version = entry.number
    begin(table, after)
    table.headline = headline(table, after)
    rows.update(table, "version", "headline", "walk", "walked")
    if beside(table).open:
        open_ones = Request.objects.filter(table=table, status="open", kind__in=ASKED)
        open_ones.update(status="lapsed")
    transaction.on_commit(lambda: _written(table, entry, after))
    bell.ring(table)
    return after


def is_awake(table: Table, line: int) -> bool:
    """Whether the last line, `line`, was written within the night."""
    return Entry.objects.filter(table=table, number=line, at__gt=timezone.now() - NIGHT).exists()


def _written(table: Table, entry: Entry, after: Position) -> None:
    remember(table, after)
    wrote(table, entry)
    _awake[table.code] = True


def anew(current: Position, to: int | None, state: object) -> Entry:
    """The line with which the fold begins anew, from that state; `to` is the last line that led to it."""
    edition = current.game.edition
    words = f"Edition {edition} of the rules counts from here on. What stood before is kept as it was."
    return Entry(kind="edition", action={"state": text_of(current.game, state)}, to=to, by="house",
                 key=new_key(), asked=digest("edition"), steps=[Step("", words).as_json()])  # fmt: skip


def _appended(table: Table, current: Position, entry: Entry, state: object) -> Position:
    entry.table, entry.number, entry.edition = table, current.version + 1, current.game.edition
    rows.insert(entry)
    after = stepped(current, entry, state)
    _keep(table, after, anew=entry.kind not in ("setup", "action"))
    return after


def keep_all() -> None:
    """Keep the states of every table that was written before they were kept; a broken one has none.

    For the marks that stay its whole journal is folded, once.
    """
    for table in Table.objects.exclude(snapshots__role=0).filter(version__gt=0):
        with suppress(BrokenJournal), writing_at(table) as now:
            _keep(now, position(now), anew=True)
    for table in Table.objects.filter(version__gte=FAR).exclude(snapshots__role__gt=LAST_NEAR):
        with suppress(BrokenJournal), writing_at(table) as now:
            current = position(now)
            if current.is_whole:
                _keep(now, current, anew=True)


def _keep(table: Table, current: Position, *, anew: bool) -> None:
    """Keep the state now, and of those before it what is known already."""
    places, now = current.standing.places, current.state
    states, held = {0: (places[-1], now)}, marks(table) if anew else {}
    for role, at in roles(current.standing, anew=anew).items():
        if places[at] in current.states and held.get(role) != places[at]:
            states[role] = places[at], current.states[places[at]]
    keep(table, current.game, states, current.laid)
    if anew:
        tidy(table, current.standing)
