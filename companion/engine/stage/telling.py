"""What a question tells: sentences, numbers with their names, comparisons, reckonings, whose go it is."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from companion.engine.stage.part import Icon
from companion.engine.stage.said import Words
from companion.engine.wording import Values


@dataclass(frozen=True, slots=True)
class Lead:
    """A sentence that says what to do."""

    template: ClassVar = "stage/pieces/lead.html"
    words: Words


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that one should know; `warns` where it would cost something not to."""

    template: ClassVar = "stage/pieces/note.html"
    words: Words
    warns: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """What would be: the outcome of the deed as it is weighed, told in gold, its verdict first."""

    template: ClassVar = "stage/pieces/say.html"
    words: Words
    verdict: Words = ""
    quiet: bool = False


class Fact(NamedTuple):
    """A number with its name and, where it has one, its reason; `rule` tells what such a number is."""

    name: Words
    value: Words
    why: Words = ""
    side: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers with their names, side by side."""

    template: ClassVar = "stage/pieces/facts.html"
    facts: tuple[Fact, ...]


class End(NamedTuple):
    """One side of a comparison: its large number, who, the reasons under it, and the rule of such numbers."""

    number: str
    name: Words
    reasons: tuple[Words, ...] = ()
    side: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Versus:
    """Two sides compared: bonuses of a charge, sums of a conflict, dice of an attack."""

    template: ClassVar = "stage/pieces/versus.html"
    left: End
    right: End


class Row(NamedTuple):
    """One line of a reckoning; `sum` where it is the total, `here` where the reckoning has come to.

    `icon` stands before its name.
    """

    cells: tuple[Words, ...]
    side: str = ""
    sum: bool = False
    here: bool = False
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A reckoning as a table."""

    template: ClassVar = "stage/pieces/rows.html"
    label: Words
    rows: tuple[Row, ...]
    head: tuple[Words, ...] = ()


class Turned(NamedTuple):
    """One player of a row: who, how far (`done`, `now` or nothing), what can be said of it."""

    name: str
    state: Literal["done", "now", ""] = ""
    words: Words = ""
    side: str = ""
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """Who has done it, who is at it, who waits."""

    template: ClassVar = "stage/pieces/queue.html"
    people: tuple[Turned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """A piece that is the game's own drawing: its template prints `piece.values`.

    `live` is that words beside it follow each tap on its cards; `actions` are those of its own buttons.
    """

    template: str
    values: Values = field(default_factory=dict)
    live: bool = False
    actions: tuple[str, ...] = ()
