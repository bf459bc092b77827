"""Small paper to cut out: tokens, credit notes, reconnaissance slips, markers (C1, A4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from companion.engine.game import Option, Scene
from companion.games.parabellum.data import CACHE_LIMIT, SPOTTED, Footprint
from companion.games.parabellum.printables.livery import engraved, of_house
from companion.games.parabellum.printables.look import DRESS, INCH, MUTED, ground, own, sign, silhouette
from companion.games.parabellum.state import State
from companion.press.document import Document
from companion.press.face import (
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    blend,
    rgb,
)
from companion.press.look import INK, Look, at_left, middle
from companion.press.options import LARGE, TOKEN_OPTIONS, Made, OnSheets, adapted, layout, picked
from companion.press.page import Piece, Size
from companion.press.pieces import token
from companion.press.sheet import impose
from companion.press.svg import braid, moved, rosette
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style

SUPPLY: Mapping[str, int] = {"fuel": 60, "ammunition": 60, "people": 150}
TILES: Mapping[str, tuple[int, str]] = {
    "barricade": (8, "destroyed"),
    "earthwork": (8, "destroyed"),
    "mine": (12, "cleared"),
    "bridge": (4, "folded"),
    "rubble": (12, "open again"),
    "cache": (12, "exploded"),
}
"""How many of each, and what becomes of them."""


@lru_cache(maxsize=32)
def counter(what: str, look: Look) -> Face:
    """A token's drawing on 10 mm: the sign on its colour, inside a shape of its own."""
    ink = look.on_panel()
    edge = _outline(what, Paint(fill=None if look.saver else look.full(what), stroke=INK, width=0.4))
    scale = 0.58 if what != "people" else 0.66
    left = (10 - 10 * scale) / 2
    return Face(10, 10, (edge, Stamp(sign(what, ink), left, left, scale=scale)), name=what)


def _outline(what: str, paint: Paint) -> Mark:
    """Fuel is a disc, ammunition a square, people a shield: each has a shape of its own."""
    if what == "fuel":
        return Circle(5, 5, 4.6, paint)
    if what == "ammunition":
        return Rectangle(Box(0.5, 0.5, 9, 9), paint, 0.7)
    return Path((((0.6, 0.6), (9.4, 0.6), (9.4, 6.4), (5, 9.5), (0.6, 6.4)),), paint, closed=True)


class Tokens(OnSheets):
    shape: str
    token_size: str


def tokens(choices: Tokens, scene: Scene[State] | None) -> Document:
    """Sixty of fuel, sixty of ammunition, a hundred and fifty people, both sides alike."""
    look, size = DRESS.look(choices), float(choices["token_size"])
    pieces = []
    for what, count in SUPPLY.items():
        face = token(
            counter(what, look),
            size,
            choices["shape"],
            (None if look.saver or choices["shape"] == "square" else look.full(what)),
        )
        pieces.append(Piece(face, face, count))
    laid = layout(choices, "Parabellum tokens")
    if choices["shape"] == "round":
        laid = replace(laid, bleed=True, radius=size / 2)
    return DRESS.document("tokens", impose(picked(pieces, choices), laid), choices)


@lru_cache(maxsize=64)
def tile(what: str, look: Look) -> Face:
    """An inch square as it is built or laid."""
    whole = Box(0, 0, INCH, INCH)
    frame = Rectangle(whole.inset(0.6), Paint(stroke=INK, width=0.6), 0.8)
    if what == "rubble":
        marks: tuple[Mark, ...] = (Stamp(ground("rubble", ",", look), 0, 0), frame, *_word("Rubble", look))
    elif what == "cache":
        marks = (Rectangle(whole.inset(0.6), Paint(fill=WHITE)), frame, *_cache(look))
    else:
        ink = look.strong("alarm") if what == "mine" else INK
        under = _ground_of(what, look)
        marks = (*under, frame, *_plated(what, ink), *_word(what.title(), look))
    return Face(INCH, INCH, marks, name=what, safe=1)


def _ground_of(what: str, look: Look) -> Iterator[Mark]:
    yield Stamp(ground("water" if what == "bridge" else "open", "", look), 0, 0)


