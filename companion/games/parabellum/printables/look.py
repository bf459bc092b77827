"""How Parabellum looks on paper: what a print shows, inks, signs, beads, terrain (C6, M3, S5)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path as FilePath

from companion.engine.game import Option, Scene
from companion.engine.wording import listed
from companion.games.parabellum.data import FOLDER, FOOTPRINT_INCHES, STANDARD_TERRAIN, Footprint, lexicon
from companion.games.parabellum.state import Binder, State, Terrain, read_binder, starter_binder
from companion.press.face import (
    BLACK,
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
    Text,
    grey,
    rgb,
)
from companion.press.look import INK, Dress, Look, at_left
from companion.press.options import Choices, options_in
from companion.press.page import FORMATS
from companion.press.prose import Markup, tag
from companion.press.svg import Pictures, as_written, in_colours
from companion.press.text import NUMERAL, SUBTITLE, CannotPrint, Style, line

OPTIONS = options_in(FOLDER / "printables" / "options.json")


def own(*names: str) -> tuple[Option, ...]:
    """These of the choices that Parabellum's paper has for itself."""
    return tuple(OPTIONS[name] for name in names)


def state_of(scene: Scene[State] | None) -> State | None:
    """The live campaign, if one is printed."""
    return scene.state if scene else None


class Bound(Choices):
    """What a binder is printed from: the table's own, or a file."""

    binder: object


def binder_of(choices: Bound, scene: Scene[State] | None) -> Binder:
    """The binder to print from; `InvalidInput` with paths as `binder-check` gives them."""
    if choices.get("binder") is not None:
        return read_binder(choices["binder"], "binder")
    state = state_of(scene)
    return state.binder if state else starter_binder()


def held(scene: Scene[State]) -> tuple[str, ...]:
    """The players whose secrets the printing device sees, by seat; `CannotPrint` where there are none."""
    state: State = scene.state
    players = tuple(player for player in state.seated if player in scene.sight.sees)
    if not players:
        companies = (state.binder.companies[state.players[player].company] for player in state.seated)
        seats = listed([each.name for each in companies], "or")
        raise CannotPrint(
            "table", f"This is printed behind a secrecy screen: take a seat of this table first ({seats})."
        )
    return players


def visible(scene: Scene[State]) -> tuple[str, ...]:
    """The units that the printing device may know of at all, in unit order (R61)."""
    state: State = scene.state
    return tuple(
        unit
        for unit, each in state.units.items()
        if each.owner in scene.sight.sees or each.where in ("map", "predeploy")
    )


def _inks(kind: str) -> Mapping[str, Colour]:
    return {name: rgb(ink) for name, ink in lexicon("printables/colours.json")[kind].items()}


COLOUR, BEADS = _inks("inks"), _inks("beads")
SAFE = {**COLOUR, **_inks("safe inks")}
SAFE_BEADS = {**BEADS, **_inks("safe beads")}
"""The palette that Okabe and Ito made for eyes that miss red, green or blue."""

MUTED: Colour = (0.34,)
FAINT: Colour = (0.72,)
PAPER: Colour = rgb("#faf8f1")

INCH = 25.4

DRESS = Dress(
    title="Parabellum",
    style=FOLDER / "templates" / "parabellum" / "print" / "sheet.css",
    card=FORMATS["poker"],
    margin=3.5,
    colours=COLOUR,
    safe=SAFE,
    paper=PAPER,
    muted=MUTED,
    larger=1.15,
)


def bead_colour(colour: str, look: Look) -> Colour:
    """What a bead's field is filled with; one that is not known is grey, and told by its letter."""
    return WHITE if look.saver else (SAFE_BEADS if look.safe else BEADS).get(colour, (0.6,))


def caption(words: str, look: Look, box: Box, where: str) -> tuple[Text, ...]:
    """A small heading in condensed capitals' stead: quiet, at the left."""
    return at_left(words, look.small(INK, SUBTITLE), box, where)


@lru_cache(maxsize=256)
def rule(x: float, y: float, width: float, ink: float = 0.25) -> Mark:
    return Path((((x, y), (x + width, y)),), Paint(stroke=INK, width=ink))


