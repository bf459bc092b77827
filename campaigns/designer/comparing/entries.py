"""What differs between two versions of a binder, entry by entry and field by field."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from campaigns.designer.comparing.maps import Side
from campaigns.designer.comparing.wording import Change, change
from campaigns.designer.places import Spot, every
from companion.engine.campaign.design import Design
from companion.engine.errors import join
from companion.engine.form.place import look
from companion.engine.wire import Json


class Difference(NamedTuple):
    """One entry that differs: its place and name, what it is one of, how, and its fields that do."""

    path: str
    one: str
    title: str
    how: str
    changes: tuple[Change, ...] = ()

    @property
    def anchor(self) -> str:
        """Where a page tells it."""
        return f"at-{self.path.replace('.', '-')}"


def compared(design: Design, before: Json, after: Json) -> list[Difference]:
    """Every entry that is new, gone, or other than it was; and where only the order is another."""
    old, new = _entries(design, before), _entries(design, after)
    found = [_told(each, before, "taken away") for each in _apart(old, new)]
    found += [_told(each, after, "new") for each in _apart(new, old)]
    found += [each for path in new if path in old for each in _changed(new[path], before, after)]
    return found + list(_reordered(design, before, after))


def _entries(design: Design, content: Json) -> dict[str, Spot]:
    return {each.path: each for each in every(design, content)}


def _apart(here: Mapping[str, Spot], there: Mapping[str, Spot]) -> Iterator[Spot]:
    """Entries of one version alone; what is within one that is new or gone is not told again."""
    for path, each in here.items():
        if path not in there and not (each.above and each.above.path not in there):
            yield each


def _told(here: Spot, content: Json, how: str, changes: tuple[Change, ...] = ()) -> Difference:
    title = here.title(content)
    called = f"{here.above.title(content)}: {title}" if here.above else title
    return Difference(here.path, here.part.one, called, how, changes)


def _changed(here: Spot, before: Json, after: Json) -> Iterator[Difference]:
    old, new = here.value(before), here.value(after)
    changes = tuple(
        change(
            field,
            Side(before, join(here.path, field.key), look(old, field.key)),
            Side(after, join(here.path, field.key), look(new, field.key)),
        )
        for field in here.part.fields
        if look(old, field.key) != look(new, field.key)
    )
    if changes:
        yield _told(here, after, "changed", changes)


def _reordered(design: Design, before: Json, after: Json) -> Iterator[Difference]:
    for part in design.parts():
        if part.form != "keyed":
            continue
        old, new = (
            list(each) if isinstance(each := look(side, part.key), dict) else [] for side in (before, after)
        )
        both = set(old) & set(new)
        if [key for key in old if key in both] != [key for key in new if key in both]:
            yield Difference(part.key, part.title, "Order", "another order")
