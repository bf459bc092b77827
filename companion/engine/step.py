"""One line of an explanation, as answers and journals hold it, and what the seats in it are called.

Rules and screens say the seat. Where people read a sentence, `named` puts their names into it, once who sits
there has given one; journals, the desk and programs keep the game's words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass, replace
from functools import partial
from operator import is_
from types import NoneType
from typing import Any, NamedTuple, Self

from companion.engine.shape import public
from companion.engine.stage.question import Part
from companion.engine.wire import Json
from companion.engine.wording import Phrase, fill, isolated, listed, read, set_apart


class Called(str):
    """A seat in the game's words; `seat` is its id.

    >>> Called("Yellow", "yellow") == "Yellow"
    True
    """

    __slots__ = ("seat",)
    seat: str

    def __new__(cls, words: str, seat: str = "") -> Self:
        made = super().__new__(cls, words)
        made.seat = seat
        return made


class Briefly(Called):
    """The same where there is room for one word: of people who are called alike each bears the seat's own.

    >>> alike = {"yellow": "Ada (Yellow)", "red": "Ben"}
    >>> named([Briefly("Yellow", "yellow"), Briefly("Red", "red")], alike)[1]
    'Ben'
    >>> "Ada" in named(Briefly("Yellow", "yellow"), alike)
    False
    """

    __slots__ = ()


class Several(str):
    """Seats, or sentences about them, in a row as `listed` has them."""

    __slots__ = ("whom",)
    whom: tuple[object, ...]

    def __new__(cls, whom: Iterable[object] = ()) -> Self:
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


type Way = Callable[[Any, Mapping[str, str]], Any]
_ways: dict[type[Any], Way | None] = dict.fromkeys((str, int, float, bool, NoneType))
"""By kind of thing how people's names are put into it; None where it never holds a seat."""


def named(shown: object, names: Mapping[str, str]) -> Any:
    """The same with people's names in the place of their seats; drawings stay as they are.

    >>> from companion.engine.wording import Phrase
    >>> str(named(Phrase("{who} keeps a card", {"who": Called("Yellow", "yellow")}), {"yellow": "Ada"}))
    'Ada keeps a card'
    """
    way: Way | None = _ways.get(type(shown), _any)
    return shown if way is None else way(shown, names)


def _any(shown: object, names: Mapping[str, str]) -> Any:
    """Of a kind that was not met before: how all of it are named is remembered."""
    way = _ways[type(shown)] = _way(type(shown))
    return shown if way is None else way(shown, names)


def _way(kind: type[object]) -> Way | None:
    """How what is of this kind is named; None where it never holds a seat."""
    if issubclass(kind, Briefly):
        return _briefly
    if issubclass(kind, Called):
        return lambda shown, names: names.get(shown.seat) or isolated(str(shown))
    if issubclass(kind, Phrase):
        return lambda shown, names: Phrase(shown.template, set_apart(named(shown.values, names)))
    if issubclass(kind, Several):
        return lambda shown, names: listed(str(named(each, names)) for each in shown.whom)
    if issubclass(kind, NoneType | str | int | float | Part):
        return None
    if is_dataclass(kind):
        return partial(_record, tuple(kind.__dataclass_fields__))
    if issubclass(kind, Mapping):
        return _mapping
    return _row if issubclass(kind, tuple | list) else None


def _briefly(shown: Called, names: Mapping[str, str]) -> str:
    name = names.get(shown.seat, "")
    return name if name and not name.endswith(")") else isolated(str(shown))


def _mapping(shown: Mapping[Any, Any], names: Mapping[str, str]) -> Mapping[Any, Any]:
    """Most of a board's values are numbers and plain words: what names nobody stays the object that it is."""
    changed = {}
    for key, value in shown.items():
        way: Way | None = _ways.get(type(value), _any)
        if way is not None and (now := way(value, names)) is not value:
            changed[key] = now
    return {**shown, **changed} if changed else shown


def _row(shown: Any, names: Mapping[str, str]) -> Any:
    ways: list[Way | None] = [_ways.get(type(each), _any) for each in shown]
    if not any(ways):
        return shown
    parts = [each if way is None else way(each, names) for way, each in zip(ways, shown, strict=True)]
    if all(map(is_, parts, shown)):
        return shown
    return type(shown)(*parts) if hasattr(shown, "_fields") else type(shown)(parts)


def _record(fields: tuple[str, ...], shown: Any, names: Mapping[str, str]) -> Any:
    changed = {}
    for name in fields:
        was = getattr(shown, name)
        way: Way | None = _ways.get(type(was), _any)
        if way is None:  # Most are plain words and numbers: nothing is called for those.
            continue
        now = way(was, names)
        if now is not was and now != was:
            changed[name] = now
    return replace(shown, **changed) if changed else shown