def _plated(what: str, ink: Colour) -> Iterator[Mark]:
    yield Rectangle(Box(4.7, 2.6, 16, 16), Paint(fill=WHITE, stroke=ink, width=0.5), 1.6)
    yield Stamp(sign(what, ink), 5.7, 3.6, scale=1.4)


def _word(word: str, look: Look) -> Iterator[Mark]:
    box = Box(2, INCH - 5.6, INCH - 4, 4.4)
    yield Rectangle(box, Paint(fill=WHITE), 0.8)
    yield from middle(word, Style(font=TITLE, size=10, smallest=7, leading=1), box, "tiles")


def _cache(look: Look) -> Iterator[Mark]:
    """Nine places of 8 mm for what lies there (L2)."""
    size = (INCH - 1.2) / 3
    for n in range(CACHE_LIMIT):
        x, y = 0.6 + n % 3 * size, 0.6 + n // 3 * size
        yield Rectangle(Box(x, y, size, size), Paint(stroke=(0.5,), width=0.2, dash=(0.9, 0.7)))
        if n == CACHE_LIMIT // 2:
            yield Stamp(sign("cargo", (0.7,)), x + 1.6, y + 1.6, scale=(size - 3.2) / 10)


@lru_cache(maxsize=64)
def reverse(what: str, look: Look) -> Face:
    """The other side: cleared, destroyed, folded up, blown up."""
    _, caption = TILES[what]
    edge = Paint(stroke=INK, width=0.4, dash=(1.6, 1.2))
    frame = Rectangle(Box(0.6, 0.6, INCH - 1.2, INCH - 1.2), edge, 0.8)
    faint = (0.75,)
    art: tuple[Mark, ...] = ()
    if what != "rubble":
        picture = "cargo" if what == "cache" else what
        cross = (((6.2, 4.2), (19.2, 17.2)), ((19.2, 4.2), (6.2, 17.2)))
        art = (Stamp(sign(picture, faint), 6.2, 4.2, scale=1.3), Path(cross, Paint(stroke=INK, width=0.6)))
    style = Style(font=SUBTITLE, size=9, smallest=7, leading=1)
    words = middle(f"{what.title()} {caption}", style, Box(1.4, INCH - 6, INCH - 2.8, 4.4), "tiles")
    return Face(INCH, INCH, (frame, *art, *words), name=f"{what} {caption}", safe=1)


def tiles(choices: OnSheets, scene: Scene[State] | None) -> Document:
    """Features, rubble and caches as inch squares, with what becomes of them on the back."""
    look = DRESS.look(choices)
    pieces = [Piece(tile(what, look), reverse(what, look), count) for what, (count, _) in TILES.items()]
    return DRESS.by_size("feature tiles", picked(pieces, choices), choices)


def _token_options(example: str) -> tuple[Option, ...]:
    return adapted(TOKEN_OPTIONS, {"only": example})


TOKEN_SHEETS: Mapping[str, Made] = {
    "tokens": (
        tokens,
        (
            *_token_options("Their names with commas: fuel*2, people. Empty: all."),
            *own("shape", "token_size"),
        ),
    ),
    "feature-tiles": (tiles, _token_options("Their names with commas: mine*2, bridge. Empty: all.")),
}


NOTE = Size(70, 35)
NOTES: Mapping[int, tuple[int, Colour, str, Footprint]] = {
    5: (30, rgb("#7d7263"), "infantry", "small"),
    10: (30, rgb("#2f5583"), "truck", "medium"),
    50: (30, rgb("#8a3a1e"), "walker", "medium"),
    100: (30, rgb("#2f6b4f"), "tank", "large"),
    500: (20, rgb("#6a4a86"), "hauler", "large"),
}
"""How many notes of each value: what four budgets are counted out with, change and all; their colour, and the
class of units that they show."""
ENDS = (12.5, 57.5)
"""Millimetres: the middles of the two medallions."""


