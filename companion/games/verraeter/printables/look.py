"""Verräter on paper: inks, emblems, plates, heads of sheets; where values come from, what is needed.

The Eagle is navy and hatched rising, the Rose is madder and hatched falling, as on the box: nothing is told
by colour alone. The four players have a shield each, with the sign that their seat has on the screens.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as File
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.data import COLOURS, FOLDER
from companion.games.verraeter.state import Cards, Options, State, Words, read_file, starter_cards
from companion.press.engraving import hatch
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, Text, rgb
from companion.press.look import EDGE, INK, Dress, Look, middle, richest
from companion.press.options import owner_file
from companion.press.page import FORMATS
from companion.press.svg import Pictures, in_colours
from companion.press.text import SUBTITLE, DoesNotFit, Style, line

NAME = "Literata-SemiBold"
"""The face that names stand in; the bookish one, as this is a game of letters and oaths."""

COLOUR: Mapping[str, Colour] = {
    "eagle": rgb("#2f4a6d"),
    "rose": rgb("#8d3328"),
    "blue": rgb("#3a78b5"),
    "green": rgb("#3f6b35"),
    "yellow": rgb("#e0ab1c"),
    "black": rgb("#262321"),
    "gold": rgb("#94691a"),
    "court": rgb("#4a3a52"),
    "field": rgb("#6d5a2c"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "eagle": rgb("#004f8c"),
    "rose": rgb("#a64b00"),
    "blue": rgb("#3f97d6"),
    "green": rgb("#00664a"),
    "yellow": rgb("#f0cf3c"),
}
"""Houses and players in colours that differ for eyes that miss red, green or blue."""
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
LEAN: Mapping[str, int] = {"eagle": 1, "rose": -1}
"""How a house's hatching runs: rising or falling."""

DRESS = Dress(
    title="Verräter",
    style=FOLDER / "templates" / "verraeter" / "print" / "sheet.css",
    card=FORMATS["american"],
    colours=COLOUR,
    safe=SAFE,
    paper=PAPER,
    muted=MUTED,
    pale=frozenset({"yellow"}),
)


EMBLEMS = Pictures(File(__file__).with_name("emblems.svg"))
SHIELD = "M0.8 0.6L9.2 0.6L9.2 4.6C9.2 7.4 7.4 9 5 9.8C2.6 9 0.8 7.4 0.8 4.6Z"


def crest(house: str, look: Look, ground: Colour = WHITE) -> Face:
    """A house's emblem in the ink in use, on its ground."""
    return emblem(house, look.strong(house), ground, look.saver)


def sign(house: str, look: Look) -> Face:
    """The same for small sizes, where an outline could not be read: filled in every ink."""
    return emblem(house, look.strong(house), WHITE)


@lru_cache(maxsize=64)
def emblem(house: str, ink: Colour, ground: Colour, hollow: bool = False) -> Face:
    """The Eagle or the Rose in one ink on its ground; hollow ones are outlines where ink is saved."""
    body, lines = (ground, ink) if hollow else (ink, ground)
    named = in_colours({"body": body, "lines": lines, "ink": ink, "ground": ground})
    whole = Paint(fill=ground, stroke=ink, width=0.2) if hollow else Paint(fill=ink)

    def paint(told: Mapping[str, str]) -> Paint | None:
        return whole if told.get("class") == "body" else named(told)

    return Face(10, 10, EMBLEMS.marks(house, paint), name=f"{house} emblem")


@lru_cache(maxsize=64)
def shield(player: str, fill: Colour, charge: Colour, rim: Colour) -> Face:
    """A player's shield, by the colour of the seat: filled, its charge upon it, and a rim around. What stands
    on each is as on the screens: a star, three leaves, a sun, a moon."""
    named = in_colours({"field": fill, "charge": charge, "rim": rim})
    return Face(10, 10, EMBLEMS.marks(f"{player} shield", named), name=f"{player} shield")


def ground(what: str, look: Look) -> Iterator[Mark]:
    """A card's ground, to beyond the cut or short of it: a house's hatching on its tint, else one colour."""
    if what in LEAN:
        tint = look.tint(what, 0.3)
        if tint:
            yield Rectangle(look.ground, Paint(fill=tint))
        runs = hatch(look.ground.corners, step=1.7, lean=LEAN[what])
        yield Path(runs, Paint(stroke=look.strong(what), width=0.24))
    elif look.saver:
        yield Rectangle(look.inner.inset(-1.0), Paint(stroke=look.strong(what), width=0.25), 2.0)
    else:
        yield Rectangle(look.ground, Paint(fill=look.full(what)))


def panel(look: Look) -> Box:
    """The paper on which a card's front is set."""
    return look.inner.inset(1.0)


