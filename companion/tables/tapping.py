"""A tap on its way to the journal: once and no more, at the table that its screen showed, as a line."""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.engine.scene import Looker
from companion.engine.wire import Json
from companion.tables import asking
from companion.tables.beside import beside
from companion.tables.devices import Device
from companion.tables.dice import completed, dice_of
from companion.tables.errors import StaleTable
from companion.tables.journal import Answer, first_answer
from companion.tables.may import chairs, check_may, check_open, check_plays, looker, signed
from companion.tables.models import Entry, Table
from companion.tables.position import Position, position
from companion.tables.together.readiness import check_speaks
from companion.tables.writing import writing_at

THEN = "then"
"""In the address of a deed: the half-made choice that stays on the screen once it is done."""


class Tap(NamedTuple):
    """A tap of a device: the version that its screen showed, its own key, and a digest of what it asks."""

    who: Device
    seen: int
    key: str
    asked: str

    def entry(self, kind: str, **more: Any) -> Entry:
        """The line that it would write."""
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
        known = position(now)
        check_plays(tap.who)
        return deed(now, known)


def line_of(now: Table, known: Position, tap: Tap, action: Json) -> tuple[Looker, Entry]:
    """The line that a tap would write, its dice rolled, and the device as the table knows it."""
    who = tap.who
    device = looker(now, who, chairs(now))
    seat = check_may(known.game, known.state, action, device)
    check_speaks(now, known, who, action)
    entry = tap.entry("action", action=action, seat=seat)
    entry.as_host = bool(seat) and seat not in who.holds and now.kind == "seated"
    _roll(now, known, entry)
    return device, entry


def _roll(table: Table, known: Position, tap: Entry) -> None:
    """Roll the dice that a tap left to the app: whether a question comes first may hang on them.

    A tap that was held and taken back finds the dice that it had: nobody rolls twice for one deed.
    """
    complete = asking.dealt(table, tap) or completed(known.game, known.state, tap.action)
    tap.rolled, tap.action = complete != tap.action, complete


def done(known: Position, entry: Entry) -> tuple[Entry, Any]:
    """Ask the rules: the line with what it did, and the state after it."""
    outcome = known.game.apply(known.state, entry.action)
    entry.dice = dice_of(entry.action)
    entry.steps = [step.as_kept() for step in outcome.steps]
    return entry, outcome.state
