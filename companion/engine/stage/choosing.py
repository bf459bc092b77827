"""What a question lets choose: one of several, cards to tick, numbers of things, fields to fill in."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.engine.stage.part import Icon
from companion.engine.stage.said import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something to choose: its address, or why not (`barred`); `end` stands at its right (a chance).

    One with an `action` does it at once; `key` names it on the page; `extra` is that it comes beside the
    others, not in the place of one; `share` (0 to 1) is drawn as a bar between its word and its end.
    """

    words: Words
    href: str = ""
    small: Words = ""
    end: Words = ""
    icon: Icon | None = None
    side: str = ""
    chosen: bool = False
    barred: Words = ""
    action: str = ""
    leaves: bool = False
    extra: bool = False
    share: float | None = None
    key: str = ""

    @property
    def length(self) -> float | None:
        """How long its bar is of 100."""
        return None if self.share is None else round(100 * self.share, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Things to choose one of: rows with reasons, tiles with signs, chips in a line, a pad of numbers.

    As deeds they are what a turn may hold, a sign and a word each; a barred one says why on its face. As bars
    they are weighed against each other.
    """

    template: ClassVar = "stage/pieces/choices.html"
    label: Words
    choices: tuple[Choice, ...]
    shape: Literal["rows", "tiles", "chips", "pad", "deeds", "bars"] = "rows"
    shows_label: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A card to tick: the form's value, what it shows."""

    value: str
    words: Words
    small: Words = ""
    side: str = ""
    on: bool = False
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticks:
    """Cards of which several are ticked, under one field of the form; `wanted` is how many must be."""

    template: ClassVar = "stage/pieces/ticks.html"
    label: Words
    name: str
    ticks: tuple[Tick, ...]
    wanted: int | None = None
    shape: Literal["cards", "rows"] = "cards"
    single: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A number with less and more beside it: addresses, each empty where it goes no further."""

    words: Words
    number: str
    fewer: str = ""
    more: str = ""
    small: Words = ""
    why: Words = ""
    side: str = ""
    icon: Icon | None = None
    end: Words = ""


@dataclass(frozen=True, slots=True)
class Counters:
    """A list of things to take several of."""

    template: ClassVar = "stage/pieces/counters.html"
    counters: tuple[Counter, ...]
    label: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of the form: a text, a number between bounds, one of several, or hidden."""

    name: str
    words: Words = ""
    kind: Literal["text", "number", "select", "hidden", "search"] = "text"
    value: str = ""
    options: tuple[tuple[str, Words], ...] = ()
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    needed: bool = False
    help: Words = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields to fill in, which the question's deed carries."""

    template: ClassVar = "stage/pieces/fields.html"
    fields: tuple[Field, ...]