def leaf(what: str, look: Look) -> Iterator[Mark]:
    """A card's ground with the paper upon it."""
    yield from ground(what, look)
    box = panel(look)
    yield Rectangle(
        box.inset(-0.9), Paint(fill=look.plate(what).fill, stroke=look.strong(what), width=0.5), 1.6
    )


def band(words: str, what: str, box: Box, look: Look, where: str) -> Iterator[Mark]:
    """A name on a ribbon of its colour."""
    yield Rectangle(box, look.panel(what))
    style = look.style(NAME, 15, look.on_panel(what))
    room = Box(box.x + 1.5, box.y, box.width - 3, box.height)
    yield from middle(words, style, room, where)


def kicker(words: str, ink: Colour, box: Box, look: Look) -> tuple[Text, ...]:
    """A few spaced capitals over or under a name; left out where the card is too small for them."""
    style = Style(font=SUBTITLE, size=look.size(8), smallest=look.smallest, colour=ink, spacing=0.7)
    try:
        return middle(words.upper(), style, box, "cards")
    except DoesNotFit:
        return ()


def foot(label: Sequence[str], look: Look, box: Box) -> tuple[tuple[Text, ...], float]:
    """Whose values these are, in the smallest type at a box's lower edge; and where that begins."""
    block = richest(label, look.small(), box.width, look.small().size * 0.45, "cards.label")
    if block is None:
        return (), box.bottom
    top = box.bottom - block.height
    return block.at(box.x, top, width=box.width, align=0.5), top


def heading(told: str, figure: str, look: Look, width: float) -> Iterator[Mark]:
    """The game's name between its two houses, a word at the right, and a line below."""
    title = Style(font=NAME, size=27, smallest=16, leading=1)
    side = Style(font=SUBTITLE, size=18, smallest=9, leading=1)
    quiet = Style(font=SUBTITLE, size=11, smallest=7, leading=1, colour=MUTED)
    for n, house in enumerate(("eagle", "rose")):
        yield Stamp(crest(house, look), EDGE + 58 * n, EDGE - 2, 1.1)
    yield from line("Verräter", title, 46, "sheet").at(EDGE + 11, EDGE - 2, width=47, align=0.5)
    yield from line(figure, side, width - 74, "sheet").at(EDGE, EDGE + 1, width=width, align=1)
    yield Path((((EDGE, EDGE + 10.5), (EDGE + width, EDGE + 10.5)),), Paint(stroke=INK, width=0.6))
    block = richest((told, f"{told[:90]}…"), quiet, width, 6, "sheet")
    yield from block.at(EDGE, EDGE + 12.4) if block else ()


def named(name: str, size: float, box: Box, ink: Colour = INK) -> tuple[Text, ...]:
    """A name on one line of a box, cut short where even the smallest type is too wide."""
    style = Style(font=SUBTITLE, size=size, smallest=7, leading=1, colour=ink)
    if not name:
        return ()
    tries = (name, *(f"{name[:n]}…" for n in (14, 11, 8, 5, 3)))
    block = richest(tries, style, box.width, style.size * 0.36, "sheet")
    return block.at(box.x, box.y + (box.height - block.height) / 2) if block else ()


CARDS = owner_file(
    "cards", "Card values", "A file of card values; without it the table's own, or the starter table."
)
STARTER = ("Starter table, not the printed one", "Starter table", "")


@dataclass(frozen=True, slots=True)
class Source:
    """What all cards of one print share: values, words, house rules, and what says whose they are.

    `label` is written the longest way that a card has room for.
    """

    cards: Cards
    words: Words
    options: Options
    label: tuple[str, ...]
    look: Look


def state_of(scene: Scene[Any] | None) -> State | None:
    """The live game, if one is printed."""
    return scene.state if scene else None


def source_of(choices: Mapping[str, Json], scene: Scene[Any] | None, look: Look) -> Source:
    """The box to print from; `InvalidInput` with the path of a file's first bad value (9.4)."""
    state = state_of(scene)
    options = state.options if state else Options()
    if choices.get("cards") is not None:
        cards, words = read_file(choices["cards"], "cards")
        return Source(cards, words, options, (choices["cards"]["name"], ""), look)
    if state:
        return Source(state.cards, state.words, options, _label(state.cards), look)
    return Source(starter_cards(), Words(), options, STARTER, look)


def _label(cards: Cards) -> tuple[str, ...]:
    """A table says whose its values are only where they are the starter table's."""
    return STARTER if cards.landscapes == starter_cards().landscapes else ("",)


def tonight(scene: Scene[Any]) -> Mapping[str, Mapping[str, int]]:
    """How many of each card are needed, where it is not all of them."""
    state = state_of(scene)
    assert state
    seats = len(state.players)
    unseated = {f"{what} {colour}": 0 for what in ("oath", "estate") for colour in COLOURS[seats:]}
    return {"deck": {**unseated, "overview": seats}}
