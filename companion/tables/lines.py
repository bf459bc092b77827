"""Lines of the journal as people read them: redacted for who looks, undone ones still there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.engine.game import Sight
from companion.engine.wire import Json
from companion.tables.models import Entry, Table
from companion.tables.position import Position

MANY = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShown:
    """One line: `seat` is the name of whose it is, `by` the device that tapped it.

    `whose` is `seat` where the words do not name it themselves.
    """

    number: int
    kind: str
    seat: str
    whose: str
    by: str
    as_host: bool
    words: str
    steps: tuple[Mapping[str, str], ...]
    dice: Json
    rolled: bool
    standing: bool
    newest: bool
    at: datetime


def last(
    table: Table, known: Position, sight: Sight, names: Mapping[str, str], many: int
) -> tuple[LineShown, ...]:
    """The last lines that stand, newest first."""
    return _shown(Entry.objects.filter(table=table, number__in=known.numbers[-many:]), known, sight, names)


def page(
    table: Table, known: Position, sight: Sight, names: Mapping[str, str], before: int
) -> tuple[LineShown, ...]:
    """A page of the log, newest first: the lines below number `before`, undone ones among them."""
    rows = Entry.objects.filter(table=table, number__lt=before, number__gte=before - MANY)
    return _shown(rows, known, sight, names)


def _shown(
    rows: Iterable[Entry], known: Position, sight: Sight, names: Mapping[str, str]
) -> tuple[LineShown, ...]:
    standing = frozenset(known.numbers)
    newest_first = sorted(rows, key=lambda row: -row.number)
    said = [(row, names.get(row.seat, ""), _words(row, known, sight)) for row in newest_first]
    return tuple(
        LineShown(
            number=row.number, kind=row.kind, seat=seat, whose="" if words.startswith(seat) else seat,
            by=row.by, as_host=row.as_host, words=words, steps=tuple(row.steps), dice=row.dice,
            rolled=row.rolled, standing=row.number in standing, newest=row.number == known.numbers[-1],
            at=row.at,
        )
        for row, seat, words in said
    )  # fmt: skip


def _words(row: Entry, known: Position, sight: Sight) -> str:
    if row.kind == "setup":
        return "The table opens"
    if row.kind == "undo":
        return f"Back to line {row.to}"
    if row.kind == "redo":
        return "The undo is taken back"
    return known.game.describe(known.game.redact_action(known.state, row.action, sight))


def as_json(row: Entry, known: Position, sight: Sight, standing: frozenset[int]) -> dict[str, Any]:
    """A line for a program, redacted for `sight`. Of a setup only what its table chose is told."""
    action = row.action
    if row.kind == "action":
        action = known.game.redact_action(known.state, action, sight)
    elif row.kind == "setup":
        # Decks and their like are secrets to the end of the game.
        action = {"options": action.get("options", {})} if isinstance(action, dict) else None
    return {
        "number": row.number, "kind": row.kind, "seat": row.seat or None, "by": row.by,
        "as_host": row.as_host, "to": row.to, "action": action, "dice": row.dice, "rolled": row.rolled,
        "steps": row.steps, "stands": row.number in standing, "at": row.at.isoformat(),
    }  # fmt: skip
