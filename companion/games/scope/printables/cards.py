"""The sixty cards of the box, fronts and backs, and which of them an evening needs (9.1, 10)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import under
from companion.engine.game import Scene
from companion.engine.shape import Sized
from companion.games.scope.data import CARD_NAMES, CARDS, CUSTOM_LIMITS, RANK, SIDES, TARGETS, Card, Side
from companion.games.scope.printables import look as art
from companion.games.scope.printables.look import SIGN, Wall, mixed, sign
from companion.games.scope.state import WORTH, Points, State
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Drawn, Look, Place, composed, fixed, fullest, middle, richest
from companion.press.options import CARD_OPTIONS, OnSheets, adapted, blank_cards, owner_file, picked
from companion.press.page import Piece, Size
from companion.press.pieces import blank
from companion.press.text import BODY, NUMERAL, SUBTITLE, TITLE

type Name = Annotated[str, Sized(1, 40)]
type Named = Annotated[tuple[Name, ...], Sized(0, 14)]

BOX = owner_file(
    "box", "Your own box", "Points and names of your own cards as a file; without it the table's points."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names on the cards of one side's box, of each kind in turn."""

    decoy: Named = ()
    infantry: Named = ()
    machine_gun: Named = ()
    mortar: Named = ()
    officer: Named = ()
    scout: Named = ()
    sniper: Named = ()

    def of(self, card: Card, n: int) -> str:
        """The name on a side's n-th card of a kind, counted from 0; empty where it has none."""
        named: Named = getattr(self, card, ())
        return named[n] if n < len(named) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothNames:
    """The names of both sides."""

    german: Names = Names()
    soviet: Names = Names()


@dataclass(frozen=True, slots=True)
class OwnBox:
    """A group's own box (9.4): what its cards are worth, and what they are called."""

    format: Literal["scope-box/1"]
    name: Annotated[str, Sized(1, 80)]
    points: Points = WORTH
    names: BothNames = BothNames()


PLAIN = OwnBox("scope-box/1", "The box")


def state_of(scene: Scene[State] | None) -> State | None:
    return scene.state if scene else None


class Cards(OnSheets):
    box: object
    blank: int


def box_of(choices: Cards, scene: Scene[State] | None) -> OwnBox:
    """The box to print; `InvalidInput` with the path of a file's first bad value."""
    given = choices.get("box")
    if given is not None:
        with under("box"):
            return shape.read(OwnBox, given)
    state = state_of(scene)
    return OwnBox("scope-box/1", "The box", state.options.points) if state else PLAIN


def title_of(card: Card) -> str:
    return CARD_NAMES[card].upper()


def own_name(box: OwnBox, side: Side, card: Card, n: int) -> str:
    """What a group calls its n-th card of a kind, empty where it calls it nothing."""
    names: Names = getattr(box.names, side)
    return names.of(card, n)


RINGS = 22
"""How many steps the light has from the middle of a window to its frame."""


def pane(card: Card, wall: Wall, box: Box) -> Iterator[Mark]:
    """The window in the middle of a wall, its sill, the rubble in front of it."""
    high = box.height * 0.8
    wide = min(box.width * 0.66, high * 1.02)
    window = Box(box.x + (box.width - wide) / 2, box.y + (box.height - high) * 0.42, wide, high)
    # Cut stones around the opening, and the dark of its depth.
    look = wall.look
    pale = Paint(fill=WHITE, stroke=BLACK, width=0.2)
    if not look.saver:
        pale = Paint(fill=mixed(look.full(f"{wall.side} wall"), look.full(f"{wall.side} light"), 0.32))
    yield Rectangle(window.inset(-2.6), pale)
    yield Rectangle(window.inset(-1.1), wall.tone("night"))
    yield from (_burnt if card == "empty" else _lit)(wall, window)
    yield from _within(card, wall, window)
    yield from _sill(wall, window)
    yield from wall.rubble(Box(box.x, box.bottom - box.height * 0.1, box.width, box.height * 0.1), 26, card)


def _lit(wall: Wall, window: Box) -> Iterator[Mark]:
    look = wall.look
    if look.saver:
        yield Rectangle(window, Paint(fill=WHITE, stroke=BLACK, width=0.3))
        return
    deep, bright = look.full("glow"), look.full("lit")
    core = mixed(bright, (1.0, 1.0, 1.0), 0.5)
    yield Rectangle(window, Paint(fill=deep))
    for n in range(1, RINGS):
        share = n / (RINGS - 1)
        tone = mixed(deep, bright, share * 2) if share < 0.5 else mixed(bright, core, share * 2 - 1)
        by = share * min(window.width, window.height) * 0.42
        yield Rectangle(window.inset(by), Paint(fill=tone), by * 0.98 + 1.5)


