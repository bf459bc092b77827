"""Frontlines, trenches and track markers to cut out (specification 10)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.engine.game import Printable, Scene
from companion.engine.wire import Json
from companion.games.scarper.data import SIDES
from companion.games.scarper.printables.icons import icon
from companion.games.scarper.printables.look import Look, look_of, symbol
from companion.games.scarper.printables.source import options_of, state_of
from companion.press.colours import BLACK, WHITE
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.fonts import NUMERAL
from companion.press.options import BACKS, INK, MARKS, PAPER, layout
from companion.press.sheet import Piece, impose
from companion.press.text import Style, line

LARGE, SMALL = 15.0, 12.0
"""Millimetres: frontline and track markers, and trench markers, are squares of these."""

FRONTLINES, TRENCHES = 12, 40
"""Nine frontlines and three spare; trenches a side, unless a house rule limits them (R5)."""


@lru_cache(maxsize=16)
def frontline(look: Look) -> Face:
    """The frontline: a dark bar with a broken white line, a way up for each side."""
    bar = Box(0.9, 4.1, LARGE - 1.8, 6.8)
    paint = Paint(stroke=BLACK, width=0.6) if look.saver else Paint(fill=BLACK)
    inner = BLACK if look.saver else WHITE
    marks: list[Mark] = [Rectangle(bar, paint, 1)]
    marks += [Path((((2.4, 7.5), (12.6, 7.5)),), Paint(stroke=inner, width=0.7, dash=(1.9, 1.25)))]
    for side, tip, foot in (("allied", 1.2, 3.3), ("german", 13.8, 11.7)):
        arrow = ((7.5, tip), (9.3, foot), (5.7, foot))
        marks.append(Path((arrow,), Paint(fill=look.strong(side)), closed=True))
    return Face(LARGE, LARGE, tuple(marks), name="frontline", safe=0.9)


@lru_cache(maxsize=16)
def trench(side: str, worth: int, look: Look) -> Face:
    """One trench on its front, three on its back."""
    plate = Box(0.8, 0.8, SMALL - 1.6, SMALL - 1.6)
    ink = look.on_panel(side)
    style = Style(font=NUMERAL, size=15, leading=1, colour=ink)
    number = line(str(worth), style, 6, "markers")
    ground = look.panel(side).fill or WHITE
    size = 0.62 if worth == 1 else 0.33
    left = (SMALL - worth * size * 10) / 2
    signs = [
        Stamp(icon("build", ink), left + n * size * 10, 3.6 - size * 5, scale=size) for n in range(worth)
    ]
    marks: tuple[Mark, ...] = (
        Rectangle(plate, look.panel(side), 1),
        *signs,
        Stamp(symbol(side, ink, ground), 1.9, 6.5, scale=0.4),
        *number.at(5.8, 5.7, width=5, align=0.5),
    )
    return Face(SMALL, SMALL, marks, name=f"{side} trench {worth}", safe=0.8)


@lru_cache(maxsize=16)
def track_marker(side: str, what: str, look: Look) -> Face:
    """A side's marker on the Propaganda or the Economic Track."""
    plate = Box(0.8, 0.8, LARGE - 1.6, LARGE - 1.6)
    ink = look.on_panel(side)
    ground = look.panel(side).fill or WHITE
    marks = (
        Rectangle(plate, look.panel(side), 6.7),
        Stamp(symbol(side, ink, ground), 5.1, 1.7, scale=0.48),
        Stamp(icon(what, ink), 4.6, 7.1, scale=0.58),
    )
    return Face(LARGE, LARGE, marks, name=f"{side} {what}", safe=0.8)


@lru_cache(maxsize=16)
def morale_marker(look: Look) -> Face:
    """The one marker of the Morale Track, both sides on it."""
    plate = Box(0.8, 0.8, LARGE - 1.6, LARGE - 1.6)
    ink = BLACK if look.saver else WHITE
    paint = Paint(stroke=BLACK, width=0.6) if look.saver else Paint(fill=BLACK)
    marks = (Rectangle(plate, paint, 1.5), Stamp(icon("morale", ink), 3.2, 2.9, scale=0.9))
    return Face(LARGE, LARGE, marks, name="morale marker", safe=0.8)


def _large(look: Look) -> list[Piece]:
    line_ = frontline(look)
    tracks = [track_marker(side, what, look) for what in ("propaganda", "economy") for side in SIDES]
    singles = [Piece(face, face) for face in (morale_marker(look), *tracks)]
    return [Piece(line_, line_, FRONTLINES), *singles]


def markers(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """All markers: the larger ones on one sheet, the trenches on the next."""
    look = look_of(choices)
    supply = options_of(state_of(scene)).trench_supply or TRENCHES
    small = [Piece(trench(side, 1, look), trench(side, 3, look), supply) for side in SIDES]
    pages = (
        *impose(_large(look), layout(choices, "Scarper frontlines and track markers")),
        *impose(small, layout(choices, "Scarper trenches")),
    )
    return Document("Scarper: markers", pages, choices["paper"], grey=choices["ink"] == "grey")


MARKERS = (
    Printable(
        name="markers",
        title="Markers",
        summary="Twelve frontlines, forty trenches a side (one, on the back three) and the track markers.",
        make=markers,
        options=(PAPER, INK, replace(MARKS, default="lines"), BACKS),
        table="may",
    ),
)
