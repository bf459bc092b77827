"""Everything that every game prints without a table, in each ink and size of type: it fits, and reads."""

from io import BytesIO
from typing import Any

import pikepdf
import pytest

from companion import shelf
from companion.engine.game import Printable
from companion.engine.option import chosen
from companion.press.document import Document
from companion.press.face import Circle, Colour, Face, Path, Rectangle, Stamp, Text
from companion.press.prose import Prose
from companion.press.text import SMALLEST, SMALLEST_LARGE
from companion.press.whole import Whole

INKS = ("colour", "safe", "grey", "saver")
ALL = [
    pytest.param(printable, id=f"{slug}-{name}")
    for slug, game in shelf.games().items()
    for name, printable in game.printables.items()
    if printable.table != "must"
]


def made(printable: Printable, **given: Any) -> Any:
    known = {option.key: option for option in printable.options}
    fitting = {
        key: value
        for key, value in given.items()
        if key in known and value in [choice for choice, _ in known[key].choices]
    }
    return printable.make(chosen(printable.options, fitting), None)


def sizes(face: Face, scale: float = 1.0) -> list[float]:
    """Every type size on a face as it is printed, and on what is stamped on it."""
    own = [mark.size * scale for mark in face.marks if isinstance(mark, Text)]
    inner = [mark for mark in face.marks if isinstance(mark, Stamp)]
    return own + [size for mark in inner for size in sizes(mark.face, scale * mark.scale)]


def colours(face: Face) -> set[Colour]:
    own = {mark.colour for mark in face.marks if isinstance(mark, Text)}
    paints = [mark.paint for mark in face.marks if isinstance(mark, Rectangle | Circle | Path)]
    own |= {colour for paint in paints for colour in (paint.fill, paint.stroke) if colour}
    return own.union(*(colours(mark.face) for mark in face.marks if isinstance(mark, Stamp)))


def is_grey(file: bytes) -> bool:
    """Whether every colour that its pages set is a grey."""
    with pikepdf.open(BytesIO(file)) as pdf:
        set_in = (order for page in pdf.pages for order in pikepdf.parse_content_stream(page))
        return all(
            len({*map(float, each.operands)}) == 1 for each in set_in if str(each.operator) in ("rg", "RG")
        )


@pytest.mark.thorough
@pytest.mark.parametrize("printable", ALL)
def test_no_size_of_a_card_is_offered_that_could_never_be_printed(printable: Printable) -> None:
    sizes = [v for o in printable.options if o.key == "format" for v, _ in o.choices if v != "own"]
    for size in {*sizes[:2], *sizes[-2:]}:
        assert made(printable, format=size).pages[0].stamps, size


@pytest.mark.thorough
@pytest.mark.parametrize("printable", ALL)
@pytest.mark.parametrize("large", [False, True])
def test_every_piece_fits_and_can_be_read(printable: Printable, large: bool) -> None:
    limit = SMALLEST_LARGE if large and any(o.key == "large" for o in printable.options) else SMALLEST
    for ink in INKS:
        document = made(printable, ink=ink, large=large)
        if isinstance(document, Whole):
            continue  # each of its parts is looked at on its own
        assert isinstance(document, (Document, Prose))
        if isinstance(document, Prose):
            assert document.large == large
            assert ink not in ("grey", "saver") or large or is_grey(document.pdf())
            continue
        stamps = {(stamp.face, stamp.scale) for page in document.sheets for stamp in page.stamps}
        faces = [(face, scale) for face, scale in stamps if face.name != "margin"]
        smallest = min((size for face, scale in faces for size in sizes(face, scale)), default=limit)
        assert smallest >= limit - 1e-6 or document.pages[0].label == "assembly"
        if ink in ("grey", "saver"):
            assert all(len(colour) == 1 for face, _ in faces for colour in colours(face))
