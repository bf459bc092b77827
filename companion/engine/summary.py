"""An answer as people read it: a verdict and its parts, told by a game's function or by rows of a file.

In a file a text has places that the answer fills, by their dotted paths: `"{queue.0.player:person} goes
first"`, `"{cards:# card|# cards}"`. After the colon stand words of `SAYS`, of the game, a record's
`.key`, or a number's form. They are taken one by one, and each entry of a list by itself; a semicolon ends
them before the forms of one and of more (`"{shots:.hit sum;# hit|# hits}"`). A path starts at the answer, or
with `question`. A text may hang on what is at a path: `{"if": path, "say": text, "else": text}`, or
`{"by": path, "words": {value: text}}`, where `""` stands for every other value.

A part is a text, which is a line; or a record with the fields of one of the parts below, by what it names:

* a table of `rows` at a path (or one at each of some) and its `columns`: for each heading the text of a cell,
  or a bare path. A row has its own values before the answer's, its number `n`, its `key` (its name, or
  its index), and itself as `it`; `@key` in a path is that key;
* a table of `lines` that are written out, with `heads`;
* `each` path with its `parts`, told for every entry;
* `strong`, `figure` and `heading`, as the parts of these names;
* parts that code makes, by their name in `own`.

With `in` an answer's paths start at that key too. A record with `when` falls away where its path has nothing.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from companion.engine.form import LEFT_OUT, look, written
from companion.engine.wire import Json
from companion.engine.wording import Agreeing, listed, percent, signed, tenths

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
class Summary:
    """A whole answer. `over` stands above the verdict; `side` is the side that it favours."""

    verdict: str
    parts: Sequence[Part]
    side: str = ""
    over: str = ""


def summary(verdict: str, *parts: Part | str | None, side: str = "", over: str = "") -> Summary:
    """An answer: plain words are lines; empty ones, and tables without rows, fall away."""
    kept = (part for part in parts if part and not (isinstance(part, Table) and not part.rows))
    return Summary(verdict, [Line(part) if isinstance(part, str) else part for part in kept], side, over)


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


def _spelt(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_spelt(inside)}" for key, inside in value.items()) or "none"
    if isinstance(value, list):
        pairs = ("–".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)
        return ", ".join(pairs) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


type Values = Mapping[str, Any]
type Say = Callable[[Any], object] | Mapping[Any, object]
type Own = Callable[[Json, Json], Iterable[Part | str]]

SAYS: Mapping[str, Say] = {
    "yes": {True: "yes", False: "no"},
    "deed": deed,
    "allowed": allowed,
    "dash": lambda value: value or "–",
    "plain": lambda value: str(value).replace("_", " "),
    "upper": str.upper,
    "lower": str.lower,
    "capital": lambda value: str(value).capitalize(),
    "signed": signed,
    "percent": percent,
    "chance": lambda exact: tenths(Fraction(exact)),
}
"""What a file may say of one value."""
WHOLES: Mapping[str, Callable[[Any], object]] = {
    "size": len,
    "keys": list,
    "sum": sum,
    "listed": lambda values: listed(map(str, values)),
    "commas": lambda values: ", ".join(map(str, values)),
    "spaced": lambda values: " ".join(map(str, values)),
    "dots": lambda values: " · ".join(map(str, values)),
}
"""What a file may say of a list as a whole."""
MORE = ("title", "label", "manner", "after")
"""Texts that a part may have beside what it is."""
ALONE = re.compile(r"\{([^{}|:]*)(?::([^{}|]*))?\}")


class Voice(NamedTuple):
    """What a game `says` of one value by a word, and the parts of answers that it makes of its `own`."""

    says: Mapping[str, Say] = {}
    own: Mapping[str, Own] = {}


class Script(Agreeing):
    """The words of a file for an answer, in a game's voice.

    >>> cards = {"rows": "lost", "columns": {"Card": "it", "Lost": "{n} of {of}"}}
    >>> sheet = {"verdict": "{who:name} has {left:# card|# cards}", "parts": [cards]}
    >>> told = Script(sheet, Voice({"name": {"a": "Ada"}}))
    >>> answer = told({}, {"who": "a", "left": 1, "lost": ["king"], "of": 2})
    >>> answer.verdict, answer.parts[0].rows
    ('Ada has 1 card', [['king', '1 of 2']])
    """

    def __init__(self, sheet: Values, voice: Voice) -> None:
        self.sheet, self.says, self.own = sheet, {**SAYS, **voice.says}, voice.own

    def __call__(self, question: Json, result: Json) -> Summary:
        """How an answer to a question reads."""
        values = {**result, **result.get(self.sheet.get("in", ""), {}), "question": question}
        verdict, side, over = (
            self.text(self.sheet.get(key, ""), values) for key in ("verdict", "side", "over")
        )
        return summary(verdict, *self.parts(self.sheet.get("parts", ()), values), side=side, over=over)

    def get_field(self, field_name: str, args: object, kwargs: Any) -> tuple[object, str]:
        """What stands at a place of a text."""
        found = _at(kwargs, field_name)
        if found is LEFT_OUT:
            raise LookupError(f"The answer has nothing at {field_name}.")
        return found, field_name

    def format_field(self, value: object, format_spec: str) -> str:
        """The words for it."""
        if "|" in format_spec:
            words, _, forms = format_spec.rpartition(";")
            value = self._say(value, words)
            return super().format_field(len(value) if isinstance(value, list) else value, forms)
        return str(self._say(value, format_spec))

    def _say(self, value: object, spec: str) -> object:
        for word in spec.split():
            one = partial(self._word, word)
            if word in WHOLES:
                value = WHOLES[word](value)
            else:
                value = list(map(one, value)) if isinstance(value, list) else one(value)
        return value

    def _word(self, word: str, value: object) -> object:
        if isinstance(value, Mapping) and word.startswith("."):
            return value[word[1:]]
        say = self.says.get(word)
        if say is None:
            return format(value, word)
        return say.get(value, value) if isinstance(say, Mapping) else say(value)

    def text(self, words: Any, values: Values) -> str:
        """A text with its places filled."""
        return self.vformat(_chosen(words, values), (), values)

    def cell(self, words: Any, values: Values) -> object:
        """A cell: a text, or one value as it is."""
        text = _chosen(words, values)
        alone = ALONE.fullmatch(text)
        if not alone:
            return self.vformat(text, (), values)
        return self._say(self.get_field(alone[1], (), values)[0], alone[2] or "")

    def parts(self, said: Iterable[Any], values: Values) -> Iterator[Part | str]:
        """The parts of an answer."""
        for part in said:
            if not isinstance(part, str) and "when" in part and not _at(values, part["when"]):
                continue
            if isinstance(part, str) or part.keys() & {"say", "by"}:
                yield self.text(part, values)
            elif "each" in part:
                for row in _rows(values, part["each"]):
                    yield from self.parts(part["parts"], row)
            elif "own" in part:
                yield from self.own[part["own"]](values["question"], values)
            else:
                yield self._part(part, values)

    def _part(self, part: Values, values: Values) -> Part:
        more = {key: self.text(part[key], values) for key in MORE if key in part}
        if "rows" in part:
            cells = [_whole(cell) for cell in part["columns"].values()]
            rows = [[self.cell(cell, row) for cell in cells] for row in _rows(values, part["rows"])]
            return Table([self.text(head, values) for head in part["columns"]], rows, **more)
        if "lines" in part:
            rows = [[self.cell(cell, values) for cell in row] for row in part["lines"]]
            return Table(part["heads"], rows, **more)
        if "heading" in part:
            return Heading(self.text(part["heading"], values))
        first = self.text(part.get("before", ""), values)
        if "figure" in part:
            return Figure(first, self.cell(part["figure"], values), **more)
        return Line(first, self.text(part.get("strong", ""), values), **more)


def _chosen(words: Any, values: Values) -> str:
    """The text, of those that hang on what is at a path."""
    if isinstance(words, str):
        return words
    if "if" in words:
        found = _at(values, words["if"])
        return _chosen(words.get("else", "") if found is LEFT_OUT or not found else words["say"], values)
    return _chosen(words["words"].get(written(_at(values, words["by"])), words["words"].get("", "")), values)


def _at(values: Values, path: str) -> Any:
    """What stands at a path, in which `@key` is the row's own."""
    return look(values, path.replace("@key", str(values.get("key"))))


def _whole(cell: Any) -> Any:
    """A cell of a column: a bare path is the value at it."""
    return f"{{{cell}}}" if isinstance(cell, str) and "{" not in cell else cell


def _rows(values: Values, path: str | list[str]) -> list[dict[str, Any]]:
    """The rows at a path, or one at each: with its number, what it is called, and the rest of the answer."""
    found = _at(values, path) if isinstance(path, str) else {each: _at(values, each) for each in path}
    named = found.items() if isinstance(found, Mapping) else enumerate(found or ())
    return [
        {**values, "n": n, "key": key, "it": row, **(row if isinstance(row, Mapping) else {})}
        for n, (key, row) in enumerate(named, 1)
    ]


def scripts(file: Path, voice: Voice) -> dict[str, Script]:
    """The scripts of a file by their procedures; one may be `like` another but for what it says itself."""
    sheets: dict[str, Any] = json.loads(file.read_bytes()) if file.exists() else {}
    return {
        name: Script({**sheets.get(each.get("like"), {}), **each}, voice) for name, each in sheets.items()
    }
