"""Boxes to tick on paper, and a photo of them that is read back."""

import subprocess
import sys
from io import BytesIO
from struct import pack
from typing import Any
from zlib import compress, crc32

import cv2
import numpy as np
import pytest
import segno
from PIL import Image
from pypdfium2 import PdfDocument

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.option import chosen
from companion.games.parabellum.state import starter_binder
from companion.press.answered import MARKED, MARKS, Slip, code_box, slip_of
from companion.press.answered.photo import Flat, flat, weighed
from companion.press.boxes import ABREAST, TAB, net_of
from companion.press.document import Document
from companion.printing import find, make
from tests.press.measuring import MM, pages
from tests.press.sheets import sheet
from tests.staged import PENS, filled, photographed, raster, stroke


def dividers(game: str, **given: Any) -> Document:
    printable = shelf.game(game).printables["dividers"]
    document: Document = printable.make(chosen(printable.options, given), None)
    return document


@pytest.mark.parametrize("game", ["scarper", "verraeter", "scope", "proelii", "parabellum"])
@pytest.mark.parametrize("large", [False, True])
def test_each_divider_is_a_card_and_a_tab(game: str, large: bool) -> None:
    document = dividers(game, marks="none", large=large, filled=False)
    faces = [stamp.face for page in document.pages for stamp in page.stamps if stamp.face.title]
    assert faces
    assert len({face.name for face in faces}) == len(faces)
    card = {"verraeter": (56, 87), "parabellum": (63.5, 88.9)}.get(game, (63, 88))
    assert {(face.width, face.height) for face in faces} == {(card[0], card[1] + TAB)}


def test_a_divider_that_would_stand_alone_on_a_sheet_is_joined_by_some_to_write_on() -> None:
    def cut(made: Any) -> list[list[str]]:
        return [
            [piece.front.name for piece in page.cut.pieces] for page in getattr(made, "pages", ()) if page.cut
        ]

    first, second = cut(dividers("scarper", paper="letter"))
    assert (len(first), second) == (8, ["Discards", *["to write on"] * 7])
    assert [len(each) for each in cut(dividers("scarper", paper="letter", filled=False))] == [8, 1]
    box = make(find("scarper", "everything"), {"paper": "letter"})
    assert not any("to write on" in each for part in box.parts for each in cut(part.made))


def test_tabs_stand_beside_each_other_and_name_their_part() -> None:
    [page, *_] = pages(dividers("scarper").pdf())
    words = {each["text"]: each["x0"] * MM for each in page.extract_words() if each["top"] * MM < 16}
    assert words["1914"] < words["1915"] < words["1916"]
    assert words["1915"] - words["1914"] == pytest.approx(63 + 63 / ABREAST, abs=2)
    assert len(dividers("scarper", only="1914, In play").pages) == 1
    assert len(dividers("scarper").pages) == 1, "nine of them on a sheet of A4"


GAMES = sorted(slug for slug, game in shelf.games().items() if "tuckbox" in game.printables)

POINT = 25.4 / 72


def tuckbox(slug: str, **given: Any) -> Any:
    printable = shelf.games()[slug].printables["tuckbox"]
    return printable.make(chosen(printable.options, given), None)


def test_a_panel_is_a_card_and_its_play() -> None:
    net = net_of(63, 88, 80, sleeved=False)
    back, spine, front, last = net.panels
    assert (front.width, front.height, spine.width) == (64, 89, 25)
    assert (back.width, last.width) == (front.width, spine.width)
    assert net_of(63, 88, 80, sleeved=True).panels[1].width == 49


def test_folds_and_cut_meet_at_the_corners_of_the_panels() -> None:
    net = net_of(63, 88, 80, sleeved=False)
    ends = {point for fold in net.folds for point in fold}
    corners = {corner for panel in net.panels for corner in panel.corners}
    assert corners - ends == {net.panels[3].corners[2]} - ends
    assert max(x for x, _ in net.outline) == net.width
    assert max(y for _, y in net.outline) == net.height


