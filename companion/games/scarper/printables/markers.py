"""Frontlines, trenches and track markers to cut out (specification 10)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import SIDES
from companion.games.scarper.printables.look import DRESS, icon, symbol
from companion.games.scarper.printables.source import OPTIONS, options_of, state_of
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look
from companion.press.options import INK, MARKS, PAPER, TOKEN_OPTIONS, Made, layout, picked
from companion.press.page import Page, Piece, Size
from companion.press.pieces import bead_strip, flag, standee, token
from companion.press.sheet import impose
from companion.press.text import NUMERAL, Style, line

LARGE, SMALL = 15.0, 12.0
"""Millimetres: frontline and track markers, and trench markers, are squares of these."""

TENT, FLAG = Size(25.4, 38), Size(15, 15)
"""Millimetres: a standing frontline without its feet, and one wing of a flag."""

TRACKS = ("propaganda", "economy")
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


def _large(look: Look, choices: Mapping[str, Json]) -> list[Piece]:
    """Frontlines, lying or standing, and the markers of the tracks, as counters or as flags."""
    line_ = frontline(look)
    standing = choices["frontlines"] == "tent"
    tent = standee(line_, TENT.width, TENT.height)
    fronts = Piece(tent, None, FRONTLINES) if standing else Piece(line_, line_, FRONTLINES)
    tracks = [track_marker(side, what, look) for what in TRACKS for side in SIDES]
    if choices["tracks"] == "flags":
        flags = [flag(face, FLAG.width, FLAG.height) for face in (morale_marker(look), *tracks)]
        return [fronts, *(Piece(each) for each in flags)]
    return [fronts, *(Piece(face, face) for face in (morale_marker(look), *tracks))]


def _trenches(look: Look, choices: Mapping[str, Json], supply: int) -> list[Piece]:
    def made(side: str, worth: int) -> Face:
        ground = look.panel(side).fill if choices["shape"] == "round" else None
        return token(trench(side, worth, look), float(choices["trench_size"]), choices["shape"], ground)

    return [Piece(made(side, 1), made(side, 3), supply) for side in SIDES]


def markers(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """All markers, each size on sheets of its own, and the trenches on the last."""
    look = DRESS.look(choices)
    supply = options_of(state_of(scene)).trench_supply or TRENCHES
    small = _trenches(look, choices, supply)
    pieces = picked([*_large(look, choices), *small], choices)
    trenches = {piece.front for piece in small}
    sizes: dict[tuple[float, float, bool], list[Piece]] = {}
    for piece in pieces:
        key = (piece.front.width, piece.front.height, piece.front in trenches)
        sizes.setdefault(key, []).append(piece)
    pages: list[Page] = []
    for number, ((width, _, of_trenches), group) in enumerate(sizes.items()):
        laid = layout(choices, f"Scarper {'trenches' if of_trenches else 'markers'}")
        laid = replace(laid, skip=laid.skip if number == 0 else frozenset())
        if of_trenches and choices["shape"] == "round":
            laid = replace(laid, bleed=True, radius=width / 2)
        pages += impose(group, laid)
    return DRESS.document("markers", tuple(pages), choices)


def strips(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A strip for each side's propaganda and economy, to count along with a bead or a clip."""
    look, options = DRESS.look(choices), options_of(state_of(scene))
    most = {"propaganda": options.propaganda_max, "economy": options.economy_max}
    lengths: dict[int, list[Piece]] = {}
    for what in TRACKS:
        numbers = tuple(str(number) for number in range(most[what] + 1))
        for side in SIDES:
            strip = bead_strip(numbers, track_marker(side, what, look), f"{side} {what}")
            lengths.setdefault(len(numbers), []).append(Piece(strip))
    laid = layout({**choices, "backs": "none"}, "Scarper bead strips")
    pages = [page for pieces in lengths.values() for page in impose(pieces, laid)]
    return DRESS.document("bead strips", tuple(pages), choices)


OWN = tuple(OPTIONS[key] for key in ("shape", "trench_size", "frontlines", "tracks"))
MARKERS: Mapping[str, Made] = {
    "markers": (markers, (*TOKEN_OPTIONS, *OWN)),
    "strips": (strips, (PAPER, INK, replace(MARKS, default="lines"))),
}
