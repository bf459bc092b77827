"""Forms as data: what is asked, from a form to the question's JSON and back. Nothing here draws or decides.

A field's path in the question is its name in the form and the place at which the rules refuse it. Here are
the plain ones: numbers, texts, choices, JSON.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made
from typing import Any, Final, Literal, NamedTuple, Protocol

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.wire import Json, loads
from companion.engine.wording import Values, Words

type Data = Mapping[str, Sequence[str]]
"""What a form sends: the values of each name."""

LEFT_OUT: Final = type("LeftOut", (), {"__repr__": lambda self: "LEFT_OUT"})()
"""No value at all: the key is not in the question. Unlike None, which is JSON's null."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place in a question: the whole of it, the path there, and the refusal, if any, that it met."""

    question: Json
    path: str = ""
    refusal: GameError | None = None

    def at(self, *key: str | int) -> "Place":
        """The place of `key` within this one."""
        return replace(self, path=join(self.path, *key))

    @property
    def value(self) -> Json:
        """What the question holds here, or LEFT_OUT."""
        return look(self.question, self.path)

    @property
    def items(self) -> list[Json]:
        """The list that the question holds here; an empty one where it holds none."""
        return self.value if isinstance(self.value, list) else []

    @property
    def complaint(self) -> str:
        """The refusal's message where it lies here or within; else nothing."""
        there = self.refusal.path if self.refusal else ""
        inside = there and f"{there}.".startswith(f"{self.path}.")
        return self.refusal.message if self.refusal and inside else ""

    def filled(self, value: object) -> "Place":
        """This place with `value` in it, where the question says nothing here."""
        if self.value is not LEFT_OUT or value is LEFT_OUT:
            return self
        made: dict[str, Json] = {}
        put(made, self.path, value)
        return replace(
            self, question={**(self.question if isinstance(self.question, Mapping) else {}), **made}
        )


def look(question: object, path: str) -> Json:
    """The value at a dotted path, or LEFT_OUT.

    >>> look({"pushes": [{"points": 3}]}, "pushes.0.points")
    3
    >>> look({"pushes": []}, "pushes.0.points")
    LEFT_OUT
    """
    value = question
    for part in path.split(".") if path else ():
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return LEFT_OUT
    return value


def put(question: dict[str, Json], path: str, value: object) -> None:
    """Set the value at a dotted path of keys, making the objects on the way; LEFT_OUT sets nothing.

    At the empty path an object's keys join those there. What is no object on the way gives way.

    >>> question = {"economy": None}
    >>> put(question, "propaganda.allied", 3)
    >>> put(question, "economy.german", 5)
    >>> question
    {'economy': {'german': 5}, 'propaganda': {'allied': 3}}
    """
    if value is LEFT_OUT:
        return
    *way, last = path.split(".")
    for part in way:
        inside = question.get(part)
        question[part] = inside if isinstance(inside, dict) else {}
        question = question[part]
    if last:
        question[last] = value
    elif isinstance(value, Mapping):
        _merge(question, value)