def _burnt(wall: Wall, window: Box) -> Iterator[Mark]:
    """No roof behind it: the night sky, and splinters in the frame."""
    look = wall.look
    yield Rectangle(window, wall.tone("dusk"))
    if not look.saver:
        for across, down in ((0.2, 0.2), (0.74, 0.14), (0.46, 0.3), (0.86, 0.4), (0.13, 0.5)):
            x, y = window.x + across * window.width, window.y + down * window.height
            yield Circle(x, y, 0.25, Paint(fill=look.full("german light")))
        yield from _moon(wall, window)
    paint = Paint(fill=WHITE, stroke=BLACK, width=0.15)
    if not wall.look.saver:
        paint = Paint(fill=mixed(wall.look.full("dusk"), wall.look.full("ash"), 0.45))
    w, h = window.width, window.height
    for corner, one, other in (
        ((0, 0), (0.17, 0), (0, 0.34)), ((1, 0), (0.78, 0), (1, 0.13)), ((0, 1), (0, 0.72), (0.1, 1)),
        ((1, 1), (1, 0.58), (0.93, 1)),
    ):  # fmt: skip
        run = tuple((window.x + a * w, window.y + d * h) for a, d in (corner, one, other))
        yield Path((run,), paint, closed=True)


def _moon(wall: Wall, window: Box) -> Iterator[Mark]:
    x, y, r = window.x + window.width * 0.63, window.y + window.height * 0.25, window.width * 0.085
    yield Circle(x, y, r, Paint(fill=wall.look.full("ash")))
    yield Circle(x - r * 0.45, y - r * 0.2, r * 0.9, Paint(fill=wall.look.full("dusk")))


def _within(card: Card, wall: Wall, window: Box) -> Iterator[Mark]:
    """Who is in the window, dark before the light; the bar of the frame passes behind."""
    look = wall.look
    size = min(window.width, window.height) * (0.84 if card != "empty" else 0.72)
    x = window.x + (window.width - size) / 2
    y = window.bottom - size * 0.84 if card == "empty" else window.y + (window.height - size) / 2
    if card != "empty":
        bar = BLACK if look.saver else look.full("ember")
        middle = window.x + window.width / 2
        ends = (
            ((middle, window.y), (middle, y + size * 0.05)),
            ((middle, y + size * 0.95), (middle, window.bottom)),
        )
        yield Path(ends, Paint(stroke=bar, width=1.0))
    ink = look.full("rubble") if card == "empty" and not look.saver else look.strong("night")
    yield Stamp(sign(card, ink), x, y, size / SIGN)


def _sill(wall: Wall, window: Box) -> Iterator[Mark]:
    look = wall.look
    paint = Paint(fill=WHITE, stroke=BLACK, width=0.25)
    if not look.saver:
        paint = Paint(fill=mixed(look.full(f"{wall.side} wall"), look.full(f"{wall.side} light"), 0.5))
    yield Rectangle(Box(window.x - 3.8, window.bottom + 0.9, window.width + 7.6, 2.0), paint)


HEAD, NAME, OWN = 13.0, 10.5, 4.6
"""Millimetres: the row of signs, the kind's name, the name of one's own."""
BAND = 3.2


class Shown(NamedTuple):
    """A card to set: what it is and whose, its points, the name of one's own, its id on the sheet."""

    card: Card
    side: Side
    points: int
    own: str
    look: Look


def card_front(shown: Shown, name: str) -> Face:
    look = shown.look
    return look.card((*_leaf(shown), *composed(FACE, shown, look.inner)), name)


def _leaf(shown: Shown) -> Iterator[Mark]:
    look, box = shown.look, shown.look.ground
    if not look.saver:
        yield Rectangle(box, Paint(fill=look.full("paper")))
    top = look.inner.y - 0.6 - box.y
    for y in (box.y, box.bottom - top):
        yield Rectangle(Box(box.x, y, box.width, top), look.panel(shown.side))


