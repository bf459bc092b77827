"""What a seat is called where somebody is meant: the game's word for it, until who sits there gives a name.

Rules and screens say the seat. Where people read a sentence, `named` puts their names into it; journals, the
desk and programs keep the game's words.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Self

from companion.engine.phrase import set_apart
from companion.engine.stage.part import Part
from companion.engine.stage.said import Said
from companion.engine.wording import isolated, listed


class Called(str):
    """A seat in the game's words; `seat` is its id.

    >>> Called("Yellow", "yellow") == "Yellow"
    True
    """

    __slots__ = ("seat",)
    seat: str

    def __new__(cls, words: str, seat: str = "") -> Self:
        """The words, and whose they are."""
        made = super().__new__(cls, words)
        made.seat = seat
        return made


class Several(str):
    """Seats, or sentences about them, in a row as `listed` has them."""

    __slots__ = ("whom",)
    whom: tuple[object, ...]

    def __new__(cls, whom: Iterable[object] = ()) -> Self:
        """These, joined by “and”."""
        those = tuple(whom)
        made = super().__new__(cls, listed(map(str, those)))
        made.whom = those
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[object, ...]]]:
        """A copy is made of those that are joined, not of the letters of their row."""
        return type(self), (self.whom,)


def seats_in(values: Mapping[str, object]) -> dict[str, str]:
    """Which of a sentence's values are seats, and which.

    >>> seats_in({"who": Called("Yellow", "yellow"), "count": 2})
    {'who': 'yellow'}
    """
    return {name: value.seat for name, value in values.items() if isinstance(value, Called)}


def named(shown: Any, names: Mapping[str, str]) -> Any:
    """The same with people's names in the place of their seats; drawings stay as they are.

    >>> from companion.engine.stage.said import Said
    >>> str(named(Said("{who} keeps a card", {"who": Called("Yellow", "yellow")}), {"yellow": "Ada"}))
    'Ada keeps a card'
    """
    if isinstance(shown, Called):
        return names.get(shown.seat) or isolated(str(shown))
    if isinstance(shown, Said):
        return Said(shown.template, set_apart(named(shown.values, names)))
    if isinstance(shown, Several):
        return listed(str(named(each, names)) for each in shown.whom)
    if shown is None or isinstance(shown, str | int | float | Part):
        return shown
    if isinstance(shown, Mapping) and not is_dataclass(shown):
        return {key: named(value, names) for key, value in shown.items()}
    if isinstance(shown, tuple | list):
        parts = [named(each, names) for each in shown]
        return type(shown)(*parts) if hasattr(shown, "_fields") else type(shown)(parts)
    if is_dataclass(shown) and not isinstance(shown, type):
        return _record(shown, names)
    return shown


def _record(shown: Any, names: Mapping[str, str]) -> Any:
    was = {field.name: getattr(shown, field.name) for field in fields(shown)}
    now = {name: named(value, names) for name, value in was.items()}
    changed = {name: value for name, value in now.items() if value is not was[name] and value != was[name]}
    return replace(shown, **changed) if changed else shown
