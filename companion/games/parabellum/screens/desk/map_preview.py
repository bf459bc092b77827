"""A binder's map drawn small, to be checked by eye: tinted ground, its signs, deployment squares."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from companion.games.parabellum.data import STANDARD_TERRAIN
from companion.games.parabellum.state.binder import MapSheet

type Values = Mapping[str, object]

SQUARE = 16
"""The side of a square in the drawing's own units."""


def map_preview(sheet: MapSheet) -> Values:
    """The drawing: a band for each run of equal ground, and each row's signs."""
    middles = " ".join(str(n * SQUARE + SQUARE // 2) for n in range(sheet.columns))
    return {
        "name": sheet.name,
        "wide": sheet.columns * SQUARE,
        "tall": sheet.height * SQUARE,
        "square": SQUARE,
        "bands": [band for n in range(sheet.height) for band in _bands(sheet, n)],
        "rows": [
            {"y": n * SQUARE + SQUARE - 4, "x": middles, "signs": row.replace(".", "·")}
            for n, row in enumerate(sheet.rows)
        ],
        "label": f"{sheet.name}, {sheet.columns} by {sheet.height} squares",
    }


def _bands(sheet: MapSheet, row: int) -> Iterator[Values]:
    kinds = [_kind(sheet, row, column) for column in range(sheet.columns)]
    at = 0
    for kind, run in groupby(kinds):
        width = len(list(run))
        if kind != "open":
            yield {"x": at * SQUARE, "y": row * SQUARE, "wide": width * SQUARE, "kind": kind}
        at += width


def _kind(sheet: MapSheet, row: int, column: int) -> str:
    if sheet.rows[row][column].isdigit():
        return "seat"
    ground = sheet.grounds[row][column]
    return ground if ground in STANDARD_TERRAIN else "own"
