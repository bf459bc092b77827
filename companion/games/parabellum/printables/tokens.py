"""Tokens to cut out: people, fuel, ammunition; and inch squares for features, caches and rubble."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.engine.game import Option, Scene
from companion.engine.wire import Json
from companion.games.parabellum.data import CACHE_LIMIT
from companion.games.parabellum.printables.look import DRESS, INCH
from companion.games.parabellum.printables.signs import sign
from companion.games.parabellum.printables.terrain_art import ground
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, middle
from companion.press.options import TOKEN_OPTIONS, Made, adapted, layout, pick, picked
from companion.press.page import TOKENS, Piece
from companion.press.pieces import token
from companion.press.sheet import impose
from companion.press.text import SUBTITLE, TITLE, Style

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

SHAPE = pick(
    "shape",
    "Tokens are",
    "Round ones are punched, or cut by a machine.",
    (("square", "Square"), ("round", "Round")),
)
SIZE = pick(
    "token_size",
    "Size of a token",
    "Millimetres. Nine of 8 mm fit a square of the map, and they fill the spaces of a unit card.",
    tuple((f"{size:g}", f"{size:g} mm") for size in (8.0, *TOKENS)),
    default="8",
)


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


def tokens(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Sixty of fuel, sixty of ammunition, a hundred and fifty people, both sides alike."""
    look, size = DRESS.look(choices), float(choices["token_size"])
    pieces = []
    for what, count in SUPPLY.items():
        face = token(counter(what, look), size, choices["shape"], _ground(what, choices["shape"], look))
        pieces.append(Piece(face, face, count))
    laid = layout(choices, "Parabellum tokens")
    if choices["shape"] == "round":
        laid = replace(laid, bleed=True, radius=size / 2)
    pages = impose(picked(pieces, choices), laid)
    return DRESS.document("tokens", pages, choices)


def _ground(what: str, shape: str, look: Look) -> Colour | None:
    return None if look.saver or shape == "square" else look.full(what)


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
    _, told = TILES[what]
    edge = Paint(stroke=INK, width=0.4, dash=(1.6, 1.2))
    frame = Rectangle(Box(0.6, 0.6, INCH - 1.2, INCH - 1.2), edge, 0.8)
    faint = (0.75,)
    art: tuple[Mark, ...] = ()
    if what != "rubble":
        shown = "cargo" if what == "cache" else what
        cross = (((6.2, 4.2), (19.2, 17.2)), ((19.2, 4.2), (6.2, 17.2)))
        art = (Stamp(sign(shown, faint), 6.2, 4.2, scale=1.3), Path(cross, Paint(stroke=INK, width=0.6)))
    style = Style(font=SUBTITLE, size=9, smallest=7, leading=1)
    words = middle(f"{what.title()} {told}", style, Box(1.4, INCH - 6, INCH - 2.8, 4.4), "tiles")
    return Face(INCH, INCH, (frame, *art, *words), name=f"{what} {told}", safe=1)


def tiles(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Features, rubble and caches as inch squares, with what becomes of them on the back."""
    look = DRESS.look(choices)
    pieces = [Piece(tile(what, look), reverse(what, look), count) for what, (count, _) in TILES.items()]
    return DRESS.by_size("feature tiles", picked(pieces, choices), choices)


def _options(example: str) -> tuple[Option, ...]:
    return adapted(TOKEN_OPTIONS, {"only": example})


TOKEN_SHEETS: Mapping[str, Made] = {
    "tokens": (tokens, (*_options("Their names with commas: fuel*2, people. Empty: all."), SHAPE, SIZE)),
    "feature-tiles": (tiles, _options("Their names with commas: mine*2, bridge. Empty: all.")),
}
