"""What programs send of own cards."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.tables.api.bodies import Count


@dataclass(frozen=True, slots=True)
class NewSet:
    """A set to begin: of a game, on one of its bases (the first where none is named), empty, with the
    starter's cards to change; `rows` by kind take the place of that kind's."""

    system: str
    title: Annotated[str, Sized(1, 80)]
    base: str = ""
    start: Literal["empty", "copy"] = "empty"
    rows: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class File:
    """A file in Base64: a set as the workshop gives one out, or a picture (PNG, JPEG or SVG)."""

    file: str


@dataclass(frozen=True, slots=True)
class NewPicture:
    """A picture in Base64 (PNG, JPEG or SVG), and what its set calls it."""

    name: Annotated[str, Sized(1, 60)]
    file: str


@dataclass(frozen=True, slots=True)
class Save:
    """All rows by kind, and the version that they were made from."""

    rows: Json
    seen: Count
    what: Annotated[str, Sized(0, 200)] = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one kind as a spreadsheet has them, cells apart by tabs, commas or semicolons.

    They take the place of the cards of the same short name (`add`), or of all.
    """

    text: str
    seen: Count
    how: Literal["add", "all"] = "add"
