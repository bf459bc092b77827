"""Large boards over several sheets: at exact scale, nothing lost or doubled, those of every game too."""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.option import chosen
from companion.games.parabellum.state import starter_binder
from companion.press.document import Document
from companion.press.face import BLACK, POINT, WHITE, Box, Face, Paint, Path, Rectangle, Stamp, Text
from companion.press.page import MARGIN, PAPERS
from companion.press.text import CannotPrint, measure
from companion.press.tile import (
    FOOT,
    LEAST_OVERLAP,
    MOST_OVERLAP,
    Borders,
    around,
    cut_on,
    on_one_sheet,
    pages_of,
    tiled,
    tiling,
)
from companion.printing import Plate, plates
from tests.press.measuring import MM, TOLERANCE, Shape, pages, rectangles


def board(width: float = 594, height: float = 420) -> Face:
    squares = [
        Rectangle(Box(20 + 50 * x, 20 + 50 * y, 25.4, 25.4), Paint(stroke=BLACK))
        for x in range(int(width // 50))
        for y in range(int(height // 50))
    ]
    return Face(width, height, tuple(squares), name="board", safe=8)


def lines(face: Face, every: float = 10) -> Borders:
    """As if a drawing might be cut every centimetre."""
    xs, ys = (
        [*(n * every for n in range(int(side // every) + 1)), side] for side in (face.width, face.height)
    )
    return Borders(sorted(set(xs)), sorted(set(ys)))


@settings(deadline=None)
@given(
    cells=st.lists(st.floats(5, 60), min_size=1, max_size=40),
    room=st.floats(120, 400),
    least=st.sampled_from([0.0, LEAST_OVERLAP]),
    blank=st.floats(0, 10),
)
def test_windows_show_everything_in_equal_shares(
    cells: list[float], room: float, least: float, blank: float
) -> None:
    borders = [sum(cells[:n]) for n in range(len(cells) + 1)]
    found = cut_on(borders, room, least=least, blank=blank)
    assert found.length <= room + 1e-4
    assert -blank - 1e-6 <= found.starts[0] <= 0
    assert borders[-1] <= found.ends[-1] + 1e-6 <= borders[-1] + blank + 2e-6
    assert set(found.starts[1:]) <= set(borders)
    for end, start in zip(found.ends, found.starts[1:], strict=False):
        assert end - start == pytest.approx(found.overlap, abs=1e-4)
    if least and found.starts[1:]:
        assert LEAST_OVERLAP - 1e-4 <= found.overlap <= MOST_OVERLAP
    edges = [borders[0], *found.starts[1:], borders[-1]]
    shares = [end - start for start, end in pairwise(edges)]
    assert len(shares) <= len(borders) - 1
    assert max(shares) - min(shares) <= 2 * max(cells) or len(shares) == 1


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 6), ("letter", 6), ("a3", 3)])
def test_the_board_takes_few_sheets_and_one_for_the_map(paper: str, sheets: int) -> None:
    borders = Borders(range(8, 587), [8, 210, 412], blank=8)
    found = tiled(board(), PAPERS[paper], borders, note="Test", overlap=True)
    assert found[0].label == "assembly"
    assert len(found) == sheets + 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_are_printed_at_their_true_size(paper: str) -> None:
    face = board()
    found = tiling(face, PAPERS[paper], lines(face))
    read = pages(Document("T", tiled(face, PAPERS[paper], lines(face), note="Test"), paper).pdf())[1:]
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
    found = tiling(face, PAPERS["a4"], lines(face), overlap=True)
    sheets = tiled(face, PAPERS["a4"], lines(face), note="Test", overlap=True)[1:]

    def crosses(number: int) -> set[tuple[float, float]]:
        column, row = number % len(found.across.starts), number // len(found.across.starts)
        window, (left, top) = found.window(column, row), found.corner
        path = sheets[number].stamps[1].face.marks[1]
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in path.runs]  # type: ignore[union-attr]
        return {(round(x - left + window.x, 3), round(y - top + window.y, 3)) for x, y in middles}

    for one, other in ((0, 1), (1, 2), (0, len(found.across.starts))):
        assert len(crosses(one) & crosses(other)) >= 2


def test_one_sheet_reduces_and_never_enlarges() -> None:
    small = on_one_sheet(board(100, 80), PAPERS["a4"], note="T")
    assert small.stamps[0].scale == 1
    large = on_one_sheet(board(), PAPERS["a4"], note="T")
    stamp = large.stamps[0]
    safe = stamp.face.box("safe")
    assert stamp.x + safe.x * stamp.scale >= 5 - 1e-6
    assert stamp.x + safe.right * stamp.scale <= large.width - 5 + 1e-6
    assert stamp.y + safe.bottom * stamp.scale <= large.height - 5


def squares(columns: int, rows: int, side: float) -> tuple[Face, Borders]:
    """A map of square cells with a border of 6 mm, and where it may be cut."""
    boxes = [
        Rectangle(Box(6 + x * side, 6 + y * side, side, side), Paint(stroke=BLACK))
        for x in range(columns)
        for y in range(rows)
    ]
    xs, ys = ([6 + n * side for n in range(count + 1)] for count in (columns, rows))
    return Face(columns * side + 12, rows * side + 12, tuple(boxes), name="map"), Borders(xs, ys)


@pytest.mark.parametrize(("paper", "cells"), [("a4", (7, 11)), ("letter", (8, 10)), ("both", (7, 10))])
def test_inch_squares_are_cut_on_their_borders(paper: str, cells: tuple[int, int]) -> None:
    face, borders = squares(3 * cells[0], 2 * cells[1], 25.4)
    found = tiling(face, PAPERS[paper], borders)
    assert (round(found.across.length / 25.4), round(found.down.length / 25.4)) in (cells, cells[::-1])
    sheets = tiled(face, PAPERS[paper], borders, note="Test")
    assert len(sheets) == pages_of(found) == 7
    read = pages(Document("T", sheets, paper).pdf())[1:]
    whole = [c for page in read for c in rectangles(page, 25.4, 25.4, near=0.1) if on_paper(c, page)]
    assert len(whole) == 6 * cells[0] * cells[1]
    assert "Lay the sheets edge to edge" in pages(Document("T", sheets, paper).pdf())[0].extract_text()


def on_paper(cell: Shape, page: Any) -> bool:
    """Whether a cell lies inside what its tile shows: the printable part of the paper."""
    width, height = page.width * MM, page.height * MM
    across = cell.x >= 4.9 and cell.x + cell.width <= width - 4.9
    return across and cell.y >= 4.9 and cell.y + cell.height <= height - 9


def islands() -> Face:
    """A map of two corners with a line between them from A1 to the middle; the rest is white."""
    sea = Rectangle(Box(0, 0, 500, 800), Paint(fill=WHITE))
    corners = tuple(Rectangle(Box(x, y, 30, 30), Paint(fill=BLACK)) for x, y in ((5, 5), (465, 765)))
    way = Path((((20, 20), (260, 290)),), Paint(stroke=BLACK))
    far = Stamp(Face(10, 20, (Rectangle(Box(0, 0, 10, 10), Paint(fill=BLACK)),)), 20, 770, turn=3)
    return Face(500, 800, (sea, *corners, way, far), name="islands")


def test_blank_tiles_get_no_sheet_and_the_assembly_says_which() -> None:
    face = islands()
    found = tiling(face, PAPERS["a4"], lines(face))
    assert found.count == len(found.printed) < len(found.places)
    sheets = tiled(face, PAPERS["a4"], lines(face), note="Test")
    assert len(sheets) == pages_of(found) == found.count + 1
    labels = {sheet.label.removeprefix("tile ") for sheet in sheets[1:]}
    blank = {found.name(*place) for place in found.blank}
    assert labels | blank == {found.name(*place) for place in found.places}
    assert not labels & blank
    pdf = Document("T", sheets, "a4").pdf()
    drawn = pages(pdf)
    told = " ".join(drawn[0].extract_text().split())
    assert f"{found.count} sheets" in told
    assert all(name in told.split("blank")[0] for name in blank)
    for page in drawn[1:]:
        ink = [r for r in [*page.rects, *page.lines] if r["non_stroking_color"] == (0,) or r in page.lines]
        assert ink, "no sheet without ink"


@settings(deadline=None, max_examples=40)
@given(x=st.floats(0, 590), y=st.floats(0, 790), turn=st.sampled_from([0, 1, 2, 3]))
def test_no_tile_with_ink_is_ever_left_out(x: float, y: float, turn: Any) -> None:
    dot = Face(4, 8, (Rectangle(Box(1, 1, 2, 4), Paint(fill=BLACK)),))
    sea = Rectangle(Box(0, 0, 600, 800), Paint(fill=WHITE))
    face = Face(600, 800, (sea, Stamp(dot, x, y, turn=turn)), name="sea")
    ink = {0: (1, 1, 2, 4), 1: (3, 1, 4, 2), 2: (1, 3, 2, 4), 3: (1, 1, 4, 2)}[turn]
    middle = (x + ink[0] + ink[2] / 2, y + ink[1] + ink[3] / 2)
    found = tiling(face, PAPERS["a4"], lines(face))
    showing = [
        place
        for place in found.places
        if (box := found.window(*place)).x < middle[0] < box.right and box.y < middle[1] < box.bottom
    ]
    assert showing
    assert set(showing) <= set(found.printed)
    assert found.count <= 4


def test_a_map_without_any_ink_is_printed_whole() -> None:
    face = Face(500, 500, (Rectangle(Box(0, 0, 500, 500), Paint(fill=WHITE)),))
    assert tiling(face, PAPERS["a4"], lines(face)).blank == frozenset()


def test_a_cell_that_no_paper_holds_is_refused() -> None:
    face, borders = squares(2, 2, 250)
    with pytest.raises(CannotPrint, match="cell of 250"):
        tiling(face, PAPERS["a4"], borders)


def test_windows_on_borders_show_all_and_nothing_twice() -> None:
    found = cut_on([0, 30, 70, 110, 190, 260], 120)
    assert found.starts == (0, 110, 190)
    assert found.ends == (110, 190, 260)


def test_a_cut_goes_between_things_and_never_through_one() -> None:
    things = [Box(10, 10, 80, 20), Box(100, 10, 30, 20), Box(40, 34, 20, 30), Box(10, 34, 85, 10)]
    found = around(things, Box(0, 0, 140, 70))
    assert found.across == [0, 97.5, 140]
    assert found.down == [0, 32, 70]


LARGEST = 95.0
"""Millimetres: what is no larger is one thing (a space, a square, a place for a card) and is not divided."""

A_LINE = 0.6
"""Millimetres: a stroke that stands on the line itself."""


def over_sheets() -> list[tuple[str, str, str]]:
    found = []
    for plate in plates(None):
        offered = {o.key: [str(value) for value, _ in o.choices] for o in plate.printable.options}
        if "join" in offered:
            name = f"{plate.game.slug} {plate.printable.name}"
            found += [(name, paper, join) for paper, join in product(offered["paper"], offered["join"])]
    return found


def made(name: str, **choices: str) -> Document:
    plate: Plate = next(p for p in plates(None) if f"{p.game.slug} {p.printable.name}" == name)
    document = plate.printable.make(chosen(plate.printable.options, choices), None)
    assert isinstance(document, Document)
    return document


def things(face: Face, left: float = 0, top: float = 0, scale: float = 1) -> Iterator[Box]:
    """Every text, space and place on a drawing."""
    for mark in face.marks:
        if isinstance(mark, Text):
            for line in mark.lines():
                wide = measure(line.text, line.font, line.size, line.spacing)
                found = Box(line.x, line.y - line.size * POINT * 0.7, wide, line.size * POINT * 0.7)
                yield Box(left + found.x * scale, top + found.y * scale, wide * scale, found.height * scale)
        elif isinstance(mark, Rectangle) and max(mark.box.width, mark.box.height) <= LARGEST:
            box = mark.box
            yield Box(left + box.x * scale, top + box.y * scale, box.width * scale, box.height * scale)
        elif isinstance(mark, Stamp) and not mark.turn and not mark.window:
            yield from things(mark.face, left + mark.x * scale, top + mark.y * scale, scale * mark.scale)


def windows(document: Document) -> tuple[Face, list[Box]]:
    tiles = [page for page in document.pages if page.label.startswith("tile")]
    shown = [window for page in tiles if (window := page.stamps[0].window)]
    return tiles[0].stamps[0].face, shown


def check(document: Document) -> None:
    face, shown = windows(document)
    across = {box.x for box in shown} - {min(box.x for box in shown)}
    down = {box.y for box in shown} - {min(box.y for box in shown)}
    for thing in things(face):
        for line in across:
            assert not thing.x + A_LINE < line < thing.right - A_LINE, f"x {line:.1f} goes through {thing}"
        for line in down:
            assert not thing.y + A_LINE < line < thing.bottom - A_LINE, f"y {line:.1f} goes through {thing}"
    page = document.pages[-1]
    room = (page.width - 2 * MARGIN) * (page.height - 2 * MARGIN - FOOT)
    for box in shown:
        assert box.width <= page.width - 2 * MARGIN + 1e-6
        assert box.height <= page.height - 2 * MARGIN - FOOT + 1e-6
        assert len(shown) == 1 or box.width * box.height >= room / 4, "a sheet for less than a quarter"


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "paper", "join"), over_sheets())
def test_cuts_go_through_nothing_and_every_sheet_is_worth_it(name: str, paper: str, join: str) -> None:
    check(made(name, paper=paper, join=join))


@pytest.mark.sampled
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "tabloid"])
def test_every_map_of_the_starter_binder_is_cut_between_its_squares(paper: str) -> None:
    for scenario in starter_binder().scenarios:
        check(made("parabellum map", paper=paper, scenario=scenario))


@pytest.mark.parametrize(("paper", "most"), [("a4", 6), ("letter", 6), ("legal", 6), ("a3", 3)])
def test_a_board_cut_on_its_lines_takes_no_more_sheets_than_one_that_is_cut_anywhere(
    paper: str, most: int
) -> None:
    for join in ("edge", "overlap"):
        assert len(windows(made("scarper board", paper=paper, join=join))[1]) <= most
