"""What is asked of a board and its dice: tracks, maps painted by touch, squares as text, faces to tap.

Without a script each square is a button that paints itself; with one, a finger draws over them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from companion.engine.errors import InvalidInput, join
from companion.engine.form import (
    LEFT_OUT,
    WHOLE,
    Control,
    Data,
    Place,
    Schema,
    Single,
    first,
    named,
    number,
    written,
)
from companion.engine.wire import Json
from companion.engine.wording import Values

type Rows = Sequence[str]
SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
SHOWN = 60
"""A map that is larger than any may be is drawn so far, with its fault beside it."""


def square_name(column: int, row: int) -> str:
    """The square of a column and a row, counted from 0.

    >>> square_name(1, 6)
    'b7'
    """
    return f"{chr(ord('a') + column)}{row + 1}"


def placed(square: str) -> tuple[int, int] | None:
    """Column and row of a square, counted from 0; None where that names none.

    >>> placed("b7"), placed("7b")
    ((1, 6), None)
    """
    match = SQUARE.fullmatch(square)
    return (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else None


def across(square: str, how: str, columns: int, height: int) -> str | None:
    """The square that mirrors this one on a map of that size.

    >>> across("a1", "half_turn", 16, 12), across("a1", "left_right", 16, 12)
    ('p12', 'p1')
    """
    place = placed(square)
    if place is None or how not in ("half_turn", "left_right"):
        return None
    row = height - 1 - place[1] if how == "half_turn" else place[1]
    return square_name(columns - 1 - place[0], row)


def sized(rows: Rows, columns: int, height: int, blank: str) -> list[str]:
    """The map in another size: what fits stays, what is new is blank.

    >>> sized(["ab", "cd"], 3, 1, ".")
    ['ab.']
    """
    kept = [row[:columns].ljust(columns, blank) for row in rows[:height]]
    return kept + [blank * columns] * (height - len(kept))


def painted(rows: Rows, square: str, sign: str) -> list[str]:
    """The map with another sign on one square; off the map nothing changes.

    >>> painted(["..", ".."], "b1", "#")
    ['.#', '..']
    """
    place = placed(square)
    if place is None or place[1] >= len(rows) or place[0] >= len(rows[place[1]]):
        return list(rows)
    column, at = place
    return [row[:column] + sign + row[column + 1 :] if n == at else row for n, row in enumerate(rows)]


def rows_of(value: object) -> list[str]:
    """The rows of a map that may yet be anything."""
    return [str(row)[:SHOWN] for row in value[:SHOWN]] if isinstance(value, list) else []


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

    def read(self, data: Data, path: str) -> object:
        line = number(first(data, join(path, self.words.line)))
        start = join(path, self.words.heap) + "."
        counts = {
            name.removeprefix(start): number(first(data, name)) for name in data if name.startswith(start)
        }
        heap = {space: count for space, count in counts.items() if count not in (0, LEFT_OUT)}
        values = {} if line is LEFT_OUT else {self.words.line: line}
        return {**values, self.words.heap: heap} if heap and self.words.heap else values

    def schema(self) -> Schema:
        words = self.words
        heap = {words.heap: {"type": "object", "additionalProperties": WHOLE}} if words.heap else {}
        return {"type": "object", "properties": {words.line: WHOLE, **heap}, "required": [words.line]}

    def show(self, place: Place) -> Control:
        line, heap = place.at(self.words.line), place.at(self.words.heap)
        counts = heap.value if self.words.heap and isinstance(heap.value, Mapping) else {}
        usual = self.spaces(place.question)
        spaces = usual.get(self.row) or {space for track in usual.values() for space in track}
        keys = _in_order({*map(str, spaces), *counts, written(line.value)} - {""})
        cells = [self._cell(key, line, heap.at(key)) for key in keys]
        # A track at the top of the question has no path of its own to be refused at.
        error = place.complaint or line.complaint or heap.complaint
        return self.drawn(place, "track", error=error, parts={"cells": cells, "words": self.words})

    def _cell(self, key: str, line: Place, heap: Place) -> Values:
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
class Grid(Single):
    """All tracks of a board, a row each, under one key.

    With `near`, the question keeps only the track that the field of that key chooses, and its neighbours;
    with `named`, only those that a field of such a key names (`*` for a row's number) or that have changed.
    """

    rows: Mapping[str, str]
    words: Words
    spaces: Spaces
    near: str = ""
    named: str = ""

    def read(self, data: Data, path: str) -> object:
        tracks = {row: self._track(row).read(data, join(path, row)) for row in self._kept(data)}
        named = {value for name in data if fnmatchcase(name, self.named) for value in data[name]}
        first_states = self.default if self.named and isinstance(self.default, Mapping) else {}
        return {
            row: track
            for row, track in tracks.items()
            if track and (row in named or track != first_states.get(row))
        }

    def schema(self) -> Schema:
        return {"type": "object", "properties": {row: self._track(row).schema() for row in self.rows}}

    def _kept(self, data: Data) -> Sequence[str]:
        rows = tuple(self.rows)
        target = first(data, self.near)
        if target not in rows:
            return rows
        n = rows.index(target)
        return rows[max(0, n - 1) : n + 2]

    def _track(self, row: str) -> Track:
        return Track(key=row, label=self.rows[row], words=self.words, spaces=self.spaces, row=row)

    def show(self, place: Place) -> Control:
        first_states = self.default if isinstance(self.default, Mapping) else {}
        rows = {
            row: self._track(row).show(place.at(row).filled(first_states.get(row, LEFT_OUT)))
            for row in self.rows
        }
        error = "" if any(row.error for row in rows.values()) else place.complaint
        parts = {"rows": list(rows.items()), "words": self.words, "near": self.near}
        return self.drawn(place, "grid", error=error, parts=parts)


RUBBER = ""
"""The brush that takes away what stands on a square."""


class Sign(NamedTuple):
    """What a square can bear: its sign in the file, its name, the tone in which it is drawn, its mark."""

    value: str
    name: str
    tone: str
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted(Single):
    """Squares of a map: `ground` as rows of signs, `marks` as one thing a square, `squares` as a set.

    `rows(question, path)` gives the map that lies beneath, `grounds(question)` the signs of its ground;
    `brushes` paint. `swaps` says what becomes of a sign on the square across.
    """

    mode: Literal["ground", "marks", "squares"]
    rows: Callable[[Json, str], list[str]]
    grounds: Callable[[Json], tuple[Sign, ...]]
    brushes: tuple[Sign, ...] = ()
    columns: int = 20
    height: int = 40
    blank: str = "."
    swaps: Mapping[str, str] = field(default_factory=dict)

    def read(self, data: Data, path: str) -> object:
        """What is painted, with the square that was pressed just now, and in the size that is asked for."""
        text = next(iter(data.get(path, ())), "").replace("\r\n", "\n")
        pressed, brush = first(data, f"{path}@paint"), next(iter(data.get(f"{path}@brush", ())), "")
        if self.mode == "ground":
            rows = [row for row in text.split("\n") if row]
            return self._ground(data, path, rows, (pressed, brush)) or LEFT_OUT
        if self.mode == "marks":
            marks = _marks(text)
            if pressed:
                marks = {key: kind for key, kind in marks.items() if key != pressed}
                marks |= {pressed: brush} if brush else {}
            return marks or LEFT_OUT
        listed: list[str] = text.replace(",", " ").lower().split()
        if pressed:
            listed = [each for each in listed if each != pressed] if pressed in listed else [*listed, pressed]
        return listed

    def _ground(self, data: Data, path: str, rows: list[str], stroke: tuple[str, str]) -> list[str]:
        columns, height = number(first(data, f"{path}@columns")), number(first(data, f"{path}@rows"))
        if self.misfit(data, path) is None and type(columns) is int and type(height) is int:
            was = first(data, f"{path}@was")
            # The text may have been written in another size: only a size that was asked for counts.
            rows = rows if was == f"{columns} {height}" else sized(rows, columns, height, self.blank)
        pressed, brush = stroke
        if not (pressed and len(brush) == 1 and rows):
            return rows
        mirror = across(pressed, first(data, f"{path}@across"), len(rows[0]), len(rows))
        rows = painted(rows, mirror, self.swaps.get(brush, brush)) if mirror else rows
        return painted(rows, pressed, brush)

    def misfit(self, data: Data, path: str) -> InvalidInput | None:
        """The refusal of a size that no map may have."""
        grid = {"columns": self.columns, "rows": self.height}
        for name, most in grid.items():
            text = first(data, f"{path}@{name}")
            size = number(text)
            if size is not LEFT_OUT and not (type(size) is int and 1 <= size <= most):
                return InvalidInput(path, f"A map has 1 to {most} {name}; {text[:20]} was given.")
        return None

    def show(self, place: Place) -> Control:
        rows = self.rows(place.question, place.path)
        grounds = self.grounds(place.question)
        text, marks = self._words(place.value)
        drawn = _Board(rows, {sign.value: sign for sign in grounds}, marks, self._names())
        parts = {
            "mode": self.mode, "board": [drawn.row(n) for n in range(len(rows))], "heads": drawn.heads(),
            "brushes": [self._brush(sign) for sign in (grounds if self.mode == "ground" else self.brushes)],
            "wide": len(rows[0]) if rows else 0, "tall": len(rows), "lines": max(2, text.count("\n") + 1),
            "most_wide": self.columns, "most_tall": self.height,
        }  # fmt: skip
        return self.drawn(place, "painted", value=text, parts=parts)

    def _brush(self, sign: Sign) -> Values:
        return {**sign._asdict(), "counterpart": self.swaps.get(sign.value, sign.value)}

    def _names(self) -> Mapping[str, Sign]:
        return {sign.value: sign for sign in self.brushes}

    def _words(self, value: object) -> tuple[str, Mapping[str, str]]:
        """What is painted as text, and what stands on which square."""
        if self.mode == "ground":
            return "\n".join(rows_of(value)), {}
        if self.mode == "marks":
            marks = {str(key): str(kind) for key, kind in value.items()} if isinstance(value, dict) else {}
            return "\n".join(f"{key} {kind}" for key, kind in marks.items()), marks
        listed = [str(each) for each in value] if isinstance(value, list) else []
        return " ".join(listed), dict.fromkeys(listed, "on")


class _Board(NamedTuple):
    """A map as it is drawn: its rows, its signs, and what stands on its squares."""

    rows: list[str]
    grounds: Mapping[str, Sign]
    marks: Mapping[str, str]
    names: Mapping[str, Sign]

    def heads(self) -> list[str]:
        return [chr(ord("A") + n) for n in range(min(26, max(map(len, self.rows), default=0)))]

    def row(self, n: int) -> Values:
        return {"number": n + 1, "squares": [self._square(n, m, sign) for m, sign in enumerate(self.rows[n])]}

    def _square(self, row: int, column: int, sign: str) -> Values:
        square = square_name(column, row)
        ground = self.grounds.get(sign, Sign(sign, f"“{sign}”, which is no ground", "strange"))
        kind = self.marks.get(square, "")
        mark = self.names.get(kind, Sign(kind, kind, "", "●" if kind == "on" else kind[:1].upper()))
        words = f"{square}: {ground.name}" + (f", {mark.name if kind != 'on' else 'chosen'}" if kind else "")
        shown = mark.mark if kind else ground.mark
        return {"square": square, "sign": sign, "tone": ground.tone, "ground": ground.mark, "mark": shown,
                "marked": kind, "label": words}  # fmt: skip


def _marks(text: str) -> dict[str, str]:
    """`f4 barricade` on a line each, or commas between them."""
    parts = [part.split(maxsplit=1) for part in text.replace(",", "\n").split("\n") if part.strip()]
    return {part[0].lower(): part[1].strip() if len(part) > 1 else "" for part in parts}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice(Single):
    """Dice as faces to tap; all of them left blank, the app rolls."""

    dice: Mapping[str, str]
    faces: int = 6

    def read(self, data: Data, path: str) -> object:
        rolled = {die: number(first(data, join(path, die))) for die in self.dice}
        typed = {die: face for die, face in rolled.items() if face is not LEFT_OUT}
        return typed or LEFT_OUT

    def show(self, place: Place) -> Control:
        dice = [self._die(label, place.at(die)) for die, label in self.dice.items()]
        error = "" if any(die["error"] for die in dice) else place.complaint
        return self.drawn(place, "dice", error=error, parts={"dice": dice})

    def schema(self) -> Schema:
        face = {**WHOLE, "minimum": 1, "maximum": self.faces}
        return {"type": "object", "properties": dict.fromkeys(self.dice, face), "required": list(self.dice)}

    def _die(self, label: str, place: Place) -> Values:
        up = written(place.value)
        faces = [{"face": n, "chosen": up == str(n)} for n in range(1, self.faces + 1)]
        strange = "" if not up or any(face["chosen"] for face in faces) else up
        widget = {"name": place.path, "id": named(place.path), "label": label, "error": place.complaint}
        return {**widget, "faces": faces, "strange": strange, "blank": not up}


MOST_FACES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool(Single):
    """Equal dice, counted by their faces. `sides` tells from the question which dice they are."""

    sides: Callable[[Json], int]
    most: int = 20

    def read(self, data: Data, path: str) -> object:
        rolled: list[Json] = []
        for face in range(MOST_FACES, 0, -1):
            count = number(first(data, join(path, face)))
            if isinstance(count, int) and 0 <= count <= self.most:
                rolled += [face] * count
            elif count is not LEFT_OUT:
                # What is no count stands as it was written, for the rules to refuse.
                rolled.append(str(count))
        return rolled or LEFT_OUT

    def show(self, place: Place) -> Control:
        rolled = place.items
        faces = {*range(1, self.sides(place.question) + 1), *(die for die in rolled if _is_face(die))}
        drawn = [
            {
                "face": face,
                "name": join(place.path, face),
                "id": named(join(place.path, face)),
                "count": rolled.count(face) or "",
            }
            for face in sorted(faces, reverse=True)
        ]
        return self.drawn(place, "pool", parts={"faces": drawn, "most": self.most, "count": len(rolled)})


def _is_face(value: object) -> bool:
    return type(value) is int and 1 <= value <= MOST_FACES
