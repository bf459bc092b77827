"""A picture that somebody sent, as grey pixels: checked before it is decoded, and never larger than is read.

The marks tell which way is up: what a camera wrote beside the picture (EXIF) is not looked at.
"""

from io import BytesIO
from struct import error as Malformed
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from companion.engine.errors import InvalidInput
from companion.press.answered.slip import LARGEST

type Grey = NDArray[np.uint8]

MOST_PIXELS = {"JPEG": 52_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
"""Pixels by the format: a JPEG is decoded at half or a quarter of its size where it is large."""
READ = 3000
"""Pixels of the longer side that are read."""
LEAST = 700
PHONE = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif")


def grey(content: bytes) -> Grey:
    """The picture; `InvalidInput` at `photo` for what is none, is cut short, too large or too small."""
    if len(content) > LARGEST:
        raise InvalidInput("photo", f"A photo may have {LARGEST >> 20} MB; this is larger.")
    if content[4:8] == b"ftyp" and content[8:12] in PHONE:
        raise InvalidInput(
            "photo",
            "This is a HEIC or AVIF picture, which is not read here: send it as JPEG (on an iPhone: "
            "Settings, Camera, Formats, Most Compatible; or take it with the button on this page).",
        )
    try:
        return _read(content)
    except Image.DecompressionBombError as error:
        raise InvalidInput("photo", "This picture has far too many pixels.") from error
    except UnidentifiedImageError as error:
        raise InvalidInput("photo", "This is no picture that is read here: JPEG, PNG or WebP.") from error
    except (OSError, ValueError, SyntaxError, Malformed, EOFError) as error:
        raise InvalidInput("photo", "This picture is cut short or broken; take it once more.") from error


def _read(content: bytes) -> Grey:
    with Image.open(BytesIO(content), formats=tuple(MOST_PIXELS)) as found:
        wide, high = found.size
        most = MOST_PIXELS[str(found.format)]
        if wide * high > most:
            told = f"{wide} × {high} pixels are too many; up to {most // 1_000_000} million are read."
            raise InvalidInput("photo", told)
        if min(wide, high) < LEAST:
            raise InvalidInput("photo", f"{wide} × {high} pixels are too few to read a sheet by.")
        found.draft("L", (READ, READ))
        return smaller(np.asarray(found.convert("L")))


def smaller(found: Any) -> Grey:
    """A picture brought to the size at which it is read, where it is larger."""
    picture: Grey = np.ascontiguousarray(found, np.uint8)
    share = READ / max(picture.shape)
    if share >= 1:
        return picture
    return cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA).astype(np.uint8)
