"""The sixty events and twenty missions with their backs, of any size; and a group's own (2.2)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import GameError
from companion.engine.own import Sides, Wanted, Workshop, kinds_in, read_once
from companion.engine.wire import Json
from companion.games.scarper import data, printables
from companion.games.scarper.state import Options, Table
from companion.games.scarper.state.box import Card, Library, Mission, own_library, read_card, starter_library
from companion.press.boxes import PART, world
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp, Text
from companion.press.look import Drawn, Look, Place, composed, fixed
from companion.press.options import CARD_OPTIONS, Made, OnSheets, blank_cards, larger_than, picked
from companion.press.page import Piece
from companion.press.pieces import blank
from companion.press.svg import Point, hatch
from companion.press.text import (
    BODY,
    LABEL,
    NUMERAL,
    STRONG,
    SUBTITLE,
    TITLE,
    Block,
    Style,
    fit,
    line,
    measure,
)

BAND, PLATE, SPACE = 13.0, 20.0, 1.0
"""Millimetres: the band on top, the plate under it, and from one thing to the next."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What all cards of one print share: the box that they come from, the ink, and the house rules."""

    library: Library
    look: Look
    options: Options


@dataclass(frozen=True, slots=True)
class Front[C: Card | Mission]:
    """A card to set; `where` names it in a refusal."""

    card: C
    frame: Frame
    where: str

    @property
    def look(self) -> Look:
        return self.frame.look


def set_front(table: tuple[Place[Any], ...], card: Card | Mission, frame: Frame, where: str) -> Face:
    """A card's front, by the table of its places, within the border of its side."""
    look = frame.look
    marks = composed(table, Front(card, frame, where), look.inner)
    ground = Stamp(_ground(card.side, look), 0, 0)
    return replace(look.card((ground, *marks), card.id), title=card.title)


@lru_cache(maxsize=32)
def _ground(side: str, look: Look) -> Face:
    """What lies under every card of a side: its hatching round a white field, its symbol pale in a corner."""
    field, tint = look.inner.inset(-1.3), look.tint(side, 0.3)
    ground = [Rectangle(look.ground, Paint(fill=tint))] if tint else []
    lines = (
        hatch(look.ground.corners, step=1.1, lean=printables.LEAN[side])
        if printables.LEAN[side]
        else _rows(look.ground)
    )
    hatching = [] if look.saver else [Path(lines, Paint(stroke=look.strong(side), width=0.2))]
    edge = Rectangle(field, Paint(fill=WHITE, stroke=look.strong(side), width=0.45), 1.2)
    marks = (*ground, *hatching, edge, *_watermark(side, look))
    return Face(look.width, look.height, marks, f"{side} ground", look.bleed / look.scale)


def _rows(box: Box) -> tuple[tuple[tuple[float, float], ...], ...]:
    count = int(box.height / 1.1)
    return tuple(((box.x, box.y + 1.1 * n), (box.right, box.y + 1.1 * n)) for n in range(1, count + 1))


def band(side: str, figure: str, words: str, look: Look) -> Iterator[Mark]:
    yield Stamp(_band_face(side, figure, words, look), look.inner.x, look.inner.y)


@lru_cache(maxsize=256)
def _band_face(side: str, figure: str, words: str, look: Look) -> Face:
    ink, ground = look.on_panel(side), WHITE if look.saver else look.panel(side).fill
    assert ground
    box = Box(0, 0, look.inner.width, BAND)
    plate = Box(box.right - 13, 1.2, 11.8, BAND - 2.4)
    style = Style(font=NUMERAL, size=30, smallest=16, colour=look.strong(side), leading=1)
    above = Style(font=TITLE, size=22, smallest=11, leading=1, colour=ink)
    below = Style(font=STRONG, size=look.size(7.5, 9), smallest=look.smallest, colour=ink, spacing=0.7)
    number = line(figure, style, plate.width - 1.6, "points")
    marks: tuple[Mark, ...] = (
        Rectangle(box, look.panel(side), 0.8),
        Rectangle(plate, Paint(stroke=BLACK, width=0.35) if look.saver else Paint(fill=WHITE), 0.8),
        Stamp(printables.symbol(side, ink, ground), 1.6, 1.7, scale=0.96),
        *number.at(plate.x, plate.y + (plate.height - number.height) / 2, width=plate.width, align=0.5),
        *line(words, above, 26, "heading").at(13, 1),
        *line(data.SIDE_NAMES[side].upper(), below, 26, "heading").at(13, 8.5),
    )
    return Face(box.width, BAND, marks, f"{side} band")