@lru_cache(maxsize=32)
def note(value: int, look: Look) -> Face:
    """A credit note: its value three times, and bars that tell it apart without its colour."""
    colour = INK if look.saver else NOTES[value][1]
    number = Style(font=NUMERAL, size=40, smallest=20, leading=1, colour=colour)
    name = Style(font=TITLE, size=9, smallest=7, leading=1, colour=colour, spacing=0.8)
    marks: tuple[Mark, ...] = (
        *_note_ground(colour, look),
        *_medallions(value, colour, look),
        *middle("PARABELLUM INC.", name, Box(20, 4.9, 30, 3.4), "notes"),
        *middle(str(value), number, Box(20, 7.4, 30, 14), "notes"),
        *middle("credits", look.style(SUBTITLE, 11, colour), Box(20, 21.2, 30, 4.6), "notes"),
        *middle(
            "to the bearer, at any boardroom",
            look.style(LABEL, 7, MUTED),
            Box(12.6, 25.8, 44.8, 3.8),
            "notes",
        ),
        *_bars(value, colour),
    )
    return Face(*NOTE, marks, name=str(value), safe=3, title=f"{value} credits")


def _note_ground(colour: Colour, look: Look) -> Iterator[Mark]:
    """Paper, the engraved braids along both long edges, the rosette, the frame."""
    whole, line = Box(0, 0, *NOTE), Paint(stroke=blend(colour, 0.55), width=0.1)
    yield Rectangle(whole.inset(1.5), Paint(fill=WHITE if look.saver else blend(colour, 0.1)), 2)
    for y in (2.1, NOTE.height - 4.3):
        yield Path(moved(braid(65.8, 2.2, 22, 4), 2.1, y), line)
    pale = Paint(stroke=blend(colour, 0.3), width=0.1)
    if not look.saver:
        yield Path(moved(rosette(13, 4, 14, 6), 35, 15.5), pale)
    yield Rectangle(whole.inset(1.5), Paint(stroke=colour, width=0.7), 2)
    yield Rectangle(Box(2.9, 4.6, 64.2, NOTE.height - 9.2), Paint(stroke=colour, width=0.2), 0.8)


def _medallions(value: int, colour: Colour, look: Look) -> Iterator[Mark]:
    ring = Paint(stroke=colour, width=0.1)
    for x in ENDS:
        yield Circle(x, 15, 8.2, Paint(fill=WHITE, stroke=colour, width=0.3))
        yield Path(moved(rosette(8, 6.2, 22, 3), x, 15), ring)
    _, _, unit_class, footprint = NOTES[value]
    picture = silhouette(unit_class, footprint, INK if look.saver else colour, WHITE)
    scale = 10.4 / max(picture.width, picture.height)
    yield Stamp(picture, ENDS[0] - picture.width * scale / 2, 15 - picture.height * scale / 2, scale)
    small = Style(font=NUMERAL, size=17, smallest=9, leading=1, colour=colour)
    yield from middle(str(value), small, Box(ENDS[1] - 6, 11, 12, 8), "notes")


def _bars(value: int, colour: Colour) -> Iterator[Mark]:
    """One bar for the least value, five for the greatest, below each medallion."""
    count = list(NOTES).index(value) + 1
    for x in ENDS:
        left = x - (count * 2.1 - 0.7) / 2
        bars = tuple(((left + n * 2.1, 25.2), (left + n * 2.1 + 1.4, 25.2)) for n in range(count))
        yield Path(bars, Paint(stroke=colour, width=0.9))


SLIP = Size(74, 52)
SLIPS, MARKERS = 20, 6
TURNS = 3
"""A hold that a booklet asks for is seldom longer."""


def notes(choices: OnSheets, scene: Scene[State] | None) -> Document:
    """Notes of every value, both sides alike."""
    look = DRESS.look(choices)
    pieces = [Piece(note(value, look), note(value, look), count) for value, (count, *_) in NOTES.items()]
    return DRESS.by_size("credit notes", picked(pieces, choices), choices)


def _line(word: str, box: Box, look: Look) -> Iterator[Mark]:
    yield from at_left(word, look.style(SUBTITLE, 9), box, "slips")
    y = box.bottom - 0.8
    yield Path((((box.x + 17, y), (box.right, y)),), Paint(stroke=MUTED, width=0.25))