def _head(shown: Shown, room: Box) -> Iterator[Mark]:
    """The kind at the left, the side's figure in the middle, the points at the right."""
    look, y = shown.look, room.y + 1.4
    size = 9.4
    yield Stamp(sign(shown.card, INK), room.x + 1, y, size / SIGN)
    figure = 5.6
    place = room.x + (room.width - figure) / 2, y + (size - figure) / 2
    yield Stamp(sign(shown.side, look.strong(shown.side)), *place, figure / SIGN)
    if shown.card in TARGETS:
        x, radius = room.right - 1 - size / 2, size / 2 + 0.4
        yield Circle(x, y + size / 2, radius, _disc(shown))
        box = Box(x - radius, y - 0.2, 2 * radius, size)
        yield from middle(
            str(shown.points), look.style(NUMERAL, 22, look.on_panel(shown.side)), box, "points"
        )


def _disc(shown: Shown) -> Paint:
    if shown.look.saver:
        return Paint(fill=WHITE, stroke=BLACK, width=0.5)
    return Paint(fill=shown.look.full(shown.side))


def _title(shown: Shown, room: Box) -> Iterator[Mark]:
    look = shown.look
    style = look.style(TITLE, 27, spacing=0.9)
    box = Box(room.x + 1, room.bottom - NAME, room.width - 2, NAME)
    yield from middle(title_of(shown.card), style, box, shown.card)


def _own_name(shown: Shown, room: Box) -> Drawn:
    if not shown.own:
        return (), 0.0
    style = shown.look.style(SUBTITLE, 12, shown.look.strong(shown.side))
    box = Box(room.x + 1, room.bottom - OWN - 0.6, room.width - 2, OWN)
    return middle(shown.own, style, box, f"box.names.{shown.side}.{shown.card}"), OWN + 0.6


def _reminder(shown: Shown, room: Box) -> Drawn:
    """What it does, in small type; nothing where not even the shortest way fits."""
    style = shown.look.style(BODY, 8, art.MUTED, leading=1.16)
    block = richest(art.reminder(shown.card), style, room.width - 2, 7.2, shown.card)
    if block is None:
        return (), 0.8
    top = room.bottom - block.height - 1.0
    return block.at(room.x + 1, top, width=room.width - 2, align=0.5), block.height + 1.0


def _picture(shown: Shown, room: Box) -> Drawn:
    box = Box(room.x + 1, room.y, room.width - 2, room.height - 0.4)
    if box.height < 14:
        return (), 0.0
    wall = Wall(shown.side, shown.look)
    marks = (*wall.masonry(box), *pane(shown.card, wall, box))
    return (*marks, Rectangle(box, Paint(stroke=shown.look.strong("night"), width=0.5))), room.height


FACE = (
    Place("head", "top", fixed(HEAD, _head)),
    Place("reminder", "bottom", _reminder, yields=1),
    Place("own name", "bottom", _own_name),
    Place("title", "bottom", fixed(NAME, _title)),
    Place("picture", "rest", _picture),
)
"""What stands on an area card."""


TEETH = 11
LENGTHS = (1.0, 0.86, 0.95, 0.8)
"""How far the tongues of the flash reach, in turn."""


@lru_cache(maxsize=32)
def shot_card(side: Side, look: Look) -> Face:
    """Its front, square: the crossing, the flash, whose shot it was, and when it goes."""
    marks = (*_ground(look), *_crossing(look), *_flash(side, look), *_story(side, look))
    return look.card(marks, f"shot {side}")


def _ground(look: Look) -> Iterator[Mark]:
    if look.saver:
        yield Rectangle(look.inner.inset(-0.8), Paint(stroke=BLACK, width=0.4), 1)
        return
    yield Rectangle(look.ground, Paint(fill=look.full("night")))
    for radius, tone in ((0.46, "dusk"), (0.4, "burnt")):
        yield Circle(look.width / 2, look.height / 2, look.width * radius, Paint(fill=look.full(tone)))


def _crossing(look: Look) -> Iterator[Mark]:
    """The edges of the four cards below, dashed, and a corner of each."""
    x, y, ink = look.width / 2, look.height / 2, (BLACK if look.saver else look.full("ash"))
    box = look.inner
    runs = (((x, box.y), (x, box.bottom - 9)), ((box.x, y), (box.right, y)))
    yield Path(runs, Paint(stroke=ink, width=0.4, dash=(2.2, 1.8)))
    long = 5.0
    for a in (box.x, box.right):
        for b in (box.y, box.bottom):
            across, down = (long if a == box.x else -long), (long if b == box.y else -long)
            yield Path((((a + across, b), (a, b), (a, b + down)),), Paint(stroke=ink, width=0.6))


