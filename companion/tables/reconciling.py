"""Every journal folded anew, beside what the database shows of its table: for `reconcile`."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Step
from companion.engine.journal import Standing
from companion.engine.wire import Json
from companion.tables.amending import Fix, corrected
from companion.tables.devices import HOUSE
from companion.tables.dice import dice_of
from companion.tables.models import Entry, Table
from companion.tables.position import BrokenJournal, Position, as_line, extend


def folded(table: Table, entries: Sequence[Entry]) -> Position | str:
    """The table out of its entries alone, nothing remembered; in words, why it cannot be folded."""
    try:
        return extend(Position(shelf.game(table.system)), entries)
    except BrokenJournal as error:
        return str(error)
    # What was tampered with may be broken in any way, and the others are still to be looked at.
    except (GameError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"The journal cannot be folded: {error}"


def wrong(table: Table) -> tuple[Position | None, list[str]]:
    """The table's fold, and in words whatever the database shows otherwise."""
    entries = list(Entry.objects.filter(table=table).order_by("number"))
    found = list(_numbers(table, entries))
    known = folded(table, entries) if not found else "Its lines are not whole, so that it cannot be folded."
    if isinstance(known, str):
        return None, [*found, known]
    headline = known.game.headline(known.state)[:200]
    if table.headline != headline:
        found.append(f"The headline is “{table.headline}”; the journal says “{headline}”.")
    return known, [*found, *_lines(table, known, entries)]


def _numbers(table: Table, entries: Sequence[Entry]) -> Iterator[str]:
    """Lines are numbered from 1 without a gap, up to the table's version; the first is the setup."""
    numbers = [entry.number for entry in entries]
    if numbers != list(range(1, len(numbers) + 1)):
        missing = sorted(set(range(1, table.version + 1)) - set(numbers))
        yield f"Lines are missing: {', '.join(map(str, missing[:10])) or 'their numbers do not run from 1'}."
    if len(numbers) != table.version:
        yield f"The table is at version {table.version}; its journal has {len(numbers)} lines."
    if not entries or entries[0].kind != "setup":
        yield "The first line is not the setup."


def _lines(table: Table, known: Position, entries: Sequence[Entry]) -> Iterator[str]:
    """Each line as it was written: its steps, its dice, and what a correction let fall."""
    standing = Standing()
    for entry in entries:
        before = Position(known.game, entry.number - 1, standing, known.actions, known.states)
        try:
            yield from (f"Line {entry.number}: {said}" for said in _line(table, before, entry))
        except GameError as error:
            yield f"Line {entry.number}: the rules refuse it: {error}"
        standing = standing.after(as_line(entry))


def _line(table: Table, before: Position, entry: Entry) -> Iterator[str]:
    steps: Sequence[Step] = ()
    if entry.kind in ("setup", "action"):
        state = before.state if entry.kind == "action" else None
        outcome = before.game.open(entry.action) if state is None else before.game.apply(state, entry.action)
        steps = outcome.steps
    elif entry.kind == "amend":
        fix = corrected(before, table, HOUSE, Fix(entry.to or 0, entry.action))
        steps = fix.steps
        if sorted(fix.dropped) != sorted(entry.dropped or ()):
            yield f"it let lines {_listed(entry.dropped)} fall; the rules let {_listed(fix.dropped)} fall."
    elif entry.kind == "undo" and entry.to not in before.numbers:
        yield f"it goes back to line {entry.to}, which did not stand."
    if _plain(entry.steps) != _plain([step.as_json() for step in steps]):
        yield "its steps are not those of the rules."
    if entry.kind in ("action", "amend") and _plain(entry.dice) != _plain(dice_of(entry.action)):
        yield "its dice are not those of its action."


def _listed(numbers: Any) -> str:
    return ", ".join(map(str, sorted(numbers or ()))) or "none"


def _plain(value: Any) -> Json:
    """A value as it comes back out of the database."""
    return json.loads(json.dumps(value))
