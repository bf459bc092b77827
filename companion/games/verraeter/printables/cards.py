"""The sixty-six cards of the box, of any size: action, supply, landscapes, oaths, buildings (R6, R7)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import radians, sin
from typing import NamedTuple

from companion.engine.game import Scene
from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES, BUILDING_CARDS, COLOURS, HOUSES
from companion.games.verraeter.printables import aid
from companion.games.verraeter.printables import look as art
from companion.games.verraeter.printables.aid import sayings, ways
from companion.games.verraeter.printables.look import NAME, SIZE, TONES, Source, arms, back, leaf, panel
from companion.games.verraeter.state import Land, State
from companion.press.document import Document
from companion.press.face import POINT, WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Drawn, Look, Place, composed, fixed, middle, richest
from companion.press.options import CARD_OPTIONS, Made, OnSheets, adapted, blank_cards, picked
from companion.press.page import Piece
from companion.press.pieces import blank
from companion.press.svg import moved, outline
from companion.press.text import BODY, NUMERAL, SUBTITLE, measure

BAND = 10.0
CHIP = 11.0


class Shown(NamedTuple):
    """A card to set: its name on the ribbon of a ground, what it does the longest way first, its figures."""

    card: str
    name: str
    ground: str
    ways: Sequence[str]
    figures: Sequence[tuple[str, str]]
    look: Look


def action(card: str, source: Source) -> Face:
    saying = sayings(source.options)[card]
    return _set(Shown(card, ACTION_NAMES[card], "court", saying.ways, saying.figures, source.look))


def on_table(card: str, source: Source) -> Face:
    name, ways_ = TABLE_CARDS[card]
    return _set(Shown(card, name, "gold", ways_, (), source.look))


def _set(shown: Shown) -> Face:
    look = shown.look
    return look.card((*leaf(shown.ground, look), *composed(ACTION_FACE, shown, panel(look))), shown.card)


def _name(shown: Shown, room: Box) -> Iterator[Mark]:
    yield from art.band(shown.name, shown.ground, room._replace(height=BAND), shown.look, shown.card)


def _sentence(shown: Shown, room: Box) -> Drawn:
    style = shown.look.style(BODY, 9.5, leading=1.25)
    block = richest(shown.ways, style, room.width - 3, max(17.0, room.height * 0.34), shown.card)
    if block is None:
        return (), 0.0
    top = room.bottom - block.height - 1.6
    return block.at(room.x + 1.5, top, width=room.width - 3, align=0.5), room.bottom - top


def _picture(shown: Shown, room: Box) -> Drawn:
    size = min(room.width - 5, room.height - 4)
    x, y = room.x + (room.width - size) / 2, room.y + (room.height - size) / 2
    return (Stamp(arms(shown.card, shown.look), x, y, size / SIZE),), room.height


def _figures(shown: Shown, room: Box) -> Drawn:
    """What a card is worth, as figures with a word each, side by side."""
    marks: list[Mark] = []
    for n, (figure, word) in enumerate(shown.figures):
        across = room.width / len(shown.figures)
        place = Box(room.x + n * across + 1.2, room.bottom - CHIP - 1.2, across - 2.4, CHIP)
        marks.append(Rectangle(place, shown.look.panel(shown.ground), 1.6))
        marks += _figure(figure, word, shown.ground, place, shown.look)
    return marks, CHIP + 1.2 if shown.figures else 0.0


def _figure(figure: str, word: str, what: str, place: Box, look: Look) -> Iterator[Mark]:
    ink = look.on_panel(what)
    number, caption = look.style(NUMERAL, 24, ink), look.style(SUBTITLE, 10, ink)
    wide = measure(figure, NUMERAL, number.size)
    room = place.width - wide - 4.5
    block = richest((word,), caption, room, place.height - 2, what) if room > 5 else None
    text = max(measure(each, SUBTITLE, block.size) for each in block.lines) + 1.4 if block else 0.0
    left = place.x + (place.width - wide - text) / 2
    yield from middle(figure, number, Box(left, place.y, wide + 0.1, place.height), what)
    if block:
        yield from block.at(left + wide + 1.4, place.y + (place.height - block.height) / 2)


class Supply(NamedTuple):
    """A supply card to set, and how large the disc with its figure is."""

    value: int
    look: Look
    disc: float


def supply(value: int, source: Source) -> Face:
    """A supply card: a field with as many ears as it is worth, and the figure three times."""
    look, box = source.look, panel(source.look)
    shown = Supply(value, look, min(box.width * 0.29, box.height * 0.2))
    return look.card((*leaf("field", look), *composed(SUPPLY, shown, box)), f"supply {value}")


def _kicker(shown: Supply, box: Box) -> Iterator[Mark]:
    place = Box(box.x + 11, box.bottom - 6, box.width - 22, 5)
    yield from art.kicker("Supply", shown.look.strong("field"), place, shown.look)


def _corners(shown: Supply, box: Box) -> Iterator[Mark]:
    corner = Face(12, 12, _corner(shown.value, shown.look), name=f"corner {shown.value}")
    yield Rectangle(Box(box.x, box.y, 11, 12), shown.look.plate("field"))
    yield Stamp(corner, box.x, box.y)
    yield Stamp(corner, box.right - 12, box.bottom - 12, turn=2)


def _disc(shown: Supply, box: Box) -> Drawn:
    value, look, disc = shown
    x, y = box.x + box.width / 2, box.bottom - disc - 8
    place = Box(x - disc, y - disc, 2 * disc, 2 * disc)
    marks: list[Mark] = [
        Circle(x, y, disc, look.plate("field", 0.7)),
        Circle(x, y, disc - 1.1, Paint(stroke=look.strong("field"), width=0.2)),
        *middle(str(value), look.style(NUMERAL, disc * 5.2), place, "supply"),
    ]
    return marks, box.bottom - y


def _field(shown: Supply, view: Box) -> Iterator[Mark]:
    """The sky, a far field, and the sheaf before it, its band behind the disc."""
    value, look, disc = shown
    brush = art.Brush(look.saver, INK)
    if not look.saver:
        yield Rectangle(view, Paint(fill=TONES["sky"]))
        yield Circle(view.right - 9, view.y + 9, 4.4, Paint(fill=TONES["haze"]))
        yield Rectangle(view._replace(y=view.bottom - 9, height=9), Paint(fill=TONES["hill"]))
        rows = "".join(f"M{n * 4 - 60} 9L{n * 1.6 - 24} 0" for n in range(31))
        yield Stamp(_strip(rows, view.width), view.x, view.bottom - 9, window=Box(0, 0, view.width, 9))
    yield Rectangle(view, Paint(stroke=look.strong("field"), width=0.3))
    tall = (view.height - disc - 3) / 24
    wide = (view.width - 5) / (2 * 24.6 * sin(radians(art.spread_of(value))) + 4)
    scale = min(tall, wide)
    yield from art.sheaf(brush, value, (view.x + view.width / 2, view.bottom - disc + 11.5 * scale, scale))


def _strip(rows: str, width: float) -> Face:
    """The furrows of a field that runs to the middle of its horizon."""
    return Face(width, 9, (art.shape(rows, Paint(stroke=TONES["grass"], width=0.5), (width / 2, 0, 1)),))


def _corner(value: int, look: Look) -> tuple[Mark, ...]:
    """The figure in a corner, underlined so that a 6 is no 9."""
    style = look.style(NUMERAL, 26, look.strong("field"))
    text = middle(str(value), style, Box(0.6, 0.4, 9, 10), "supply")
    wide = measure(str(value), NUMERAL, style.size)
    y = text[0].y + 0.12 * style.size * POINT
    rule = ((5.1 - wide / 2, y), (5.1 + wide / 2, y))
    return (*text, Path((rule,), Paint(stroke=look.strong("field"), width=0.5)))


TABLE_CARDS = {
    "strategy": (
        "Strategy",
        ("You choose where the houses meet: two neighbours of different houses.", "You choose the site."),
    ),
    "conflict": (
        "Conflict",
        ("Lies between the two landscapes that are fought over.", "The two on either side."),
    ),
    "start": (
        "Start player",
        ("You begin: the draft, the supply, picking up. Then it goes to the left.", "You begin."),
    ),
}


def _arrows(shown: Shown, room: Box) -> Drawn:
    """On the conflict card, an arrow to the left and one to the right: to the landscapes beside it."""
    if shown.card != "conflict":
        return (), 0.0
    y, middle_ = room.bottom - 9, room.x + room.width / 2
    left = outline("M0 0L9 -6.5L9 -3L18 -3L18 3L9 3L9 6.5Z")
    right = outline("M0 0L-9 -6.5L-9 -3L-18 -3L-18 3L-9 3L-9 6.5Z")
    paint = Paint(fill=shown.look.panel("gold").fill, stroke=INK, width=0.35)
    both = (moved(left, middle_ - 20.5, y), moved(right, middle_ + 20.5, y))
    return (Path(runs, paint, closed=True) for runs in both), 14.0


ACTION_FACE: tuple[Place[Shown], ...] = (
    Place("figures", "bottom", _figures),
    Place("sentence", "bottom", _sentence),
    Place("name", "top", fixed(BAND, _name)),
    Place("arrows", "bottom", _arrows),
    Place("picture", "rest", _picture),
)
SUPPLY: tuple[Place[Supply], ...] = (
    Place("kicker", "rest", fixed(0, _kicker)),
    Place("corners", "rest", fixed(0, _corners)),
    Place("disc", "bottom", _disc),
    Place("field", "rest", fixed(0, _field)),
)


CAPTION = ("Points for each winner, by how many win", "Points for each winner", "")
DISC = 4.7
PLATE = 14.0
NAME_BAND = 9.4


class Side(NamedTuple):
    """One side of a landscape: the same land, for one of the houses."""

    kind: str
    house: str
    source: Source

    @property
    def look(self) -> Look:
        return self.source.look

    @property
    def land(self) -> Land:
        return self.source.cards.landscapes[self.kind]


def side(kind: str, house: str, source: Source) -> Face:
    look, shown = source.look, Side(kind, house, source)
    return look.card((*leaf(house, look), *composed(LAND_FACE, shown, panel(look))), f"{kind} {house}")


def _land_name(shown: Side, room: Box) -> Iterator[Mark]:
    place = Box(room.x, room.bottom - NAME_BAND, room.width, NAME_BAND - 0.8)
    words = shown.source.words.landscapes[shown.kind]
    yield from art.band(words, shown.house, place, shown.look, f"cards.landscapes.{shown.kind}.name")


def _land_picture(shown: Side, view: Box) -> Drawn:
    look, house = shown.look, shown.house
    own = look.picture(shown.kind, view)
    drawn = own or (art.picture(shown.kind, look.saver, look.full(house), view),)
    return (*drawn, Rectangle(view, Paint(stroke=look.strong(house), width=0.3))), 0.0


def _strength(shown: Side, view: Box) -> Iterator[Mark]:
    """The conflict points, in a square (9.2)."""
    house, look = shown.house, shown.look
    plate = Box(view.x + 1.2, view.y + 1.2, PLATE, PLATE)
    yield Rectangle(plate, look.plate(house, 0.6), 1.0)
    yield Rectangle(plate.inset(0.9), Paint(stroke=look.strong(house), width=0.16), 0.5)
    style = look.style(NUMERAL, 34, look.strong(house))
    yield from middle(str(shown.land.conflict), style, plate.inset(1), "cards")


def _house_crest(shown: Side, view: Box) -> Iterator[Mark]:
    house, look = shown.house, shown.look
    x, y, scale = view.right - PLATE - 1.2, view.y + 0.6, PLATE / 10
    rim = Paint(fill=look.plate(house).fill, stroke=look.strong(house), width=0.6)
    yield Path(moved(outline(art.SHIELD), x, y, scale), rim, closed=True)
    size = PLATE * 0.66
    yield Stamp(art.crest(house, look), x + (PLATE - size) / 2, y + 2.0, size / 10)


def _discs(shown: Side, box: Box) -> Drawn:
    """Four circles: the points of each winner where one, two, three or four win."""
    look, bottom = shown.look, box.bottom
    strong = look.strong(shown.house)
    caption = richest(CAPTION, look.small(), box.width - 1, look.small().size * 0.45, "cards")
    bottom -= caption.height + 1 if caption else 1.4
    marks: list[Mark] = list(caption.at(box.x, bottom, width=box.width, align=0.5)) if caption else []
    across = min(box.width / 4, 13.5)
    first = box.x + box.width / 2 - 1.5 * across
    y = bottom - DISC - 0.6
    for number, points in enumerate(shown.land.vp, 1):
        x = first + (number - 1) * across
        marks.append(Circle(x, y, DISC, Paint(fill=WHITE, stroke=strong, width=0.45)))
        place = Box(x - DISC + 0.6, y - DISC, 2 * DISC - 1.2, 2 * DISC)
        marks += middle(str(points), look.style(NUMERAL, 20, strong), place, "cards")
        marks += _heads(number, x, y - DISC - 1.5, strong, look)
    return marks, box.bottom - (y - DISC - 3.4)


def _heads(number: int, x: float, y: float, ink: Colour, look: Look) -> Iterator[Mark]:
    for n in range(number):
        left = x + (n - (number - 1) / 2) * 2.2
        yield Circle(left, y - 0.75, 0.58, Paint(fill=ink))
        shoulders = outline("M-0.95 1.15C-0.95 -0.3 0.95 -0.3 0.95 1.15Z")
        yield Path(moved(shoulders, left, y), Paint(fill=ink), closed=True)


LAND_FACE: tuple[Place[Side], ...] = (
    Place("points", "bottom", _discs),
    Place("name", "bottom", fixed(NAME_BAND, _land_name)),
    Place("crest", "rest", fixed(0, _house_crest)),
    Place("strength", "rest", fixed(0, _strength)),
    Place("picture", "rest", _land_picture),
)


STRIP, NAMED, TITLE = 13.0, 14.5, 9.0
"""Millimetres: the seat's strip, a house's name, a building's title."""
UPPER = 0.42
"""The share of a building card that lies under a landscape."""