@lru_cache(maxsize=8)
def slip(look: Look) -> Face:
    """What a reconnaissance found, to be filled in by the owner and handed over face down."""
    inner = Box(4, 3.5, SLIP.width - 8, SLIP.height - 7)
    marks: list[Mark] = [
        Rectangle(Box(0, 0, *SLIP).inset(1), Paint(stroke=look.strong("house"), width=0.5), 2),
        Rectangle(Box(0, 0, *SLIP).inset(1.7), Paint(stroke=look.strong("house"), width=0.12), 1.5),
        Stamp(engraved(of_house(look), SLIP.width - 5.4, 7.6, look), 2.7, 2.7),
        *at_left("Reconnaissance", look.style(TITLE, 14, look.on_panel()), Box(5, 3, 50, 7), "slips"),
        Stamp(sign("range", look.on_panel()), SLIP.width - 9.8, 3.5, 0.6),
        *_line("Unit seen", Box(inner.x, 11, inner.width, 6.5), look),
        *_line("Type", Box(inner.x, 18, inner.width, 6.5), look),
        *_line("Strength", Box(inner.x, 25, inner.width, 6.5), look),
    ]
    for n, word in enumerate(("Fuel", "Ammunition", "Cargo", "Passengers")):
        x, y = inner.x + n % 2 * 33, 33.6 + n // 2 * 5.4
        marks.append(Rectangle(Box(x, y, 3.8, 3.8), Paint(stroke=INK, width=0.4), 0.5))
        marks += at_left(word, look.style(LABEL, 8.5), Box(x + 5.4, y - 0.4, 26, 4.6), "slips")
    least = Style(font=LABEL, size=max(7.5, look.smallest), smallest=7, leading=1)
    words = f"Artillery: −{SPOTTED} to its defence dice in this Combat."
    marks += at_left(words, least, Box(inner.x, 44.6, 66, 4), "slips")
    return Face(*SLIP, tuple(marks), name="recon", safe=2)


def slips(choices: OnSheets, scene: Scene[State] | None) -> Document:
    """Two sheets of slips to fill in with a pencil."""
    pieces = picked([Piece(slip(DRESS.look(choices)), None, SLIPS)], choices)
    return DRESS.by_size("reconnaissance slips", pieces, choices)


@lru_cache(maxsize=64)
def marker(number: int, seat: int, look: Look) -> Face:
    """An objective: its number in the booklet, open; or, in a seat's colour, held, with the turns so far."""
    ink = look.strong(f"seat{seat}") if seat else look.strong("alarm")
    big = Style(font=NUMERAL, size=40 if not seat else 26, smallest=18, leading=1, colour=ink)
    tall, word = (15.0, f"held, seat {seat}") if seat else (18.0, "open")
    marks: list[Mark] = [
        Rectangle(Box(0, 0, INCH, INCH).inset(0.8), Paint(fill=WHITE, stroke=ink, width=1.1), 2.5),
        *middle(str(number), big, Box(2, 1.5, INCH - 4, tall - 2), "markers"),
        *middle(word, look.style(STRONG, 8), Box(2, tall - 1.5, INCH - 4, 4), "markers"),
    ]
    if seat:
        for n in range(TURNS):
            marks.append(Circle(6.7 + n * 6, 20.6, 2.3, Paint(stroke=INK, width=0.35)))
            small = Style(font=NUMERAL, size=9, smallest=7, leading=1, colour=MUTED)
            marks += middle(str(n + 1), small, Box(4.7 + n * 6, 18.6, 4, 4), "markers")
    return Face(INCH, INCH, tuple(marks), name=f"{number} seat {seat}" if seat else str(number), safe=1)


def markers(choices: OnSheets, scene: Scene[State] | None) -> Document:
    """For each objective and seat a square inch: open in front, held by that seat behind."""
    look = DRESS.look(choices)
    pieces = [
        Piece(replace(marker(number, 0, look), name=f"{number} seat {seat}"), marker(number, seat, look))
        for number in range(1, MARKERS + 1)
        for seat in range(1, 5)
    ]
    return DRESS.by_size("objective markers", picked(pieces, choices), choices)


def _slip_options(example: str) -> tuple[Option, ...]:
    return (*adapted(TOKEN_OPTIONS, {"only": example}), LARGE)


SLIP_SHEETS: Mapping[str, Made] = {
    "credit-notes": (notes, _slip_options("Their values with commas, and how often: 5*2, 100. Empty: all.")),
    "recon-slips": (slips, _slip_options("recon*2 for twice as many. Empty: twenty.")),
    "objective-markers": (markers, _slip_options("Their number and seat: 1 seat 2, 3 seat 1. Empty: all.")),
}
