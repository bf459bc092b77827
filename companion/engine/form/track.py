"""Tracks in a form: where a line stands on a row of spaces, and what lies on each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from companion.engine.errors import InvalidInput, join
from companion.engine.form.field import Single, named, number
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json

type Spaces = Callable[[Json], Mapping[str, Sequence[int]]]
"""The spaces of each track on the board that the question brings, or on the usual one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a track's parts are called: the line's key and name, the heap's, and the two ends.

    Without a `heap`, only the line is asked.
    """

    line: str
    heap: str
    line_label: str
    heap_label: str
    low_end: str
    high_end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Track(Single):
    """One track: a space for the line, a count on each space.

    `row` names it among the board's tracks; without, it shows every space that any of them has.
    """

    words: Words
    spaces: Spaces
    row: str = ""

    def read(self, data: Data, path: str) -> Json:
        """The line's space, and the counts that are not nothing."""
        line = number(first(data, join(path, self.words.line)))
        start = join(path, self.words.heap) + "."
        counts = {
            name.removeprefix(start): number(first(data, name)) for name in data if name.startswith(start)
        }
        heap = {space: count for space, count in counts.items() if count not in (0, LEFT_OUT)}
        said = {} if line is LEFT_OUT else {self.words.line: line}
        return {**said, self.words.heap: heap} if heap and self.words.heap else said

    def show(self, place: Place) -> Widget:
        """The spaces from the low end to the high one, with the line and the counts."""
        line, heap = place.at(self.words.line), place.at(self.words.heap)
        counts = heap.value if self.words.heap and isinstance(heap.value, Mapping) else {}
        usual = self.spaces(place.question)
        spaces = usual.get(self.row) or {space for track in usual.values() for space in track}
        keys = _in_order({*map(str, spaces), *counts, written(line.value)} - {""})
        cells = [self._cell(key, line, heap.at(key)) for key in keys]
        told = self.drawn(place, "track", cells=cells, words=self.words)
        # A track at the top of the question has no path of its own to be refused at.
        return {**told, "error": place.complaint or line.complaint or heap.complaint}

    def _cell(self, key: str, line: Place, heap: Place) -> Json:
        return {
            "space": key.replace("-", "−"),
            "value": key,
            "line_name": line.path,
            "here": written(line.value) == key,
            "heap_name": heap.path,
            "count": written(heap.value),
            "wrong": bool(heap.complaint) or (bool(line.complaint) and written(line.value) == key),
        }


def _in_order(keys: set[str]) -> list[str]:
    """Spaces by number; what is no number comes last."""
    whole = [key for key in keys if isinstance(number(key), int)]
    return sorted(whole, key=lambda key: (int(key), key)) + sorted(keys - set(whole))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """All tracks of a board, a row each, under one key.

    With `near`, the question keeps only the track that the field of that key chooses, and its neighbours;
    with `named`, only those that a field of such a key names (`*` for a row's number) or that have changed.
    """

    key: str
    label: str
    rows: Mapping[str, str]
    words: Words
    spaces: Spaces
    help: str = ""
    near: str = ""
    named: str = ""
    default: Json = LEFT_OUT

    def read(self, data: Data, path: str) -> Json:
        """The tracks that matter and say something."""
        tracks = {row: self._track(row).read(data, join(path, row)) for row in self._kept(data)}
        named = {value for name in data if fnmatchcase(name, self.named) for value in data[name]}
        first_states = self.default if self.named else {}
        return {
            row: track
            for row, track in tracks.items()
            if track and (row in named or track != first_states.get(row))
        }

    def _kept(self, data: Data) -> Sequence[str]:
        rows = tuple(self.rows)
        target = first(data, self.near)
        if target not in rows:
            return rows
        n = rows.index(target)
        return rows[max(0, n - 1) : n + 2]

    def _track(self, row: str) -> Track:
        return Track(key=row, label=self.rows[row], words=self.words, spaces=self.spaces, row=row)

    def show(self, place: Place) -> Widget:
        """A track a row; one that the question leaves out stands on its first state."""
        first_states = self.default if isinstance(self.default, Mapping) else {}
        rows = [
            {"row": row, **self._track(row).show(place.at(row).filled(first_states.get(row, LEFT_OUT)))}
            for row in self.rows
        ]
        error = "" if any(row["error"] for row in rows) else place.complaint
        told = {"kind": "grid", "name": place.path, "id": named(place.path), "label": self.label}
        return {
            **told,
            "help": self.help,
            "error": error,
            "rows": rows,
            "words": self.words,
            "near": self.near,
        }

    def misread(self, place: Place) -> InvalidInput | None:
        """Nothing: the rules can say what is wrong with a track."""
        return None