NOBODY: Mapping[str, str] = {}


@public("rule", "text")
class Step(NamedTuple):
    """One line of an explanation: the rule it rests on, and a sentence with named values.

    `once` where it names what is hidden again: it is told with the answer to the deed, and stands in no log
    until the game is over.

    >>> Step("6.2.2.5.2", "{trenches} trenches give the defender +{bonus}.", {"trenches": 5, "bonus": 2}).text
    '5 trenches give the defender +2.'
    """

    rule: str
    template: str
    values: Mapping[str, object] = {}
    once: bool = False

    @property
    def text(self) -> str:
        return fill(self.template, self.values)

    def as_json(self) -> dict[str, str]:
        return {"rule": self.rule, "text": self.text}

    def as_kept(self) -> dict[str, Json]:
        """The form in which a journal keeps it: its sentence and the values in it stand beside its text.

        So it can be told in another language one day, from the journal alone. A sentence without values is
        its own text; what is told once is marked.

        >>> Step("6.2.1", "{points} of {card}.", {"points": 2, "card": "Ypres"}).as_kept()["values"]
        {'points': 2, 'card': 'Ypres'}
        >>> Step("8.1", "Nobody leads.").as_kept()
        {'rule': '8.1', 'text': 'Nobody leads.'}
        """
        named = {name: value if isinstance(value, int) else str(value) for name, value in self.values.items()}
        words = {"template": self.template, "values": named} if named else {}
        seats = {"seats": those} if (those := seats_in(self.values)) else {}
        return self.as_json() | words | seats | ({"once": "yes"} if self.once else {})


def in_words(step: Mapping[str, Json], names: Mapping[str, str] = NOBODY) -> dict[str, str]:
    """A step that was kept, as every interface tells it: its rule and its text.

    People read it with their own `names` in the place of the seats that it speaks of.

    >>> step = Step("2", "{who} chooses.", {"who": Called("Blue", "blue")}).as_kept()
    >>> in_words(step)["text"], in_words(step, {"blue": "Ada"})["text"]
    ('Blue chooses.', 'Ada chooses.')
    """
    people = {value: names[seat] for value, seat in step.get("seats", {}).items() if seat in names}
    told_as = step.get("template") if names is not NOBODY else ""
    text = read(told_as, {**step["values"], **people}) if told_as else step["text"]
    return {"rule": step["rule"], "text": text}


def at_once(steps: Iterable[Mapping[str, object]], names: Mapping[str, str] = NOBODY) -> list[dict[str, str]]:
    """All of them, as the answer to a deed tells them.

    >>> at_once([{"rule": "search", "text": "c5: a scout.", "once": "yes"}])
    [{'rule': 'search', 'text': 'c5: a scout.'}]
    """
    return [in_words(step, names) for step in steps]


def lasting(steps: Iterable[Mapping[str, object]], names: Mapping[str, str] = NOBODY) -> list[dict[str, str]]:
    """Those that name nothing which is hidden again.

    >>> lasting([{"rule": "search", "text": "c5: a scout.", "once": "yes"}, {"rule": "R26", "text": "Next."}])
    [{'rule': 'R26', 'text': 'Next.'}]
    """
    return [in_words(step, names) for step in steps if not step.get("once")]


def are_kept(kept: object, steps: Sequence[Step]) -> bool:
    """Whether a line of a journal holds these steps, each with its sentence or, as older lines do, without.

    >>> won = Step("2", "{n} won.", {"n": 1})
    >>> [are_kept(kept, [won]) for kept in ([{"rule": "2", "text": "1 won."}], [won.as_kept()], [])]
    [True, True, False]
    >>> are_kept([won.as_kept() | {"template": "{n} lost."}], [won])
    False
    >>> are_kept([won.as_kept() | {"template": "{all} won.", "values": {"all": "1"}}], [won])
    True
    """
    return isinstance(kept, list) and len(kept) == len(steps) and all(map(_is_kept, kept, steps))


def _is_kept(kept: object, step: Step) -> bool:
    now = step.as_kept()
    older = [
        (*more, *never)
        for more in ((), ("seats",), ("seats", "template", "values"))
        for never in ((), ("once",))
    ]
    if kept == now or any(kept == {key: now[key] for key in now if key not in names} for names in older):
        return True
    return isinstance(kept, Mapping) and _is_otherwise_kept(kept, now)


def _is_otherwise_kept(kept: Mapping[str, Json], now: Mapping[str, Json]) -> bool:
    """Whether it is the same sentence, made of other parts."""
    alike = all(kept.get(key) == now.get(key) for key in ("rule", "text", "once"))
    try:
        made = fill(kept.get("template", ""), kept.get("values", {}))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False
    whose = kept.get("seats", {})
    return alike and made == kept["text"] and isinstance(whose, Mapping) and not whose