def arms_of(colour: str, look: Look) -> Face:
    if look.saver:
        return art.shield(colour, WHITE, INK, INK)
    return art.shield(colour, look.full(colour), look.on_panel(colour), INK)


class Owned(NamedTuple):
    """A card of a player's: what it shows, in which colour's seat."""

    what: str
    colour: str
    source: Source

    @property
    def look(self) -> Look:
        return self.source.look


def oath(house: str, colour: str, source: Source) -> Face:
    """One side of an allegiance card: the house that this player serves now."""
    look = source.look
    marks = (*leaf(house, look), *composed(OATH, Owned(house, colour, source), panel(look)))
    return look.card(marks, f"oath {colour}" if house == "eagle" else f"oath {colour} rose")


def _sworn(owned: Owned, room: Box) -> Iterator[Mark]:
    look, house, box = owned.look, owned.what, room._replace(height=NAMED)
    words = look.style(NAME, 17, look.on_panel(house))
    yield Rectangle(box, look.panel(house))
    yield from art.kicker("Sworn to the", words.colour, Box(box.x, box.y + 1, box.width, 4.4), look)
    name = Box(box.x + 1.5, box.y + 5, box.width - 3, 9)
    yield from middle(owned.source.words.houses[house], words, name, f"cards.houses.{house}")