def _flash(side: Side, look: Look) -> Iterator[Mark]:
    reach = look.width * 0.36
    for share, tone, rim in ((1.0, "flash", True), (0.8, "lit", False)):
        fill = WHITE if look.saver else look.full(tone)
        stroke = look.strong(side) if rim else None
        if not look.saver or rim:
            yield Path((_star(look, reach * share),), Paint(fill=fill, stroke=stroke, width=1.1), closed=True)
    if not look.saver:
        yield Circle(look.width / 2, look.height / 2, reach * 0.46, Paint(fill=(1.0, 0.91, 0.66)))


def _star(look: Look, reach: float) -> tuple[tuple[float, float], ...]:
    spots = []
    for n in range(2 * TEETH):
        far = reach * LENGTHS[n // 2 % len(LENGTHS)] if n % 2 == 0 else reach * 0.6
        turn = pi * n / TEETH
        spots.append((look.width / 2 + far * sin(turn), look.height / 2 - far * cos(turn)))
    return tuple(spots)


def _story(side: Side, look: Look) -> Iterator[Mark]:
    x, y = look.width / 2, look.height / 2
    size = 13.0
    yield Stamp(sign(side, look.strong(side)), x - size / 2, y - size - 0.4, size / SIGN)
    yield from middle("SHOT FIRED", look.style(TITLE, 20), Box(x - 20, y + 0.6, 40, 9), "shot")
    box = Box(look.inner.x + 2, look.inner.bottom - 8, look.inner.width - 4, 6.8)
    block = fullest(
        art.words()["shot"],
        look.style(SUBTITLE, 13, BLACK if look.saver else look.full("paper")),
        box,
        "shot",
    )
    yield from block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


STARS = ((0.12, 0.014), (0.42, 0.01), (0.55, 0.03), (0.66, 0.016), (0.78, 0.05), (0.83, 0.11), (0.96, 0.14))
"""Where stars stand over the German house, in shares of its width and height."""
DEPTH = 0.19
COLUMNS, ROWS = (0.07, 0.235, 0.66, 0.825), (0.235, 0.465, 0.695)
BOARDED = {"german": (1, 2), "soviet": (3, 1)}
BREACHES = {
    "german": ((0.14, 0.44, 0.045), (0.6, 0.9, 0.07)),
    "soviet": ((0.86, 0.9, 0.075), (0.3, 0.9, 0.04)),
}
"""Where shells have struck, and how large the hole is, in shares of the house's width."""


@lru_cache(maxsize=32)
def back(side: Side, look: Look) -> Face:
    return look.card(tuple(_night(side, look)), f"back {side}")


@lru_cache(maxsize=32)
def square_back(side: Side, look: Look) -> Face:
    """The same house on the back of the shot card, which is as wide as it is high."""
    return look.card(tuple(_night(side, look)), f"shot back {side}")


def _night(side: Side, look: Look) -> Iterator[Mark]:
    wall = Wall(side, look)
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full("night")))
    house = Box(look.inner.x, look.inner.y + 1, look.inner.width, look.inner.height - 1)
    yield from wall.masonry(house)
    # Four columns of three, two on either side of the figure; one of them is boarded up.
    wide, high = house.width * 0.105, house.height * 0.15
    for column in COLUMNS:
        for row in ROWS:
            box = Box(house.x + column * house.width, house.y + row * house.height, wide, high)
            yield from wall.window(box)
            if (COLUMNS.index(column), ROWS.index(row)) == BOARDED[wall.side]:
                yield from _boards(wall, box)
    yield wall.roofline(house, house.height * DEPTH)
    yield from _sky(side, house, look)
    for across, down, size in BREACHES[side]:
        x, y = house.x + across * house.width, house.y + down * house.height
        yield from wall.breach(x, y, size * house.width)
    yield from wall.rubble(Box(house.x, house.bottom - 6, house.width, 6), 70, "back")
    yield from _figure(side, house, look)


def _sky(side: Side, house: Box, look: Look) -> Iterator[Mark]:
    if look.saver:
        return
    pale, night = Paint(fill=look.full("ash")), Paint(fill=look.full("night"))
    for across, down in STARS:
        x = house.x + (across if side == "german" else 1 - across) * house.width
        yield Circle(x, house.y + down * house.height, 0.22, pale)
    x = house.x + (0.9 if side == "german" else 0.1) * house.width
    y, radius = house.y + house.height * 0.055, house.width * 0.05
    yield Circle(x, y, radius, pale)
    yield Circle(x - radius * 0.5, y - radius * 0.2, radius * 0.92, night)


