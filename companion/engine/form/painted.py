"""A map in a form, painted by touch: its ground, what stands on its squares, or which of them count.

Without a script each square is a button that paints itself; with one, a finger draws over them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.form import squares
from companion.engine.form.field import Single, number
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first
from companion.engine.wire import Json

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

    def read(self, data: Data, path: str) -> Json:
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
            rows = rows if was == f"{columns} {height}" else squares.sized(rows, columns, height, self.blank)
        pressed, brush = stroke
        if not (pressed and len(brush) == 1 and rows):
            return rows
        mirror = squares.across(pressed, first(data, f"{path}@across"), len(rows[0]), len(rows))
        rows = squares.painted(rows, mirror, self.swaps.get(brush, brush)) if mirror else rows
        return squares.painted(rows, pressed, brush)

    def misfit(self, data: Data, path: str) -> InvalidInput | None:
        """The refusal of a size that no map may have."""
        asked = {"columns": self.columns, "rows": self.height}
        for name, most in asked.items():
            text = first(data, f"{path}@{name}")
            size = number(text)
            if size is not LEFT_OUT and not (type(size) is int and 1 <= size <= most):
                return InvalidInput(path, f"A map has 1 to {most} {name}; {text[:20]} was given.")
        return None

    def show(self, place: Place) -> Widget:
        """The map as squares to paint on, the brushes, and what is painted as text."""
        rows = self.rows(place.question, place.path)
        grounds = self.grounds(place.question)
        text, marks = self._told(place.value)
        drawn = _Board(rows, {sign.value: sign for sign in grounds}, marks, self._names())
        return self.drawn(
            place, "painted", mode=self.mode, value=text, lines=max(2, text.count("\n") + 1),
            board=[drawn.row(n) for n in range(len(rows))], heads=drawn.heads(),
            brushes=[self._brush(sign) for sign in (grounds if self.mode == "ground" else self.brushes)],
            wide=len(rows[0]) if rows else 0, tall=len(rows), most_wide=self.columns, most_tall=self.height,
        )  # fmt: skip

    def _brush(self, sign: Sign) -> Json:
        return {**sign._asdict(), "counterpart": self.swaps.get(sign.value, sign.value)}

    def _names(self) -> Mapping[str, Sign]:
        return {sign.value: sign for sign in self.brushes}

    def _told(self, value: Json) -> tuple[str, Mapping[str, str]]:
        """What is painted as text, and what stands on which square."""
        if self.mode == "ground":
            return "\n".join(squares.rows_of(value)), {}
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
        """The letters above its columns."""
        return [chr(ord("A") + n) for n in range(min(26, max(map(len, self.rows), default=0)))]

    def row(self, n: int) -> Json:
        """One row of squares."""
        return {"number": n + 1, "squares": [self._square(n, m, sign) for m, sign in enumerate(self.rows[n])]}

    def _square(self, row: int, column: int, sign: str) -> Json:
        square = squares.named(column, row)
        ground = self.grounds.get(sign, Sign(sign, f"“{sign}”, which is no ground", "strange"))
        kind = self.marks.get(square, "")
        mark = self.names.get(kind, Sign(kind, kind, "", "●" if kind == "on" else kind[:1].upper()))
        said = f"{square}: {ground.name}" + (f", {mark.name if kind != 'on' else 'chosen'}" if kind else "")
        shown = mark.mark if kind else ground.mark
        return {"square": square, "sign": sign, "tone": ground.tone, "ground": ground.mark, "mark": shown,
                "marked": kind, "label": said}  # fmt: skip


def _marks(text: str) -> dict[str, str]:
    """`f4 barricade` on a line each, or commas between them."""
    parts = [part.split(maxsplit=1) for part in text.replace(",", "\n").split("\n") if part.strip()]
    return {part[0].lower(): part[1].strip() if len(part) > 1 else "" for part in parts}
