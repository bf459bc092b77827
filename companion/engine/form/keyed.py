"""Rows whose first field is a key: an object in the question, a list of rows in the form."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, put
from companion.engine.form.rows import Rows
from companion.engine.wire import Json

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
        found: Object = {}
        for row in self.rows.read(data, path):
            key = str(row.pop(self.rows.lead))
            while key in found:
                key += " again"
            found[key] = row.get(self.value, LEFT_OUT) if self.value else row
        return {key: value for key, value in found.items() if value is not LEFT_OUT} or LEFT_OUT

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

    def _row(self, key: str, value: Json) -> Object:
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
