"""Running text: sheets that are set by the typesetter, and books of them."""

import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from companion import games
from companion.press import prose
from companion.press.book import (
    Binding,
    Chapter,
    Dress,
    Leaf,
    Spread,
    Strip,
    bound,
    drawn,
    heading,
    leaves,
    paragraph,
    spreads,
    stitched,
    table,
)
from companion.press.calibration import Calibration, calibrated
from companion.press.document import Document
from companion.press.face import Box, Circle, Face, Paint, Rectangle, Stamp, Text
from companion.press.face import Path as Outline
from companion.press.page import PAPERS, Page
from companion.press.prose import Drawings, Markup, Prose, drawing, join, tag, text_alone, typeset
from companion.press.svg import svg
from companion.press.text import (
    BODY,
    LABEL,
    STRONG,
    CannotPrint,
    DoesNotFit,
    MissingGlyph,
    PressUnavailable,
    Style,
)
from companion.press.typesetter import HOUSE, WORKSHOP, watching
from tests.press.measuring import MM, fonts, pages, smallest_type, words


def sheet(*inside: object, style: str = "") -> Prose:
    return Prose("A sheet", tag("p", *inside), style, "A4", note="Test")


def test_a_sheet_of_text_prints_at_true_size_in_our_own_type() -> None:
    pdf = sheet("Twelve trenches, Liège").pdf()
    [page] = pages(pdf)
    assert (page.width * MM, page.height * MM) == pytest.approx((210, 297), abs=0.05)
    assert "Twelve trenches, Liège" in page.extract_text()
    assert all(fonts(pdf).values())
    with pikepdf.open(BytesIO(pdf)) as file:
        assert file.Root.ViewerPreferences.PrintScaling == "/None"
        assert str(file.Root.Lang) == "en-GB"
        assert str(file.docinfo.Title) == "A sheet"
    ruler = [r["width"] * MM for r in page.rects] + [line["width"] * MM for line in page.lines]
    assert any(width == pytest.approx(100, abs=0.5) for width in ruler)


@pytest.mark.sampled("scale")
@pytest.mark.parametrize("scale", [(1.004, 0.995), (0.997, 1.002)])
def test_a_printers_scale_is_made_good_on_every_page_of_text(scale: tuple[float, float]) -> None:
    across, down = scale
    told = Prose("Two pages", Markup("<p>Ypres</p><p style='break-before: page'>Verdun</p>"), "", "A4")
    made = calibrated(told, Calibration(dx=1.5, rotation=0.5, scale_x=across, scale_y=down))
    plain, right = pages(told.pdf()), pages(made.pdf())
    assert len(plain) == len(right) == 2
    for before, after in zip(plain, right, strict=True):
        assert (after.width, after.height) == (before.width, before.height)
        [one, *_], [other, *_] = words(before), words(after)
        assert one[0] == other[0]
        where = (105 + across * (one[1] - 105), 148.5 + down * (one[2] - 148.5))
        assert other[1:] == pytest.approx(where, abs=0.02)
    [ruler, *_] = [r for r in right[0].rects + right[0].lines if abs(r["width"] * MM - 100) < 2]
    assert ruler["width"] * MM / across == pytest.approx(100, abs=0.3), "the printer's own error undoes it"
    assert made.fingerprint() != told.fingerprint()
    assert fonts(made.pdf()) == fonts(told.pdf())


def test_on_lying_pages_of_text_the_scale_turns_with_the_paper() -> None:
    told = Prose("One page", Markup("<p>Ypres</p>"), "", "A4 landscape")
    made = calibrated(told, Calibration(scale_x=1.004, scale_y=0.995))
    [one, *_], [other, *_] = (words(pages(each.pdf())[0]) for each in (told, made))
    where = (148.5 + 0.995 * (one[1] - 148.5), 105 + 1.004 * (one[2] - 105))
    assert other[1:] == pytest.approx(where, abs=0.02)


