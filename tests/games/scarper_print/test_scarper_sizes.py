"""Scarper's pieces in other sizes: cards on larger and smaller paper, tokens, tents, flags and strips."""

from itertools import combinations
from typing import Any

import pytest

from companion.engine.option import chosen
from companion.games.scarper.printables import PRINTABLES
from companion.games.scarper.printables.look import SAFE_STRONG
from companion.games.scarper.state.box import starter_library
from companion.press.document import Document
from companion.press.face import Face, Stamp, Text
from companion.press.page import FORMATS
from companion.press.text import CannotPrint, DoesNotFit
from tests.press.measuring import MM, pages, rectangles

TOO_SMALL = {"micro": "31.75x44.45"}
"""Sizes that are not offered, and how one could ask for them all the same."""
FIRST = sorted(starter_library().cards.values(), key=lambda card: card.year)[0]


def printed(name: str, **given: Any) -> Document:
    printable = PRINTABLES[name]
    document: Document = printable.make(chosen(printable.options, given), None)
    return document


def fronts(document: Document) -> set[Face]:
    known = starter_library().cards
    return {s.face for page in document.pages for s in page.stamps if s.face.name in known}


def sizes(face: Face, scale: float = 1.0) -> list[float]:
    own = [mark.size * scale for mark in face.marks if isinstance(mark, Text)]
    inner = [mark for mark in face.marks if isinstance(mark, Stamp)]
    return own + [size for mark in inner for size in sizes(mark.face, scale * mark.scale)]


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in TOO_SMALL])
def test_a_card_of_any_size_is_whole_and_readable(name: str) -> None:
    found = fronts(printed("cards", format=name, marks="none"))
    assert len(found) == 60
    assert {(face.width, face.height) for face in found} == {tuple(FORMATS[name])}
    assert min(size for face in found for size in sizes(face)) >= 7 - 1e-6


@pytest.mark.parametrize("size", TOO_SMALL.values())
def test_a_card_too_small_for_its_text_is_refused_by_name(size: str) -> None:
    with pytest.raises(DoesNotFit, match="Choose a larger card") as refused:
        printed("cards", format="own", own=size)
    assert refused.value.path.startswith("cards.")


def test_a_size_of_ones_own_lies_down_too() -> None:
    document = printed("cards", format="own", own="100x75", only=FIRST.id)
    [face] = fronts(document)
    assert (face.width, face.height) == (100, 75)
    assert FIRST.title.split()[0] in pages(document.pdf())[0].extract_text()


def test_blank_cards_and_only_what_is_new() -> None:
    blank = printed("cards", only=FIRST.id, blank=2)
    names = [s.face.name for page in blank.pages[::2] for s in page.stamps]
    assert names.count(FIRST.id) == 1
    assert sum(name.startswith("blank") for name in names) == 10
    with pytest.raises(CannotPrint, match="nothing to print"):
        printed("cards", changed=True)


def test_round_trenches_are_as_large_as_asked_and_two_sided() -> None:
    document = printed("markers", shape="round", trench_size="25.4", marks="outline", only="allied trench 1")
    [fronts_, backs, *_] = document.pages
    placed = [s for s in fronts_.stamps if s.face.name == "allied trench 1"]
    assert {(s.face.width, s.face.height) for s in placed} == {(25.4, 25.4)}
    assert [s.face.name for s in backs.stamps].count("allied trench 3") == len(placed)
    rims = rectangles(pages(document.pdf())[0], 25.4, 25.4, near=0.05)
    assert len(rims) == len(placed)


@pytest.mark.parametrize("backs", ["long", "fold"])
def test_no_straight_cut_runs_into_a_round_trench(backs: str) -> None:
    document = printed("markers", shape="round", trench_size="20", backs=backs, only="allied trench 1")
    page = document.pages[0]
    rims = [s for s in page.stamps if "trench" in s.face.name]
    [marks] = [s.face for s in page.stamps if s.face.name == "marks"]
    straight = [run for path in marks.marks for run in path.runs if len(run) == 2]  # type: ignore[union-attr]
    assert len(straight) > 10
    for (x0, y0), (x1, y1) in straight:
        for rim in rims:
            x, y = rim.x + 10, rim.y + 10
            clear = abs(x - x0) >= 11.5 - 1e-6 if x0 == x1 else abs(y - y0) >= 11.5 - 1e-6
            assert clear, "lines run between the tokens, outside their bleed"
            assert x0 == x1 or y0 == y1


def test_tents_have_a_foot_at_each_end_and_flags_two_wings() -> None:
    document = printed("markers", frontlines="tent", tracks="flags", only="frontline, allied economy")
    faces = {s.face.name: s.face for page in document.pages for s in page.stamps}
    assert (faces["frontline"].width, faces["frontline"].height) == (25.4, 100)
    turns = sorted(m.turn for m in faces["frontline"].marks if isinstance(m, Stamp))
    assert turns == [0, 2]
    assert faces["allied economy"].width == 33


def test_trenches_can_be_folded_instead_of_turned() -> None:
    document = printed("markers", backs="fold", only="german trench 1")
    names = [s.face.name for s in document.pages[0].stamps]
    assert names.count("german trench 1") == names.count("german trench 3") > 0


def test_strips_count_in_squares_of_eight_millimetres() -> None:
    [page, *_] = pages(printed("strips", marks="none").pdf())
    squares = rectangles(page, 8, 8, near=0.05)
    assert len(squares) >= 22
    assert page.width * MM == pytest.approx(210, abs=0.01)


SEES = {
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How people without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009)."""


@pytest.mark.parametrize("eyes", SEES)
def test_the_safe_colours_differ_for_colour_blind_eyes(eyes: str) -> None:
    seen = {}
    for side, colour in SAFE_STRONG.items():
        light = [part**2.2 for part in colour]
        seen[side] = [sum(w * part for w, part in zip(row, light, strict=True)) for row in SEES[eyes]]
        seen[side] = [max(0.0, part) ** (1 / 2.2) for part in seen[side]]
    for one, other in combinations(seen.values(), 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 0.15
