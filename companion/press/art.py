"""Pictures of one's own on a print, by the ids of its cards: on their fronts, and as their backs.

Of a guest's SVG only shapes and their colours are let through, drawn in the typesetter's process to pixels:
no script, no style sheet, no link, no text and no copy of a part (which could copy itself) is kept.
"""

import json
import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element

from companion.engine.errors import InvalidInput, under
from companion.engine.wire import Json, keyed
from companion.press.face import Box, Face, Image
from companion.press.pixels import Pixels, filling, read_pixels, rendered

MOST_BYTES, MOST_SHAPES, DEEPEST = 1_000_000, 5_000, 40
WIDE = 1_500
"""Pixels of the longer side: 500 dpi and more on a card."""
PAGE = 100.0
KNOWN: Mapping[str, list[str]] = json.loads(Path(__file__).with_name("guest_svg.json").read_text("utf-8"))
SHAPES, ATTRIBUTES = frozenset(KNOWN["shapes"]), frozenset(KNOWN["paints"] + KNOWN["places"])
CALLED = re.compile(r"(?:rgba?|matrix|translate|scale|rotate|skew[XY])\([-+\d\s.,%e]*\)|url\(#[\w-]+\)")
LONGEST = 100_000
WANTED = "An SVG of shapes is wanted"


def is_svg(data: bytes) -> bool:
    return b"<svg" in data[:2_000].lower()


def read_svg(data: bytes) -> Pixels:
    """The picture that an SVG draws; `InvalidInput` where it is none, or could harm."""
    shapes, wide, high = shapes_of(data)
    across, down = (PAGE, PAGE * high / wide) if wide >= high else (PAGE * wide / high, PAGE)
    box = " ".join(f"{part:g}" for part in _box(data))
    markup = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{across:g}mm" height="{down:g}mm">'
    )
    style = (
        f"@page {{ size: {across:g}mm {down:g}mm; margin: 0 }} svg {{ display: block }} body {{ margin: 0 }}"
    )
    return read_pixels(_drawn(f"<!doctype html><body>{markup}{shapes}</svg>", style))


def shapes_of(data: bytes) -> tuple[str, float, float]:
    """The markup that is left of an SVG, and how wide and high it is."""
    root = _parsed(data)
    left = [MOST_SHAPES]
    markup = "".join(_kept(each, left, 1) for each in root)
    if "<path" not in markup and not re.search("<(rect|circle|ellipse|line|poly)", markup):
        raise InvalidInput("", f"{WANTED}; this one has none (texts are turned into paths first).")
    _, _, wide, high = _box(data)
    return markup, wide, high


def _parsed(data: bytes) -> Element:
    from defusedxml import ElementTree  # type: ignore[import-untyped]  # it has no types

    if len(data) > MOST_BYTES:
        raise InvalidInput("", f"{WANTED}, of at most {MOST_BYTES // 1_000_000} MB.")
    try:
        root: Element = ElementTree.fromstring(data, forbid_dtd=True)
    # What a file bent on purpose raises is the parser's affair: entities, recursion, broken letters.
    except Exception as error:
        raise InvalidInput("", f"{WANTED}; this one is damaged, or holds more than shapes.") from error
    if _name(root) != "svg":
        raise InvalidInput("", f"{WANTED}; this is other XML.")
    return root


def _box(data: bytes) -> tuple[float, float, float, float]:
    root = _parsed(data)
    numbers = [float(each) for each in re.findall(r"-?\d+\.?\d*", root.get("viewBox", ""))]
    if len(numbers) != 4:
        sizes = (re.match(r"\d+\.?\d*", root.get(key, "")) for key in ("width", "height"))
        numbers = [0.0, 0.0, *(float(each[0]) if each else 100.0 for each in sizes)]
    x, y, wide, high = numbers
    if not (0 < wide < 1e6 and 0 < high < 1e6 and 0.05 < wide / high < 20):
        raise InvalidInput(
            "", f"{WANTED}, at most twenty times as wide as it is high; this is {wide:g} × {high:g}."
        )
    return x, y, wide, high


def _name(each: Element) -> str:
    return each.tag.rpartition("}")[2] if isinstance(each.tag, str) else ""


