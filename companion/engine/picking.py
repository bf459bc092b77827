"""Cells of machine words picked instead of typed: what may stand in one, part by part, there and back.

A cell that holds records is a line each, and so are records within a record. A line that no picks can say
stays a line to write; whatever is picked, a cell that means what it meant is left as somebody wrote it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.own import Column, Part, in_one_line, meant_by, read, spoken
from companion.engine.wire import Json

type Sent = Callable[[str], Sequence[str]]
"""What a form sends under a name."""
type Names = Mapping[str, Mapping[str, str]]
"""What the cards of each kind are called, by their short names."""

DEEPEST_PICKED = 5
"""Records within one another that are picked still; beyond, the whole line is written."""


class Pick(NamedTuple):
    """One part of a line: what it is, its name in the form, and what is chosen or written; `lines` where it
    holds records of its own, `called` where it is a card's short name."""

    part: Part
    name: str
    values: tuple[str, ...] = ()
    lines: "tuple[Line, ...]" = ()
    called: Mapping[str, str] = {}

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    @property
    def offered(self) -> list[tuple[str, str, bool]]:
        """What may be chosen, in words, and whether it is."""
        there = {**dict.fromkeys((*self.part.choices, *self.values), ""), **self.called}
        return [(each, words or spoken(each), each in self.values) for each, words in there.items()]


class Line(NamedTuple):
    """One record of a cell: its picks, or the whole of it as `raw` text under `name`."""

    name: str
    picks: tuple[Pick, ...]
    raw: str = ""


def lines(column: Column, name: str, cell: str, names: Names | None = None) -> list[Line]:
    """A cell as lines to pick, and one more for what is not there yet, where several may be."""
    shown = _Shown(column.shapes, names or {})
    texts = [each for each in cell.split("\n") if each.strip()]
    made = [_line(column, shown, f"{name}.{n}", text) for n, text in enumerate(texts)]
    more = column.kind == "records" or not texts
    return [*made, *([shown.line(column.parts, f"{name}.{len(texts)}", {})] if more else [])]


def _line(column: Column, shown: "_Shown", name: str, text: str) -> Line:
    try:
        record = read(text)
    except InvalidInput:
        return Line(name, (), text)
    fits = shown.fits(column.parts, record, DEEPEST_PICKED)
    return shown.line(column.parts, name, record) if fits else Line(name, (), text)


class _Shown(NamedTuple):
    """Records as lines: the shapes of those that lie within others, and what cards are called."""

    shapes: Mapping[str, tuple[Part, ...]]
    names: Names

    def fits(self, parts: Sequence[Part], record: Mapping[str, Json], deep: int) -> bool:
        """Whether picks can say all of a record."""
        mine = {part.key: part for part in _parts(parts, record)}
        return all(key in mine and self._may_be(mine[key], value, deep) for key, value in record.items())

    def _may_be(self, part: Part, value: Json, deep: int) -> bool:
        rows = value if part.many else [value]
        if not isinstance(rows, list) or not rows:
            return False
        if part.shape:
            inner = self.shapes[part.shape]
            return deep > 0 and all(
                isinstance(each, dict) and bool(each) and self.fits(inner, each, deep - 1) for each in rows
            )
        if part.choices:
            return {str(each) for each in rows} <= set(part.choices)
        return type(value) is int or (isinstance(value, str) and meant_by(value) == value.strip() != "")

    def line(self, parts: Sequence[Part], name: str, record: Mapping[str, Json]) -> Line:
        picks = (
            self._pick(part, f"{name}.{part.key}", record.get(part.key)) for part in _parts(parts, record)
        )
        return Line(name, tuple(picks))

    def _pick(self, part: Part, name: str, value: Json) -> Pick:
        rows = value if isinstance(value, list) else [] if value is None else [value]
        if not part.shape:
            return Pick(part, name, tuple(map(str, rows)), called=self.names.get(part.of, {}))
        records = [each for each in rows if isinstance(each, dict)]
        blank: list[dict[str, Json]] = [{}] if part.many or not records else []
        inner = enumerate([*records, *blank])
        return Pick(
            part, name, lines=tuple(self.line(self.shapes[part.shape], f"{name}.{n}", r) for n, r in inner)
        )


def _parts(parts: Sequence[Part], record: Mapping[str, Json]) -> Iterator[Part]:
    """What belongs to a record of this kind; before there is a kind that alone."""
    first = parts[0]
    kind = str(record.get(first.key, ""))
    for part in parts:
        if part is first or not first.choices or kind in part.kinds or (kind and not part.kinds):
            yield part


def cell_of(column: Column, name: str, sent: Sent) -> str:
    """The cell that a form's picks come to: as it was, where it means the same."""
    rows = [text for n in range(len(sent(f"{name}.line"))) if (text := _text(column, f"{name}.{n}", sent))]
    was = next(iter(sent(f"{name}.was")), "")
    return was if _same(was, rows) else "\n".join(rows)


def _text(column: Column, name: str, sent: Sent) -> str:
    raw = next(iter(sent(name)), "").strip()
    if raw:
        return " ".join(raw.split())
    record = _record(column, column.parts, name, sent, DEEPEST_PICKED)
    return in_one_line(record) if record else ""


def _record(column: Column, parts: Sequence[Part], name: str, sent: Sent, deep: int) -> dict[str, Json]:
    first = parts[0]
    kind = next((each.strip() for each in sent(f"{name}.{first.key}") if each.strip()), "")
    if first.choices and not kind:
        return {}
    mine = _parts(parts, {first.key: kind})
    said = {part.key: _value(column, part, f"{name}.{part.key}", sent, deep) for part in mine}
    return {key: value for key, value in said.items() if value not in (None, [])}


def _value(column: Column, part: Part, name: str, sent: Sent, deep: int) -> Json:
    if part.shape:
        inner, count = column.shapes[part.shape], len(sent(f"{name}.line")) if deep else 0
        rows: list[Json] = [
            each for n in range(count) if (each := _record(column, inner, f"{name}.{n}", sent, deep - 1))
        ]
    else:
        rows = [each.strip() for each in sent(name) if each.strip()]
    if part.many:
        return rows
    first = rows[0] if rows else None
    return meant_by(first) if isinstance(first, str) else first


def _same(was: str, rows: list[str]) -> bool:
    old = [each for each in was.split("\n") if each.strip()]
    try:
        return [read(each) for each in old] == [read(each) for each in rows]
    except InvalidInput:
        return old == rows
