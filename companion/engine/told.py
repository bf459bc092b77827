"""An answer as it is read: a verdict, lines, figures, tables, and drawings of the game's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.engine.wire import Json

type Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, some words of it strong; `manner` is the class by which style sheets know it."""

    text: str
    strong: str = ""
    after: str = ""
    manner: str = ""
    template: ClassVar[str] = "desk/told/line.html"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that stands out between its words."""

    before: str
    figure: object
    after: str = ""
    template: ClassVar[str] = "desk/told/figure.html"


@dataclass(frozen=True, slots=True)
class Heading:
    """A small heading."""

    text: str
    template: ClassVar[str] = "desk/told/heading.html"


@dataclass(frozen=True, slots=True)
class Table:
    """A small table; its first column names the rows, `manner` is how style sheets know it.

    `title` stands over it, `label` is only heard.
    """

    heads: Row
    rows: Sequence[Row]
    title: str = ""
    label: str = ""
    manner: str = ""
    template: ClassVar[str] = "desk/told/table.html"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of the game's own, by the game's own template, which reads `picture`."""

    template: str
    picture: object


type Part = Line | Figure | Heading | Table | Drawing


@dataclass(frozen=True, slots=True)
class Told:
    """A whole answer. `over` stands above the verdict; `side` is the side that it favours."""

    verdict: str
    parts: Sequence[Part]
    side: str = ""
    over: str = ""


def told(verdict: str, *parts: Part | str | None, side: str = "", over: str = "") -> Told:
    """An answer: plain words are lines; empty ones, and tables without rows, fall away."""
    kept = (part for part in parts if part and not (isinstance(part, Table) and not part.rows))
    return Told(verdict, [Line(part) if isinstance(part, str) else part for part in kept], side, over)


def deed(entry: Json) -> str:
    """What an entry of `legal` lets somebody do.

    >>> deed({"type": "turn_order"}), deed({"type": "build", "op": "turn"})
    ('Turn order', 'Build: turn')
    """
    words = str(entry["type"]).replace("_", " ").capitalize()
    return f"{words}: {entry['op']}" if "op" in entry else words


def allowed(entry: Json) -> str:
    """The rest of an entry of `legal`: what there is to choose from.

    >>> allowed({"type": "flip", "player": "anna", "at": ["a1", "b2"], "most": {"fuel": 2}, "free": True})
    'at: a1, b2; most: fuel 2; free: yes'
    """
    rest = {key: value for key, value in entry.items() if key not in ("type", "player", "op")}
    return "; ".join(f"{key.replace('_', ' ')}: {_spelt(value)}" for key, value in rest.items())


def _spelt(value: Json) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_spelt(inside)}" for key, inside in value.items()) or "none"
    if isinstance(value, list):
        pairs = ("–".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)
        return ", ".join(pairs) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