def test_user_text_never_becomes_markup() -> None:
    words = '</p><img src="file:///etc/passwd"><style>p{display:none}</style>'
    [page] = pages(sheet(words).pdf())
    assert '<img src="file:///etc/passwd">' in page.extract_text()


def test_the_fetcher_gives_out_nothing_but_our_fonts(tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">x</text></svg>'
    )
    for address in (secret.as_uri(), "press:../prose.py"):
        with pytest.raises(CannotPrint, match="Nothing outside the press is fetched"):
            Prose("A sheet", Markup(f'<img src="{address}">'), "", "A4").pdf()


def test_letters_that_our_fonts_lack_are_named() -> None:
    with pytest.raises(MissingGlyph, match="egyptian hieroglyph a001"):
        sheet("𓀀").pdf()


def test_without_pango_the_refusal_names_the_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    WORKSHOP.close()  # the next one starts in this poorer world
    with pytest.raises(PressUnavailable, match=r"libpango-1\.0-0"):
        sheet("A text that no test has set before").pdf()
    WORKSHOP.close()


@pytest.mark.sampled
def test_a_sheet_has_a_budget_of_work_and_waiting_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet("A text that no test has set before, at rest").pdf()
    assert WORKSHOP.warm
    process = WORKSHOP.warm.process.pid
    monkeypatch.setattr(prose, "WORK", 0.01)
    with pytest.raises(CannotPrint, match="print less at once"):
        sheet("Another text that no test has set before " * 50).pdf()
    monkeypatch.setattr(prose, "WORK", 2)
    Thread(
        target=lambda: (
            sleep(0.1),
            os.kill(process, signal.SIGSTOP),
            sleep(4),
            os.kill(process, signal.SIGCONT),
        )
    ).start()
    sleep(0.2)
    began = monotonic()
    assert sheet("A text that waits until others have done").pdf()
    assert monotonic() - began > 3
    assert WORKSHOP.warm.process.pid == process, "neither costs the next one its warm typesetter"


def test_a_typesetter_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    WORKSHOP.close()  # a cold typesetter takes its time
    monkeypatch.setattr(prose, "STUCK", 0.01)
    with pytest.raises(CannotPrint, match="no answer"):
        sheet("One more text that no test has set before").pdf()


def test_a_text_after_the_first_finds_the_typesetter_warm() -> None:
    sheet("The first").pdf()
    assert WORKSHOP.warm
    process = WORKSHOP.warm.process.pid
    sheet("The second").pdf()
    assert WORKSHOP.warm.process.pid == process


@pytest.mark.sampled
def test_an_error_or_a_death_in_the_workshop_harms_only_its_own_job() -> None:
    with pytest.raises(CannotPrint, match="Nothing outside"):
        Prose("A sheet", Markup('<img src="https://example.org/x.png">'), "", "A4").pdf()
    assert sheet("After an error").pdf()
    assert WORKSHOP.warm
    WORKSHOP.warm.process.kill()
    WORKSHOP.warm.process.wait()
    assert sheet("After a death").pdf()


def test_many_threads_are_served_at_once() -> None:
    with ThreadPoolExecutor(3) as pool:
        files = list(pool.map(lambda n: sheet(f"Thread {n}").pdf(), range(3)))
    assert [pages(file)[0].extract_text().count(f"Thread {n}") for n, file in enumerate(files)] == [1, 1, 1]


