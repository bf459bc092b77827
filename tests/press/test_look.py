"""Cards as tables of places, and guests' own pictures on them."""

from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from companion.engine.errors import InvalidInput
from companion.press.art import NONE, art_of, read_picture, shapes_of
from companion.press.document import Document
from companion.press.face import BLACK, Box, Mark, Paint, Rectangle
from companion.press.look import Drawn, Place, composed, fixed
from companion.press.pixels import MOST_BYTES, filling, judged, read_pixels
from companion.press.text import DoesNotFit
from companion.printing import find, make

ROOM = Box(5, 5, 50, 80)
INK = Paint(fill=BLACK)


def band(content: float, room: Box) -> Iterator[Mark]:
    yield Rectangle(room._replace(height=10), INK)


def foot(content: float, room: Box) -> Drawn:
    return [Rectangle(Box(room.x, room.bottom - 6, room.width, 6), INK)], 6


def text(content: float, room: Box) -> Drawn:
    if content > room.height:
        raise DoesNotFit("text", "too high")
    return [Rectangle(room, INK)], room.height


FACE = (
    Place("band", "top", fixed(10, band)),
    Place("signs", "top", fixed(20, band), yields=2),
    Place("foot", "bottom", foot),
    Place("flag", "left", fixed(8, band)),
    Place("map", "bottom", fixed(10, band), yields=1),
    Place("text", "rest", text),
)


def rest(wanted: float) -> Box:
    last, *_, first = composed(FACE, wanted, ROOM)
    assert isinstance(last, Rectangle)
    assert isinstance(first, Rectangle)
    assert first.box == Box(5, 5, 50, 10), "what stands first in the table lies uppermost"
    return last.box


@pytest.mark.parametrize(
    ("wanted", "room"),
    [
        (30, Box(13, 35, 42, 34)),  # all of it: 80 less band, signs, foot and map
        (40, Box(13, 35, 42, 44)),  # without the map
        (60, Box(13, 15, 42, 64)),  # without map and signs
    ],
)
def test_what_yields_first_is_left_out_first_and_the_rest_takes_its_room(wanted: float, room: Box) -> None:
    assert rest(wanted) == room


def test_what_finds_no_room_even_so_is_refused() -> None:
    with pytest.raises(DoesNotFit, match="too high"):
        rest(65)


SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" onload="alert(1)">
<script>alert(1)</script><style>*{fill:url(http://evil/)}</style><image href="file:///etc/passwd"/>
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>
<a href="javascript:x"><rect width="9" height="9"/></a><use href="#r"/><text>hello</text>
<rect id="r" width="20" height="10" fill="url(#g)" stroke="url(http://evil/x)" onclick="x"
 style="fill:#c00;background:url(x)"/>
</svg>"""


def png(wide: int = 60, high: int = 40, mode: str = "RGBA", kind: str = "PNG", **more: object) -> bytes:
    out = BytesIO()
    Pillow.new(mode, (wide, high), 128).save(out, kind, **more)
    return out.getvalue()


def test_a_picture_is_written_anew_and_loses_all_but_its_pixels() -> None:
    told = PngInfo()
    told.add_text("Comment", "where I live")
    found = read_pixels(png(pnginfo=told) + b"<script>trailing</script>")
    assert (found.width, found.height, found.kind) == (60, 40, "image/png")
    assert b"where I live" not in found.data
    assert b"script" not in found.data
    assert read_pixels(png(mode="RGB", kind="JPEG")).kind == "image/jpeg"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n",
        png()[:60],
        b"\xff\xd8\xff\xe0junk",
        b"x" * (MOST_BYTES + 1),
        png(9000, 9000, "1"),
    ],
)
def test_what_is_no_picture_or_too_large_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput):
        read_picture(data)


def test_a_large_picture_is_kept_as_large_as_print_needs() -> None:
    assert max(read_pixels(png(4000, 1000, "L")).width, 0) == 1800


def test_only_the_shapes_of_a_drawing_are_kept() -> None:
    markup, wide, high = shapes_of(SVG)
    assert (wide, high) == (20, 10)
    assert markup.count("<rect") == 1
    for word in ("script", "evil", "passwd", "onclick", "javascript", "<use", "hello", "background"):
        assert word not in markup


@pytest.mark.parametrize(
    "data",
    [
        b"<svg", b"<html><svg/></html>", b"<svg xmlns='http://www.w3.org/2000/svg'><text>only</text></svg>",
        b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><rect/>&a;</svg>',
        b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<g>" * 60 + b"<rect/>" + b"</g>" * 60 + b"</svg>",
        b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<rect/>" * 6000 + b"</svg>",
        b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 900'><rect/></svg>",
    ],
)  # fmt: skip
def test_a_drawing_that_could_harm_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput):
        shapes_of(data)


def test_a_drawing_becomes_pixels_of_its_own_shape() -> None:
    found = read_picture(SVG)
    assert (found.width, found.height) == (1500, 750)
    red, green, *_ = Pillow.open(BytesIO(found.data)).tobytes()[3 * (1500 * 300 + 700) :]
    assert red > 180
    assert green < 40


def test_the_resolution_is_told_at_the_printed_size() -> None:
    found = read_pixels(png(500, 200))
    assert judged(found.dots(63.5, 20)) == "200 dpi: enough"
    assert judged(found.dots(127, 20)) == "100 dpi: will look soft"
    assert filling(found, 1.0, grey=False).width == 200


def test_own_pictures_are_printed_on_their_cards_front_and_back() -> None:
    data = f"data:image/png;base64,{b64encode(png(500, 200)).decode()}"
    plate = find("scarper", "cards")
    given = {"art": {"fronts": {"bef-lands": data}, "backs": {"bef-lands": data}}, "only": "bef-lands"}
    document = make(plate, given)
    assert isinstance(document, Document)
    with pikepdf.open(BytesIO(document.pdf())) as file:
        found = [image for page in file.pages for image in page.get_images().values()]
    assert [(int(image.Width), int(image.Height)) for image in found] == [(500, 182), (143, 200)]
    assert "<image" in document.preview(1)
    saver = make(plate, given | {"ink": "saver"})
    assert saver.fingerprint() != document.fingerprint() == make(plate, given).fingerprint()


@pytest.mark.parametrize(
    "given",
    [
        [],
        {"x": {}},
        {"fronts": []},
        {"fronts": {"a": "http://x/y.png"}},
        {"backs": {"a": "data:image/png;base64,??"}},
    ],
)
def test_a_file_of_pictures_is_refused_at_the_picture(given: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        art_of(given)
    assert refused.value.path.startswith("art")
    assert art_of(None) is NONE
