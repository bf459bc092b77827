"""What a print house looks for before it prints: in the drawing, and in the finished file."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from companion.press.face import (
    HAIRLINE,
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Image,
    Mark,
    Path,
    Rectangle,
    Stamp,
    Text,
)
from companion.press.page import BLEED, Page
from companion.press.pdf.bindery import VERSION
from companion.press.tile import shape

DOTS = 300
"""Dots an inch below which a picture looks soft in print."""

SMALLEST = 5.0
"""Points below which type fills in."""

MOST_INK = 300
"""Per cent of ink, all inks together, that coated paper still dries with."""

OUTPUT = "prtr"
"""What a profile calls itself that was measured on a press; a display's is “mntr”."""

NEAR = 0.01

NO_INK = (None, WHITE, (1.0, 1.0, 1.0))
"""Grounds that are bare paper: they may end where they like."""


class Finding(NamedTuple):
    """One thing looked for: whether it is right, what was found, and what would be right."""

    name: str
    right: bool
    measured: str
    wanted: str

    def __str__(self) -> str:
        return f"{'OK  ' if self.right else 'LOOK'}  {self.name}: {self.measured} (right: {self.wanted})"


class Drawn(NamedTuple):
    """What is drawn at its printed size: a mark, and how much it is enlarged."""

    mark: Mark
    scale: float


def preflight(pages: Sequence[Page], file: bytes) -> list[Finding]:
    """All findings on a print house's pages and on the file that was made of them."""
    return [*of_the_drawing(pages), *_of_the_file(file)]


def of_the_drawing(pages: Sequence[Page]) -> list[Finding]:
    """What is found in what is drawn, whatever file is made of it."""
    faces = {(stamp.face, stamp.scale) for page in pages for stamp in page.stamps}
    drawn = {each for face, scale in faces for each in _drawn(face, scale)}
    short = [page.label for page in pages if any(not _reaches(stamp.face) for stamp in page.stamps)]
    finding = f"ink ends at the cut on {', '.join(short[:5])}" if short else "ink at a cut goes on beyond it"
    bleed = Finding("bleed", not short, finding, f"{BLEED:g} mm beyond the cut")
    return [_resolution(drawn), _lines(drawn), _type(drawn), _ink(drawn), bleed]


def _drawn(face: Face, scale: float) -> Iterator[Drawn]:
    for mark in face.marks:
        if isinstance(mark, Stamp):
            yield from _drawn(mark.face, scale * mark.scale)
        else:
            yield Drawn(mark, scale)


def _resolution(drawn: set[Drawn]) -> Finding:
    dots = [
        mark.pixels.dots(mark.box.width * scale, mark.box.height * scale)
        for mark, scale in drawn
        if isinstance(mark, Image)
    ]
    finding = f"{len(dots)}, the coarsest of {min(dots)} dpi" if dots else "none, all is drawn in lines"
    return Finding("pictures", min(dots, default=DOTS) >= DOTS, finding, f"{DOTS} dpi at printed size")


def _lines(drawn: set[Drawn]) -> Finding:
    widths = [
        mark.paint.width * scale
        for mark, scale in drawn
        if not isinstance(mark, Text | Image | Stamp) and mark.paint.stroke and not mark.paint.spot
    ]
    thinnest = min(widths, default=HAIRLINE)
    finding = f"the thinnest {thinnest:.2f} mm" if widths else "none"
    return Finding("lines", thinnest >= HAIRLINE - NEAR, finding, f"{HAIRLINE} mm, a quarter point")


def _type(drawn: set[Drawn]) -> Finding:
    sizes = [mark.size * scale for mark, scale in drawn if isinstance(mark, Text) and mark.text.strip()]
    finding = f"the smallest {min(sizes):.1f} pt" if sizes else "none"
    return Finding("type", min(sizes, default=SMALLEST) >= SMALLEST - NEAR, finding, f"{SMALLEST:g} pt")


def _ink(drawn: set[Drawn]) -> Finding:
    """What the darkest colour takes as cyan, magenta and yellow; a press's own profile puts black for some of
    it, never more. Greys are black ink alone."""
    most = max(
        ((100 * sum(1 - part for part in colour)) for mark, _ in drawn for colour in _colours(mark)),
        default=0.0,
    )
    finding = f"the darkest colour takes {most:.0f} %, as three inks; greys and black are one ink"
    return Finding("ink", most <= MOST_INK, finding, f"{MOST_INK} % of all inks together")


def _colours(mark: Mark) -> Iterator[Colour]:
    if isinstance(mark, Text):
        yield mark.colour
    elif not isinstance(mark, Image | Stamp) and not mark.paint.spot:
        yield from (colour for colour in (mark.paint.fill, mark.paint.stroke) if colour)


def _reaches(face: Face) -> bool:
    """Whether ground that comes to the cut goes on to the end of the bleed; ground within it needs not."""
    grounds = list(_grounds(face))
    if not grounds:
        return True
    beyond = (
        -min(box.x for box in grounds), -min(box.y for box in grounds),
        max(box.right for box in grounds) - face.width, max(box.bottom for box in grounds) - face.height,
    )  # fmt: skip
    return all(by < -NEAR or by >= BLEED - NEAR for by in beyond)


def _grounds(face: Face) -> Iterator[Box]:
    """Where filled areas and pictures lie, round ones too, as far as they reach."""
    for mark in face.marks:
        if isinstance(mark, Image):
            yield mark.box
        elif isinstance(mark, Rectangle | Circle | Path) and mark.paint.fill not in NO_INK:
            yield from shape(mark)


def _of_the_file(made: bytes) -> Iterator[Finding]:
    import pikepdf  # who looks at no file need not load it

    with pikepdf.open(BytesIO(made)) as file:
        standard = str(file.open_metadata().get("pdfxid:GTS_PDFXVersion", "nothing"))
        outputs = list(file.Root.get("/OutputIntents", []))
        intents = [each.OutputConditionIdentifier for each in outputs]
        intent = ", ".join(map(str, intents)) or "none"
        boxed = sum(1 for page in file.pages if "/TrimBox" in page and "/BleedBox" in page)
        loose = sorted(not_embedded(file))
        yield Finding("standard", standard == VERSION, standard, VERSION)
        yield Finding("output intent", bool(intents), intent, "one, with its profile in the file")
        yield _profile([bytes(each.DestOutputProfile.read_bytes()) for each in outputs])
        counted = f"on {boxed} of {len(file.pages)} pages"
        yield Finding("page boxes", boxed == len(file.pages), counted, "trim and bleed on every page")
        where = f"outside the file: {', '.join(loose)}" if loose else "all in the file"
        yield Finding("fonts", not loose, where, "all in the file")


def _profile(profiles: Sequence[bytes]) -> Finding:
    """Whether the colours are meant for a press. ISO 15930-7 asks for its profile."""
    kinds = [each[12:16].decode("latin-1") for each in profiles]
    meanings = {"mntr": "a display's, so the print house converts the colours: tell it that they are sRGB"}
    finding = (
        ", ".join(meanings.get(kind, "a press's" if kind == OUTPUT else kind) for kind in kinds) or "none"
    )
    return Finding("profile", all(kind == OUTPUT for kind in kinds) and bool(kinds), finding, "a press's own")


def not_embedded(file: Any) -> Iterator[str]:
    """The fonts of a file that are not in it."""
    for each in file.objects:
        if getattr(each, "get", None) is None or each.get("/Type") != "/Font":
            continue
        below = each.get("/DescendantFonts")
        described = (below[0] if below else each).get("/FontDescriptor", {})
        if not any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield str(each.get("/BaseFont"))
