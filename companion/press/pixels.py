"""Pictures that a guest brings: PNG and JPEG, read with suspicion and written anew: only pixels remain.

Nothing of the file survives but what is seen: no metadata, no second picture, no data after the end.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING
from zlib import compress

from companion.engine.errors import InvalidInput

if TYPE_CHECKING:
    from PIL import Image as Pillow  # loaded with the first picture, not with the house
    from pypdfium2 import PdfPage

MOST_BYTES, MOST_PIXELS, LONGEST_SIDE = 8_000_000, 40_000_000, 1_800
"""Of a file, of a picture before it is read, and of the longer side as it is kept: 500 dpi on a card."""
ENOUGH, LEAST = 200, 120
"""Dots an inch: from here on print is sharp; below this it looks soft."""
WANTED = "A picture as PNG, JPEG or SVG is wanted"
INCH = 25.4
PDFIUM = Lock()
"""PDFium may only be used by one thread at a time."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pixels:
    """A picture as it is kept: a PNG or JPEG of our own writing, and how many pixels it has."""

    data: bytes
    width: int
    height: int
    digest: str

    def __repr__(self) -> str:
        return f"Pixels({self.digest})"

    @property
    def kind(self) -> str:
        return "image/jpeg" if self.data[:2] == b"\xff\xd8" else "image/png"

    def dots(self, across: float, down: float) -> int:
        """Dots an inch where it fills a place of so many millimetres, cut to its shape."""
        return round(min(self.width / across, self.height / down) * INCH)


def judged(dots: int) -> str:
    """A resolution in words.

    >>> judged(212), judged(96)
    ('212 dpi: enough', '96 dpi: will look soft')
    """
    word = "enough" if dots >= ENOUGH else "just enough" if dots >= LEAST else "will look soft"
    return f"{dots} dpi: {word}"


def read_pixels(data: bytes) -> Pixels:
    """A picture of a guest's; `InvalidInput` says why it cannot be taken."""
    from PIL import Image as Pillow
    from PIL import ImageOps, UnidentifiedImageError

    if len(data) > MOST_BYTES:
        raise InvalidInput("", f"{WANTED}, of at most {MOST_BYTES // 1_000_000} MB.")
    try:
        with Pillow.open(BytesIO(data), formats=("PNG", "JPEG")) as image:
            wide, high = image.size
            if wide * high > MOST_PIXELS or not wide or not high:
                most = MOST_PIXELS // 1_000_000
                raise InvalidInput(
                    "", f"This picture has {wide} × {high} pixels; {most} million are the most."
                )
            kind = image.format or "PNG"
            picture = ImageOps.exif_transpose(image)
            from PIL import Image as Pillow

            picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Pillow.Resampling.LANCZOS)
            seen = picture.convert("RGBA")
            paper = Pillow.new("RGBA", seen.size, "white")
            paper.alpha_composite(seen)
            return _kept(paper.convert("RGB"), kind)
    except InvalidInput:
        raise
    except UnidentifiedImageError:
        raise InvalidInput("", f"{WANTED}; this is none.") from None
    # A file bent on purpose fails anywhere within the decoder, with whatever it happens to raise.
    except Exception as error:
        raise InvalidInput("", f"{WANTED}; this one is damaged.") from error


def _kept(picture: "Pillow.Image", kind: str) -> Pixels:
    out = BytesIO()
    if kind == "JPEG":
        picture.save(out, "JPEG", quality=90, subsampling=0)
    else:
        picture.save(out, "PNG", optimize=True)
    data = out.getvalue()
    return Pixels(data, *picture.size, sha256(data).hexdigest()[:24])


def _seen(pixels: Pixels) -> "Pillow.Image":
    from PIL import Image as Pillow

    return Pillow.open(BytesIO(pixels.data), formats=("PNG", "JPEG")).convert("RGB")


@lru_cache(maxsize=64)
def filling(pixels: Pixels, ratio: float, *, grey: bool) -> Pixels:
    """The middle of a picture in the shape of its place (width by height), with its hues or without."""
    picture = _seen(pixels)
    wide = min(pixels.width, max(1, round(pixels.height * ratio)))
    high = min(pixels.height, max(1, round(pixels.width / ratio)))
    left, top = (pixels.width - wide) // 2, (pixels.height - high) // 2
    cut = picture.crop((left, top, left + wide, top + high))
    kind = "JPEG" if pixels.kind == "image/jpeg" else "PNG"
    return _kept(cut.convert("L").convert("RGB") if grey else cut, kind)


def rendered(pdf: bytes, scale: Callable[["PdfPage"], float]) -> "Iterator[tuple[PdfPage, Pillow.Image]]":
    """Each page of a file, and its picture; `scale` says of a page how many dots a point are wanted."""
    from pypdfium2 import PdfDocument

    with PDFIUM:
        document = PdfDocument(pdf)
        try:
            for page in document:
                yield page, page.render(scale=scale(page)).to_pil().convert("RGB")
        finally:
            document.close()


@lru_cache(maxsize=64)
def in_pdf(pixels: Pixels) -> bytes:
    """The picture as an object of a PDF: a photograph as it is, a drawing point by point."""
    head = b"/Type/XObject/Subtype/Image/ColorSpace/DeviceRGB/BitsPerComponent 8/Width %d/Height %d" % (
        pixels.width, pixels.height,
    )  # fmt: skip
    photo = pixels.kind == "image/jpeg"
    data = pixels.data if photo else compress(_seen(pixels).tobytes())
    coding = b"/Filter/DCTDecode" if photo else b"/Filter/FlateDecode"
    return b"<<%b%b/Length %d>>\nstream\n%b\nendstream" % (head, coding, len(data), data)