def _seat_crest(owned: Owned, room: Box) -> Drawn:
    size = min(room.width - 5, room.height - 5)
    x, y = room.x + (room.width - size) / 2, (room.y + room.bottom - size) / 2
    face = art.crest(owned.what, owned.look, owned.look.plate(owned.what).fill or WHITE)
    return (Stamp(face, x, y, size / 10),), room.height


def _seat(owned: Owned, room: Box) -> Iterator[Mark]:
    """Whose card this is: shield and colour's name on a strip of that colour."""
    look, colour = owned.look, owned.colour
    strip = Box(room.x, room.bottom - STRIP, room.width, STRIP)
    yield Rectangle(strip, look.panel(colour), 0.8)
    size = strip.height - 3
    yield Rectangle(Box(strip.x + 1.2, strip.y + 0.8, size + 1.4, size + 1.4), Paint(fill=WHITE), 1)
    yield Stamp(arms_of(colour, look), strip.x + 1.9, strip.y + 1.5, size / 10)
    room = Box(strip.x + size + 3.6, strip.y, strip.width - size - 5, strip.height)
    yield from middle(colour.title(), look.style(NAME, 14, look.on_panel(colour)), room, "seat")


def building(what: str, colour: str, source: Source) -> Face:
    """A side of a building card. Its lower half tells whose it is while the upper lies under a landscape."""
    look = source.look
    marks = (*leaf(colour, look), *composed(BUILDING, Owned(what, colour, source), panel(look)))
    return look.card(marks, f"{what} {colour}")