def _boards(wall: Wall, box: Box) -> Iterator[Mark]:
    """Planks across a window, none of them level."""
    high = box.height * 0.15
    for share, tilt in ((0.08, 0.06), (0.4, -0.07), (0.68, 0.03)):
        left, right = box.x - 0.5, box.right + 0.5
        y, to = box.y + box.height * share, box.height * tilt
        run = ((left, y), (right, y + to), (right, y + to + high), (left, y + high))
        yield Path((run,), wall.tone("rubble"), closed=True)


def _figure(side: Side, house: Box, look: Look) -> Iterator[Mark]:
    """The side's figure, large, with a thin shadow that lifts it off the wall."""
    size = min(house.width, house.height) * 0.52
    x, y = house.x + (house.width - size) / 2, house.y + (house.height - size) / 2
    if look.saver:
        yield Circle(x + size / 2, y + size / 2, size * 0.6, Paint(fill=WHITE, stroke=BLACK, width=0.3))
        yield Stamp(sign(side, BLACK), x, y, size / SIGN)
        return
    yield Stamp(sign(side, look.full(f"{side} joint")), x + 0.7, y + 0.9, size / SIGN)
    yield Stamp(sign(side, look.full(f"{side} light")), x, y, size / SIGN)


BLANK = blank_cards("To fill in by hand: so many with each side's back.")
EXAMPLES = {"only": "Their ids with commas, and how often: sniper german, empty soviet*6. Empty: all."}
OPTIONS = adapted((*CARD_OPTIONS, BLANK, BOX), EXAMPLES)


def _areas(sides: Sequence[Side], box: OwnBox, look: Look) -> Iterator[Piece]:
    """The area cards of each side; those of one kind and name lie together."""
    for side in sides:
        for card in RANK:
            names = [own_name(box, side, card, n) for n in range(CUSTOM_LIMITS[card][1])]
            for name in dict.fromkeys(names):
                shown = Shown(card, side, box.points.of(card), name, look)
                front = card_front(shown, f"{card} {side}")
                yield Piece(front, back(side, look), names.count(name))


def _shots(sides: Sequence[Side], look: Look) -> Iterator[Piece]:
    for side in sides:
        yield Piece(shot_card(side, look), square_back(side, look))


def _blanks(sides: Sequence[Side], look: Look, count: int) -> Iterator[Piece]:
    for side in sides if count else ():
        yield Piece(blank(look.trim, f"blank {side}", bleed=look.bleed), back(side, look), count)


def square(look: Look) -> Look:
    """The same for shot cards: as wide as an area card is high, so that they cover a crossing of four."""
    side = max(look.trim.width, look.trim.height)
    return replace(look, design=art.SQUARE, trim=Size(side, side))


class Deck(NamedTuple):
    """What one print holds: the cards of these sides, areas or shots or both."""

    title: str
    sides: Sequence[Side] = SIDES
    areas: bool = True


DECKS: Mapping[str, Deck] = {
    "deck": Deck("the whole deck"),
    "german-cards": Deck("German cards", ("german",)),
    "soviet-cards": Deck("Soviet cards", ("soviet",)),
    "shot-cards": Deck("shot cards", areas=False),
}


def deck(of: Deck, choices: Cards, scene: Scene[State] | None) -> Document:
    look, box, sides = art.DRESS.card_look(choices), box_of(choices, scene), of.sides
    pieces = look.sized(lambda: list(_areas(sides, box, look))) if of.areas else []
    pieces += square(look).sized(lambda: list(_shots(sides, square(look))))
    blanks = _blanks(sides, look, choices["blank"]) if of.areas else ()
    return art.DRESS.by_size(of.title, [*picked(pieces, choices), *blanks], choices)


def tonight(scene: Scene[State]) -> Mapping[str, Mapping[str, int]]:
    """How many of each card are needed: a front's, and the snipers kept beside it."""
    state = scene.state
    needed = {f"{card} {side}": state.counts[card] for card in CARDS for side in SIDES}
    for side in SIDES:
        needed[f"sniper {side}"] += state.spare_snipers[side]
    return {"deck": needed}