def _kept(each: Element, left: list[int], depth: int) -> str:
    """A shape with what it is made of; all else is left out."""
    name = _name(each)
    left[0] -= 1
    if left[0] < 0 or depth > DEEPEST:
        raise InvalidInput("", f"{WANTED}: at most {MOST_SHAPES}, at most {DEEPEST} deep in one another.")
    if name not in SHAPES:
        return ""
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in _attributes(each))
    return f"<{name}{attributes}>{''.join(_kept(inner, left, depth + 1) for inner in each)}</{name}>"


def _attributes(each: Element) -> Iterator[tuple[str, str]]:
    styled = dict(part.split(":", 1) for part in each.get("style", "").split(";") if ":" in part)
    attributes = each.attrib | {key.strip(): value.strip() for key, value in styled.items()}
    for key, value in attributes.items():
        if key in ATTRIBUTES and len(value) < LONGEST and "(" not in CALLED.sub("", value):
            yield key, value


def _drawn(markup: str, style: str) -> bytes:
    """The markup as a PNG: set by the typesetter, which fetches nothing, and rendered."""
    from companion.press.prose import typeset

    pdf = typeset(json.dumps({"markup": markup, "style": style, "scale": [1, 1]}).encode())
    [(_, picture)] = rendered(pdf, lambda page: WIDE / max(page.get_width(), page.get_height()))
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


WRITTEN = re.compile(r"data:image/(png|jpeg|svg\+xml);base64,")
MOST = 2_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Art:
    """The pictures of a print by the ids of its cards: within their fronts, and in place of their backs."""

    fronts: Mapping[str, Pixels] = field(default_factory=dict)
    backs: Mapping[str, Pixels] = field(default_factory=dict)

    def __repr__(self) -> str:
        pictures = {key: [*map(repr, each.items())] for key, each in (("f", self.fronts), ("b", self.backs))}
        return f"Art({pictures})"

    def front(self, name: str, box: Box, *, grey: bool) -> tuple[Image, ...]:
        """A card's own picture filling a place of its front; nothing where it has none."""
        picture = self.fronts.get(name)
        return (Image(box, filling(picture, round(box.width / box.height, 4), grey=grey)),) if picture else ()

    def back(self, front: Face, *, grey: bool) -> Face | None:
        """The back that a card has of its own, to beyond the cut where its front goes there."""
        picture = self.backs.get(front.name)
        if picture is None:
            return None
        box = front.box("bleed")
        drawn = Image(box, filling(picture, round(box.width / box.height, 4), grey=grey))
        return Face(front.width, front.height, (drawn,), f"back {front.name}", front.bleed, front.safe)


NONE = Art()


def art_of(given: Json | Art) -> Art:
    """The pictures of a print; `InvalidInput` at the picture that cannot be taken."""
    if given is None or isinstance(given, Art):
        return given or NONE
    with under("art"):
        sides = keyed(given, ("fronts", "backs"))
        both = (_pictures(sides.get(key, {}), key) for key in ("fronts", "backs"))
        return Art(*both)


def _pictures(given: Json, key: str) -> dict[str, Pixels]:
    if type(given) is not dict or len(given) > MOST:
        raise InvalidInput(key, f"At most {MOST} pictures by the ids of their cards are wanted.")
    pictures = {}
    for name, written in given.items():
        with under(key, name):
            pictures[name] = _read(written)
    return pictures


@lru_cache(maxsize=128)
def _read(written: str) -> Pixels:
    met = WRITTEN.match(written) if isinstance(written, str) else None
    if not met:
        raise InvalidInput("", "A picture as “data:image/png;base64,…” is wanted, or jpeg, or svg+xml.")
    try:
        return read_picture(b64decode(written[met.end() :], validate=True))
    except Error as error:
        raise InvalidInput("", "This is not written in base64.") from error


def read_picture(data: bytes) -> Pixels:
    """A guest's picture in any of the formats; `InvalidInput` where it cannot be taken."""
    return read_svg(data) if is_svg(data) else read_pixels(data)


def written(pixels: Pixels) -> str:
    """A picture as a file of pictures holds it."""
    return f"data:{pixels.kind};base64,{b64encode(pixels.data).decode()}"