def _title(owned: Owned, room: Box) -> Iterator[Mark]:
    box = Box(room.x, room.bottom - TITLE, room.width, TITLE - 1)
    yield from middle(owned.what.title(), owned.look.style(NAME, 17), box, owned.what)


def _rule(owned: Owned, room: Box) -> Drawn:
    style, ways_ = owned.look.style(BODY, 9.5, leading=1.22), ways(owned.what, owned.source.options)
    box = Box(room.x + 1.5, room.y + 1.5, room.width - 3, room.height - 2)
    block = richest(ways_, style, box.width, box.height, owned.what)
    top = box.y + (box.height - block.height) / 2 if block else 0.0
    return block.at(box.x, top, width=box.width, align=0.5) if block else (), room.height


def _view(owned: Owned, room: Box) -> Drawn:
    """The estate among its fields, or the office, before the sky: the lower half, less the seat's strip."""
    above = panel(owned.look).height * UPPER
    box = Box(room.x, room.y + above, room.width, room.height - above)
    return _landscape(owned.what, box, owned.look), box.height


def _landscape(what: str, box: Box, look: Look) -> Iterator[Mark]:
    sky: Colour = WHITE if look.saver else TONES["sky"]
    yield Rectangle(box, Paint(fill=sky, stroke=INK, width=0.25))
    size = min(box.width, box.height - 1.5) if what == "office" else min(box.width, box.height + 4)
    scale = size / SIZE
    x = box.x + (box.width - size) / 2
    if what == "office":
        yield Stamp(arms(what, look), x, box.bottom - size + 0.4, scale)
        return
    if not look.saver:
        for tone, top in (("hill", 23.0), ("thatch", 31.0)):
            y = box.bottom - size + top * scale
            yield Rectangle(Box(box.x, y, box.width, box.bottom - y), Paint(fill=TONES[tone]))
    window = Box(0, SIZE - box.height / scale, SIZE, box.height / scale)
    yield Stamp(arms(what, look), x, box.bottom - size, scale, 0, window)
    yield Rectangle(box, Paint(stroke=INK, width=0.25))