def test_the_typesetter_ends_with_the_process_that_started_it() -> None:
    code = (
        "import os; from companion.press.typesetter import HOUSE, WORKSHOP, Typesetter;"
        "WORKSHOP.warm = Typesetter(); print(WORKSHOP.warm.process.pid, flush=True); os._exit(9)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=HOUSE)
    child, until = int(told.stdout), monotonic() + 15
    while Path(f"/proc/{child}").exists() and monotonic() < until:
        sleep(0.1)
    assert not Path(f"/proc/{child}").exists()


def test_large_type_is_nine_points_or_more() -> None:
    style = "p { font: 7pt Literata } small { font-size: 8.5pt }"
    large = Prose("A sheet", tag("p", "Words", tag("small", "small")), style, "A4", note="Test", large=True)
    assert smallest_type(large.pdf()) >= 9


@pytest.mark.sampled
def test_setting_that_is_no_longer_wanted_stops_at_once_and_the_next_sheet_is_set() -> None:
    rows = "".join(f"<tr><td>{number}</td><td>Ypres</td><td>Verdun</td></tr>" for number in range(20_000))
    endless = Prose("Endless", Markup(f"<table>{rows}</table>"), "", "A4")
    looks: list[float] = []

    def look() -> None:
        looks.append(monotonic())
        if len(looks) == 3:
            raise Unwanted

    sheet("warm").pdf()
    working = WORKSHOP.warm
    assert working
    with watching(look), pytest.raises(Unwanted):
        endless.pdf()
    assert len(looks) == 3
    assert working.process.poll() is not None, "its process has ended"
    assert sheet("The next one").pdf()
    assert len(looks) == 3


class Unwanted(Exception):
    """Somebody pressed Stop."""


RED, INK = (
    Paint(fill=(0.8, 0.1, 0.1), stroke=(0.0,), width=0.4),
    Paint(stroke=(0.2, 0.3, 0.8), dash=(2.0, 1.0)),
)

TREE = Face(9, 7, (Circle(3, 3, 2.5, RED), Rectangle(Box(5, 1, 3.5, 5), RED, radius=1)))

WOOD = Face(
    60, 40,
    (
        Outline((((2, 2), (40, 3), (30, 30)), ((4, 35), (50, 38))), INK),
        Outline((((50, 5), (58, 5), (54, 12)),), RED, closed=True),
        *(Stamp(TREE, 8 + 12 * turn, 18, 1.1, turn) for turn in (0, 1, 2, 3)),
        Stamp(TREE, 4, 4, 2.0, window=Box(1, 1, 3, 3)),
        Text(5, 15, "Gué & <b>Liège</b>", LABEL, 11, (0.1, 0.4, 0.2)),
        Text(30, 15, "spaced", LABEL, 8, (0.0,), spacing=1.5),
    ),
)  # fmt: skip

STYLE = "svg { display: block; width: 80mm }"


def seen(pdf: bytes) -> Image.Image:
    return PdfDocument(pdf)[0].render(scale=2).to_pil().convert("RGB")


def test_a_drawing_looks_as_the_typesetter_would_have_drawn_it() -> None:
    told = Prose("Drawn", join((tag("p", "Before"), drawing(WOOD, "A wood"), tag("p", "After"))), STYLE, "A4")
    job = {"markup": told.markup, "style": told.sheet, "scale": told.scale, "sizes": told.sizes}
    ours, theirs = seen(told.pdf()), seen(typeset(json.dumps(job).encode()))
    apart = ImageStat.Stat(ImageChops.difference(ours, theirs).convert("L"))
    assert apart.mean[0] < 0.15
    assert ImageStat.Stat(ours.convert("L")).mean[0] < 254


def test_what_is_read_back_is_what_was_written() -> None:
    page = Page(60, 40, (Stamp(WOOD, 0, 0),))
    (read,) = Drawings(svg(page)).pages
    paper, stamp = read.stamps[0].face.marks
    assert paper == Rectangle(Box(0, 0, 60, 40), Paint(fill=(1.0,), width=0))
    for ours, theirs in zip(stamp.face.marks, WOOD.marks, strict=True):
        if isinstance(theirs, Text):
            assert ours[:4] == theirs[:4]
            assert (ours.size, ours.spacing) == pytest.approx((theirs.size, theirs.spacing), abs=0.01)
        assert type(ours) is type(theirs)


def test_a_face_that_two_drawings_share_is_in_the_file_once() -> None:
    one, two = (Face(60, 40, (Stamp(WOOD, 0, 0), Stamp(TREE, x, 2))) for x in (3, 9))
    alone, both = (
        Prose("Drawn", join(drawing(each) for each in faces), STYLE, "A4").pdf()
        for faces in ((one,), (one, two))
    )

    def forms(pdf: bytes) -> int:
        with pikepdf.open(BytesIO(pdf)) as file:
            return sum(
                isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form" for each in file.objects
            )

    assert forms(both) <= forms(alone) + 2
    assert both == Prose("Drawn", join(drawing(each) for each in (one, two)), STYLE, "A4").pdf()


def test_a_drawing_that_only_a_browser_can_read_stays_the_typesetters() -> None:
    strange = svg(Page(60, 40, (Stamp(WOOD, 0, 0),))).replace("<circle", "<ellipse")
    assert Drawings(strange).text == strange
    assert Drawings("<svg viewBox='0 0 9 9'><path d='M0 0'/></svg>").pages == []
    assert text_alone(f"<p>One</p>{svg(Page(60, 40, (Stamp(WOOD, 0, 0),)))}") == "<p>One</p>"


def test_what_is_read_aloud_of_a_drawing_is_said_once() -> None:
    pdf = Prose("Drawn", Markup(drawing(WOOD, "A wood by Liège")), STYLE, "A4").pdf()
    with pikepdf.open(BytesIO(pdf)) as file:
        alts = [
            str(each.Alt) for each in file.objects if isinstance(each, pikepdf.Dictionary) and "/Alt" in each
        ]
    assert alts == ["A wood by Liège"]


STYLES = sorted(Path(games.__path__[0]).glob("*/templates/*/print/sheet.css"))

HEX = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")


def is_coloured(code: str) -> bool:
    """Whether red, green and blue of a colour differ.

    >>> is_coloured("a5361f"), is_coloured("444")
    (True, False)
    """
    size = len(code) // 3
    return len({code[n : n + size] for n in range(0, len(code), size)}) > 1


@pytest.mark.parametrize("style", STYLES, ids=lambda each: each.parts[-3])
def test_every_hue_has_a_name_that_grey_and_saved_ink_turn_into_a_grey(style: Path) -> None:
    text = style.read_text("utf-8")
    named = re.search(r"^body \{(.*)\}$", text, re.MULTILINE)
    hues = {
        name for name, code in re.findall(r"(--\w+): #(\w+)", named[1] if named else "") if is_coloured(code)
    }
    for ink in ("grey", "saver"):
        told = re.search(rf"^body\.{ink} \{{(.*)\}}$", text, re.MULTILINE)
        assert hues <= set(re.findall(r"(--\w+):", told[1] if told else "")), ink
    loose = [line for line in text.splitlines() if not re.match(r"body(\.safe)? \{", line)]
    assert not [code for line in loose for code in HEX.findall(line) if is_coloured(code)]


PLAIN = Style(font=BODY, size=9.5, leading=1.3)

DRESS = Dress(head=Style(font=STRONG, size=8.5), first=Style(font=STRONG, size=8.5), cell=PLAIN)


def texts(face: Face) -> list[str]:
    found: list[str] = []
    for mark in face.marks:
        if isinstance(mark, Text):
            found += mark.text.split("\n")
        elif isinstance(mark, Stamp):
            found += texts(mark.face)
    return found


def said(leaf: Leaf) -> str:
    return " ".join(word for stamp in leaf for word in texts(stamp.face))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=12), st.floats(60, 260))
