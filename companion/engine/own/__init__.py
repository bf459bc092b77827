"""Cards of one's own: what a game lets people make, as data; made in one form, and in one table.

A row is text in cells, exactly as somebody wrote it, so that nothing is lost on the way in or out and nothing
by an error. What a cell means is read when a card is drawn, checked or taken to a table. What is otherwise
between two tables is said in words, and which cards must be printed again.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.engine.wording import isolated

type Row = Mapping[str, str]
"""The cells of one card by the keys of their columns; an empty cell is left out."""
type Meaning = Literal["text", "prose", "number", "yes", "one", "words", "record", "records"]

type Faults = Callable[[Json, Sequence[str]], Iterator[GameError]]

PICTURE, BACK = "picture", "back"
"""The columns that every kind has besides its own: names of pictures that lie with the set."""
MOST_ROWS, LONGEST = 1_000, 4_000
"""Cards of one kind in a set, and letters in a cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of the table and one field of the form.

    `key` is its place in the record, dotted. `one` of the `choices` is picked, several of them as `words`; a
    `record` and `records` (one a line) are written `kind: build, count: 3`, and `samples` shows some.
    """

    key: str
    title: str
    help: str = ""
    kind: Meaning = "text"
    choices: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()


PICTURES = (
    Column(key=PICTURE, title="picture", help="The name of a picture of this set, for the front."),
    Column(key=BACK, title="back", help="The name of a picture of this set, for the whole back."),
)


class Sides(NamedTuple):
    """A card as the press draws it: its front, and its back if it has one."""

    front: Any
    back: Any | None = None


class Wanted(NamedTuple):
    """A card to draw: its kind, its record, the file that it stands in, and the choices of its print."""

    kind: str
    record: Json
    file: Json
    choices: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of cards. `id` and `name` are the columns that tell them apart, and by which people call them;
    the `joint` stands between the words of an id, and after it, on a sheet, the names of its `pieces`.
    Without `backs` its back is no matter of choice.

    `printable` prints all of them; `window` is where a card's own picture is printed, `size` the card, both
    in millimetres across and down. `faults(record, ids)` says what is wrong with a record in a set of these
    ids, its path beginning within the record.
    """

    key: str
    title: str
    one: str
    help: str
    columns: tuple[Column, ...]
    printable: str
    faults: Faults
    window: tuple[float, float]
    size: tuple[float, float]
    id: str = "id"
    name: str = "title"
    joint: str = "-"
    pieces: tuple[str, ...] = ("",)
    backs: bool = True

    def called(self, name: str) -> tuple[str, ...]:
        """What the sheets call the pieces of the card of that id."""
        return tuple(f"{name} {piece}".strip() for piece in self.pieces)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """Its columns and those of pictures."""
        return (*self.columns, *PICTURES[: 1 + self.backs])


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """What of a game can be made by hand.

    The cards of a set become the owner's file `file`, which a table and the print shop take: `whole(base,
    title, records)` builds it from records by kind, on one of the `bases` (the project's own starter sets, by
    name with their titles). `starter(base)` gives a base's own records. With `alone` the file holds one card,
    and each is taken to a table by itself. `sides` draws one card.
    """

    file: str
    kinds: tuple[Kind, ...]
    bases: Mapping[str, str]
    starter: Callable[[str], Mapping[str, Sequence[Json]]]
    whole: Callable[[str, str, Mapping[str, Sequence[Json]]], Json]
    sides: Callable[[Wanted], Sides]
    alone: bool = False
    print_with: Mapping[str, Json] = field(default_factory=dict)

    def kind(self, key: str) -> Kind:
        """The kind of that key; `KeyError` where there is none."""
        return {each.key: each for each in self.kinds}[key]


def kinds_in(file: Path, faults: Mapping[str, Faults]) -> tuple[Kind, ...]:
    """A game's kinds as a file says them, by key; `faults` checks the records of each."""
    said: dict[str, Any] = json.loads(file.read_text("utf-8"))
    shared = said.pop("shared", {})
    return tuple(_kind(shared, {**told, "key": key, "faults": faults[key]}) for key, told in said.items())


def _kind(shared: Mapping[str, Any], told: dict[str, Any]) -> Kind:
    columns = (_column({**shared.get(each.get("like"), {}), **each}) for each in told["columns"])
    sizes: dict[str, Any] = {each: tuple(told[each]) for each in ("window", "size", "pieces") if each in told}
    return Kind(**{**told, **sizes, "columns": tuple(columns)})


def _column(told: dict[str, Any]) -> Column:
    lists = {each: tuple(told.get(each, ())) for each in ("choices", "samples")}
    told.pop("like", "")
    return Column(**{"title": told["key"], **told, **lists})


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
