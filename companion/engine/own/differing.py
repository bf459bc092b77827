"""What is otherwise between two tables of one kind, in words; and which cards must be printed again."""

from collections.abc import Iterator, Sequence

from companion.engine.own import Kind, Row
from companion.engine.wording import isolated

SHORT = 40


def changed(kind: Kind, before: Sequence[Row], after: Sequence[Row]) -> list[str]:
    """The short names of the cards that are new, or look otherwise than they did."""
    old = {row.get(kind.id, ""): row for row in before}
    return [row.get(kind.id, "") for row in after if old.get(row.get(kind.id, "")) != row]


def told(kind: Kind, before: Sequence[Row], after: Sequence[Row]) -> Iterator[str]:
    """Each card that is new, gone or changed, its cells as they were and are; and another order."""
    old = {row.get(kind.id, ""): row for row in before}
    new = {row.get(kind.id, ""): row for row in after}
    yield from (f"{_called(kind, row)}: new" for key, row in new.items() if key not in old)
    yield from (f"{_called(kind, row)}: taken away" for key, row in old.items() if key not in new)
    for key, row in new.items():
        if key in old and old[key] != row:
            yield f"{_called(kind, row)}: {', '.join(_cells(kind, old[key], row))}"
    if [key for key in old if key in new] != [key for key in new if key in old]:
        yield f"{kind.title}: another order"


def _called(kind: Kind, row: Row) -> str:
    return f"“{_brief(row.get(kind.name) or row.get(kind.id, ''))}”"


def _cells(kind: Kind, before: Row, after: Row) -> Iterator[str]:
    for column in kind.all_columns:
        old, new = before.get(column.key, ""), after.get(column.key, "")
        if old != new:
            yield f"{column.title} {_brief(old) or '–'} → {_brief(new) or '–'}"


def _brief(cell: str) -> str:
    """A cell in few letters."""
    line = " ".join(cell.split())
    return isolated(line if len(line) <= SHORT else f"{line[: SHORT - 1]}…")
