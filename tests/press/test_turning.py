"""Cards are cut out and turned over left to right: behind each front stands its own back, the right way up.

Told by the letters on paper alone: where each begins and which way it runs.
"""

from itertools import product
from typing import NamedTuple

import pytest
from pdfplumber.page import Page

from companion.press.colours import BLACK
from companion.press.document import Document
from companion.press.face import Box, Face, Paint, Rectangle
from companion.press.fonts import STRONG
from companion.press.paper import PAPERS, Size
from companion.press.sheet import Layout, Piece, impose
from companion.press.text import Style, line
from tests.press.measuring import MM, pages

CARD = Size(58, 72)
"""Millimetres: standing it lies on upright sheets of a paper and turned on lying ones, or the reverse."""

AT = (6.0, 9.0)
"""Millimetres from the upper left corner of a card: where its name stands."""

FLIPS = ("long", "short", "fold")


class Word(NamedTuple):
    """A name on paper: where its first letter begins, in millimetres, and which way it runs."""

    name: str
    x: float
    y: float
    right: float
    down: float


def card(name: str, size: Size, bleed: float) -> Face:
    ground = Rectangle(Box(0, 0, *size).inset(-bleed), Paint(stroke=BLACK))
    words = line(name, Style(font=STRONG, size=12, leading=1), 40, "test").at(*AT)
    return Face(*size, (ground, *words), name=name, bleed=bleed)


def deck(size: Size, bleed: float) -> list[Piece]:
    return [Piece(card(f"F{n:02}", size, bleed), card(f"B{n:02}", size, bleed)) for n in range(20)]


def written(page: Page) -> list[Word]:
    """Every name on a page."""
    found = []
    for n, char in enumerate(page.chars):
        if char["text"] in "FB" and char["size"] > 11.9:
            a, b, _, _, x, y = char["matrix"]
            name = "".join(each["text"] for each in page.chars[n : n + 3])
            found.append(Word(name, x * MM, (page.height - y) * MM, round(a), round(-b)))
    return found


def seen_from_behind(page: Page, flip: str) -> list[Word]:
    """The backs of a sheet as it is turned over left to right, its front having stood upright before you.

    A sheet that the printer turned over a level edge has to be taken round by half a turn for that.
    """
    width, height = page.width * MM, page.height * MM
    words = [word for word in written(page) if word.name.startswith("B")]
    if flip == "fold":
        return words
    upright_edge = (flip == "long") == (height > width)
    if upright_edge:
        return words
    return [Word(w.name, width - w.x, height - w.y, -w.right, -w.down) for w in words]


@pytest.mark.parametrize(("paper", "turned", "bleed"), list(product(PAPERS, (False, True), (False, True))))
@pytest.mark.parametrize("flip", FLIPS)
def test_a_card_turned_left_to_right_shows_its_own_back_upright(
    paper: str, turned: bool, bleed: bool, flip: str
) -> None:
    size = CARD.turned() if turned else CARD
    layout = Layout(paper=PAPERS[paper], backs=flip, bleed=bleed)  # type: ignore[arg-type]
    read = pages(Document("Test", impose(deck(size, 3), layout), paper).pdf())
    sheets = (
        [(page, page) for page in read] if flip == "fold" else list(zip(read[::2], read[1::2], strict=True))
    )
    shown = set()
    for front, back in sheets:
        width = front.width * MM
        behind = {word.name[1:]: word for word in seen_from_behind(back, flip)}
        for word in (each for each in written(front) if each.name.startswith("F")):
            other = behind[word.name[1:]]
            assert (word.right, word.down) == (other.right, other.down) == (1, 0), "both read upright"
            left = word.x - AT[0]
            wanted = width - left - size.width + AT[0], word.y
            assert (other.x, other.y) == pytest.approx(wanted, abs=0.01)
            shown.add(word.name)
    assert len(shown) == 20


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", FLIPS)
def test_the_backs_of_one_deck_point_one_way_on_upright_and_lying_sheets_alike(paper: str, flip: str) -> None:
    read = []
    for turned in (False, True):
        layout = Layout(paper=PAPERS[paper], backs=flip)  # type: ignore[arg-type]
        made = impose(deck(CARD.turned() if turned else CARD, 0), layout)
        read += [page for page in pages(Document("Test", made, paper).pdf()) if written(page)]
    backs = read if flip == "fold" else [page for page in read if written(page)[0].name.startswith("B")]
    assert {page.width > page.height for page in backs} == {False, True}, "sheets that stand and that lie"
    ways = {(w.right, w.down) for page in backs for w in seen_from_behind(page, flip)}
    assert ways == {(1, 0)}
