"""One field that differs, in words: what it was and what it is, by the names that people know."""

from collections.abc import Mapping
from typing import NamedTuple

from campaigns.designer.comparing.maps import Maps, Side, maps
from campaigns.designer.showing import said
from companion.engine.form import Field
from companion.engine.form.choice import Checks, Choice, picks
from companion.engine.form.painted import Painted
from companion.engine.form.place import LEFT_OUT, written
from companion.engine.wire import Json
from companion.engine.wording import listed

LONG = 60
"""Letters of a text that is told apart, as it was and as it is."""


class Change(NamedTuple):
    """A field that differs: its label and the change in words; long texts and maps as they were and are."""

    label: str
    words: str = ""
    before: str = ""
    after: str = ""
    maps: Maps | None = None


def change(field: Field, old: Side, new: Side) -> Change:
    """The change of one field."""
    label = str(
        getattr(field, "label", "") or getattr(getattr(field, "rows", None), "label", "") or field.key
    )
    if isinstance(field, Painted):
        drawn = maps(field, old, new)
        return Change(label, drawn.words, maps=drawn)
    if isinstance(field, Checks):
        return Change(label, _ticked(field, old, new))
    before, after = _one(field, old), _one(field, new)
    if len(before) + len(after) > LONG:
        return Change(label, "", before, after)
    unit = getattr(field, "unit", "")
    number = any(type(side.value) is int for side in (old, new))
    return Change(label, f"{before} → {after}{f' {unit}' if unit and number else ''}")


def _one(field: Field, side: Side) -> str:
    if isinstance(field, Choice):
        return _names(field, side).get(written(side.value), said(side.value))
    return f"{side.value:,}" if type(side.value) is int else said(side.value)


def _names(field: Choice | Checks, side: Side) -> Mapping[str, str]:
    return {written(pick.value): pick.label for pick in picks(field.picks, side.content)}


def _ticked(field: Checks, old: Side, new: Side) -> str:
    """What has come, and what has gone."""
    names = {**_names(field, old), **_names(field, new)}
    before, after = ([written(each) for each in _list(side.value)] for side in (old, new))
    more = listed(names.get(each, each) for each in after if each not in before)
    less = listed(names.get(each, each) for each in before if each not in after)
    told = [f"now also {more}"] if more else []
    told += [f"no longer {less}"] if less else []
    return "; ".join(told) or "in another order"


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) and value is not LEFT_OUT else []
