"""Who is ready for what all are shown together, and what each has marked for it under his seal.

What is said and marked counts for the line after which it was said; of marks the game says what a line
leaves. They are kept beside the journal, each for its own seat's eyes, until the last word opens all.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.scene import Ready, Sight
from companion.engine.sealed import NOTHING, Hands, Kept
from companion.engine.wire import Json
from companion.tables import bell
from companion.tables.beside import beside
from companion.tables.devices import Device
from companion.tables.may import chairs, check_open, check_plays, looker
from companion.tables.models import Entry, Table
from companion.tables.position import Position
from companion.tables.writing import writing_at

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


def hands(table: Table, who: Device, known: Position, seen: Sight) -> Hands:
    """How far the common step is at which the table stands, as this device may know it."""
    owners = _owners(known)
    if not owners:
        return NOTHING
    marks = {seat: each for seat, each in _marks(table).items() if seat in seen.sees}
    alone = seen.acts.issuperset(owners) and not elsewhere(table, who, owners)
    return Hands(owners, said(table) & {*owners}, _idle(known, owners), marks, alone)


def own_marks(table: Table, who: Device) -> Mapping[str, Json]:
    """What the seats of this device have marked: its pictures are like nobody else's."""
    return {seat: each for seat, each in _marks(table).items() if seat in who.holds}


def elsewhere(table: Table, who: Device, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these seats for which somebody at another device speaks himself.

    At a table of programs nobody does, and a host who sits nowhere does all.
    """
    known = beside(table)
    if known.programs or who.keeps:
        return ()
    own = {*who.holds, *who.for_others}
    return tuple(seat for seat in seats if seat in known.used and seat not in own)


def answers(table: Table, who: Device, seat: str) -> bool:
    """Whether a seat answers for itself when a deed tapped here touches it.

    Somebody at another device does, or one of those who share this one: the sheet turns to him.
    """
    shared = seat in who.holds and len(who.holds) > 1 and not beside(table).programs
    return shared or bool(elsewhere(table, who, (seat,)))


def check_speaks(table: Table, known: Position, who: Device, action: Json) -> None:
    """`IllegalAction` for an action that ends a common step, where others have a word in it."""
    sealed, owners = known.game.sealed, _owners(known)
    if sealed is None or not owners or not sealed.ends(known.state, action):
        return
    others = elsewhere(table, who, owners)
    if others:
        names = chairs(table)
        waits = " and ".join(names.get(seat, seat) for seat in others)
        raise IllegalAction(
            "type", f"This step belongs to {waits} too: say that you are ready, and it ends with all."
        )


def is_known(table: Table, key: str, asked: str) -> bool:
    """Whether this tap has been taken already; `InvalidInput` where another one came with its key."""
    before = table.marks.get("keys", {}).get(key)
    if before is not None and before != asked:
        raise InvalidInput("key", "Another tap has come with this key; each tap needs a key of its own.")
    return before is not None


def put(table: Table, known: Position, who: Device, word: Word, tap: tuple[str, str]) -> bool:
    """Put down what a seat says, in the transaction that holds the table; whether all are ready now.

    `tap` is its key and digest. That somebody marks rings no bell: only that he is ready is told.
    """
    owners, sealed = _owners(known), known.game.sealed
    if sealed is None or word.seat not in owners:
        raise IllegalAction("seat", "There is nothing that this seat marks now.")
    looker(table, who, chairs(table)).check_deed(word.seat, "seat", ())
    if word.seat in elsewhere(table, who, owners):
        raise IllegalAction("seat", f"{chairs(table)[word.seat]} marks on a device of its own.")
    marks, words = dict(_marks(table)), set(said(table))
    for mark in word.marks:
        marks[word.seat] = sealed.marked(known.state, word.seat, marks.get(word.seat), mark)
    before = frozenset(words)
    words -= {word.seat} if word.marks or word.ready is False else set()
    words |= {word.seat} if word.ready else set()
    keys = dict([*table.marks.get("keys", {}).items(), tap][-REMEMBERED:])
    _save(table, marks, words, keys, table.version)
    if before != words:
        bell.stir(table)
    return {*owners} <= words | _idle(known, owners) and word.seat in words


def opened(table: Table, known: Position) -> list[Json]:
    """The actions that all marks come to."""
    sealed = known.game.sealed
    return [] if sealed is None else [*sealed.opened(known.state, _marks(table))]


def go_on(table: Table, known: Position, entry: Entry, after: Position) -> None:
    """Leave of what is marked and said what a new line leaves; what goes back leaves nothing."""
    sealed = known.game.sealed
    if sealed is None or not (table.marks or table.ready):
        return
    kept: Kept | None = None
    if entry.kind == "action" and table.readied == known.version:
        kept = sealed.kept(known.state, entry.action, after.state, _marks(table))
    if kept is None:
        _save(table, {}, frozenset(), {}, entry.number)
    else:
        keys = table.marks.get("keys", {})
        _save(table, kept.marks, said(table) if kept.ready else frozenset(), keys, entry.number)


def _save(table: Table, marks: Any, words: Any, keys: Mapping[str, str], version: int) -> None:
    """Keep all of it; a table whose game seals nothing has none."""
    table.marks = {"seats": dict(marks), "keys": dict(keys)} if marks or keys else {}
    table.ready, table.readied = sorted(words), version
    table.save(update_fields=["marks", "ready", "readied"])


def _owners(known: Position) -> tuple[str, ...]:
    sealed = known.game.sealed
    return sealed.owners(known.state) if sealed is not None and known.numbers else ()


def _idle(known: Position, owners: tuple[str, ...]) -> frozenset[str]:
    """Who has nothing to mark; nobody, where that is true of all, as somebody has to say the word."""
    sealed = known.game.sealed
    idle = frozenset(seat for seat in owners if sealed is not None and sealed.is_idle(known.state, seat))
    return idle if len(idle) < len(owners) else frozenset()


def _sitting(table: Table) -> tuple[str, ...]:
    """The seats at which a device is or was, in order."""
    known = beside(table)
    return tuple(seat.chair for seat in known.seats if seat.chair in known.used)


def _marks(table: Table) -> Mapping[str, Json]:
    seats: Mapping[str, Json] = table.marks.get("seats", {}) if table.readied == table.version else {}
    return seats
