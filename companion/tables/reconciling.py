"""Every journal folded anew, beside what the database shows of its table: for `reconcile`."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Outcome, Step
from companion.engine.journal import Place, fold
from companion.engine.step import are_kept
from companion.tables import journal
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE
from companion.tables.dice import dice_of
from companion.tables.models import Entry, Snapshot, Table
from companion.tables.position import BrokenJournal, Position, as_line, begun_anew, extend, read_repairs
from companion.tables.snapshots import SPOILT, Kept, Laid, cut, joined, rows
from companion.tables.snapshots import kept as kept_of


def folded(table: Table, entries: Iterable[Entry]) -> Position | str:
    """The table out of its entries alone, nothing remembered; in words, why it cannot be folded.

    Where the rules have moved on since the last line, only the state that was kept can be shown.
    """
    try:
        game = shelf.game(table.system)
        current = extend(Position(replace(game, apply=_once(game.apply)), kept=kept_of(table)), entries)
        current = begun_anew(current) if current.is_behind else replace(current, kept={})
        current.trail[:]  # All of it, now.
        return current
    except BrokenJournal as error:
        return f"{error} {error.__cause__}"
    # What was tampered with may be broken in any way, and the others are still to be looked at.
    except (GameError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"The journal cannot be folded: {error}"


def _once[S](apply: Callable[[S, object], Outcome[S]]) -> Callable[[S, object], Outcome[S]]:
    """The same, each line worked out once in the same state: the fold and the proof of its steps share it."""
    outcomes: dict[tuple[int, int], tuple[S, object, Outcome[S]]] = {}

    def applied(state: S, action: object) -> Outcome[S]:
        at = id(state), id(action)  # Both are kept with the outcome, so that no other has their identity.
        if at not in outcomes:
            outcomes[at] = state, action, apply(state, action)
        return outcomes[at][2]

    return applied


def wrong(table: Table) -> tuple[Position | None, list[str]]:
    """The table's fold, and in words whatever the database shows otherwise."""
    entries = list(Entry.objects.filter(table=table).order_by("number"))
    rows = list(_numbers(table, entries))
    if table.laid_out is not None:
        return None, rows  # Its people are still sitting down.
    current = folded(table, entries) if not rows else "Its lines are not whole, so that it cannot be folded."
    if isinstance(current, str):
        return None, [*rows, current]
    headline = current.game.headline(current.state)[:200]
    if table.headline not in (headline, journal.headline(table, current)):
        rows.append(f"The headline is “{table.headline}”; the journal says “{headline}”.")
    return current, [*rows, *kept_amiss(table, current), *_lines(table, current, entries)]


def kept_amiss(table: Table, current: Position) -> Iterator[str]:
    """The states that are kept are what the journal says, where it can say it."""
    laid: dict[str, Laid] = {}
    for row, kept in rows(table):
        place = Place(row.number, row.since)
        if kept is None:
            yield f"The state kept after line {row.number} does not fit its checksum."
        elif place in current.states and not _says(row, kept, current, laid):
            yield f"The state kept after line {row.number} is not the one that the journal leads to."


def _says(row: Snapshot, kept: Kept, current: Position, laid: dict[str, Laid]) -> bool:
    """Whether that state is kept there; of rows that begin alike only what follows is written out anew."""
    state = current.states[Place(row.number, row.since)]
    held = {name for each in laid.values() for name in each.digests}
    own = cut(current.game, state, laid, held)
    # A database, or a file, may have put the keys of what a table was opened with in another order.
    try:
        if {name: [*named] for name, named in own.blocks.items()} == row.blocks:
            return bool(joined(kept.text, {}) == joined(own.text, {}))
        return bool(kept.whole() == _plain(current.game.state_json(state)))
    except SPOILT:
        return False


def _numbers(table: Table, entries: Sequence[Entry]) -> Iterator[str]:
    """Lines are numbered from 1 without a gap, up to the table's version; the first is the setup."""
    numbers = [entry.number for entry in entries]
    if numbers != list(range(1, len(numbers) + 1)):
        missing = sorted(set(range(1, table.version + 1)) - set(numbers))
        yield f"Lines are missing: {', '.join(map(str, missing[:10])) or 'their numbers do not run from 1'}."
    if len(numbers) != table.version:
        yield f"The table is at version {table.version}; its journal has {len(numbers)} lines."
    if table.laid_out is None and (not entries or entries[0].kind != "setup"):
        yield "The first line is not the setup."


def _lines(table: Table, current: Position, entries: Sequence[Entry]) -> Iterator[str]:
    """Each line as it was written: its steps, its dice, and what a correction let fall.

    Those of earlier editions of the rules are not asked of the rules of today.
    """
    first = max((entry.number for entry in entries if entry.kind == "edition"), default=0) + 1
    first = len(entries) + 1 if current.is_behind else first
    standing = fold(map(as_line, entries[: first - 1]))
    for entry in entries[first - 1 :]:
        before = Position(
            current.game, entry.number - 1, standing, current.actions.at(standing), current.states
        )
        try:
            yield from (f"Line {entry.number}: {fault}" for fault in _line(table, before, entry))
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
        kept = read_repairs(entry.repairs)
        fix = corrected(before, table, HOUSE, Fix(entry.to or 0, entry.action), kept)
        steps = fix.steps
        if sorted(fix.dropped) != sorted(entry.dropped or ()):
            yield f"it let lines {_listed(entry.dropped)} fall; the rules let {_listed(fix.dropped)} fall."
    elif entry.kind == "undo" and entry.to not in before.numbers:
        yield f"it goes back to line {entry.to}, which did not stand."
    if not are_kept(entry.steps, steps):
        yield "its steps are not those of the rules."
    if entry.kind in ("action", "amend") and _plain(entry.dice) != _plain(dice_of(entry.action)):
        yield "its dice are not those of its action."


def _listed(numbers: Any) -> str:
    return ", ".join(map(str, sorted(numbers or ()))) or "none"


def _plain(value: object) -> object:
    """A value as it comes back out of the database."""
    return json.loads(json.dumps(value))