def _merge(into: dict[str, Json], more: Mapping[str, Json]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def first(data: Data, name: str) -> str:
    """The first value that the form sent under `name`, trimmed; empty where it sent none."""
    return next(iter(data.get(name, ())), "").strip()


def written(value: object) -> str:
    """A value as it stands in a form: text as it is, nothing for what is left out, else its JSON.

    >>> written("ypres"), written(None), written(LEFT_OUT), written(-2)
    ('ypres', 'null', '', '-2')
    """
    if value is LEFT_OUT:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


UNFILLED = {"autocomplete": "off"}
CODE = {"class": "json", "spellcheck": "false", "autocapitalize": "off", **UNFILLED}
NUMBER = re.compile(r"[+-]?\d{1,15}", re.ASCII)


type Schema = Mapping[str, Json]
"""JSON schema: what a field takes; an empty one takes anything."""

WHOLE: Schema = {"type": "integer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One element to fill in or choose from, at the desk, at a table, in the shop, on every page.

    `templates/pieces/control.html` draws it. `kind` is *text*, *number*, *select*, *lines*, or another
    type of input. Of its options that of its `value` is chosen, or all that are `chosen`; `blank` is a first
    one that chooses nothing. `more` are further attributes. What stands around it is the room's own, at the
    desk a `frame`, which may hold several `parts`.
    """

    name: str
    label: Words = ""
    kind: str = "text"
    value: str | None = ""
    options: Sequence[tuple[object, Words] | tuple[object, Words, str]] = made(default=(), hash=False)
    chosen: Collection[str] | None = None
    blank: str = ""
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    needed: bool = False
    help: Words = ""
    error: str = ""
    id: str = ""
    frame: str = "field"
    more: Mapping[str, str] = made(default_factory=dict, hash=False)
    parts: Values = made(default_factory=dict, hash=False)

    @property
    def groups(self) -> list[Values]:
        """The options under their headings, each with its id and whether it is chosen."""
        groups: dict[str, list[Values]] = {}
        for n, (value, label, *heading) in enumerate(self.options):
            text = written(value)
            is_chosen = text == self.value if self.chosen is None else text in self.chosen
            pick = {"value": text, "label": label, "id": f"{self.id}-{n}", "chosen": is_chosen}
            groups.setdefault("".join(heading), []).append(pick)
        return [{"label": label, "picks": inside} for label, inside in groups.items()]


class Field(Protocol):
    """One question of a form. `key` is its dotted path; empty, its values join what is there."""

    @property
    def key(self) -> str:
        """Its dotted path within what it is part of."""

    def read(self, data: Data, path: str) -> object:
        """The value at `path`, as the form sent it; LEFT_OUT for none. It never refuses: the rules do."""

    def show(self, place: Place) -> Control:
        """What a template needs to draw it."""

    def misread(self, place: Place) -> InvalidInput | None:
        """The refusal of text that only this field could have read; None where all is well."""

    def schema(self) -> Schema:
        """What it takes."""


def ask(fields: tuple[Field, ...], data: Data, path: str = "") -> dict[str, Json]:
    """The question that a filled form puts; the part of it at `path`."""
    question: dict[str, Json] = {}
    for field in fields:
        put(question, field.key, field.read(data, join(path, field.key)))
    return question


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """What every field of one value has: key, label, a word of help, what a new form begins with."""

    key: str
    label: str
    help: str = ""
    default: object = LEFT_OUT

    def drawn(self, place: Place, frame: str = "field", **more: Any) -> Control:
        """What a form shows of it: who it is, what is wrong with it, and `more`."""
        id, wrong = named(place.path), more.get("error", place.complaint)
        attributes = {**more.pop("more", {}), **({"aria-describedby": f"{id}-error"} if wrong else {})}
        about = {"id": id, "label": self.label, "help": self.help, "error": wrong, **more}
        return Control(name=place.path, frame=frame, more=attributes, **about)

    def misread(self, place: Place) -> InvalidInput | None:
        return None

    def schema(self) -> Schema:
        return {}


def named(path: str) -> str:
    """An element's id for a path: no dot, which CSS would read as a class.

    >>> named("battlefields.ypres.trenches.-1")
    'f-battlefields-ypres-trenches--1'
    """
    return "f-" + re.sub(r"[^A-Za-z0-9-]", "-", path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiet(Single):
    """A field whose default, where it is `quiet`, is left out of the question."""

    quiet: bool = False

    def unless_usual(self, value: object) -> object:
        return LEFT_OUT if self.quiet and value == self.default else value

    def or_usual(self, place: Place) -> object:
        return self.default if self.quiet and place.value is LEFT_OUT else place.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Quiet):
    """A whole number from `low` to `high`.

    With `quiet` the default is left out of the question; with `optional` it may be missing from it. `words`
    are texts that may stand there instead; `unit` is what it counts.
    """

    low: int
    high: int
    optional: bool = False
    words: Collection[str] = ()
    unit: str = ""

    def read(self, data: Data, path: str) -> object:
        return self.unless_usual(number(first(data, path)))

    def show(self, place: Place) -> Control:
        within = {"low": self.low, "high": self.high, "longest": 20, "more": UNFILLED}
        return self.drawn(place, "number", value=written(self.or_usual(place)), **within)

    def schema(self) -> Schema:
        whole = {**WHOLE, "minimum": self.low, "maximum": self.high}
        return {"anyOf": [whole, {"enum": list(self.words)}]} if self.words else whole


def number(text: str) -> object:
    """A whole number as people write it; LEFT_OUT for nothing, else the text as it came.

    >>> number("−2"), number("+3"), number(""), number("two")
    (-2, 3, LEFT_OUT, 'two')
    """
    text = text.replace("−", "-")
    if not text:
        return LEFT_OUT
    return int(text) if NUMBER.fullmatch(text) else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Single):
    """A short text."""

    def read(self, data: Data, path: str) -> object:
        return first(data, path) or LEFT_OUT

    def show(self, place: Place) -> Control:
        return self.drawn(place, value=written(place.value), longest=200, more=UNFILLED)

    def schema(self) -> Schema:
        return {"type": "string"}


class Pick(NamedTuple):
    """One value to choose, the words for it, and the heading under which it stands."""

    value: object
    label: str
    group: str = ""


type Picks = tuple[Pick, ...] | Callable[[Json], tuple[Pick, ...]]
"""The values to choose from; where the question brings its own cards or board, a function of it."""


def picks(source: Picks, question: object) -> tuple[Pick, ...]:
    """The values to choose from in this question."""
    return source if isinstance(source, tuple) else source(question)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Quiet):
    """One of several values: `row` as buttons beside each other, `list` to unfold.

    With `quiet` the default is left out of the question, which then stays short (house rules).
    """

    picks: Picks
    form: Literal["row", "list"] = "row"

    def read(self, data: Data, path: str) -> object:
        text = first(data, path)
        values = {written(pick.value): pick.value for pick in picks(self.picks, {})}
        return self.unless_usual(values.get(text, text or LEFT_OUT))

    def show(self, place: Place) -> Control:
        chosen = self.or_usual(place)
        offered = picks(self.picks, place.question)
        strange = chosen is not LEFT_OUT and written(chosen) not in {written(p.value) for p in offered}
        offered = (*offered, Pick(chosen, written(chosen))) if strange else offered
        about = {"value": written(chosen), "options": offered, "kind": "select", "blank": "—"}
        return self.drawn(place, "choice_row" if self.form == "row" else "field", **about)

    def schema(self) -> Schema:
        return one_of(self.picks)


def one_of(picks: Picks) -> Schema:
    """The values to choose from; where the question brings them, their names may be any."""
    if not isinstance(picks, tuple):
        return {"type": "string"}
    values = [pick.value for pick in picks]
    return {"type": "boolean"} if set(map(type, values)) == {bool} else {"enum": values}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks(Single):
    """Any number of several values, as a list; with `ordered` those of the question first, as there."""

    picks: Picks
    ordered: bool = False

    def read(self, data: Data, path: str) -> object:
        values = known_of(self.picks)
        return [values.get(text, text) for text in data.get(path, ()) if text]

    def show(self, place: Place) -> Control:
        ticked = dict.fromkeys(map(written, place.items))
        offered = {written(pick.value): pick for pick in picks(self.picks, place.question)}
        moved = [text for text in ticked if self.ordered or text not in offered]
        apart = [offered.pop(text, Pick(text, text)) for text in moved]
        shown = (*apart, *offered.values()) if self.ordered else (*offered.values(), *apart)
        return self.drawn(place, "checks", options=shown, chosen=set(ticked))

    def schema(self) -> Schema:
        return {"type": "array", "items": one_of(self.picks)}


def known_of(source: Picks) -> dict[str, object]:
    """The values to choose from by their texts, where they hang on no question."""
    return {written(pick.value): pick.value for pick in source} if isinstance(source, tuple) else {}


LONGEST = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Quiet):
    """Any number of words or whole numbers on one line, spaces or commas between them.

    With `quiet` an empty list is left out of the question.
    """

    def read(self, data: Data, path: str) -> object:
        return words(first(data, path)) or (LEFT_OUT if self.quiet else [])

    def show(self, place: Place) -> Control:
        line = " ".join(map(written, place.items))
        return self.drawn(place, value=line, longest=200, more=UNFILLED)

    def schema(self) -> Schema:
        return {"type": "array", "items": {"type": ["string", "integer"]}}


def words(line: str) -> list[object]:
    """The words and whole numbers of a line.

    >>> words("ada 3, bo −7")
    ['ada', 3, 'bo', -7]
    """
    return [number(word) for word in re.split(r"[\s,;]+", line) if word]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines(Single):
    """A list of what people write on a line each; nothing written, the list is left out, or `empty`.

    `parse` makes a line's value; a line that it cannot parse stays text, for the rules to refuse at its
    place. `tell` writes a value as its line.
    """

    parse: Callable[[str], object]
    tell: Callable[[Json], str]
    rows: int = 4
    empty: object = LEFT_OUT

    def read(self, data: Data, path: str) -> object:
        lines = [line.strip() for line in first(data, path).splitlines() if line.strip()]
        return [self._parsed(line) for line in lines[:LONGEST]] if lines else self.empty

    def schema(self) -> Schema:
        return {"type": "array", "items": {}}

    def _parsed(self, line: str) -> object:
        try:
            return self.parse(line)
        except ValueError:
            return line

    def show(self, place: Place) -> Control:
        text = "\n".join(each if isinstance(each, str) else self._words(each) for each in place.items)
        more = {"rows": str(max(self.rows, len(place.items) + 1)), **CODE}
        return self.drawn(place, kind="lines", value=text, more=more)

    def _words(self, value: object) -> str:
        try:
            return self.tell(value)
        except (KeyError, TypeError, AttributeError):
            return written(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Area(Single):
    """A page of JSON, pasted or uploaded: never a mere string, so that text which is no JSON shows itself.

    `sample` makes what a new form begins with; `accept` says which files may be uploaded; `words` are texts
    that may stand there instead.
    """

    rows: int = 8
    sample: Callable[[], object] | None = None
    accept: str = ".json,application/json"
    words: Collection[str] = ()

    def read(self, data: Data, path: str) -> object:
        text = first(data, path)
        try:
            return loads(text) if text else LEFT_OUT
        except InvalidInput:
            return text

    def show(self, place: Place) -> Control:
        value = place.value
        text = written(value) if isinstance(value, str) or value is LEFT_OUT else pretty(value)
        about = {"more": {"rows": str(self.rows), **CODE}, "parts": {"accept": self.accept}}
        return self.drawn(place, "area", kind="lines", value=text, **about)

    def misread(self, place: Place) -> InvalidInput | None:
        if not isinstance(place.value, str) or place.value in self.words:
            return None
        try:
            loads(place.value)
        except InvalidInput as error:
            return InvalidInput(place.path, error.message)
        return None


def pretty(value: object) -> str:
    """JSON set out over lines; small lists and objects stay on one."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return re.sub(r"([\[{])\n\s+([^\[\]{}]{0,60}?)\n\s+([\]}])", _flat, text)


def _flat(block: re.Match[str]) -> str:
    return block[1] + re.sub(r"\s*\n\s*", " ", block[2]) + block[3]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(Single):
    """A text of some length."""

    rows: int = 3

    def read(self, data: Data, path: str) -> object:
        return _lines(first(data, path)) or LEFT_OUT

    def show(self, place: Place) -> Control:
        return self.drawn(place, kind="prose", value=written(place.value), more={"rows": str(self.rows)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences(Single):
    """A list of texts, each on a line of its own."""

    rows: int = 3

    def read(self, data: Data, path: str) -> object:
        return [line.strip() for line in _lines(first(data, path)).split("\n") if line.strip()]

    def show(self, place: Place) -> Control:
        text = "\n".join(map(written, place.items))
        rows = str(max(self.rows, len(place.items) + 1))
        return self.drawn(place, kind="prose", value=text, more={"rows": rows})


def _lines(text: str) -> str:
    """A text with line ends as the house writes them; browsers send two signs for each."""
    return text.replace("\r\n", "\n")
