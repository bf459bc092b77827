"""Every print can be read aloud: tagged whole, with words for pictures. veraPDF checks it, and so do we."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from companion.press.document import Document
from companion.press.face import Box, Face, Paint, Rectangle, Stamp, Text
from companion.press.page import PAPERS, Head, Jump, Page, Piece
from companion.press.sheet import Layout, impose
from companion.press.text import BODY, TITLE
from companion.printing import find, make, plates
from tests.press.cards import pieces
from tests.press.test_every_front_page import GAMES, front
from tests.press.universal import faults, heard
from tests.press.vera import refused

GROUND = Rectangle(Box(0, 0, 63, 88), Paint(fill=(0.9,)))


def two_cards() -> Document:
    """One drawn from its foot up, one without a word."""
    said = (
        Text(5, 60, "Build a trench.", BODY, 11, (0.0,)), GROUND,
        Text(5, 30, "Digging In", TITLE, 18, (0.0,)), Text(5, 8, "1914", TITLE, 12, (0.0,)),
    )  # fmt: skip
    card = Face(63, 88, said, "digging-in", title="Digging In")
    cards = impose([Piece(card), Piece(Face(63, 88, (GROUND,), "blank"))], Layout(paper=PAPERS["a4"]))
    return Document("Cards", cards, "a4")


@pytest.mark.thorough
@pytest.mark.parametrize("slug", GAMES)
def test_every_print_of_a_game_can_be_read_aloud(slug: str, tmp_path: Path) -> None:
    prints = [each for each in plates(slug) if each.printable.table != "must"]
    made = {each.printable.name: make(each, {}).pdf() for each in prints}
    made["front-page"] = front(slug).pdf()
    assert {name: found for name, file in made.items() if (found := faults(file))} == {}
    if slug != "scope":  # veraPDF takes ten seconds for a large box; one small one stands for all
        del made["everything"]
    assert refused(made, tmp_path) == []


def test_verapdf_would_name_what_is_wrong(tmp_path: Path) -> None:
    with pikepdf.open(BytesIO(two_cards().pdf())) as file:
        del file.Root.StructTreeRoot, file.Root.Metadata
        out = BytesIO()
        file.save(out)
    rules = {line.split("\t")[1] for line in refused({"bare": out.getvalue()}, tmp_path)}
    assert {"7.1-3", "7.1-8", "7.1-11"} <= rules


def test_a_card_is_a_section_with_its_title_and_its_text_from_the_top_down() -> None:
    assert heard(two_cards().pdf()) == [
        ("H1", "Digging In"), ("P", "1914"), ("P", "Build a trench."), ("Figure", "Blank")
    ]  # fmt: skip


def test_what_lies_several_times_on_a_sheet_is_heard_once() -> None:
    sheet = impose([pieces(1)[0]._replace(back=None, copies=9)], Layout(paper=PAPERS["a4"]))
    [(kind, words)] = heard(Document("Nine", sheet, "a4").pdf())
    assert kind == "P"
    assert words.endswith(", 9 times")


def test_a_sheets_headings_are_those_of_its_outline_and_its_links_are_read() -> None:
    words = (Text(10, 20, "Before you begin", TITLE, 18, (0.0,)), Text(10, 30, "Sit down.", BODY, 10, (0.0,)))
    first = Page(
        210, 297, (Stamp(Face(210, 297, words), 0, 0),), "page 1", heads=(Head("Before you begin"),),
        jumps=(Jump(Box(10, 40, 50, 5), 2, "to the second page"),),
    )  # fmt: skip
    made = Document("Two", (first, Page(210, 297, ())), "a4").pdf()
    assert faults(made) == []
    assert heard(made) == [("H1", "Before you begin"), ("P", "Sit down."), ("Link", "to the second page")]


def test_a_whole_box_is_heard_in_the_order_of_its_pages() -> None:
    with pikepdf.open(BytesIO(make(find("scope", "everything"), {}).pdf())) as file:
        pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        document = file.Root.StructTreeRoot.K
        parts = [pages[part.Pg.objgen] for part in document.K if "/Pg" in part]
    assert document.S == "/Document"
    assert parts == list(range(len(pages)))


def unread(root: Any) -> None:
    root.StructTreeRoot.K.K[0].K[0].K[0].K = 99


def unled(root: Any) -> None:
    root.StructTreeRoot.ParentTree.Nums[1].pop()


def unmarked(root: Any) -> None:
    root.MarkInfo.Marked = False


BROKEN = (
    (unread, "page 1: run 99 is read, and not there"),
    (unled, "page 1: its runs lead nowhere"),
    (unmarked, "not marked as tagged"),
)


@pytest.mark.parametrize(("broken", "fault"), BROKEN, ids=[broken.__name__ for broken, _ in BROKEN])
def test_our_own_checker_names_what_is_broken(broken: Callable[[Any], None], fault: str) -> None:
    with pikepdf.open(BytesIO(two_cards().pdf())) as file:
        broken(file.Root)
        out = BytesIO()
        file.save(out)
    assert fault in faults(out.getvalue())
