"""Fields of running text: a paragraph or several, and a list of sentences written on a line each."""

from dataclasses import dataclass

from companion.engine.form.field import Single
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose(Single):
    """A text of some length."""

    rows: int = 3

    def read(self, data: Data, path: str) -> Json:
        """The text, or nothing."""
        return _lines(first(data, path)) or LEFT_OUT

    def show(self, place: Place) -> Widget:
        """The text as it stands."""
        return self.drawn(place, "prose", value=written(place.value), rows=self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences(Single):
    """A list of texts, each on a line of its own."""

    rows: int = 3

    def read(self, data: Data, path: str) -> Json:
        """The lines that say something."""
        return [line.strip() for line in _lines(first(data, path)).split("\n") if line.strip()]

    def show(self, place: Place) -> Widget:
        """A line for each text."""
        value = place.value if isinstance(place.value, list) else []
        text = "\n".join(written(each) for each in value)
        return self.drawn(place, "prose", value=text, rows=max(self.rows, len(value) + 1))


def _lines(text: str) -> str:
    """A text with line ends as the house writes them; browsers send two signs for each."""
    return text.replace("\r\n", "\n")