def test_every_word_is_set_once_and_in_order(lengths: list[int], height: float) -> None:
    count = iter(range(10_000))
    texts_ = [" ".join(f"w{next(count)}" for _ in range(length)) for length in lengths]
    strips = [strip for text in texts_ for strip in paragraph(text, PLAIN, 80, "test")]
    found = leaves(strips, height)
    assert " ".join(said(leaf) for leaf in found) == " ".join(texts_)
    for leaf in found:
        assert all(one.y + one.face.height <= other.y + 1e-6 for one, other in pairwise(leaf))
        assert leaf[-1].y + leaf[-1].face.height <= height + 1e-6


def test_a_heading_stays_with_its_text_and_no_line_stands_alone() -> None:
    block = drawn((), 80, 90)
    text = paragraph(" ".join(["word"] * 60), PLAIN, 80, "test")
    assert len(text) >= 4
    first, second = leaves([block, *heading("Terms", DRESS.head, 80, "test"), *text], 100)
    assert said(first) == ""
    assert said(second).startswith("Terms word")
    [top, *rest] = leaves([drawn((), 80, 100 - 3 * text[0].height - 2), *text], 100)
    assert len(top) - 1 >= 2
    assert len(rest[0]) >= 2


def test_a_tables_headings_stand_again_where_it_goes_on() -> None:
    rows = [(f"row{n}", "some words") for n in range(40)]
    found = leaves(table(("No", "What"), rows, DRESS, 80, "test"), 60)
    assert len(found) > 2
    assert all(said(leaf).startswith("No What") for leaf in found)
    assert sum(said(leaf).count("row") for leaf in found) == 40


