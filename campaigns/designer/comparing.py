"""What differs between two versions of a binder, entry by entry and field by field."""

from collections.abc import Iterator
from typing import NamedTuple

from campaigns.designer.places import Spot, every
from campaigns.designer.showing import said
from companion.engine.campaign.design import Design
from companion.engine.form import Field
from companion.engine.form.place import LEFT_OUT, look
from companion.engine.wire import Json


class Change(NamedTuple):
    """One field that differs, as it was and as it is."""

    label: str
    before: str
    after: str


class Difference(NamedTuple):
    """One entry that differs: its part and name, how, and its fields that do."""

    part: str
    title: str
    how: str
    changes: tuple[Change, ...] = ()


def compared(design: Design, before: Json, after: Json) -> list[Difference]:
    """Every entry that is new, gone, or other than it was; and where only the order is another."""
    old, new = _entries(design, before), _entries(design, after)
    found = [_gone(each, before) for path, each in old.items() if path not in new]
    found += [_come(each, after) for path, each in new.items() if path not in old]
    found += [each for path in new if path in old for each in _changed(new[path], before, after)]
    return found + list(_reordered(design, before, after))


def _entries(design: Design, content: Json) -> dict[str, Spot]:
    return {each.path: each for each in every(design, content)}


def _gone(here: Spot, content: Json) -> Difference:
    return Difference(here.part.title, _called(here, content), "taken away")


def _come(here: Spot, content: Json) -> Difference:
    return Difference(here.part.title, _called(here, content), "new")


def _called(here: Spot, content: Json) -> str:
    title = here.title(content)
    return f"{here.above.title(content)}: {title}" if here.above else title


def _changed(here: Spot, before: Json, after: Json) -> Iterator[Difference]:
    old, new = here.value(before), here.value(after)
    changes = tuple(
        Change(_label(field), *_told(field, look(old, field.key), look(new, field.key)))
        for field in here.part.fields
        if look(old, field.key) != look(new, field.key)
    )
    if changes:
        yield Difference(here.part.title, _called(here, after), "changed", changes)


def _label(field: Field) -> str:
    label = getattr(field, "label", "") or getattr(getattr(field, "rows", None), "label", "")
    return str(label or field.key)


def _told(field: Field, old: Json, new: Json) -> tuple[str, str]:
    """Both values in words; of a map only how large it is, and how many of its squares are others."""
    if getattr(field, "mode", "") != "ground":
        return _blank(old), _blank(new)
    rows = [[str(row) for row in each] if isinstance(each, list) else [] for each in (old, new)]
    sizes = [f"{max(map(len, each), default=0)} × {len(each)} squares" for each in rows]
    return sizes[0], f"{sizes[1]}, {_squares(*rows)} others"


def _squares(old: list[str], new: list[str]) -> int:
    wide = max(map(len, [*old, *new]), default=0)
    pairs = (
        (_sign(old, n, m), _sign(new, n, m)) for n in range(max(len(old), len(new))) for m in range(wide)
    )
    return sum(1 for before, after in pairs if before != after)


def _sign(rows: list[str], row: int, column: int) -> str:
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""


def _blank(value: Json) -> str:
    return "—" if value is LEFT_OUT else said(value)


def _reordered(design: Design, before: Json, after: Json) -> Iterator[Difference]:
    for part in design.parts():
        if part.form != "keyed":
            continue
        old, new = (
            list(each) if isinstance(each := look(side, part.key), dict) else [] for side in (before, after)
        )
        both = set(old) & set(new)
        if [key for key in old if key in both] != [key for key in new if key in both]:
            yield Difference(part.title, "Order", "another order")
