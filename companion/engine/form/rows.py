"""A sheet of the desk: fields that hold fields, down to rows and slots; and its answer, as it is read."""

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form.field import (
    LEFT_OUT,
    Area,
    Data,
    Field,
    Pick,
    Picks,
    Place,
    Single,
    Widget,
    ask,
    first,
    grouped,
    known_of,
    named,
    picks,
    put,
    written,
)
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


MOST_ROWS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Fields that belong together, under a heading: `beside` each other, `below`, or `folded` away.

    With `quiet` it is left out of the question where none of them says anything.
    """

    label: str
    fields: tuple[Field, ...]
    help: str = ""
    form: Literal["beside", "below", "folded"] = "beside"
    key: str = ""
    quiet: bool = False

    def read(self, data: Data, path: str) -> Json:
        """What its fields say, put where they themselves point."""
        record = ask(self.fields, data, path)
        return record if record or not self.quiet else LEFT_OUT

    def show(self, place: Place) -> Widget:
        """Its fields, and whether to unfold: where something in it is chosen, or wrong."""
        fields = [field.show(place.at(field.key)) for field in self.fields]
        wrong = any(field["error"] for field in fields)
        is_filled = any(place.at(field.key).value is not LEFT_OUT for field in self.fields if field.key)
        widget = {"kind": "group", "label": self.label, "help": self.help, "form": self.form}
        error = "see within" if wrong else ""
        return {**widget, "fields": fields, "open": wrong or is_filled, "error": error}

    def misread(self, place: Place) -> InvalidInput | None:
        """The first refusal of its fields."""
        return misread(self.fields, place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A list of objects, a row each. A row without its `lead` value is blank, and no part of the list.

    A blank row begins with its fields' first values; so the lead has none.
    """

    key: str
    label: str
    fields: tuple[Field, ...]
    lead: str
    help: str = ""
    default: Json = LEFT_OUT
    blank: int = 1
    most: int = MOST_ROWS

    def read(self, data: Data, path: str) -> Json:
        """The rows that are not blank, in order."""
        number = re.compile(re.escape(path) + r"\.(\d{1,3})\.", re.ASCII)
        numbers = sorted({int(match[1]) for name in data if (match := number.match(name))})
        rows = [ask(self.fields, data, join(path, n)) for n in numbers[:MOST_ROWS]]
        return [row for row in rows if self.lead in row]

    def show(self, place: Place) -> Widget:
        """The rows given, then blank ones to fill."""
        given = len(place.value) if isinstance(place.value, list) else 0
        shown = max(min(given + self.blank, self.most), given)
        rows = [self._row(place.at(n), n >= given) for n in range(min(shown, MOST_ROWS))]
        inside = any(field["error"] for row in rows for field in row["fields"])
        error = "" if inside else place.complaint
        widget = {"kind": "rows", "name": place.path, "id": named(place.path), "label": self.label}
        return {**widget, "help": self.help, "error": error, "rows": rows, "more": shown < self.most}

    def _row(self, place: Place, blank: bool) -> Json:
        at = place.filled(start(self.fields)) if blank else place
        fields = [field.show(at.at(field.key)) for field in self.fields]
        return {"fields": fields, "blank": blank, "number": int(place.path.rsplit(".", 1)[-1]) + 1}

    def misread(self, place: Place) -> InvalidInput | None:
        """The first refusal within its rows."""
        count = len(place.value) if isinstance(place.value, list) else 0
        refusals = (misread(self.fields, place.at(n)) for n in range(count))
        return next((refusal for refusal in refusals if refusal), None)


def misread(fields: tuple[Field, ...], place: Place) -> InvalidInput | None:
    """The first text that is not what its field takes, and that no rule could name as well."""
    refusals = (field.misread(place.at(field.key)) for field in fields)
    return next((refusal for refusal in refusals if refusal), None)


def start(fields: tuple[Field, ...]) -> dict[str, Json]:
    """The first values of all fields, but those that are left out while they are the usual ones."""
    question: dict[str, Json] = {}
    for field in fields:
        put(question, field.key, _first_value(field))
    return question


def _first_value(field: Field) -> Json:
    if isinstance(field, Group):
        return start(field.fields) or (LEFT_OUT if field.quiet else {})
    if isinstance(field, Area) and field.sample:
        return field.sample()
    return LEFT_OUT if getattr(field, "quiet", False) else getattr(field, "default", LEFT_OUT)


