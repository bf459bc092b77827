"""Drawings in running text: drawn by our own machine, and looking as the typesetter would have drawn them."""

import json
from io import BytesIO

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from companion.press.drawings import Drawings, text_alone
from companion.press.face import Box, Circle, Face, Paint, Path, Rectangle, Stamp, Text
from companion.press.fonts import LABEL
from companion.press.front import drawing
from companion.press.markup import Markup, join, tag
from companion.press.page import Page
from companion.press.prose import Prose, typeset
from companion.press.svg import svg

RED, INK = (
    Paint(fill=(0.8, 0.1, 0.1), stroke=(0.0,), width=0.4),
    Paint(stroke=(0.2, 0.3, 0.8), dash=(2.0, 1.0)),
)
TREE = Face(9, 7, (Circle(3, 3, 2.5, RED), Rectangle(Box(5, 1, 3.5, 5), RED, radius=1)))
WOOD = Face(
    60, 40,
    (
        Path((((2, 2), (40, 3), (30, 30)), ((4, 35), (50, 38))), INK),
        Path((((50, 5), (58, 5), (54, 12)),), RED, closed=True),
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
