"""A deed is one value: what is asked for it, what is possible, what it does, and the words for it.

A game writes each deed as one record. `possible` is the one place that says what may be chosen, `do` the one
place that does it. What is open, refused or told in a form is read off both.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, dataclass_transform

from companion.engine.errors import IllegalAction, Withheld
from companion.engine.game import Outcome
from companion.engine.wire import Json

type Entry = dict[str, Json]
"""One action's JSON, or what may be done now."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is asked for a part of a deed.

    * `ask`: what a form calls it, one for each of several.
    * `among`: where the entry of `legal` lists it; `shots.targets` leads into rows, of which those count that
      fit the parts before.
    * `wrong`: what is wrong with any other; without it, the deed itself refuses.
    * `may_be_none`: a form may leave it out; `unit`: what it is called where one of several is chosen.
    * `shows`: the piece that is shown by it; `hidden`: others never learn it; `needed`: the deed names it.
    """

    ask: str | tuple[str, ...] = ""
    among: str = ""
    wrong: str = ""
    may_be_none: bool = False
    unit: str = ""
    shows: str = ""
    hidden: bool = False
    needed: bool = True

    @property
    def head(self) -> str:
        """The key of the entry that lists it."""
        return self.among.partition(".")[0]

    def choices(self, entry: Entry, chosen: Mapping[str, object] | None = None) -> list[Json]:
        """What it may be, once these parts are chosen; without them whatever any row has, sorted."""
        key = self.among.partition(".")[2]
        rows: list[Json] = entry.get(self.head, [])
        if not key:
            return rows
        fits = (chosen or {}).items()
        values = [row[key] for row in rows if all(row.get(part, each) == each for part, each in fits)]
        if not values or type(values[0]) is not list:
            return values
        return sorted({one for each in values for one in each}) if chosen is None else values[0]


def part(
    ask: str | tuple[str, ...] = "", among: str = "", wrong: str = "", *, default: Any = MISSING, **more: Any
) -> Any:
    """A field of a deed, with what is asked for it (`Part`)."""
    return field(
        default=default, metadata={"part": Part(ask, among, wrong, needed=default is MISSING, **more)}
    )


class Deed[S]:
    """What one person does: a record of its parts, with all that the house must know of it.

    * `kind`: its `type` in JSON, where it says none its class's name; `log`: its line, parts in braces.
    * `tile`: its word, its sign, a small line; `button`: its words, a small line, what is missing till then.
    * `lacks`: why it is not open, where nobody else could tell.
    * `phases`: when it is done; `doer`: the piece that a tap begins it with.
    * `turns`: what a form calls each card that it turns up; `fell`: the part that says where something falls.
    * `public`: its entry holds nothing that is hidden from others.
    """

    kind: ClassVar[str]
    parts: ClassVar[Mapping[str, Part]]
    log: ClassVar[str] = ""
    tile: ClassVar[tuple[str, str, str]] = ("", "eye", "")
    button: ClassVar[tuple[str, str, str]] = ("", "", "")
    lacks: ClassVar[str] = ""
    phases: ClassVar[tuple[str, ...]] = ("turn",)
    doer: ClassVar[str] = ""
    turns: ClassVar[tuple[str, ...]] = ()
    fell: ClassVar[str] = ""
    public: ClassVar[bool] = False

    @classmethod
    def barred(cls, state: S) -> str:
        """What everybody at the table knows to forbid it; empty where nothing does."""
        return ""

    @classmethod
    def possible(cls, state: S) -> Entry:
        """What each part may be, rows of which nothing can be chosen among them."""
        return {}

    def do(self, state: S) -> Outcome[S]:
        """The state after it, and why; what `check` looks at is as it should be."""
        raise NotImplementedError

    @classmethod
    def entry(cls, state: S) -> Entry | None:
        """What may be chosen now, as `legal` has it; None where it is not open."""
        if cls.barred(state):
            return None
        options = {key: _open(each) for key, each in cls.possible(state).items()}
        parts = cls.parts.values()
        return options if all(options[each.head] for each in parts if each.needed and each.among) else None

    @classmethod
    def available(cls, state: S) -> Entry:
        """What each part may be; `IllegalAction` at `type` where it is not open."""
        if why := cls.barred(state):
            raise IllegalAction("type", why)
        if cls.entry(state) is None:
            raise Withheld("type", cls.lacks)
        return cls.possible(state)

    def check(self, state: S) -> None:
        """`IllegalAction` where it is not open, or at the first part that may not be chosen."""
        options, chosen = self.available(state), dict[str, object]()
        for name, part in self.parts.items():
            value = getattr(self, name)
            several = isinstance(value, tuple)
            for n, each in enumerate(value if several else (value,)):
                if part.wrong and each not in part.choices(options, chosen):
                    raise IllegalAction(f"{name}.{n}" if several else name, f"{each}: {part.wrong}")
            chosen[name] = value


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(part,))
def record[D: Deed[Any]](cls: type[D]) -> type[D]:
    """A deed's class as a frozen record, whose parts are called by name."""
    made: Any = dataclass(frozen=True, kw_only=True)(cls)
    made.kind = vars(cls).get("kind") or re.sub(r"(?<=.)([A-Z])", r"_\1", cls.__name__).lower()
    made.parts = {each.name: each.metadata["part"] for each in fields(made) if "part" in each.metadata}
    kind: type[D] = made
    return kind


def _open(options: Json) -> Json:
    """Rows among which something can be chosen."""
    is_rows = type(options) is list and options and type(options[0]) is dict
    return [row for row in options if [] not in row.values()] if is_rows else options


def offered[D: Deed[Any]](
    deeds: Iterable[type[D]], state: Any, phase: str
) -> Iterator[tuple[type[D], Entry]]:
    """The deeds that are open in a phase, each with what may be chosen."""
    for each in deeds:
        entry = each.entry(state) if phase in each.phases else None
        if entry is not None:
            yield each, entry
