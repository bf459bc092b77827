"""Cells of machine words picked instead of typed: what may stand in one, part by part, there and back.

A cell that holds records is a line each. A line that no picks can say (conditions within conditions) stays a
line to write; whatever is picked, a cell that means what it meant is left as somebody wrote it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.own import Column, Part, in_one_line, meant_by, read
from companion.engine.wire import Json

type Sent = Callable[[str], Sequence[str]]
"""What a form sends under a name."""


class Pick(NamedTuple):
    """One part of a line: what it is, its name in the form, and what is chosen or written."""

    part: Part
    name: str
    values: tuple[str, ...]

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    @property
    def offered(self) -> list[tuple[str, str, bool]]:
        """What may be chosen, in words, and whether it is."""
        return [(each, spoken(each), each in self.values) for each in self.part.choices]


def spoken(word: str) -> str:
    """A machine's word as people say it."""
    return word.replace("_", " ")


class Line(NamedTuple):
    """One record of a cell: its picks, or the whole of it as `raw` text under `name`."""

    name: str
    picks: tuple[Pick, ...]
    raw: str = ""


def lines(column: Column, name: str, cell: str) -> list[Line]:
    """A cell as lines to pick, and one more for what is not there yet, where several may be."""
    texts = [each for each in cell.split("\n") if each.strip()]
    shown = [_line(column, f"{name}.{n}", text) for n, text in enumerate(texts)]
    more = column.kind == "records" or not texts
    return [*shown, *([_picked(column, f"{name}.{len(texts)}", {})] if more else [])]


def _line(column: Column, name: str, text: str) -> Line:
    try:
        record = read(text)
    except InvalidInput:
        return Line(name, (), text)
    parts = {part.key: part for part in _parts(column, record)}
    fits = all(key in parts and _may_be(parts[key], value) for key, value in record.items())
    return _picked(column, name, record) if fits else Line(name, (), text)


def _parts(column: Column, record: Mapping[str, Json]) -> Iterator[Part]:
    """What belongs to a record of this kind; before there is a kind that alone."""
    first = column.parts[0]
    kind = str(record.get(first.key, ""))
    for part in column.parts:
        if part is first or not first.choices or kind in part.kinds or (kind and not part.kinds):
            yield part


def _may_be(part: Part, value: Json) -> bool:
    if part.many:
        return isinstance(value, list) and {str(each) for each in value} <= set(part.choices)
    if part.record:
        return isinstance(value, dict)
    if part.choices:
        return str(value) in part.choices
    return type(value) in (str, int)


def _picked(column: Column, name: str, record: Mapping[str, Json]) -> Line:
    parts = _parts(column, record)
    return Line(name, tuple(Pick(part, f"{name}.{part.key}", _texts(record.get(part.key))) for part in parts))


def _texts(value: Json) -> tuple[str, ...]:
    if isinstance(value, dict):
        return (in_one_line(value),)
    return tuple(map(str, value)) if isinstance(value, list) else () if value is None else (str(value),)


def cell_of(column: Column, name: str, sent: Sent) -> str:
    """The cell that a form's picks come to: as it was, where it means the same."""
    rows = [text for n in range(len(sent(f"{name}.line"))) if (text := _text(column, f"{name}.{n}", sent))]
    was = next(iter(sent(f"{name}.was")), "")
    return was if _same(was, rows) else "\n".join(rows)


def _text(column: Column, name: str, sent: Sent) -> str:
    raw = next(iter(sent(name)), "").strip()
    if raw:
        return " ".join(raw.split())
    first = column.parts[0]
    if first.choices and not any(sent(f"{name}.{first.key}")):
        return ""
    form = {
        part.key: [each.strip() for each in sent(f"{name}.{part.key}") if each.strip()]
        for part in column.parts
    }
    parts = {part.key: part for part in _parts(column, {key: each[0] for key, each in form.items() if each})}
    try:
        record = {key: _value(part, form[key]) for key, part in parts.items() if form[key]}
    except InvalidInput:
        return ", ".join(f"{key}: {' '.join(form[key])}" for key in parts if form[key])
    return in_one_line(record) if record else ""


def _value(part: Part, rows: list[str]) -> Json:
    return rows if part.many else read(rows[0]) if part.record else meant_by(rows[0])


def _same(was: str, rows: list[str]) -> bool:
    old = [each for each in was.split("\n") if each.strip()]
    try:
        return [read(each) for each in old] == [read(each) for each in rows]
    except InvalidInput:
        return old == rows
