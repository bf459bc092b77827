"""Proelii on paper."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path as File
from typing import NamedTuple, get_args

from companion.engine.errors import under
from companion.engine.game import Scene
from companion.engine.wire import Json, loads
from companion.games.proelii.data import FOLDER, SIDES, UNITS, Experience, Kind, Side, short_name
from companion.games.proelii.rules.setting_up import BATTLES, Battle, battle_of, effective, opening, starter
from companion.games.proelii.state import DEFAULTS, State, Unit
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, rgb
from companion.press.look import INK, Dress, Look, middle
from companion.press.options import Choices, leading, owner_file, pick
from companion.press.page import FORMATS
from companion.press.svg import Pictures, Runs, in_colours
from companion.press.text import NUMERAL, SMALLEST, SUBTITLE, Style, fit

__all__ = ["SIDES"]


COLOUR: Mapping[str, Colour] = {
    "paper": rgb("#fbf4e3"),
    "marble": rgb("#fbf7ec"),
    "basalt": rgb("#2b2622"),
    "tile": rgb("#eadfc3"),
    "first": rgb("#ddcc9f"),
    "entry": rgb("#d3c093"),
    "distant": rgb("#c8cfc0"),
    "grout": rgb("#cdb98d"),
    "bronze": rgb("#8a6422"),
    "minium": rgb("#a5361f"),
    "lapis": rgb("#23527c"),
    "verdigris": rgb("#44705f"),
    "energy": rgb("#f3cf72"),
    "edge": rgb("#b8892e"),
    "recruit": rgb("#b9b2a2"),
    "regular": rgb("#8a8478"),
    "veteran": rgb("#d9a920"),
    "elite": rgb("#241c12"),
    "white": rgb("#fbf7ec"),
    "blue": rgb("#2c6aa8"),
    "red": rgb("#b3341f"),
}
MUTED: Colour = (0.34,)
DRESS = Dress(
    title="Proelii",
    style=FOLDER / "templates" / "proelii" / "print" / "sheet.css",
    card=FORMATS["card"],
    colours=COLOUR,
    safe={**COLOUR, "minium": rgb("#a64b00"), "red": rgb("#a64b00")},
    paper=COLOUR["paper"],
    muted=MUTED,
    pale=frozenset({"paper", "marble", "white", "tile", "first", "entry", "distant", "energy"}),
)
SIGN = 512.0
"""The side of a sign's square."""
PICTURES = Pictures(File(__file__).with_name("pictures.svg"))


@lru_cache(maxsize=256)
def sign(what: str, ink: Colour) -> Face:
    """The sign of a type of units or of a die's face, in one ink; `SIGN` square."""
    return Face(SIGN, SIGN, PICTURES.marks(what, in_colours({"ink": ink})), name=f"{what} sign")


FRIEZE, KEY = 16.0, 2.0
"""Millimetres: how high a frieze is, and the keys at its edges."""
CLAY: Colour = rgb("#c9733f")
GLAZE: Colour = rgb("#231a14")
FIGURES = 4


def frieze(kind: Kind, box: Box, look: Look) -> Iterator[Mark]:
    scale = box.height / FRIEZE
    yield Stamp(_frieze(kind, box.width / scale, look), box.x, box.y, scale)


@lru_cache(maxsize=64)
def _frieze(kind: Kind, width: float, look: Look) -> Face:
    key = Paint(stroke=INK if look.saver else GLAZE, width=0.28)
    lines = (
        meander(width - 1.2, KEY, 0.6, 0.5),
        meander(width - 1.2, KEY, 0.6, FRIEZE - KEY - 0.5),
        (((0.6, FRIEZE - KEY - 1), (width - 0.6, FRIEZE - KEY - 1)),),
    )
    band = Box(0, 0, width, FRIEZE)
    keys = tuple(Path(line, key) for line in lines)
    return _band(f"{kind} frieze", (kind,) * round(FIGURES * width / 55), band, keys, look)


def _band(name: str, kinds: Sequence[Kind], band: Box, keys: tuple[Path, ...], look: Look) -> Face:
    """Figures side by side on clay, the running keys above and below them."""
    ink, width = INK if look.saver else GLAZE, band.right + band.x
    clay = Rectangle(band, Paint(fill=WHITE if look.saver else CLAY, stroke=ink, width=0.4))
    size, pitch = FRIEZE - 2 * KEY - 2.6, width / len(kinds)
    figures = (
        Stamp(sign(kind, ink), n * pitch + (pitch - size) / 2, KEY + 1.2, size / SIGN)
        for n, kind in enumerate(kinds)
    )
    return Face(width, FRIEZE, (clay, *keys, *figures), name)