OATH: tuple[Place[Owned], ...] = (
    Place("house", "top", fixed(NAMED, _sworn)),
    Place("seat", "bottom", fixed(STRIP, _seat)),
    Place("crest", "rest", _seat_crest),
)
BUILDING: tuple[Place[Owned], ...] = (
    Place("seat", "bottom", fixed(STRIP, _seat)),
    Place("view", "bottom", _view),
    Place("title", "bottom", fixed(TITLE, _title)),
    Place("rule", "rest", _rule),
)


OVERVIEWS = 6
STRENGTH_ORDER = ("town", "village", "forest", "river", "meadow", "moor")

BLANK = blank_cards("To fill in by hand: so many for each kind of back.")
EXAMPLES = {"only": "Their ids with commas, and how often: town rose, supply 5*3, traitor. Empty: all."}
OPTIONS = adapted((*CARD_OPTIONS, BLANK, art.CARDS), EXAMPLES, {"format": "american"})


def _landscapes(source: Source) -> Iterator[Piece]:
    """Twelve cards, either house up once: as they come from the printer they are a circle to shuffle."""
    for kind in STRENGTH_ORDER:
        eagle, rose = (side(kind, house, source) for house in HOUSES)
        yield from (Piece(eagle, rose), Piece(rose, eagle))


def _supply(source: Source) -> Iterator[Piece]:
    for value, count in sorted(source.cards.supply.items()):
        if count:
            yield Piece(supply(value, source), back("supply", source.look), count)


def _actions(source: Source) -> Iterator[Piece]:
    for card in ACTION_CARDS:
        yield Piece(action(card, source), back("action", source.look))


def _table(source: Source) -> Iterator[Piece]:
    for card in TABLE_CARDS:
        yield Piece(on_table(card, source), back("table", source.look))


def _players(source: Source) -> Iterator[Piece]:
    for colour in COLOURS:
        yield Piece(oath("eagle", colour, source), oath("rose", colour, source))
    for colour in COLOURS:
        front, reverse = (building(what, colour, source) for what in ("estate", "office"))
        yield Piece(front, reverse, BUILDING_CARDS)
    yield Piece(aid.front(source), aid.reverse(source), OVERVIEWS)


type Kind = Callable[[Source], Iterator[Piece]]


class Deck(art.OfCards, OnSheets):
    blank: int


def _cards(kinds: Sequence[Kind], title: str, choices: Deck, scene: Scene[State] | None) -> Document:
    look = art.DRESS.card_look(choices)
    source = art.source_of(choices, scene, look)
    pieces = picked(look.sized(lambda: [piece for kind in kinds for piece in kind(source)]), choices)
    if choices["blank"]:
        pieces += _blanks(pieces, source, choices["blank"])
    return art.DRESS.laid(title, pieces, choices, f" · {source.label}" if source.label else "")


def _blanks(pieces: Sequence[Piece], source: Source, count: int) -> list[Piece]:
    """Cards to fill in by hand, for each back that hides what a card is."""
    backs: dict[str, Face] = {
        piece.back.name: piece.back for piece in pieces if piece.back and piece.back.name.startswith("back ")
    }
    look = source.look
    named = backs.items() or {"two-sided": None}.items()
    return [Piece(blank(look.trim, f"blank {name}", bleed=look.bleed), face, count) for name, face in named]


def _deck(title: str, *kinds: Kind) -> Made:
    return partial(_cards, kinds, title), OPTIONS


DECKS: Mapping[str, Made] = {
    "deck": _deck("the whole deck", _landscapes, _supply, _actions, _table, _players),
    "landscapes": _deck("landscape cards", _landscapes),
    "action-cards": _deck("action and supply cards", _actions, _supply),
    "player-cards": _deck("players' cards", _players),
    "table-cards": _deck("strategy, conflict, start player", _table),
}