def _watermark(side: str, look: Look) -> tuple[Mark, ...]:
    tint = look.tint(side, 0.07)
    return (
        (Stamp(printables.symbol(side, tint, WHITE), look.inner.right - 31, look.inner.bottom - 43, scale=3),)
        if tint
        else ()
    )


def picture(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    """The card's own picture under its band, where it has one: it never gives way."""
    marks = front.look.picture(front.card.id, room._replace(height=PLATE))
    return marks, PLATE + SPACE if marks else 0.0


def plate(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    place = room._replace(height=PLATE)
    if front.look.picture(front.card.id, place):
        return (), 0.0
    return printables.framed(front.card, place, front.look), PLATE + SPACE


def title(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    card, look = front.card, front.look
    style = Style(font=TITLE, size=look.size(18, 20), smallest=max(11.0, look.smallest), leading=1.14)
    block = fit(card.title, style, room.width, 15.2, f"{front.where}.title")
    texts = block.at(room.x, room.y)
    return (*_underlines(card, texts, look), *texts), block.height + 1.4


def _underlines(card: Card | Mission, texts: tuple[Text, ...], look: Look) -> Iterator[Mark]:
    if isinstance(card, Card) and card.remain:
        lines = [each for text in texts for each in text.lines()]
        runs = tuple(((t.x, t.y + 1.05), (t.x + measure(t.text, t.font, t.size), t.y + 1.05)) for t in lines)
        yield Path(runs, Paint(stroke=look.strong(card.side), width=0.55))


SIGN_HEIGHT, SIGN_GAP, MOST_SIGNS = 10.6, 2.2, 6
STRIP_HEIGHT = 4.4

type Event = Front[Card]


def _event_band(event: Event, room: Box) -> Iterator[Mark]:
    yield from band(event.card.side, str(event.card.points), str(event.card.year), event.look)


def _signs(event: Event, room: Box) -> Drawn:
    """The signs in rows of three, on a tint of the side; lasting ones are underlined like the title."""
    every = printables.signs(event.card)
    shown, marks = every if len(every) <= MOST_SIGNS else (), list[Mark]()
    for number, sign in enumerate(shown):
        x, y = room.x + number % 3 * room.width / 3, room.y + number // 3 * (SIGN_HEIGHT + SIGN_GAP)
        place = Box(x, y, room.width / 3 - 1.2, SIGN_HEIGHT)
        marks += _sign(sign, place, event.card.side, event.look)
    return marks, (SIGN_HEIGHT + SIGN_GAP) * -(-len(shown) // 3)


@lru_cache(maxsize=1_000)
def _sign(sign: printables.Sign, box: Box, side: str, look: Look) -> tuple[Mark, ...]:
    """One sign in its box: many cards show the same one in the same place."""
    return tuple(_drawn(sign, box, side, look))


def _drawn(sign: printables.Sign, box: Box, side: str, look: Look) -> Iterator[Mark]:
    colour, tint = look.strong(side), look.tint(side, 0.13)
    yield Rectangle(box, Paint(fill=tint) if tint else Paint(stroke=BLACK, width=0.18), 0.8)
    if sign.lasting:
        yield Rectangle(Box(box.x + 0.8, box.bottom + 0.35, box.width - 1.6, 0.55), Paint(fill=colour))
    yield Stamp(printables.icon(sign.icon, colour), box.x + 0.6, box.y + 2, scale=0.64)
    figure = Style(font=NUMERAL, size=20, smallest=9, colour=colour, leading=1)
    caption = Style(font=SUBTITLE, size=look.size(8.5, 9), smallest=look.smallest, leading=1)
    left, room = box.x + 7.6, box.width - 8.2
    if sign.number:
        drop = 0.1 if sign.whose else 1.8
        yield from line(sign.number, figure, room, "signs").at(left, box.y + drop)
    if sign.whose:
        drop = 6.7 if sign.number else 3.7
        yield from line(sign.whose, caption, room + 0.4, "signs").at(left, box.y + drop)


def _map(event: Event, room: Box) -> Drawn:
    named = printables.places(event.card)
    if not named:
        return (), 0.0
    strip = room._replace(y=room.bottom - STRIP_HEIGHT - 0.8, height=STRIP_HEIGHT)
    return _strip(named, strip, event.card.side, event.look), STRIP_HEIGHT + 1.2


@lru_cache(maxsize=1_000)
def _strip(named: frozenset[str], room: Box, side: str, look: Look) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    width = room.width / len(data.BATTLEFIELDS)
    for number, battlefield in enumerate(data.BATTLEFIELDS):
        box = Box(room.x + number * width, room.y, width - 0.5, STRIP_HEIGHT)
        filled = battlefield in named
        marks.append(
            Rectangle(box, look.panel(side) if filled else Paint(stroke=printables.MUTED, width=0.12), 0.5)
        )
        colour = look.on_panel(side) if filled else printables.MUTED
        style = Style(font=STRONG if filled else LABEL, size=look.smallest, colour=colour)
        letters = line(data.BATTLEFIELD_NAMES[battlefield][:2], style, box.width, "map")
        marks += letters.at(box.x, box.y + 0.55, width=box.width, align=0.5)
    return tuple(marks)


def _links(event: Event, room: Box) -> Drawn:
    card, look, bottom = event.card, event.look, room.bottom
    head = Style(
        font=STRONG, size=look.size(7, 9), smallest=look.smallest, colour=look.strong(card.side), spacing=0.3
    )
    style = Style(font=SUBTITLE, size=look.size(8.5, 10), smallest=look.smallest, leading=1.15)
    marks: list[Mark] = []
    links = (("NEEDS", card.requires), ("CANCELS", card.cancels), ("PREVENTS", card.prevents))
    for word, ids in reversed([each for each in links if each[1]]):
        named = ", ".join(event.frame.library.cards[each].title for each in ids)
        key = Block(word, head, head.size)
        indent = measure(word, STRONG, head.size, 0.3) + 1.4
        block = fit(named, style, room.width - indent, 14, f"{event.where}.{word.lower()}")
        bottom -= block.height
        marks += key.at(room.x, bottom + (block.pitch - key.pitch) / 2)
        marks += block.at(room.x + indent, bottom)
    if not marks:
        return (), 0.0
    rule = (((room.x, bottom - 0.5), (room.right, bottom - 0.5)),)
    return (Path(rule, Paint(stroke=printables.MUTED, width=0.12)), *marks), room.bottom - bottom + 0.9


def _event_text(event: Event, room: Box) -> Drawn:
    look = event.look
    style = Style(font=BODY, size=look.size(11.5, 13), smallest=look.smallest, leading=1.28)
    block = fit(event.card.text, style, room.width, room.height - 0.8, f"{event.where}.text")
    return block.at(room.x, room.y), room.height


EVENT_FACE: tuple[Place[Event], ...] = (
    Place("band", "top", fixed(BAND + SPACE, _event_band)),
    Place("picture", "top", picture),
    Place("plate", "top", plate, yields=2),
    Place("title", "top", title),
    Place("signs", "top", _signs, yields=3),
    Place("links", "bottom", _links),
    Place("map", "bottom", _map, yields=1),
    Place("text", "rest", _event_text),
)
"""Where its text needs the room, first the map, then the plate, then the signs give way."""


ENDS = 13.5


def _mission_band(front: Front[Mission], room: Box) -> Iterator[Mark]:
    yield from band(front.card.side, f"{front.frame.options.mission_success:+d}", "Mission", front.look)


def _mission_text(front: Front[Mission], room: Box) -> Drawn:
    look = front.look
    style = Style(font=BODY, size=look.size(13, 14), smallest=look.smallest, leading=1.3)
    block = fit(front.card.text, style, room.width, room.height - 1, f"{front.where}.text")
    return block.at(room.x, room.y), room.height


def _ends(front: Front[Mission], room: Box) -> Iterator[Mark]:
    look, options, mission = front.look, front.frame.options, front.card
    width = room.width / 2 - 0.75
    head = Style(font=NUMERAL, size=11, smallest=look.smallest, leading=1)
    body = Style(font=LABEL, size=look.size(8, 9), smallest=look.smallest)
    ends = ((mission.side, options.mission_success), (data.OTHER[mission.side], options.mission_failure))
    for number, (side, gain) in enumerate(ends):
        box = Box(room.x + number * (width + 1.5), room.bottom - ENDS, width, 12)
        good = number == 0
        tint = look.tint(mission.side, 0.13) if good else None
        yield Rectangle(box, Paint(fill=tint) if tint else Paint(stroke=printables.MUTED, width=0.18), 0.8)
        x, y = box.x + 1.8, box.y + 2.2
        tick = (((x, y + 1.4), (x + 1.1, y + 2.6), (x + 3, y)),)
        cross = (((x, y), (x + 2.6, y + 2.6)), ((x + 2.6, y), (x, y + 2.6)))
        yield Path(
            tick if good else cross, Paint(stroke=look.strong(mission.side) if good else BLACK, width=0.6)
        )
        word = ("Success", "Failure")[number]
        yield from line(word, head, width - 8, "missions").at(box.x + 6.2, box.y + 1.4)
        whole = f"{data.SIDE_NAMES[side]} morale"
        fits = measure(whole, body.font, min(body.size, body.smallest)) <= (width - 7)
        words = whole if fits else data.SIDE_NAMES[side]
        yield from line(f"{words} {gain:+d}", body, width - 1.6, "missions").at(box.x + 1.2, box.y + 6.9)


MISSION_FACE: tuple[Place[Front[Mission]], ...] = (
    Place("band", "top", fixed(BAND + SPACE, _mission_band)),
    Place("picture", "top", picture),
    Place("plate", "top", plate, yields=1),
    Place("title", "top", title),
    Place("ends", "bottom", fixed(ENDS, _ends)),
    Place("text", "rest", _mission_text),
)
"""The condition in large type, below it the two ends that it can have; the plate gives way to them."""


MIDDLE = 0.4
"""How far down a card the drawn line runs when it is straight."""

STATIONS = 9
"""The frontline of the back has one station a battlefield."""
LINES = {
    1914: (3, 1, 2, -1, -3, -1, 1, 0, 1),
    1915: (2, -1, 1, 0, -2, 1, 0, 2, 1),
    1916: (1, 0, 3, 1, -1, -3, -1, 1, 0),
    1917: (-1, 2, 0, -2, 0, -1, 2, 1, -1),
    1918: (-2, -3, -1, 1, 2, 1, 3, 2, 3),
}
"""Where the drawn line bends, by year: ornament, no position of a game."""


@lru_cache(maxsize=32)
def event_back(year: int, look: Look) -> Face:
    plate = Box(look.inner.x + 7, look.inner.bottom - 30, look.inner.width - 14, 24)
    paint = Paint(fill=WHITE, stroke=BLACK, width=0.5) if look.saver else Paint(fill=BLACK)
    figure = Style(font=NUMERAL, size=60, leading=1, colour=BLACK if look.saver else WHITE)
    name = Style(font=TITLE, size=15, spacing=4, leading=1, colour=BLACK)
    label = Box(look.inner.x + 12, look.inner.y + 5, look.inner.width - 24, 9)
    marks: list[Mark] = [
        *_front_line(year, look),
        Rectangle(plate, paint, 1.5),
        Rectangle(plate.inset(1.1), Paint(stroke=BLACK if look.saver else printables.GOLD, width=0.3), 0.8),
        Rectangle(label, Paint(fill=WHITE, stroke=BLACK, width=0.35), 1),
        *line(str(year), figure, plate.width, "back").at(
            plate.x, plate.y + 1.2, width=plate.width, align=0.5
        ),
        *line("SCARPER", name, label.width, "back").at(label.x, label.y + 1.8, width=label.width, align=0.5),
    ]
    return look.card(tuple(marks), f"back {year}")


def _front_line(year: int, look: Look) -> Iterator[Mark]:
    field = look.ground
    step = field.width / (STATIONS - 1)
    bends = [
        (field.x + n * step, look.height * MIDDLE + 3.4 * bend)
        for n, bend in enumerate(LINES.get(year, (0,) * 9))
    ]
    for side, edge in (("german", field.y), ("allied", field.bottom)):
        pieces = [((x0, y0), (x1, y1), (x1, edge), (x0, edge)) for (x0, y0), (x1, y1) in pairwise(bends)]
        tint = look.tint(side, 0.16)
        if tint:
            yield Path(((*bends, (field.right, edge), (field.x, edge)),), Paint(fill=tint), closed=True)
        runs = tuple(run for piece in pieces for run in hatch(piece, step=1.7, lean=printables.LEAN[side]))
        yield Path(runs, Paint(stroke=look.strong(side), width=0.22))
    yield from _trench(tuple(bends))
    yield Rectangle(look.inner, Paint(stroke=BLACK, width=0.4))


def _trench(bends: tuple[Point, ...]) -> Iterator[Mark]:
    (x0, y0), *inner, (x1, y1) = bends
    bends = ((x0 + 0.5, y0), *inner, (x1 - 0.5, y1))
    yield Path((bends,), Paint(stroke=WHITE, width=2.6))
    yield Path((bends,), Paint(stroke=BLACK, width=1.5))
    yield Path((bends,), Paint(stroke=WHITE, width=0.3, dash=(1.6, 1.2)))


@lru_cache(maxsize=32)
def mission_back(side: str, look: Look) -> Face:
    strong = look.strong(side)
    art = look.inner.inset(-0.6)
    plate = Box(look.width / 2 - 13, look.inner.y + 5, 26, 26)
    title = Style(font=TITLE, size=19, spacing=2, leading=1, colour=strong)
    name = Style(font=STRONG, size=9, spacing=1.2, leading=1, colour=BLACK)
    band = Box(look.inner.x + 8, look.inner.bottom - 19, look.inner.width - 16, 14)
    marks: list[Mark] = [
        *([] if look.saver else [Rectangle(look.ground, Paint(fill=strong))]),
        Path(
            hatch(look.ground.corners, step=1.7, lean=printables.LEAN[side]),
            Paint(stroke=strong if look.saver else WHITE, width=0.22),
        ),
        Stamp(world(look.design).filling(("divider",), PART, art, look), art.x, art.y),
        Rectangle(art, Paint(stroke=BLACK, width=0.5)),
        Rectangle(plate, Paint(fill=WHITE, stroke=strong, width=0.8), 13),
        Stamp(printables.symbol(side, strong, WHITE), plate.x + 3, plate.y + 3, scale=2),
        Rectangle(band, Paint(fill=WHITE, stroke=strong, width=0.5), 1),
        *line("MISSION", title, band.width, "back").at(band.x, band.y + 1, width=band.width, align=0.5),
        *line(data.SIDE_NAMES[side].upper(), name, band.width, "back").at(
            band.x, band.y + 8.6, width=band.width, align=0.5
        ),
    ]
    return look.card(tuple(marks), f"back {side}")


BLANK = blank_cards("To fill in by hand: so many for each year of events and for each side's missions.")
CHOICES = (
    *larger_than(CARD_OPTIONS, "micro"),
    BLANK,
    printables.OPTIONS["changed"],
    printables.LIBRARY,
    printables.OPTIONS["before"],
)


class Kind(NamedTuple):
    """Cards of one kind: where a library has them, by what they lie in order and have a back, their faces."""

    cards: Literal["cards", "missions"]
    by: Literal["year", "side"]
    of: Sequence[Any]
    front: tuple[Place[Any], ...]
    back: Callable[[Any, Look], Face]


EVENTS = Kind("cards", "year", data.YEARS, EVENT_FACE, event_back)
MISSIONS = Kind("missions", "side", data.SIDES, MISSION_FACE, mission_back)


class Cards(printables.OfLibrary, OnSheets):
    changed: bool
    before: object
    blank: int


def _pieces(kind: Kind, frame: Frame, choices: Cards) -> Iterator[Piece]:
    """The cards of a kind, but those that need no printing again if only what is new is asked for."""
    old = getattr(own_library(choices["before"], "before"), kind.cards) if choices["changed"] else {}
    for card in sorted(getattr(frame.library, kind.cards).values(), key=attrgetter(kind.by)):
        if old.get(card.id) != card:
            front = frame.look.sized(set_front, kind.front, card, frame, f"{kind.cards}.{card.id}")
            yield Piece(front, kind.back(getattr(card, kind.by), frame.look))


def _blanks(kind: Kind, look: Look, count: int) -> Iterator[Piece]:
    for back in (kind.back(each, look) for each in kind.of):
        yield Piece(blank(look.trim, f"blank {back.name}", bleed=look.bleed), back, count)


def _deck(kinds: Sequence[Kind], title: str, choices: Cards, scene: Table | None) -> Document:
    """All cards of some kinds in the library, in their order, and blank ones if they are asked for."""
    count = choices["blank"]
    library = printables.library_of(choices, scene)
    frame = Frame(library, printables.DRESS.card_look(choices), printables.options_of(scene))
    wanted = picked([piece for kind in kinds for piece in _pieces(kind, frame, choices)], choices)
    blanks = [piece for kind in kinds for piece in _blanks(kind, frame.look, count)] if count else []
    return printables.DRESS.laid(title, [*wanted, *blanks], choices, f" · {printables.label_of(library)}")


DECKS: Mapping[str, Made] = {
    "deck": (partial(_deck, (EVENTS, MISSIONS), "deck"), CHOICES),
    "cards": (partial(_deck, (EVENTS,), "event cards"), CHOICES),
    "missions": (partial(_deck, (MISSIONS,), "missions"), CHOICES),
}


def _event(record: object, ids: Sequence[str]) -> Iterator[GameError]:
    try:
        read_card(_numbered(record), {*starter_library().cards, *ids})
    except GameError as error:
        yield error


def _mission(record: object, ids: Sequence[str]) -> Iterator[GameError]:
    """What is wrong with a mission; the cards that it may name are the library's, not checked here."""
    try:
        shape.read(Mission, record, names={"cards": starter_library().cards})
    except GameError as error:
        yield error


def _numbered(record: Json) -> Json:
    """A year is picked as a word, and read as a number."""
    year = record.get("year")
    return record | {"year": int(year)} if isinstance(year, str) and year.isdecimal() else record


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    given = starter_library().given
    return {"events": given["cards"], "missions": given["missions"]}


def _whole(base: str, title: str, records: Mapping[str, Sequence[object]]) -> Json:
    """A library: the starter's cards, and those of the set in their places or after them."""
    given = starter_library().given
    events = [_numbered(each) for each in records.get("events", ())]
    return {
        "id": "own", "title": title,
        "cards": _joined(given["cards"], events),
        "missions": _joined(given["missions"], records.get("missions", ())),
    }  # fmt: skip


def _joined(starter: Sequence[Json], own: Sequence[Json]) -> list[Json]:
    return list({each["id"]: each for each in (*starter, *own)}.values())


LIBRARY = read_once(own_library)


def _sides(wanted: Wanted) -> Sides:
    kind = {"events": EVENTS, "missions": MISSIONS}[wanted.kind]
    library, look = LIBRARY(wanted.file), printables.DRESS.card_look(wanted.choices)
    card: Any = getattr(library, kind.cards)[wanted.record["id"]]
    frame = Frame(library, look, Options())
    front = look.sized(set_front, kind.front, card, frame, f"{kind.cards}.{card.id}")
    return Sides(front, kind.back(getattr(card, kind.by), look))


WORKSHOP = Workshop(
    file="library",
    kinds=kinds_in(data.FOLDER / "printables" / "own.json", {"events": _event, "missions": _mission}),
    bases={"starter": "The starter set"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
)
