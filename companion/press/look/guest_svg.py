"""A guest's SVG: only shapes and their colours are let through, drawn in the typesetter's process to pixels.

No script, no style sheet, no link, no text and no copy of a part (which could copy itself) is kept.
"""

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element

from companion.engine.errors import InvalidInput
from companion.press.pixels import PDFIUM, Pixels, read_pixels

MOST_BYTES, MOST_SHAPES, DEEPEST = 1_000_000, 5_000, 40
WIDE = 1_500
"""Pixels of the longer side: 500 dpi and more on a card."""
PAGE = 100.0
KNOWN: Mapping[str, list[str]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
SHAPES, ATTRIBUTES = frozenset(KNOWN["shapes"]), frozenset(KNOWN["paints"] + KNOWN["places"])
CALLED = re.compile(r"(?:rgba?|matrix|translate|scale|rotate|skew[XY])\([-+\d\s.,%e]*\)|url\(#[\w-]+\)")
LONGEST = 100_000
WANTED = "An SVG of shapes is wanted"


def is_svg(data: bytes) -> bool:
    """Whether these bytes claim to be one."""
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
    told = "".join(f' {key}="{escape(value)}"' for key, value in _attributes(each))
    return f"<{name}{told}>{''.join(_kept(inner, left, depth + 1) for inner in each)}</{name}>"


def _attributes(each: Element) -> Iterator[tuple[str, str]]:
    styled = dict(part.split(":", 1) for part in each.get("style", "").split(";") if ":" in part)
    told = each.attrib | {key.strip(): value.strip() for key, value in styled.items()}
    for key, value in told.items():
        if key in ATTRIBUTES and len(value) < LONGEST and "(" not in CALLED.sub("", value):
            yield key, value


def _drawn(markup: str, style: str) -> bytes:
    """The markup as a PNG: set by the typesetter, which fetches nothing, and rendered."""
    from pypdfium2 import PdfDocument

    from companion.press.prose import typeset

    pdf = typeset(json.dumps({"markup": markup, "style": style, "scale": [1, 1]}).encode())
    out = BytesIO()
    with PDFIUM:
        document = PdfDocument(pdf)
        try:
            page = document[0]
            scale = WIDE / max(page.get_width(), page.get_height())
            page.render(scale=scale).to_pil().convert("RGB").save(out, "PNG")
        finally:
            document.close()
    return out.getvalue()
