"""The whole box: one file with its guide, sorted by paper, packed over kinds, and nothing forgotten."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import ceil

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.press.document import Document
from companion.press.face import Face, Stamp
from companion.press.packing import ROOM_ABOVE, ROOM_BELOW, Item, Kind, mixed, packed
from companion.press.page import PAPERS, Page, Piece, Size
from companion.press.prose import Prose
from companion.press.sheet import Layout
from companion.press.text import CannotPrint
from companion.press.whole import NAME, Whole, weighed
from companion.press.whole.part import SECONDS_A_SIDE, duration, of_piece
from companion.printing import find, make
from tests.press.measuring import fonts
from tests.press.sheets import face

GAMES = list(shelf.games())
NO_PIECES = {"marks", "margin"}

every_game = pytest.mark.parametrize("slug", GAMES)


@cache
def whole(slug: str) -> Whole:
    made = make(find(slug, "everything"), {})
    assert isinstance(made, Whole)
    return made


@cache
def file(slug: str) -> bytes:
    return whole(slug).pdf()


def told(slug: str) -> list[str]:
    """The words of the guide's pages."""
    pages = PdfDocument(file(slug))
    labels = [pages.get_page_label(n) for n in range(len(pages))]
    count = sum(label.startswith("guide") for label in labels)
    return [pages[n].get_textpage().get_text_bounded() for n in range(count)]


def pieces(made: Document) -> Counter[str]:
    """What is cut out of such a print, read off its pages."""
    found = [piece for page in made.pages if page.cut for piece in page.cut.pieces]
    return Counter(of_piece(piece) for piece in found)


@every_game
def test_every_printable_of_the_game_is_in_it(slug: str) -> None:
    box = Counter(drawn.name for page in whole(slug).pages for drawn in faces(page))
    titles = {part.title for part in whole(slug).parts}
    for plate in shelf.game(slug).printables.values():
        if plate.table == "must" or plate.name == "everything":
            continue
        made = make(find(slug, plate.name), {**paper(plate.options), **plate.whole})
        if isinstance(made, Prose):
            assert plate.title in titles
            continue
        assert all(name in box for page in made.pages for name in {each.name for each in faces(page)}), (
            plate.name
        )
        assert not pieces(made) - +Counter(whole(slug).holds), plate.name


def paper(options) -> dict[str, str]:
    return {"paper": "a4"} if any(option.key == "paper" for option in options) else {}


def faces(page: Page) -> list[Face]:
    return [stamp.face for stamp in page.stamps if stamp.face.name and stamp.face.name not in NO_PIECES]


@every_game
def test_the_outline_the_labels_and_the_links_lead_to_each_part(slug: str) -> None:
    parts = [part.title for part in whole(slug).parts]
    with pikepdf.open(BytesIO(file(slug))) as read:
        numbers = {page.objgen: n for n, page in enumerate(read.pages)}
        with read.open_outline() as outline:
            _guide, *stocks = outline.root
            found = [
                (under.title, numbers[under.destination[0].objgen]) for s in stocks for under in s.children
            ]
        links = [
            (str(link.Contents), numbers[link.Dest[0].objgen])
            for page in list(read.pages)[: len(told(slug))]
            for link in page.obj.get("/Annots", [])
        ]
        assert [title for title, _ in found] == parts
        assert links == found
        assert str(read.docinfo.Title) == whole(slug).title
        assert str(read.Root.Lang) == "en-GB"
        assert read.Root.ViewerPreferences.PrintScaling == "/None"
    assert all(fonts(file(slug)).values())
    pages = PdfDocument(file(slug))
    for title, first in found:
        assert pages.get_page_label(first) == f"{title} 1"
    assert pages.get_page_label(0) == "guide i"


@every_game
def test_the_guides_numbers_are_those_of_the_file(slug: str) -> None:
    words = " ".join(told(slug)).replace("\r\n", " ")
    spans = [
        (int(one or first), int(one or last))
        for first, last, one in re.findall(r"Pages (\d+) to (\d+)|Page (\d+)", words)
    ]
    assert len(spans) == len(whole(slug).parts)
    assert spans[0][0] == len(told(slug)) + 1
    assert all(after[0] == before[1] + 1 for before, after in pairwise(spans))
    assert spans[-1][1] == len(PdfDocument(file(slug)))
    sheets = sum(
        ceil((last - first + 1) / (2 if part.both_sides else 1))
        for (first, last), part in zip(spans, whole(slug).parts, strict=True)
    )
    assert f"{sheets} " in words
    assert len(told(slug)) <= 2
    assert sum(int(n) for n in re.findall(r"(\d+) sheets?(?: |$)(?!of)", words) if n) >= sheets


@every_game
def test_what_comes_out_of_the_sheets_is_what_went_in(slug: str) -> None:
    cut = Counter(stamp.face.name for page in whole(slug).pages for stamp in page.stamps)
    wanted = sum(part.pieces for part in whole(slug).parts)
    fronts = [
        page for part in whole(slug).parts if part.pieces for page in part.made.pages if page.side == "front"
    ]
    laid = [each for page in fronts for each in page.stamps if each.face.name not in NO_PIECES]
    assert len(laid) == wanted
    assert cut