type Object = dict[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyed:
    """An object, `rows.lead` the key of each entry; with `value`, an entry is that field's value alone."""

    rows: Rows
    value: str = ""

    @property
    def key(self) -> str:
        """Its dotted path."""
        return self.rows.key

    @property
    def default(self) -> Json:
        """What a new form begins with."""
        return self.rows.default

    def read(self, data: Data, path: str) -> Json:
        """The object, left out where it is empty; a key that stands there twice is marked, to be refused."""
        record: Object = {}
        for row in self.rows.read(data, path):
            key = str(row.pop(self.rows.lead))
            while key in record:
                key += " again"
            record[key] = row.get(self.value, LEFT_OUT) if self.value else row
        return {key: value for key, value in record.items() if value is not LEFT_OUT} or LEFT_OUT

    def show(self, place: Place) -> Widget:
        """Its entries, a row each."""
        return self.rows.show(self._listed(place))

    def misread(self, place: Place) -> InvalidInput | None:
        """The first refusal within its rows."""
        return self.rows.misread(self._listed(place))

    def _listed(self, place: Place) -> Place:
        """The same place with the object as a list, and the refusal where its row is."""
        entries = place.value if isinstance(place.value, Mapping) else {}
        listed = [self._row(key, value) for key, value in entries.items()]
        question = deepcopy(place.question) if isinstance(place.question, dict) else {}
        put(question, place.path, listed)
        return replace(place, question=question, refusal=self._moved(place, list(entries)))

    def _row(self, key: str, value: object) -> Object:
        inside = {self.value: value} if self.value else value if isinstance(value, Mapping) else {}
        return {self.rows.lead: key, **inside}

    def _moved(self, place: Place, keys: list[str]) -> GameError | None:
        """The refusal, where it is within one entry, at that entry's row."""
        refusal, start = place.refusal, f"{place.path}."
        if refusal is None or not refusal.path.startswith(start):
            return refusal
        key, _, inside = refusal.path.removeprefix(start).partition(".")
        if key not in keys:
            return type(refusal)(place.path, refusal.unnamed)
        row = join(place.path, keys.index(key), inside or self.value or self.rows.lead)
        return type(refusal)(row, refusal.unnamed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots(Single):
    """A list of so many values, each chosen in a list of its own; `words` says what each is."""

    picks: Picks
    words: tuple[str, ...]

    def read(self, data: Data, path: str) -> Json:
        """The values chosen, those left blank missing."""
        values = known_of(self.picks)
        cells = [first(data, join(path, n)) for n in range(len(self.words))]
        return [values.get(text, text) for text in cells if text] or LEFT_OUT

    def show(self, place: Place) -> Widget:
        """A list to choose from for each."""
        slots = [self._slot(place.at(n), word) for n, word in enumerate(self.words)]
        return self.drawn(place, "slots", slots=slots)

    def _slot(self, place: Place, word: str) -> Json:
        chosen = written(place.value)
        offered = picks(self.picks, place.question)
        strange = chosen and chosen not in {written(pick.value) for pick in offered}
        shown = (*offered, Pick(chosen, chosen)) if strange else offered
        widget = {"name": place.path, "id": named(place.path), "label": word}
        return {**widget, "groups": grouped(shown, {chosen}, place.path)}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """One question on the desk; where nothing more is said of it, JSON is asked.

    `group` is the heading under which it stands, `button` what pressing it does, `chance` the keys that the
    app fills by rolling or shuffling; `told(question, result)` is how an answer reads.
    """

    group: str = "More"
    button: str = "Answer"
    fields: tuple[Field, ...] = (Area(key="", label="The question, as JSON", rows=20),)
    chance: tuple[str, ...] = ()
    told: Callable[[Json, Json], Summary]

    @property
    def again(self) -> str:
        """The button that has the app do it once more; empty where there is no chance in it."""
        how = "Roll" if "rolls" in self.chance else "Shuffle"
        return f"{how} for us" if self.chance else ""

    def start(self) -> dict[str, Json]:
        """The question that a new form begins with."""
        return start(self.fields)

    def show(self, question: object, refusal: GameError | None = None) -> list[Widget]:
        """Every field, filled from the question, with the refusal beside the field that it concerns."""
        place = Place(question, "", refusal)
        return [field.show(place.at(field.key)) for field in self.fields]

    def misread(self, question: object) -> InvalidInput | None:
        """The refusal of text that is not what its field takes."""
        return misread(self.fields, Place(question))