def procession(width: float, look: Look) -> Face:
    """All eight kinds on the march in one frieze, for the head of a sheet."""
    keys = (*meander(width - 1.2, KEY, 0.6, 0.5), *meander(width - 1.2, KEY, 0.6, FRIEZE - KEY - 0.5))
    line = Path(keys, Paint(stroke=INK if look.saver else GLAZE, width=0.28))
    kinds: tuple[Kind, ...] = get_args(Kind.__value__)
    return _band("procession", kinds, Box(0, 0, width, FRIEZE).inset(0.2), (line,), look)


def meander(length: float, high: float, x: float, y: float) -> Runs:
    """A running key of that height from (x, y) to the right, as many whole turns as fit.

    >>> len(meander(50, 2, 0, 0))
    20
    """
    count = max(1, int(length / (1.25 * high)))
    step, unit = length / count, high / 4
    hook = ((0, 4), (0, 0), (4, 0), (4, 3), (1.6, 3), (1.6, 1.6), (2.8, 1.6))
    return tuple(
        tuple((round(x + n * step + a * unit, 3), round(y + b * unit, 3)) for a, b in hook)
        for n in range(count)
    )


ACROSS = 25.0
"""Millimetres from flat to flat."""
CORNER = ACROSS * 0.29289
"""What the cut takes off each corner."""
RING, HEART = 6.3, 11.2
"""Millimetres: the ring of experience, and how far below the upper edge its middle lies."""
PICTURE = 8.6
"""Millimetres: a picture of one's own within the ring."""


NAME_WIDE, NAME_HIGH = 16.4, 3.0
"""Millimetres for a name on a token."""


class Token(NamedTuple):
    """What a token shows: whose, which type, how experienced, and a name where it is a battle's."""

    side: Side
    kind: Kind
    experience: Experience
    name: str = ""


def token_of(unit: Unit, *, named: bool = False) -> Token:
    return Token(unit.side, unit.type, unit.experience, unit.name if named else "")


def plain(font: str, size: float, smallest: float = SMALLEST, ink: Colour = INK) -> Style:
    """A single line of letters, as small as `smallest` where there is no more room."""
    return Style(font=font, size=size, smallest=smallest, leading=1, colour=ink)


def octagon(size: float = ACROSS, inset: float = 0.0) -> tuple[tuple[float, float], ...]:
    """The corners of an octagon of this size, clockwise from its upper left."""
    low, high, cut = inset, size - inset, size * 0.29289 + inset * 0.414
    far = size - cut
    return (
        (cut, low),
        (far, low),
        (high, cut),
        (high, far),
        (far, high),
        (cut, high),
        (low, far),
        (low, cut),
    )


def front(token: Token, look: Look) -> Face:
    """The token with energy: its edge at the foot, where it stands at 50."""
    body = look.full("marble" if token.side == "white" else "basalt")
    ink = INK if token.side == "white" or look.saver else WHITE
    fill = None if look.saver else body
    own = look.picture(token.name, Box(ACROSS / 2 - PICTURE / 2, HEART - PICTURE / 2, PICTURE, PICTURE))
    marks: tuple[Mark, ...] = (
        Path((octagon(),), Paint(fill=fill, stroke=INK, width=0.35), closed=True),
        *_rim(token, look),
        *_edge(look),
        *_ring(token, look),
        *(own or (Stamp(sign(token.kind, ink), ACROSS / 2 - 4.5, HEART - 4.5, 9 / SIGN),)),
        *_corners(token, look, ink),
    )
    return Face(ACROSS, ACROSS, marks, token.name or token.kind)


def lettered(token: Token, look: Look) -> Face:
    """The same to cut out: with its movement points, and its name where it has one."""
    ink = INK if token.side == "white" or look.saver else WHITE
    figure = plain(NUMERAL, 10.5, ink=ink)
    points = middle(str(UNITS[token.kind].mp), figure, Box(2.9, 3.0, 4.6, 4.2), token.kind)
    marks = (Stamp(front(token, look), 0, 0), *points, *_name(token, ink))
    return Face(ACROSS, ACROSS, marks, token.name or token.kind)


