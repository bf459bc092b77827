"""Boards over several sheets: exact scale, nothing lost, neighbours that overlap."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.press.colours import BLACK
from companion.press.document import Document
from companion.press.face import Box, Face, Paint, Rectangle
from companion.press.paper import PAPERS
from companion.press.tile import LEAST_OVERLAP, MOST_OVERLAP, cut, on_one_sheet, tiled, tiling
from tests.press.measuring import TOLERANCE, pages, rectangles


def board(width: float = 594, height: float = 420) -> Face:
    squares = [
        Rectangle(Box(20 + 50 * x, 20 + 50 * y, 25.4, 25.4), Paint(stroke=BLACK))
        for x in range(int(width // 50))
        for y in range(int(height // 50))
    ]
    return Face(width, height, tuple(squares), name="board", safe=8)


@settings(deadline=None)
@given(whole=st.floats(50, 2000), room=st.floats(120, 400), safe=st.floats(0, 10))
def test_windows_show_everything_and_overlap_by_five_to_ten(whole: float, room: float, safe: float) -> None:
    found = cut(whole, safe, room)
    assert found.length <= room + 1e-6
    assert found.starts[0] <= safe + 1e-6
    assert found.end >= whole - safe - 1e-6
    if len(found.starts) > 1:
        assert LEAST_OVERLAP - 1e-6 <= found.overlap <= MOST_OVERLAP + 1e-6
        for one, other in pairwise(found.starts):
            assert one + found.length - other == pytest.approx(found.overlap, abs=1e-4)


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 6), ("letter", 6), ("a3", 3)])
def test_the_board_takes_few_sheets_and_one_for_the_map(paper: str, sheets: int) -> None:
    found = tiled(board(), PAPERS[paper], note="Test")
    assert found[0].label == "assembly"
    assert len(found) == sheets + 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_are_printed_at_their_true_size(paper: str) -> None:
    face = board()
    found = tiling(face, PAPERS[paper])
    read = pages(Document("T", tiled(face, PAPERS[paper], note="Test"), paper).pdf())[1:]
    left, top = found.corner
    places = [(c, r) for r in range(len(found.down.starts)) for c in range(len(found.across.starts))]
    seen = set()
    for (column, row), page in zip(places, read, strict=True):
        window = found.window(column, row)
        for square in rectangles(page, 25.4, 25.4, near=0.05):
            x, y = square.x - left + window.x, square.y - top + window.y
            assert ((x - 20) % 50, (y - 20) % 50) == pytest.approx((0, 0), abs=TOLERANCE) or (
                abs((x - 20) % 50 - 50) < TOLERANCE or abs((y - 20) % 50 - 50) < TOLERANCE
            )
            if window.x <= x and x + 25.4 <= window.right and window.y <= y and y + 25.4 <= window.bottom:
                seen.add((round(x), round(y)))
    assert len(seen) > 50


def test_the_join_crosses_of_neighbours_meet() -> None:
    face = board()
    found = tiling(face, PAPERS["a4"])
    sheets = tiled(face, PAPERS["a4"], note="Test")[1:]

    def crosses(number: int) -> set[tuple[float, float]]:
        column, row = number % len(found.across.starts), number // len(found.across.starts)
        window, (left, top) = found.window(column, row), found.corner
        path = sheets[number].stamps[1].face.marks[1]
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in path.runs]  # type: ignore[union-attr]
        return {(round(x - left + window.x, 3), round(y - top + window.y, 3)) for x, y in middles}

    for one, other in ((0, 1), (1, 2), (0, 3)):
        assert len(crosses(one) & crosses(other)) >= 4


def test_one_sheet_reduces_and_never_enlarges() -> None:
    small = on_one_sheet(board(100, 80), PAPERS["a4"], note="T")
    assert small.stamps[0].scale == 1
    large = on_one_sheet(board(), PAPERS["a4"], note="T")
    stamp = large.stamps[0]
    safe = stamp.face.box("safe")
    assert stamp.x + safe.x * stamp.scale >= 5 - 1e-6
    assert stamp.x + safe.right * stamp.scale <= large.width - 5 + 1e-6
    assert stamp.y + safe.bottom * stamp.scale <= large.height - 5