def test_the_binder_keeps_its_chapters_in_the_outline_and_its_contents_lead_on() -> None:
    with pikepdf.open(BytesIO(file("parabellum"))) as read:
        numbers = {page.objgen: n for n, page in enumerate(read.pages)}
        with read.open_outline() as outline:
            plain = outline.root[-1]
            [binder] = [part for part in plain.children if part.title == "Setup binder"]
            chapters = {each.title: numbers[each.destination[0].objgen] for each in binder.children}
            inner = next(each for each in binder.children if each.title == "Campaign brief").children
        start = numbers[binder.destination[0].objgen]
        links = {
            str(link.Contents): numbers[link.Dest[0].objgen]
            for page in list(read.pages)[start : start + 3]
            for link in page.obj.get("/Annots", [])
        }
        assert {title: page for title, page in chapters.items() if title in links} == {
            title: page for title, page in links.items() if title in chapters
        }
        assert "Catalogue" in links
        assert [each.title for each in inner] == ["Scenario tree"]
        assert start < chapters["Catalogue"] < chapters["Unit cards"]


def backs_of(page: Page, back: Page) -> list[tuple[Stamp, Stamp]]:
    """Each front with what lies behind it, the paper turned over its upright edge or its level one."""
    fronts = [stamp for stamp in page.stamps if stamp.face.name not in NO_PIECES]
    behind = [stamp for stamp in back.stamps if stamp.face.name not in NO_PIECES]
    return list(zip(fronts, behind, strict=False))


@pytest.mark.parametrize(("edge", "turns"), [("long", {0: 0, 1: 3}), ("short", {0: 2, 1: 1})])
def test_backs_lie_behind_their_fronts_on_shared_sheets_upright_and_lying(
    edge: str, turns: dict[int, int]
) -> None:
    items = [item(63, 88, n) for n in range(4)] + [item(120, 40, n) for n in range(1)] + [item(90, 120, 0)]
    paper = PAPERS["a4"]
    [sheets] = [each for each in packed(items, paper, edge, "test") if each.shared]
    seen = set()
    for front, back in zip(sheets.pages[::2], sheets.pages[1::2], strict=True):
        for one, other in backs_of(front, back):
            assert other.face.name == one.face.name.replace("F", "B")
            assert other.turn == turns[one.turn]
            wide, high = (one.face.height, one.face.width) if one.turn else (one.face.width, one.face.height)
            x, y = (
                (paper.width - one.x - wide, one.y)
                if edge == "long"
                else (one.x, paper.height - one.y - high)
            )
            assert (other.x, other.y) == pytest.approx((x, y), abs=1e-6)
            assert 0 < one.x < one.x + wide < paper.width
            assert ROOM_ABOVE - 1e-6 <= one.y < one.y + high <= paper.height - ROOM_BELOW + 1e-6
            seen.add(one.turn)
    assert seen == {0, 1}


def item(width: float, height: float, number: int, *, backed: bool = True) -> Item:
    name = f"{width:g}x{height:g}n{number}"
    piece = Piece(face(f"F{name}", width, height), face(f"B{name}", width, height) if backed else None)
    return Item(piece, Kind(Size(width, height), 0.0, False, 0.0, backed), "cards")


def test_what_is_left_of_several_kinds_shares_one_sheet_and_nothing_overlaps() -> None:
    items = [item(63, 88, n) for n in range(12)]
    items += [item(25, 25, n) for n in range(9)] + [item(15, 15, n, backed=False) for n in range(20)]
    whole_sheets, shared = packed(items, PAPERS["a4"], "long", "test")
    assert (len(whole_sheets.items), len(shared.items)) == (9, 32)
    assert len(shared.pages) == 2, "one sheet, both sides: what has no back lies beside what has one"
    boxes = [
        (s.x, s.y, *((s.face.height, s.face.width) if s.turn else (s.face.width, s.face.height)))
        for s in shared.pages[0].stamps
        if s.face.name not in NO_PIECES
    ]
    assert len(boxes) == 32
    for n, (x, y, wide, high) in enumerate(boxes):
        for left, top, w, h in boxes[n + 1 :]:
            assert (
                x + wide <= left + 1e-6
                or left + w <= x + 1e-6
                or y + high <= top + 1e-6
                or top + h <= y + 1e-6
            )


def test_only_what_has_changed_since_is_printed() -> None:
    holds = dict(whole("scarper").holds)
    with pytest.raises(CannotPrint, match="Nothing has changed"):
        make(find("scarper", "everything"), {"which": "changed", "known": holds})
    deck = next(part for part in whole("scarper").parts if part.pieces)
    card = deck.made.pages[0].cut.pieces[4]
    del holds[of_piece(card)]
    again = make(find("scarper", "everything"), {"which": "changed", "known": holds})
    [part] = again.parts
    assert (part.pieces, part.both_sides) == (1, True)
    assert [each.name for each in faces(again.pages[0])] == [card.front.name]
    assert again.holds == whole("scarper").holds


