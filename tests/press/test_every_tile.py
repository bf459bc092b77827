"""Everything that lies over several sheets, on every paper: cut through nothing, in shares worth a sheet."""

from collections.abc import Iterator
from itertools import product

import pytest

from companion.engine.option import chosen
from companion.games.parabellum.state.binder.reading import starter_binder
from companion.press.document import Document
from companion.press.face import POINT, Box, Face, Rectangle, Stamp, Text
from companion.press.paper import MARGIN
from companion.press.text import measure
from companion.press.tile import FOOT
from companion.printing import Plate, plates

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


@pytest.mark.parametrize(("name", "paper", "join"), over_sheets())
def test_cuts_go_through_nothing_and_every_sheet_is_worth_it(name: str, paper: str, join: str) -> None:
    check(made(name, paper=paper, join=join))


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
