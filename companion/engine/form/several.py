"""Fields of many values written as people write them: a list on one line, a list of lines."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.form.field import Single, number
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json

LONGEST = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Single):
    """Any number of words or whole numbers on one line, spaces or commas between them.

    With `quiet` an empty list is left out of the question.
    """

    quiet: bool = False

    def read(self, data: Data, path: str) -> Json:
        """The list; what is no number stays the word that it is."""
        return words(first(data, path)) or (LEFT_OUT if self.quiet else [])

    def show(self, place: Place) -> Widget:
        """The list on one line."""
        value = place.value if isinstance(place.value, list) else []
        return self.drawn(place, "text", value=" ".join(written(each) for each in value))


def words(line: str) -> list[Json]:
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

    parse: Callable[[str], Json]
    tell: Callable[[Json], str]
    rows: int = 4
    empty: Json = LEFT_OUT

    def read(self, data: Data, path: str) -> Json:
        """The lines that say something, in order."""
        lines = [line.strip() for line in first(data, path).splitlines() if line.strip()]
        return [self._parsed(line) for line in lines[:LONGEST]] if lines else self.empty

    def _parsed(self, line: str) -> Json:
        try:
            return self.parse(line)
        except ValueError:
            return line

    def show(self, place: Place) -> Widget:
        """A line for each value."""
        value = place.value if isinstance(place.value, list) else []
        told = "\n".join(each if isinstance(each, str) else self._told(each) for each in value)
        return self.drawn(place, "lines", value=told, rows=max(self.rows, len(value) + 1))

    def _told(self, value: Json) -> str:
        try:
            return self.tell(value)
        except (KeyError, TypeError, AttributeError):
            return written(value)