def test_changed_asks_for_a_print_before_and_tonight_for_a_table() -> None:
    for which, words in (("changed", "print everything once first"), ("tonight", "a table")):
        with pytest.raises(CannotPrint, match=words):
            make(find("scope", "everything"), {"which": which})


@pytest.mark.sampled
def test_the_same_box_gives_the_same_bytes_and_can_be_stopped() -> None:
    again = make(find("scope", "everything"), {})
    steps: list[int] = []
    assert again.pdf(steps.append) == file("scope")
    assert steps == sorted(steps)
    assert steps[-1] == again.count - 1

    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(find("scarper", "everything"), {"ink": "grey"}).pdf(stop)


@pytest.mark.sampled("slug")
@every_game
def test_no_word_of_the_guide_runs_off_its_page(slug: str) -> None:
    pages = PdfDocument(file(slug))
    for page in (pages[n] for n in range(len(told(slug)))):
        text = page.get_textpage()
        rights = [text.get_charbox(n)[2] for n in range(text.count_chars())]
        assert max(rights) <= page.get_width()


@pytest.mark.sampled("slug")
@every_game
def test_after_a_jam_the_whole_box_goes_on_from_the_sheet_in_hand(slug: str) -> None:
    words = " ".join(told(slug)).replace("\r\n", " ")
    found = re.findall(r"Pages? (\d+)(?: to (\d+))? · sheets? (\d+)(?: to (\d+))?", words)
    parts = [
        (int(page), int(end or page), int(first), int(last or first)) for page, end, first, last in found
    ]
    assert len(parts) == len(whole(slug).parts)
    assert parts[0][2] == 1
    assert all(after[2] == before[3] + 1 for before, after in pairwise(parts))
    page, end, first, last = next(each for each in parts if each[3] > each[2])
    both = end - page + 1 > last - first + 1
    jammed = replace(whole(slug), from_sheet=first + 1).pdf()
    whole_file, rest = PdfDocument(file(slug)), PdfDocument(jammed)
    assert len(rest) == len(whole_file) - (page - 1) - (2 if both else 1)
    for n in (0, len(rest) // 2, len(rest) - 1):
        other = len(whole_file) - len(rest) + n
        there, here = whole_file[other].get_textpage(), rest[n].get_textpage()
        assert here.get_text_bounded() == there.get_text_bounded()
    with pikepdf.open(BytesIO(jammed)) as read:
        assert str(read.docinfo.Title) == whole(slug).title
        with read.open_outline() as outline:
            assert "Making guide" not in [each.title for each in outline.root]


def test_a_whole_box_has_no_sheet_behind_its_last() -> None:
    with pytest.raises(
        InvalidInput, match="There is no sheet 9000: behind its guide this box has"
    ) as refused:
        replace(whole("verraeter"), from_sheet=9000).pdf()
    assert refused.value.path == "from"


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("slug", GAMES)
def test_what_a_box_takes_is_known_before_it_is_made_and_is_what_its_file_has(slug: str) -> None:
    box = make(find(slug, NAME), {"ink": "saver"})
    told, file = box.figures(), box.pdf()
    with PdfDocument(file) as made:
        guide = len(made) - told.sides
        words = " ".join(made[0].get_textpage().get_text_range().split())
    assert guide in (1, 2)
    assert sum(list(weighed(file))[guide:]) == pytest.approx(told.ink, rel=0.01)
    time = duration(told.sides * SECONDS_A_SIDE + told.by_hand)
    assert f"{told.sheets} sheets of A4" in words
    assert f"{told.pieces} pieces to cut out {told.cuts} straight cuts {time} to print" in words
    assert f"{told.letters} pages of letter text" in words


def test_sizes_share_their_last_sheets_where_that_saves_one() -> None:
    large, small = [Piece(face(f"l{n}"), face("back")) for n in range(11)], [
        Piece(face(f"s{n}", 88, 88), face("other")) for n in range(2)]  # fmt: skip
    lay = Layout(paper=PAPERS["a4"], note="test")
    shared = mixed([*large, *small], lay)
    assert [page.side for page in shared] == ["front", "back"] * 2, "nine; then two large and two square ones"
    assert shared[2].cut is not None
    assert [piece.front.name for piece in shared[2].cut.pieces] == ["s0", "s1", "l9", "l10"]
    for stamp in (stamp for stamp in shared[2].stamps if stamp.face.name in ("l9", "l10", "s0", "s1")):
        wide = stamp.face.width if stamp.turn in (0, 2) else stamp.face.height
        backs = [behind for behind in shared[3].stamps if abs(behind.x - (210 - stamp.x - wide)) < 1e-6]
        assert any(abs(behind.y - stamp.y) < 1e-6 for behind in backs), "each back lies behind its front"
    for other in ({"machine": True}, {"skip": frozenset({1})}, {"backs": "fold"}, {"sides": "apart"}):
        assert (
            len([page for page in mixed([*large, *small], replace(lay, **other)) if page.side == "front"]) > 2
        )