@pytest.mark.parametrize("slug", GAMES)
def test_the_net_in_the_file_is_as_large_as_reckoned_and_inside_what_prints(slug: str) -> None:
    document = tuckbox(slug)
    sheet = document.pages[0]
    net = sheet.stamps[0].face
    page = PdfDocument(BytesIO(document.pdf()))[0]
    bounds = [each.get_bounds() for each in page.get_objects(filter=(2,), max_depth=4)]
    sizes = [((right - left) * POINT, (top - low) * POINT) for left, low, right, top in bounds]
    assert any(abs(w - net.width) < 1 and abs(h - net.height) < 1 for w, h in sizes), sizes
    stamp = sheet.stamps[0]
    assert stamp.x >= 5
    assert stamp.y >= 5
    assert stamp.x + net.width <= sheet.width - 5
    assert stamp.y + net.height <= sheet.height - 5


def test_a_deck_too_thick_for_one_box_lies_in_several_alike() -> None:
    document = tuckbox("scarper", sleeved=True, stack=101)
    # A lid is read from the front of a box that is shut: it stands on its head in the net.
    told = [page.extract_text()[::-1] for page in pages(document.pdf())]
    held = [next(n for n in (34, 33) if f"{n} of 101 cards" in each) for each in told]
    assert held == [34, 34, 33]
    assert len(tuckbox("scarper", sleeved=True, stack=101, paper="a3").pages) < len(told)


def test_a_box_holds_the_deck_that_is_printed() -> None:
    cards = sum(8 if each.cards is None else each.cards for each in starter_binder().units.values())
    net = tuckbox("parabellum", paper="a3").pages[0].stamps[0].face
    assert cards > 100
    assert net.width == pytest.approx(12 + 2 * (63.5 + 1) + 2 * (cards * 0.3 + 1), abs=2)


def taken(seed: int, paper: str = "a4", pen: str = "biro", hard: float = 1.0):
    document, ticks, slip = sheet(paper)
    random = np.random.default_rng(seed)
    chosen = {tick.name for tick in ticks if random.random() < 0.3}
    drawn = filled(raster(document.pdf()), ticks, chosen, random, pen)
    return photographed(drawn, random, hard=hard, wide=2600), ticks, chosen, slip


@pytest.mark.sampled("pen")
@pytest.mark.parametrize(("seed", "pen"), list(enumerate([*PENS, *PENS])))
def test_every_tick_of_every_pen_is_read_or_asked_and_none_is_guessed(seed: int, pen: str) -> None:
    content, ticks, chosen, slip = taken(seed, [*MARKED][seed % len(MARKED)], pen)
    found = flat(content)
    read = weighed(found.picture, ticks)
    wrong = [
        name for name, each in read.items()
        if each.verdict != "doubtful" and (each.verdict == "ticked") != (name in chosen)
    ]  # fmt: skip
    asked = [name for name, each in read.items() if each.verdict == "doubtful"]
    assert found.slip == slip
    assert not wrong
    assert len(asked) <= len(ticks) // 100


@pytest.mark.sampled
def test_a_speck_and_a_covered_box_are_asked_or_empty_never_ticked() -> None:
    document, ticks, _ = sheet()
    random = np.random.default_rng(3)
    drawn = raster(document.pdf()).copy()
    stroke(drawn, ticks[0], random, "biro", "dot")
    x, y, side = (round(8 * each) for each in (ticks[40].box.x, ticks[40].box.y, ticks[40].box.width))
    drawn[y - 8 : y + side + 8, x - 8 : x + side + 8] = 90
    read = weighed(flat(photographed(drawn, random, hard=0.4)).picture, ticks)
    assert read[ticks[0].name].verdict in ("empty", "doubtful")
    assert read[ticks[40].name].verdict == "doubtful"
    assert all(read[tick.name].verdict == "empty" for n, tick in enumerate(ticks) if n not in (0, 40))


@pytest.mark.sampled
def test_three_of_the_four_marks_are_enough_and_two_are_not() -> None:
    document, _, slip = sheet()
    drawn = raster(document.pdf()).copy()
    drawn[-200:, :200] = 60
    content = photographed(drawn, np.random.default_rng(1), hard=0.5)
    assert flat(content).slip == slip
    drawn[-200:, -200:] = 60
    with pytest.raises(InvalidInput, match="lower right and lower left"):
        flat(photographed(drawn, np.random.default_rng(1), hard=0.5))


