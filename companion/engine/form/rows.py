"""Fields that hold fields: a group under a heading, a part folded away, a list of rows."""

import re
from dataclasses import dataclass
from typing import Literal

from companion.engine.errors import InvalidInput, join
from companion.engine.form.area import Area
from companion.engine.form.field import Field, ask, named
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, put
from companion.engine.wire import Json

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
        said = ask(self.fields, data, path)
        return said if said or not self.quiet else LEFT_OUT

    def show(self, place: Place) -> Widget:
        """Its fields, and whether to unfold: where something in it is chosen, or wrong."""
        fields = [field.show(place.at(field.key)) for field in self.fields]
        wrong = any(field["error"] for field in fields)
        said = any(place.at(field.key).value is not LEFT_OUT for field in self.fields if field.key)
        told = {"kind": "group", "label": self.label, "help": self.help, "form": self.form}
        return {**told, "fields": fields, "open": wrong or said, "error": "see within" if wrong else ""}

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
        found = sorted({int(match[1]) for name in data if (match := number.match(name))})
        rows = [ask(self.fields, data, join(path, n)) for n in found[:MOST_ROWS]]
        return [row for row in rows if self.lead in row]

    def show(self, place: Place) -> Widget:
        """The rows given, then blank ones to fill."""
        given = len(place.value) if isinstance(place.value, list) else 0
        shown = max(min(given + self.blank, self.most), given)
        rows = [self._row(place.at(n), n >= given) for n in range(min(shown, MOST_ROWS))]
        inside = any(field["error"] for row in rows for field in row["fields"])
        error = "" if inside else place.complaint
        told = {"kind": "rows", "name": place.path, "id": named(place.path), "label": self.label}
        return {**told, "help": self.help, "error": error, "rows": rows, "more": shown < self.most}

    def _row(self, place: Place, blank: bool) -> Json:
        here = place.filled(start(self.fields)) if blank else place
        fields = [field.show(here.at(field.key)) for field in self.fields]
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
