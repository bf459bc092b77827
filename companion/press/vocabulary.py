"""Pictures composed of named parts and painted in named inks: one drawing for every side, ink and paper.

A file holds the parts; each paint in it is `var(--ink,#rrggbb)`, an ink's name and its usual colour: so a
browser reads it. Of a side come the inks `main` and `second`, with their shade and light.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path as File

from companion.press.face import BLACK, WHITE, Box, Colour, Face, Mark, Paint, Stamp, grey, rgb
from companion.press.svg import Painter, Pictures, Place

type Part = tuple[str, float, float, float, str]
"""A drawing of the file, where its origin lies, how large it is, and the ink that its sign takes, if any."""
type Inks = tuple[tuple[str, Colour], ...]

NAMED = re.compile(r"var\(--([a-z-]+),(#[0-9a-f]{6})\)")
DARK, PALE = rgb("#1f1b16"), rgb("#fdf6e3")
QUIET = Paint(fill=WHITE, stroke=(0.55,), width=0.8)
"""Where ink is saved: the ground, and who stands behind."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """One colour with a share of another in it.

    >>> mixed((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), 0.25)
    (0.25, 0.25, 0.25)
    """
    red, green, blue = (
        round(a + (b - a) * share, 4) for a, b in zip(_three(one), _three(other), strict=True)
    )
    return red, green, blue


def _three(colour: Colour) -> tuple[float, ...]:
    return colour if len(colour) == 3 else colour * 3


@lru_cache(maxsize=64)
def livery(main: Colour, second: Colour) -> Inks:
    """A side's two colours with the light on them, and the line that parts them."""
    return tuple(ink for name, colour in (("main", main), ("second", second)) for ink in _lit(name, colour))


def _lit(name: str, colour: Colour) -> Inks:
    bright = grey(colour)[0]
    return (
        (name, colour),
        (f"{name}-shade", mixed(colour, DARK, 0.36 if bright < 0.78 else 0.2)),
        (f"{name}-lit", mixed(colour, PALE, 0.42 if bright > 0.2 else 0.26)),
        (f"{name}-line", DARK if bright > 0.235 else mixed(colour, PALE, 0.45)),
    )


class Vocabulary:
    """The parts of one file."""

    def __init__(self, file: File) -> None:
        self.pictures = Pictures(file)
        self.usual = {name: rgb(code) for name, code in NAMED.findall(file.read_text("utf-8"))}

    def face(self, parts: Iterable[Part], inks: Inks, *, saver: bool, size: float, name: str = "") -> Face:
        """Parts on a square field, cut at its edge."""
        return self._face(tuple(parts), inks, saver, size, name)

    @lru_cache(maxsize=256)  # noqa: B019  # as many vocabularies as games that have one, for good
    def _face(self, parts: tuple[Part, ...], inks: Inks, saver: bool, size: float, name: str) -> Face:
        colours = {**self.usual, **dict(inks)}
        marks = tuple(mark for part in parts for mark in self.marks(part, colours, saver=saver))
        whole = Face(size, size, marks, name)
        return Face(size, size, (Stamp(whole, 0, 0, window=Box(0, 0, size, size)),), name, alt=name)

    def marks(self, part: Part, colours: Mapping[str, Colour], *, saver: bool) -> tuple[Mark, ...]:
        """One part where it lies; nothing of its shade and light where ink is saved."""
        name, x, y, scale, ink = part
        own = {**colours, "sign": colours[ink]} if ink else colours
        behind = name.startswith(("ground.", "far."))
        painter = (_quiet if behind else _outlined) if saver else _filled(own)
        return self.pictures.marks(name, painter, Place(x, y, scale, scale))


def _filled(colours: Mapping[str, Colour]) -> Painter:
    def paint(attributes: Mapping[str, str]) -> Paint:
        fill, stroke = (
            colours[_ink(attributes[key])] if key in attributes else None for key in ("fill", "stroke")
        )
        return Paint(fill=fill, stroke=stroke, width=float(attributes.get("stroke-width", 0.1)))

    return paint


def _outlined(attributes: Mapping[str, str]) -> Paint | None:
    fill, stroke = _ink(attributes.get("fill", "")), attributes.get("stroke")
    if stroke:
        return Paint(stroke=BLACK, width=float(attributes.get("stroke-width", 1)))
    if fill.endswith(("-shade", "-lit")) or fill == "cast":
        return None
    return Paint(fill=BLACK if fill in ("ink", "sign") else WHITE)


def _quiet(attributes: Mapping[str, str]) -> Paint | None:
    fill = _ink(attributes.get("fill", ""))
    if fill in ("sky",) or fill.endswith("-shade"):
        return None
    return QUIET if fill else Paint(stroke=QUIET.stroke, width=0.8)


def _ink(written: str) -> str:
    met = NAMED.fullmatch(written)
    return met[1] if met else ""