def coded(text: str) -> np.ndarray:
    """A sheet whose code says something else."""
    drawn, box = raster(sheet()[0].pdf()).copy(), code_box("a4")
    made = np.array([list(row) for row in segno.make(text, error="l").matrix_iter(border=3)], np.uint8)
    side = round(box.width * 8)
    grown = cv2.resize(255 * (1 - made), (side, side), interpolation=cv2.INTER_NEAREST)
    x, y = round(box.x * 8), round(box.y * 8)
    drawn[y : y + side, x : x + side] = grown[..., None]
    return drawn


@pytest.mark.sampled
def test_two_sheets_a_strangers_code_and_a_torn_off_code_are_told_apart() -> None:
    drawn, random = raster(sheet()[0].pdf()), np.random.default_rng(4)
    with pytest.raises(InvalidInput, match="Two sheets"):
        flat(photographed(np.hstack([drawn, drawn]), random, hard=0.3))
    with pytest.raises(InvalidInput, match="none of a sheet"):
        flat(photographed(coded("https://example.org/menu"), random, hard=0.3))
    torn = drawn.copy()
    torn[:320, -420:] = 90
    with pytest.raises(InvalidInput, match="code at the upper right"):
        flat(photographed(torn, random, hard=0.3))


@pytest.mark.sampled
def test_a_sheet_upside_down_or_on_its_side_is_read_like_any_other() -> None:
    document, _, slip = sheet()
    for turn in (1, 2, 3):
        assert (
            flat(
                photographed(np.rot90(raster(document.pdf()), turn).copy(), np.random.default_rng(turn))
            ).slip
            == slip
        )


def test_the_marks_are_those_of_the_dictionary() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, bits in enumerate(MARKS):
        drawn = cv2.aruco.generateImageMarker(dictionary, number, 6)[1:-1, 1:-1] > 0
        assert bits == int("".join(str(int(each)) for each in drawn.ravel()), 2)


def test_a_code_is_read_back_and_any_other_text_is_none() -> None:
    slip = Slip(
        "scarper", "year-sheet", "K7FQ2M", "-", 40, 2, "0a1b2c3d", (("ink", "grey"), ("large", "true"))
    )
    assert slip_of(str(slip)) == slip
    for text in (
        "",
        "https://example.org",
        "sheet1/a/b/C/d/1/1/0/../..",
        str(slip).replace("40", "x"),
        "s" * 999,
    ):
        with pytest.raises(InvalidInput):
            slip_of(text)


def bomb(wide: int, high: int) -> bytes:
    """A small PNG that says it is large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))

    head = pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    data = compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def blank(kind: str, size: tuple[int, int]) -> bytes:
    out = BytesIO()
    Image.new("L", size, 255).save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no picture"),
        (b"%PDF-1.7 and more", "no picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC"),
        (bomb(60_000, 60_000), "far too many pixels"),
        (bomb(6_000, 6_000), "too many"),
        (bomb(900, 900), "cut short"),
        (blank("JPEG", (2000, 1500))[:900], "cut short"),
        (blank("JPEG", (300, 200)), "too few"),
        (blank("GIF", (900, 900)), "no picture"),
        (blank("PNG", (2000, 1500)), "No corner mark"),
        (b"\xff\xd8\xff" + b"0" * 25 * 1024 * 1024, "24 MB"),
    ],
)  # fmt: skip
def test_what_is_no_photo_of_a_sheet_is_refused_in_words(content: bytes, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        flat(content)


@pytest.mark.sampled
def test_a_part_of_a_flat_sheet_is_clear_of_its_edges() -> None:
    document, ticks, _ = sheet()
    found: Flat = flat(photographed(raster(document.pdf()).copy(), np.random.default_rng(2), hard=0.3))
    assert found.part(ticks[0].box.inset(-1)).shape == (56, 56)


def test_what_reads_photos_is_loaded_while_the_page_is_open_and_not_before() -> None:
    told = (
        "import sys; from companion.press.answered import ready; print('cv2' in sys.modules); "
        "first = ready(); first.join(); print('cv2' in sys.modules, ready() is first)"
    )
    done = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "True", "True"]