def test_a_table_gives_its_room_to_long_columns_and_keeps_its_width() -> None:
    strips = table(("A", "B", "C"), [("x", "long " * 40, "5 credits")], DRESS, 90, "test")
    assert all(strip.face.width == pytest.approx(90) for strip in strips)
    with pytest.raises(DoesNotFit, match=r"table is .* mm too wide"):
        table(("A", "B"), [("x" * 60, "y" * 60)], DRESS, 90, "test")


def test_what_is_higher_than_a_page_is_refused_by_how_much() -> None:
    with pytest.raises(CannotPrint, match="50 mm higher than a page"):
        leaves([drawn((), 80, 150)], 100)


def filled(count: int, name: str, room: float) -> list[Leaf]:
    return [(Stamp(paragraph(f"{name} leaf {n}", PLAIN, room, "test")[0].face, 0, 0),) for n in range(count)]


def a_book(binding: Binding) -> bytes:
    room = binding.room.width
    chapters = [
        Chapter("Brief", filled(1, "brief", room), "right"),
        Chapter("Catalogue", filled(3, "catalogue", room), "right", [("Prices", 0), ("Units", 2)]),
        *(Chapter(f"Booklet {n}", filled(2, f"booklet{n}", room), "spread", [("Map", 1)]) for n in range(60)),
    ]
    cover = tuple(Stamp(strip.face, 0, 50) for strip in heading("A book", PLAIN, room, "test"))
    return Document("A book", bound("A book", cover, chapters, binding), "a4").pdf()


@pytest.mark.parametrize("sides", ["both", "one", "loose"])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_numbers_in_the_contents_are_those_of_the_pages(paper: str, sides: str) -> None:
    binding = Binding(paper=PAPERS[paper], sides=sides)  # type: ignore[arg-type]
    found = [page.extract_text() for page in pages(a_book(binding))]
    contents = [n for n, text in enumerate(found) if re.search(r"Contents", text)]
    entries = [
        (met[1], int(met[2]))
        for n in contents
        for met in re.finditer(r"^(Brief|Catalogue|Prices|Units|Booklet \d+|Map)[ .]+(\d+)$", found[n], re.M)
    ]
    assert len(entries) == 4 + 2 * 60
    leaf = {"Brief": "brief leaf 0", "Catalogue": "catalogue leaf 0", "Prices": "catalogue leaf 0"}
    booklet = ""
    for title, number in entries:
        booklet = title.removeprefix("Booklet ") if title.startswith("Booklet") else booklet
        wanted = leaf.get(title) or ("catalogue leaf 2" if title == "Units" else f"booklet{booklet} leaf ")
        wanted += {"Map": "1", "Booklet": "0"}.get(title.split()[0], "")
        assert wanted in found[number - 1]
        assert found[number - 1].rstrip().endswith(str(number))


