"""A map as it was and as it is, each square that differs marked."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.form.painted import Painted
from companion.engine.form.place import Place
from companion.engine.wire import Json

TOLD = 10
"""So many squares are told one by one."""


class Side(NamedTuple):
    """A version's content, where a field stands in it, and what it says there."""

    content: Json
    path: str
    value: Json


class Square(NamedTuple):
    """A square of the picture."""

    tone: str
    mark: str
    marked: bool
    other: bool


type Picture = Sequence[Sequence[Square]]


class Maps(NamedTuple):
    """Both pictures, and the difference in words."""

    before: Picture
    after: Picture
    words: str


def maps(field: Painted, old: Side, new: Side) -> Maps:
    """A field's map in two versions."""
    before, after = (_squares(field, side) for side in (old, new))
    bears = _ground if field.mode == "ground" else _mark
    others = [at for at in {**before, **after} if bears(before, at) != bears(after, at)]
    told = [f"{at.upper()} {bears(before, at)} → {bears(after, at)}" for at in others[:TOLD]]
    told += [f"{len(others) - TOLD} more"] if len(others) > TOLD else []
    words = (
        f"{'1 square differs' if len(others) == 1 else f'{len(others)} squares differ'}: {', '.join(told)}"
    )
    return Maps(_picture(field, old, others), _picture(field, new, others), words)


def _board(field: Painted, side: Side) -> Sequence[Json]:
    board: Sequence[Json] = field.show(Place(side.content, side.path, None))["board"]
    return board


def _squares(field: Painted, side: Side) -> dict[str, Json]:
    return {square["square"]: square for row in _board(field, side) for square in row["squares"]}


def _ground(squares: dict[str, Json], at: str) -> str:
    """What a square is called, after its name."""
    return str(squares[at]["label"]).partition(": ")[2] if at in squares else "off the map"


def _mark(squares: dict[str, Json], at: str) -> str:
    """What stands on it."""
    bears = at in squares and squares[at]["marked"]
    return str(squares[at]["label"]).rpartition(", ")[2] if bears else "nothing"


def _picture(field: Painted, side: Side, others: Sequence[str]) -> Picture:
    other = set(others)
    return [
        [
            Square(each["tone"], each["mark"], bool(each["marked"]), each["square"] in other)
            for each in row["squares"]
        ]
        for row in _board(field, side)
    ]