def back(token: Token) -> Face:
    """The same unit without energy: grey, and a nought."""
    marks: tuple[Mark, ...] = (
        Path((octagon(),), Paint(fill=(0.9,), stroke=INK, width=0.35), closed=True),
        Stamp(sign(token.kind, (0.72,)), ACROSS / 2 - 6, ACROSS / 2 - 7, 12 / SIGN),
        *middle("0", plain(NUMERAL, 17, ink=MUTED), Box(0, 17, ACROSS, 6.4), "energy"),
    )
    return Face(ACROSS, ACROSS, marks, f"{token.name or token.kind} without energy")


def _rim(token: Token, look: Look) -> Iterator[Mark]:
    """A heavy rim around black's, where no ink fills the token."""
    if look.saver and token.side == "black":
        yield Path((octagon(inset=0.85),), Paint(stroke=INK, width=1.3), closed=True)


def _edge(look: Look) -> Iterator[Mark]:
    run = (
        (CORNER, ACROSS),
        (ACROSS - CORNER, ACROSS),
        (ACROSS - CORNER + 1.3, ACROSS - 2.6),
        (CORNER - 1.3, ACROSS - 2.6),
    )
    paint = Paint(fill=INK) if look.saver else Paint(fill=look.full("edge"), stroke=INK, width=0.2)
    yield Path((run,), paint, closed=True)


def _ring(token: Token, look: Look) -> Iterator[Mark]:
    wide = {"recruit": 0.5, "regular": 0.7, "veteran": 1.0, "elite": 1.5}[token.experience]
    dash = (1.4, 1.1) if token.experience == "recruit" else ()
    dark = token.side == "black" and token.experience == "elite" and not look.saver
    stroke = INK if look.saver else WHITE if dark else look.full(token.experience)
    yield Circle(ACROSS / 2, HEART, RING, Paint(stroke=stroke, width=wide, dash=dash))


def _corners(token: Token, look: Look, ink: Colour) -> Iterator[Mark]:
    unit = UNITS[token.kind]
    x, y, half = ACROSS - 5.2, 5.2, 1.7
    run = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
    fill = None if look.saver and unit.die == "white" else (INK if look.saver else look.full(unit.die))
    yield Path((run,), Paint(fill=fill, stroke=ink, width=0.25), closed=True)
    for n in range(unit.cp):
        yield Circle(ACROSS - 2.4, 13.2 + 2.3 * n, 0.85, Paint(fill=ink, stroke=ink, width=0.2))


def _name(token: Token, ink: Colour) -> Iterator[Mark]:
    """Its name, small, above the edge."""
    if token.name:
        block = fit(short_name(token.name), plain(SUBTITLE, 7, 7, ink), NAME_WIDE, NAME_HIGH, token.name)
        yield from block.at((ACROSS - NAME_WIDE) / 2, ACROSS - 6.2, width=NAME_WIDE, align=0.5)


@cache
def words() -> Json:
    return loads((FOLDER / "printables" / "words.json").read_text("utf-8"))


BATTLE = leading(
    pick(
        "battle",
        "Battle",
        "A live table brings its own.",
        tuple((each, str(starter()[each]["title"])) for each in BATTLES),
    )
)
OWN = owner_file("scenario", "A battle of your own", "As a table takes it; instead of the one above.")
PROJECTS_OWN = "A set-up of this project's own, not the publisher's"


class OfBattle(Choices, total=False):
    battle: str
    scenario: object


def battle(choices: OfBattle) -> Battle:
    """The battle that is chosen; `InvalidInput` with the path of a file's first bad value."""
    given = choices.get("scenario")
    with under("scenario" if given is not None else "battle"):
        return battle_of(given if given is not None else choices["battle"])


def state_of(choices: OfBattle, scene: Scene[State] | None) -> State:
    """The live battle, or the chosen one as it is set up."""
    if scene is not None:
        state = scene.state
        return state
    chosen = battle(choices)
    return opening(chosen, effective(DEFAULTS, chosen))


def title_of(choices: OfBattle, scene: Scene[State] | None) -> str:
    if scene is None:
        return battle(choices).title
    listed_battle = starter().get(scene.state.scenario)
    return (
        str(listed_battle["title"])
        if listed_battle
        else str(scene.state.scenario).replace("_", " ").capitalize()
    )


def army(state: State, side: Side) -> list[tuple[str, Unit]]:
    return [(name, state.units[name]) for name in state.ids if state.units[name].side == side]