def spread(count: int, across: int, box: Box, size: float) -> Iterator[Box]:
    """So many squares of a size in rows of `across`, from a box's upper left corner."""
    for n in range(count):
        yield Box(box.x + n % across * size, box.y + n // across * size, size, size)


def head(title: str, beside: str) -> Markup:
    """A sheet's title, and what it is for at the right."""
    return tag("div", tag("h1", title), tag("span", beside), kind="head")


def halves(left: Markup, right: Markup, *, long: bool = False) -> Markup:
    """Two columns side by side; where either is `long`, a page for each, so that no title stands alone."""
    return tag("div", left, right, kind="stacked" if long else "halves")


def points(*lines: object) -> Markup:
    return tag("ul", *(tag("li", line) for line in lines))


SIGNS = Pictures(FilePath(__file__).with_name("signs.svg"))


@lru_cache(maxsize=128)
def sign(what: str, ink: Colour) -> Face:
    return Face(10, 10, SIGNS.marks(what, in_colours({"ink": ink})), name=f"sign {what}")


CLASSES = Pictures(FilePath(__file__).with_name("silhouettes.svg"))
DRAWN_CLASSES: Mapping[str, Footprint] = {
    "infantry": "small", "truck": "medium", "walker": "medium", "gun": "medium",
    "tank": "large", "engineer": "large", "hauler": "large",
}  # fmt: skip


def footprint_size(footprint: Footprint) -> tuple[float, float]:
    """Millimetres: how wide and how deep a base is.

    >>> footprint_size("medium")
    (25.4, 12.7)
    """
    wide, deep = FOOTPRINT_INCHES[footprint]
    return wide * INCH, deep * INCH


@lru_cache(maxsize=128)
def silhouette(unit_class: str, footprint: Footprint, dark: Colour = INK, light: Colour = WHITE) -> Face:
    size = footprint_size(footprint)
    if DRAWN_CLASSES.get(unit_class) == footprint:
        marks = CLASSES.marks(unit_class, in_colours({"dark": dark, "light": light}))
        return Face(*size, marks, name=f"class {unit_class}")
    return Face(*size, tuple(_plain(unit_class, size, dark)), name=f"class {unit_class}")


def _plain(unit_class: str, size: tuple[float, float], dark: Colour) -> Iterator[Mark]:
    """The first letters of a class on an empty base."""
    wide, deep = size
    yield Rectangle(Box(1.2, 1.2, wide - 2.4, deep - 2.4), Paint(stroke=dark, width=0.5, dash=(1.2, 0.8)), 1)
    style = Style(font=NUMERAL, size=deep * 1.3, smallest=7, leading=1, colour=dark)
    block = line(unit_class.replace("_", " ")[:3].upper(), style, wide - 3, f"classes.{unit_class}")
    yield from block.at(0, (deep - block.height) / 2, width=wide, align=0.5)


def drawn(unit_class: str, footprint: Footprint, look: Look, ground: Colour = WHITE) -> Face:
    """A class in black on a ground; saver ink draws the same, for nothing is told by its area."""
    return silhouette(unit_class, footprint, INK, WHITE if look.saver else ground)


BEAD = 10.0
"""The ground on which a bead is drawn; it is stamped at any size."""
EMPTY = Paint(stroke=(0.55,), width=0.45, dash=(0.9, 0.7))
MAST = 4


@lru_cache(maxsize=128)
def bead(colour: str, letter: str, look: Look) -> Face:
    """A bead: a disc in its colour with its letter; in saver ink a ring."""
    fill = bead_colour(colour, look)
    style = Style(font=NUMERAL, size=22, smallest=8, leading=1, colour=on(fill))
    block = line(letter, style, 8, "palette")
    marks: tuple[Mark, ...] = (
        Circle(5, 5, 4.55, Paint(fill=fill, stroke=INK, width=0.45)),
        *block.at(0, 5 - block.height / 2, width=BEAD, align=0.5),
    )
    return Face(BEAD, BEAD, marks, name=f"bead {colour}")


@lru_cache(maxsize=128)
def field(colour: str, letter: str, look: Look) -> Face:
    """The same as a square of paper, to be wound round a mast or laid on a card."""
    fill = bead_colour(colour, look)
    style = Style(font=NUMERAL, size=22, smallest=8, leading=1, colour=on(fill))
    block = line(letter, style, 8, "palette")
    paint = Paint(fill=fill, stroke=INK, width=0.3)
    words = block.at(0, 5 - block.height / 2, width=BEAD, align=0.5)
    return Face(BEAD, BEAD, (Rectangle(Box(0.15, 0.15, 9.7, 9.7), paint), *words), name=f"field {colour}")


def on(fill: Colour) -> Colour:
    """The ink that reads on a colour.

    >>> on((1.0,)), on((0.1,))
    ((0.0,), (1.0,))
    """
    return BLACK if grey(fill)[0] > 0.45 else WHITE


def flag(beads: Sequence[str], letters: Mapping[str, str], look: Look, box: Box) -> Iterator[Mark]:
    """A mast of four spaces from the top of a box to its foot, the first bead uppermost."""
    size = min(box.width, box.height / MAST)
    x = box.x + (box.width - size) / 2
    for n in range(MAST):
        y = box.y + n * box.height / MAST + (box.height / MAST - size) / 2
        if n < len(beads):
            yield Stamp(bead(beads[n], letters[beads[n]], look), x, y, scale=size / BEAD)
        else:
            yield Circle(x + size / 2, y + size / 2, size * 0.44, EMPTY)


def row(beads: Sequence[str], letters: Mapping[str, str], look: Look, box: Box) -> Iterator[Mark]:
    """The beads of a flag side by side from the left of a box, as high as it."""
    for n, colour in enumerate(beads):
        yield Stamp(
            bead(colour, letters[colour], look), box.x + n * box.height, box.y, scale=box.height / BEAD
        )


PICTURES = Pictures(FOLDER / "static" / "parabellum" / "terrain.svg")
SQUARE = 40.0
"""The side of a square in the drawing's own units."""
INKS = {"water": (rgb("#5f8ea3"), 0.8), "": (rgb("#7d7358"), 0.4)}
"""What a shore is drawn with, and the edge of any other ground: ink, and millimetres."""


@lru_cache(maxsize=32)
def _tile(terrain: str, saver: bool) -> Face:
    """The piece of ground that a map repeats without end."""
    drawn = terrain if terrain in STANDARD_TERRAIN else "other"
    whole = PICTURES.groups[drawn][0].attrib  # the bare ground that the rest is drawn on
    marks = PICTURES.marks(drawn, as_written(saver=saver))
    return Face(float(whole["width"]), float(whole["height"]), marks, name=f"{drawn} tile")


def ground(terrain: str, glyph: str, look: Look, column: int = 0, row: int = 0) -> Face:
    """A square inch of a terrain, without its border, as it lies there on a map.

    One that is not the rulebook's shows its sign.
    """
    tile = _tile(terrain, look.saver)
    x, y = column * SQUARE % tile.width, row * SQUARE % tile.height
    return _square(tile, Box(x, y, SQUARE, SQUARE), "" if terrain in STANDARD_TERRAIN else glyph, look)


@lru_cache(maxsize=4_096)
def _square(tile: Face, window: Box, glyph: str, look: Look) -> Face:
    """A square of a tile, drawn once however often it lies there."""
    scale = INCH / SQUARE
    signs = _signs(glyph, INK if look.saver else INKS[""][0]) if glyph else ()
    marks = (Stamp(tile, -window.x * scale, -window.y * scale, scale, window=window), *signs)
    return Face(INCH, INCH, marks, name="terrain")


def edge(one: str, other: str, look: Look) -> Paint | None:
    """The line between two kinds of ground, a shore's being the heaviest; nothing within one kind."""
    if one == other:
        return None
    ink, width = INKS["water" if "water" in (one, other) else ""]
    return Paint(stroke=INK if look.saver else ink, width=width)


def _signs(glyph: str, ink: Colour) -> Iterator[Mark]:
    block = line(glyph, Style(font=NUMERAL, size=15, leading=1, colour=ink), 6, "terrain")
    for row in range(3):
        for column in range(3):
            x, y = 1.6 + column * 8 + 0.2, 2.0 + row * 8
            yield from block.at(x, y, width=6, align=0.5)


def modifiers(terrain: Terrain) -> tuple[str, ...]:
    """What a terrain changes, in as few signs as a map has room for: cost, defence, attack.

    >>> from companion.games.parabellum.state import starter_binder
    >>> modifiers(starter_binder().terrain["rocky"])
    ('2 moves', 'DEF +1', 'ATK −1')
    """
    signs = [] if terrain.cost == 1 else ["all moves" if terrain.cost == "all" else f"{terrain.cost} moves"]
    signs += [f"DEF {terrain.defense:+d}"] if terrain.defense else []
    signs += [f"ATK {terrain.attack:+d}"] if terrain.attack else []
    return tuple(each.replace("-", "−") for each in signs)
