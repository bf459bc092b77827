"""How things look in every ink, and the drawings that come as SVG."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from io import BytesIO
from math import hypot
from pathlib import Path

import pikepdf
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.film import Area, Chart, Series, drawn
from companion.games.proelii.printables import meander
from companion.press.art import NONE, art_of, read_picture, shapes_of
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Circle, Face, Mark, Paint, Rectangle, Stamp
from companion.press.face import Path as Line
from companion.press.look import DASHES, NOW, Drawn, Pen, Place, chart, composed, fixed
from companion.press.pixels import MOST_BYTES, filling, judged, read_pixels
from companion.press.svg import Pictures, braid, in_colours, rosette
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


DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
  <g id="part"><path d="M0 0L2 0L2 2Z" fill="own"/><circle cx="1" cy="2" r="0.5" stroke="ink"/></g>
  <g id="whole">
    <rect x="1" y="2" width="3" height="4" rx="0.5" fill="paper" stroke="ink" stroke-width="0.3"/>
    <use href="#part" transform="translate(5 1) scale(2)" tone="ink"/>
    <path d="M1 0L3 1" transform="translate(10 0) scale(-1 1)" stroke="ink" stroke-dasharray="1 0.5"/>
  </g>
</svg>"""


def named(told: Mapping[str, str]) -> Paint | None:
    return in_colours({"ink": BLACK, "paper": WHITE})(told)


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    file = tmp_path / "pictures.svg"
    file.write_text(DRAWN)
    return Pictures(file)


def test_shapes_stand_where_their_picture_was_put_in_the_colours_of_their_names(pictures: Pictures) -> None:
    frame, corner, dot, dashed = pictures.marks("whole", named)
    assert frame == Rectangle((1, 2, 3, 4), Paint(fill=WHITE, stroke=BLACK, width=0.3), 0.5)  # type: ignore[arg-type]
    assert corner == Line((((5, 1), (9, 1), (9, 5)),), Paint(fill=BLACK), closed=True)
    assert dot == Circle(7, 5, 1, Paint(stroke=BLACK))
    assert dashed == Line((((9, 0), (7, 1)),), Paint(stroke=BLACK, dash=(1, 0.5)))


def test_what_has_no_paint_in_this_ink_is_left_out(pictures: Pictures) -> None:
    drawn = pictures.marks("whole", lambda told: None if "fill" in told else named(told))
    assert [type(mark) for mark in drawn] == [Circle, Line]


FILES = [file for game in shelf.games().values() for file in (game.folder / "printables").glob("*.svg")]


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parts[-3]}-{file.stem}" for file in FILES])
def test_every_picture_of_a_game_can_be_drawn(file: Path) -> None:
    pictures = Pictures(file)
    assert pictures.groups
    for name in pictures.groups:
        assert pictures.marks(name, lambda told: Paint(fill=BLACK if "d" not in told else None, stroke=BLACK))


AREA = Area(10, 0, 110, 50)

SIGN = Face(10, 12, ())


def test_lines_differ_by_dash_and_signs_that_meet_stand_side_by_side() -> None:
    shown = Chart(told="Points", series=[Series(name, [0, 4]) for name in ("ada", "bert", "cleo")])
    marks = list(chart(drawn(shown, AREA), [Pen((0,), SIGN, 4)] * 3, lambda *_: ()))
    ways = [mark.paint.dash for mark in marks if isinstance(mark, Line) and mark.paint.width == 0.75]
    assert ways == list(DASHES[:3])
    places = [mark.x for mark in marks if isinstance(mark, Stamp)]
    assert places == [places[0], places[0] + 4, places[0] + 8]


def test_what_is_used_up_is_shaded_to_where_it_stands_now() -> None:
    shown = Chart(told="Price", series=[Series("Price", [1] * 10)], stepped=True, used=4)
    marks = list(chart(drawn(shown, AREA), [Pen((0,))], lambda *_: ()))
    (ground,) = [mark for mark in marks if isinstance(mark, Rectangle)]
    assert (ground.box.x, ground.box.right) == (10, 50)
    now = [mark.runs for mark in marks if isinstance(mark, Line) and mark.paint.stroke == NOW]
    assert now == [(((50, 0), (50, 50)),)]


@pytest.mark.parametrize(("outer", "inner", "lobes", "strands"), [(13, 4, 14, 6), (8, 6.2, 22, 3)])
def test_a_rosette_stays_between_its_circles_and_closes(outer, inner, lobes, strands) -> None:
    runs = rosette(outer, inner, lobes, strands)
    assert len(runs) == strands
    far = [hypot(x, y) for run in runs for x, y in run]
    assert min(far) == pytest.approx(inner, abs=0.05)
    assert max(far) == pytest.approx(outer, abs=0.05)
    assert all(run[0] == run[-1] for run in runs)


def test_a_braid_fills_its_band_and_no_more() -> None:
    points = [point for run in braid(65.8, 2.2, 22, 4) for point in run]
    assert (min(x for x, _ in points), max(x for x, _ in points)) == (0, 65.8)
    assert (min(y for _, y in points), max(y for _, y in points)) == (0, 2.2)


@pytest.mark.parametrize("length", [20, 53.8, 55])
def test_a_key_runs_in_whole_turns(length: float) -> None:
    points = [point for run in meander(length, 2, 1, 3) for point in run]
    assert min(x for x, _ in points) == 1
    assert max(x for x, _ in points) <= length + 1
    assert {min(y for _, y in points), max(y for _, y in points)} == {3, 5}
