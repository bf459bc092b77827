"""Lines of the journal as people read them: redacted for who looks, undone ones still there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.engine.game import Game, Sight
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
    move: bool
    standing: bool
    newest: bool
    at: datetime


def last(
    table: Table, known: Position, sight: Sight, names: Mapping[str, str], many: int
) -> tuple[LineShown, ...]:
    """The last lines that stand, newest first: a corrected one in the place of what it corrects."""
    numbers = known.numbers[-many:]
    rows = {row.number: row for row in Entry.objects.filter(table=table, number__in=numbers)}
    return _shown([rows[number] for number in reversed(numbers)], known, sight, names)


def page(
    table: Table, known: Position, sight: Sight, names: Mapping[str, str], before: int
) -> tuple[LineShown, ...]:
    """A page of the log, newest first: the lines below number `before`, undone ones among them."""
    rows = Entry.objects.filter(table=table, number__lt=before, number__gte=before - MANY)
    return _shown(rows.order_by("-number"), known, sight, names)


def _shown(
    rows: Iterable[Entry], known: Position, sight: Sight, names: Mapping[str, str]
) -> tuple[LineShown, ...]:
    standing = dict(known.standing.places)
    said = [(row, names.get(row.seat, ""), words(row, known, sight)) for row in rows]
    return tuple(
        LineShown(
            number=row.number, kind=row.kind, seat=seat, whose="" if told.startswith(seat) else seat,
            by=row.by, as_host=row.as_host, words=told, steps=tuple(steps(row, known, standing)),
            dice=row.dice, rolled=row.rolled, move=row.kind in ("action", "amend") and not row.struck,
            standing=row.number in standing, newest=row.number == known.numbers[-1], at=row.at,
        )
        for row, seat, told in said
    )  # fmt: skip


def words(row: Entry, known: Position, sight: Sight) -> str:
    """A line in a few words, for who looks."""
    if row.kind == "setup":
        return "The table opens"
    if row.kind == "undo":
        return f"Back to line {row.to}"
    if row.kind == "redo":
        return "The undo or correction is taken back"
    if row.struck:
        return f"Line {row.to} is struck out"
    shown = known.game.redact_action(known.state, row.action, sight)
    told = told_by(known.game, known.found(row.number), shown, sight)
    return f"Line {row.to} is corrected: {told}" if row.kind == "amend" else told


def told_by(game: Game[Any], before: Any | None, action: Json, sight: Sight) -> str:
    """A redacted action in a few words, by the names of the state `before` it where there is one."""
    return game.describe(action) if game.tell is None or before is None else game.tell(before, action, sight)


def steps(row: Entry, known: Position, standing: Mapping[int, int]) -> Json:
    """Why: as it was written, or as it now is where an earlier line was corrected since.

    `standing` tells of each line that stands since which amendment it does.
    """
    if standing.get(row.number, 0) <= row.number:
        return row.steps
    outcome = known.game.apply(known.before(row.number), row.action)
    return [step.as_json() for step in outcome.steps]


def as_json(row: Entry, known: Position, sight: Sight, standing: Mapping[int, int]) -> dict[str, Any]:
    """A line for a program, redacted for `sight`. Of a setup only what its table chose is told."""
    action = row.action
    if row.kind in ("action", "amend") and action is not None:
        action = known.game.redact_action(known.state, action, sight)
    elif row.kind == "setup":
        # Decks and their like are secrets to the end of the game.
        action = {"options": action.get("options", {})} if isinstance(action, dict) else None
    return {
        "number": row.number, "kind": row.kind, "seat": row.seat or None, "by": row.by,
        "as_host": row.as_host, "to": row.to, "action": action, "dice": row.dice, "rolled": row.rolled,
        "dropped": row.dropped, "struck": row.struck, "steps": steps(row, known, standing),
        "stands": row.number in standing, "at": row.at.isoformat(),
    }  # fmt: skip