def test_the_contents_lead_to_the_pages_that_the_outline_names() -> None:
    with pikepdf.open(BytesIO(a_book(Binding(paper=PAPERS["a4"])))) as read:
        numbers = {page.objgen: n for n, page in enumerate(read.pages, 1)}
        links = [
            (str(link.Contents), numbers[link.Dest[0].objgen])
            for page in read.pages
            for link in page.obj.get("/Annots", [])
        ]
        with read.open_outline() as outline:
            contents, *chapters = outline.root
            named = [
                (each.title, numbers[each.destination[0].objgen])
                for chapter in chapters
                for each in (chapter, *chapter.children)
            ]
        assert contents.title == "Contents"
        assert links == named
        assert [chapter.title for chapter in chapters[:3]] == ["Brief", "Catalogue", "Booklet 0"]
        assert [each.title for each in chapters[1].children] == ["Prices", "Units"]


def test_a_spread_ends_on_the_right_and_the_gutter_is_at_the_binding() -> None:
    binding = Binding(paper=PAPERS["a4"])
    read = pages(a_book(binding))
    for n, page in enumerate(read, 1):
        told = page.extract_text()
        assert ("leaf 1" in told and "booklet" in told) <= (n % 2 == 1)
        inner = [x for word, x, _ in words(page) if word.startswith(("brief", "catalogue", "booklet"))]
        assert all(x == pytest.approx(20 if n % 2 else 12, abs=0.5) for x in inner[:1])
    assert len(read) % 2 == 0
    assert read[0].width * MM == pytest.approx(210, abs=0.05)


def test_the_same_book_is_the_same_bytes_in_our_own_type() -> None:
    binding = Binding(paper=PAPERS["letter"])
    one = a_book(binding)
    assert one == a_book(binding)
    assert all(fonts(one).values())


def test_a_picture_is_a_strip_like_any_other() -> None:
    picture = Strip(
        face=Face(80, 40, (Rectangle(Face(80, 40, ()).box("trim"), Paint(stroke=(0.0,))),)), gap=5
    )
    [leaf] = leaves([*heading("A map", PLAIN, 80, "test"), picture], 100)
    assert leaf[1].y == pytest.approx(leaf[0].face.height + 5)


def folded(sides: list[Spread]) -> list[int | None]:
    """The pages as one leafs through the folded and stapled sheets."""
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first = [page for front, back in sheets for page in (front.right, back.left)]
    second = [page for front, back in reversed(sheets) for page in (back.right, front.left)]
    return first + second


@pytest.mark.parametrize("pages", range(1, 18))
def test_folded_sheets_show_every_page_in_its_order(pages: int) -> None:
    leafed = folded(list(spreads(pages)))
    assert leafed[:pages] == list(range(1, pages + 1))
    assert set(leafed[pages:]) <= {None}
    assert len(leafed) == -(-pages // 4) * 4


def test_a_stitched_file_has_two_pages_on_each_side_at_their_own_size_and_the_same_bytes() -> None:
    words = "".join(
        f"<section style='page-break-after: always'>Page number {n}.</section>" for n in range(1, 6)
    )
    pages = Prose(title="A booklet", body=Markup(words), style="", page="A5").pdf()
    sheets = stitched(pages)
    assert sheets == stitched(pages)
    book, flat = PdfDocument(BytesIO(pages)), PdfDocument(BytesIO(sheets))
    wide, high = book.get_page_size(0)
    assert len(flat) == 4
    assert all(flat.get_page_size(n) == pytest.approx((2 * wide, high)) for n in range(4))
    told = [flat[n].get_textpage().get_text_range() for n in range(4)]
    assert "Page number 1." in told[0]
    assert "Page number 2." in told[1]
    assert "Page number 3." in told[2]
    assert "Page number 4." in told[3]
    assert "Page number 5." in told[3]
