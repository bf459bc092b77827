"""What each game says of its own cards is so: where a picture is printed, how large a card is."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image as Pillow

from companion import shelf
from companion.engine.own import Kind, Wanted, Workshop
from companion.press.art import Art
from companion.press.face import Face, Image, Stamp
from companion.press.pixels import read_pixels
from companion.printing import find
from companion.workshop.making import choices_of

KINDS = [
    (slug, game.workshop, kind)
    for slug, game in shelf.games().items()
    if game.workshop
    for kind in game.workshop.kinds
]
EXACT = 0.5
"""Millimetres."""


def pictures(face: Face, scale: float = 1.0) -> Iterator[tuple[float, float]]:
    """How large the pictures of a face are printed."""
    for mark in face.marks:
        if isinstance(mark, Image):
            yield mark.box.width * scale, mark.box.height * scale
        elif isinstance(mark, Stamp):
            yield from pictures(mark.face, scale * mark.scale)


@pytest.mark.parametrize(("slug", "workshop", "kind"), KINDS, ids=lambda each: getattr(each, "key", ""))
def test_a_picture_is_as_large_as_its_resolution_is_told_for(
    slug: str, workshop: Workshop, kind: Kind
) -> None:
    out = BytesIO()
    Pillow.new("RGB", (400, 300)).save(out, "PNG")
    base = next(iter(workshop.bases))
    records = workshop.starter(base)
    record = records[kind.key][0]
    file = workshop.whole(base, "Ours", {kind.key: [record]} if workshop.alone else records)
    art = Art({record[kind.id]: read_pixels(out.getvalue())}, {})
    given = {workshop.file: file, "art": art, **workshop.print_with}
    front = workshop.sides(
        Wanted(kind.key, record, file, choices_of(find(slug, kind.printable), given))
    ).front
    assert list(pictures(front)) == [pytest.approx(kind.window, abs=EXACT)]
    assert (front.width, front.height) == pytest.approx(kind.size, abs=EXACT)
