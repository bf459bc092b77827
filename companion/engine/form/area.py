"""A page of JSON in a form: a board, a library, a whole state, pasted or uploaded."""

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.engine.errors import InvalidInput
from companion.engine.form.field import Single
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json, loads


@dataclass(frozen=True, slots=True, kw_only=True)
class Area(Single):
    """A page of JSON, pasted or uploaded: never a mere string, so that text which is no JSON shows itself.

    `sample` makes what a new form begins with; `accept` says which files may be uploaded; `words` are texts
    that may stand there instead.
    """

    rows: int = 8
    sample: Callable[[], Json] | None = None
    accept: str = ".json,application/json"
    words: Collection[str] = ()

    def read(self, data: Data, path: str) -> Json:
        """The JSON; text that is none is kept as it is."""
        text = first(data, path)
        try:
            return loads(text) if text else LEFT_OUT
        except InvalidInput:
            return text

    def show(self, place: Place) -> Widget:
        """The JSON, set out to be read, and whether a sample can be had."""
        value = place.value
        text = written(value) if isinstance(value, str) or value is LEFT_OUT else pretty(value)
        return self.drawn(place, "area", value=text, rows=self.rows, accept=self.accept)

    def misread(self, place: Place) -> InvalidInput | None:
        """What is wrong with text that is no JSON."""
        if not isinstance(place.value, str) or place.value in self.words:
            return None
        try:
            loads(place.value)
        except InvalidInput as error:
            return InvalidInput(place.path, error.message)
        return None


def pretty(value: Json) -> str:
    """JSON set out over lines; small lists and objects stay on one."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return re.sub(r"([\[{])\n\s+([^\[\]{}]{0,60}?)\n\s+([\]}])", _flat, text)


def _flat(block: re.Match[str]) -> str:
    return block[1] + re.sub(r"\s*\n\s*", " ", block[2]) + block[3]
