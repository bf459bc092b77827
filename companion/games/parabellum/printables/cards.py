"""Unit Tracking Cards, front and back: the catalogue's, blank ones, a roster's, one's own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Scene
from companion.engine.own import Sides, Wanted, Workshop, kinds_in, read_once
from companion.engine.wire import Json
from companion.games.parabellum.data import FOLDER, Footprint
from companion.games.parabellum.printables.card_parts import (
    Facts,
    Gauge,
    Group,
    dice,
    gauge,
    labels,
    of_type,
    of_unit,
    price,
    put,
    spaces,
    stats,
)
from companion.games.parabellum.printables.livery import (
    Livery,
    engraved,
    glyph,
    of_company,
    of_house,
    painted,
    unit_back,
)
from companion.games.parabellum.printables.look import (
    DRESS,
    INCH,
    Bound,
    binder_of,
    drawn,
    flag,
    held,
    own,
    rule,
)
from companion.games.parabellum.state import (
    State,
    read_binder,
    read_id,
    read_unit_type,
    spoken,
    starter_binder,
    starter_file,
)
from companion.games.parabellum.state.pictured import Picture, pictures
from companion.press import options
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import INK, Drawn, Look, Place, at_left, composed, fixed, fullest, middle, qr_code
from companion.press.options import OnSheets
from companion.press.page import Piece
from companion.press.svg import moved, rosette
from companion.press.text import LABEL, SMALLEST, SUBTITLE, TITLE, CannotPrint, DoesNotFit, Style, fit

FOOT = 12.6
"""Millimetres: the height of the dice at a card's foot."""


@lru_cache(maxsize=32)
def frame(own: Livery, look: Look) -> Face:
    """What lies under every card of a company: two fine lines round it, a tint at its foot."""
    colour, frame = INK if look.saver else own.line, look.inner.inset(-1.2)
    foot = Box(frame.x, frame.bottom - FOOT - 3.2, frame.width, FOOT + 3.2)
    marks: list[Mark] = [] if look.saver else [Rectangle(foot, Paint(fill=blend(own.line, 0.08)), 1.4)]
    marks += [
        Rectangle(frame, Paint(stroke=colour, width=0.45), 1.6),
        Rectangle(frame.inset(0.55), Paint(stroke=colour, width=0.2), 1.2),
    ]
    return Face(look.width, look.height, tuple(marks), f"{own.company or 'house'} frame")


@lru_cache(maxsize=32)
def _framed(own: Livery, look: Look) -> Stamp:
    return Stamp(frame(own, look), 0, 0)


RADIUS = 30.0
"""Millimetres: the ground on which a medallion is drawn; it is stamped at any size."""
FIELD = 34.0
"""Millimetres: the side of the picture in it."""


@lru_cache(maxsize=64)
def medallion(picture: Picture, own: Livery, look: Look) -> Face:
    """A unit on its ground, in a ring of fine lines."""
    middle, colour = RADIUS, own.line
    field = Box(middle - FIELD / 2, middle - FIELD / 2, FIELD, FIELD)
    fine = Paint(stroke=INK if look.saver else blend(colour, 0.75), width=0.2)
    line = INK if look.saver else colour
    marks: list[Mark] = [
        Circle(middle, middle, RADIUS, Paint(fill=WHITE, stroke=line, width=0.7)),
        Path(moved(rosette(RADIUS - 0.8, 24.6, 26, 3, 12), middle, middle), fine),
        Circle(middle, middle, 24.2, Paint(fill=WHITE, stroke=line, width=0.25)),
        Stamp(painted(picture, own, look), field.x, field.y, FIELD / INCH),
        Rectangle(field, Paint(stroke=line, width=0.5)),
    ]
    return Face(2 * RADIUS, 2 * RADIUS, tuple(marks), f"medallion {picture.sign}", alt=spoken(picture.sign))


BAND, STATS, CAPTION = 11.0, 6.4, 3.4
"""Millimetres: the height of the name's band, the stats, the spaces' caption."""
MAST = 7.0
CORNER = 5.4
"""Millimetres: an inch of the miniature from above, in the corner of its picture."""
CODE = 17.0
"""Millimetres: a code that a tablet reads from an arm's length."""


class Tracked(NamedTuple):
    """A card to set, by the name that one asks for it, in the inks of a company or of the house."""

    facts: Facts
    name: str
    look: Look
    own: Livery

    @property
    def larger(self) -> float:
        """Points by which the smallest type is larger than the usual."""
        return self.look.smallest - SMALLEST


def unit_card(facts: Facts, name: str, look: Look, own: Livery | None = None) -> Face:
    """The front of a card; `name` is what one asks for it by."""
    own = own or of_house(look)
    marks = composed(FACE, Tracked(facts, name, look, own), look.inner)
    return replace(look.card((_framed(own, look), *marks), name), title=facts.name)


def _band(card: Tracked, room: Box) -> Drawn:
    """The name over what kind of unit it is, the cost at the right."""
    low = 1.2 if card.own.device else 0.0
    high = BAND + low + 0.5 * card.larger
    box = room._replace(height=high - low)
    return (_ground(card.own, high, card.look, box), *_heading(card, box)), high


@lru_cache(maxsize=64)
def _ground(own: Livery, high: float, look: Look, box: Box) -> Stamp:
    return Stamp(engraved(own, box.width, high, look), box.x, box.y)


def _heading(card: Tracked, box: Box) -> Iterator[Mark]:
    facts, name, look, own = card
    inner, ink = box.inset(1.3), INK if look.saver else own.on
    wide, cost = price(facts, look, inner, ink)
    yield from cost
    room = Box(inner.x, inner.y, inner.width - wide - 1.5, inner.height)
    if not facts.name:
        yield from at_left("Name", look.small(ink, LABEL), room._replace(height=3), name)
        return
    yield from _title(card, room._replace(height=5.2), look.style(TITLE, 15, ink))
    wordings = [facts.kind, facts.kind.split(",", 1)[0]]
    if facts.label:
        place = f"{facts.label}, {facts.where}"
        wordings = [f"{place}: {each}" for each in (facts.kind, *wordings[1:] * facts.given)] + [place]
    low = Box(room.x, room.y + 5.2, room.width, room.height - 5.0)
    yield from _kind(tuple(wordings), look.small(ink, SUBTITLE), low, f"{name}.class")


def _kind(wordings: tuple[str, ...], style: Style, room: Box, where: str) -> tuple[Mark, ...]:
    try:
        return _said(wordings, style, room)
    except DoesNotFit as error:
        raise DoesNotFit(where, error.message) from error


@lru_cache(maxsize=1_000)
def _said(wordings: tuple[str, ...], style: Style, room: Box) -> tuple[Mark, ...]:
    """What kind of unit it is; several types are of one."""
    return fullest(wordings, style, room, "").at(room.x, room.y)


def _title(card: Tracked, room: Box, style: Style) -> Iterator[Mark]:
    """The name on one line. One that a company gave is cut where it is too wide for the card."""
    facts, where = card.facts, f"{card.name}.name"
    if not facts.given:
        yield from at_left(facts.name, style, room, where)
        return
    name = facts.name
    cut = (f"{name[:n].rstrip()}…" for n in range(len(name) - 1, 0, -1))
    yield from fullest((name, *cut), style, room, where).at(room.x, room.y)


def _stats(card: Tracked, room: Box) -> Iterator[Mark]:
    yield from stats(card.facts, card.look, Box(room.x, room.y + 0.2, room.width, STATS))


def _row(card: Tracked, room: Box) -> Iterator[Mark]:
    """The flag, the counters and the footprint side by side."""
    yield from composed(ROW, card, room._replace(height=INCH))


def _flag(card: Tracked, room: Box) -> tuple[Mark, ...]:
    beads = tuple((colour, card.facts.letters[colour]) for colour in card.facts.flag)
    return _mast(beads, card.look, room._replace(width=MAST))


@lru_cache(maxsize=1_000)
def _mast(beads: tuple[tuple[str, str], ...], look: Look, box: Box) -> tuple[Mark, ...]:
    drawn = flag([colour for colour, _ in beads], dict(beads), look, box._replace(x=0, y=0))
    return put(drawn, box, "flag")


def _counters(card: Tracked, room: Box) -> Drawn:
    facts, look, half = card.facts, card.look, (room.width - 1.4) / 2
    fuel = gauge("fuel", facts.fuel, look, room._replace(width=half))
    beside = room._replace(x=room.x + half + 1.4, width=half)
    return (*fuel, *gauge("ammunition", facts.ammunition, look, beside)), room.width


def _miniature(card: Tracked, room: Box) -> Iterator[Mark]:
    box = Box(room.right - INCH, room.y, INCH, INCH)
    own = card.look.picture(card.name, box.inset(0.2))
    yield from own or _pictured(card, box)


def _pictured(card: Tracked, box: Box) -> Iterator[Mark]:
    """The type at work, its true footprint marked on it; on a live card its code, the type's sign below."""
    facts, look, own = card.facts, card.look, card.own
    if not facts.picture:
        yield Rectangle(box, Paint(stroke=INK, width=0.2, dash=(1.2, 0.9)))
        return
    if facts.code:
        yield from _coded(card, facts.picture, box)
        return
    yield from _at_work(facts.picture, (facts.unit_class, facts.footprint), own, look, box)


@lru_cache(maxsize=256)
def _at_work(
    picture: Picture, base: tuple[str, Footprint], own: Livery, look: Look, box: Box
) -> tuple[Mark, ...]:
    mini, scale = drawn(*base, look), CORNER / INCH
    spot = Box(box.x + 0.7, box.y + 0.7, mini.width * scale + 0.6, mini.height * scale + 0.6)
    return (
        Stamp(painted(picture, own, look), box.x, box.y),
        Rectangle(box, Paint(stroke=INK if look.saver else own.line, width=0.35)),
        *_ticks(box, mini),
        Rectangle(spot, Paint(fill=WHITE, stroke=INK, width=0.2), 0.4),
        Stamp(mini, spot.x + 0.3, spot.y + 0.3, scale),
    )


def _ticks(box: Box, mini: Face) -> Iterator[Mark]:
    """Four corners of the base that may be laid on the picture; that of an inch square is its edge."""
    wide, high = mini.width / 2, mini.height / 2
    if min(wide, high) * 2 >= INCH:
        return
    x, y = box.x + INCH / 2, box.y + INCH / 2
    for across in (-1, 1):
        for down in (-1, 1):
            corner = (x + across * wide, y + down * high)
            ends = ((corner[0] - across * 2, corner[1]), corner, (corner[0], corner[1] - down * 2))
            yield Path((ends,), Paint(stroke=INK, width=0.25))


def _coded(card: Tracked, picture: Picture, box: Box) -> Iterator[Mark]:
    facts, look = card.facts, card.look
    # The code is printed as large on every card: its scale is undone here.
    size = min(CODE / look.scale, INCH - 7)
    yield Stamp(qr_code(facts.code, size), box.right - size, box.y - 0.6)
    small, high = glyph(picture.sign), 7.2
    wide = high * small.width / small.height
    yield Stamp(small, box.right - 0.4 - wide, box.bottom - high, scale=high / small.height)
    label = Box(box.x, box.bottom - 7.4, box.width - wide - 1.5, 7.4)
    yield from middle(facts.label, look.style(TITLE, 14), label, "unit")


def _groups(facts: Facts) -> tuple[Group, ...]:
    people = ("people",) * (facts.strength or 0)
    return (
        Group("people", facts.troop, people),
        Group("cargo", facts.cargo_squares, tuple(facts.cargo)),
        Group("passenger", facts.seats, tuple(facts.aboard)),
    )


def _labels(card: Tracked, room: Box) -> Drawn:
    high = CAPTION + 0.4 * card.larger
    return labels(card.facts, card.look, Box(room.x, room.y + 0.3, room.width, high)), high + 0.5


def _spaces(card: Tracked, room: Box) -> Drawn:
    return spaces(_groups(card.facts), card.look, room, card.name), room.height


def _foot(card: Tracked, room: Box) -> Drawn:
    high = FOOT + 1.3 * card.larger
    box = Box(room.x, room.bottom - high, room.width, high)
    line = rule(box.x, box.y - 0.5, box.width, 0.2)
    return (line, *_notes_and_dice(card.facts, card.look, box, card.name)), high + 1.0


def _notes_and_dice(facts: Facts, look: Look, box: Box, name: str) -> Iterator[Mark]:
    room = Box(box.x, box.y + 0.3, box.width - (2 * (FOOT - 3.4 + 2.2) + 1), box.height - 0.3)
    if facts.notes:
        # What else counts; in the narrow face where the wide one finds no room.
        where = f"{name}.notes"
        try:
            block = fit(facts.notes, look.small(INK, LABEL), room.width, room.height, where)
        except DoesNotFit:
            block = fit(facts.notes, look.small(INK, SUBTITLE), room.width, room.height, where)
        yield from block.at(room.x, room.y)
    yield from dice(facts, look, Box(box.x, box.bottom - FOOT + 0.3, box.width, FOOT - 0.3))


FACE: tuple[Place[Tracked], ...] = (
    Place("foot", "bottom", _foot),
    Place("band", "top", _band),
    Place("stats", "top", fixed(STATS + 0.6, _stats)),
    Place("flag, counters, footprint", "top", fixed(INCH + 0.6, _row)),
    Place("labels", "top", _labels),
    Place("spaces", "rest", _spaces),
)
ROW: tuple[Place[Tracked], ...] = (
    Place("flag", "left", fixed(MAST + 1.2, _flag)),
    Place("footprint", "right", fixed(INCH + 1.2, _miniature)),
    Place("counters", "rest", _counters),
)


def blank_card(look: Look, number: int = 1) -> Face:
    """A card to fill in by hand: ten spaces for people, eight counters of each kind, six squares of cargo."""
    facts = Facts(
        name="",
        kind="",
        cost="____",
        speed="",
        reach=("",),
        unit_class="",
        footprint="large",
        troop=10,
        fuel=Gauge(8, 0),
        ammunition=Gauge(8, 0),
        layers=4,
        cargo_squares=6,
    )
    return unit_card(facts, f"blank {number}" if number > 1 else "blank", look)


UNLIMITED = 8
"""Cards printed of a type of which a binder allows any number."""

BLANK = options.blank_cards("To fill in by hand, after the others.", 27)
EXAMPLES = {
    "only": "Their ids with commas, and how often: regular_infantry*4, main_battle_tank. Empty: all.",
    "format": "Unit cards are 63.5 × 88.9 mm, nine to a sheet of nine-pocket sleeves.",
}
OWN = {"format": "poker"}
SIZES = options.larger_than(
    options.CARD_OPTIONS, "micro", "mini-american", "mini-european", "half-poker", "domino"
)
LIVE_EXAMPLES = {**EXAMPLES, "only": "Their numbers with commas: u3, u7. Empty: all."}


class UnitCards(Bound, OnSheets):
    count: str
    blank: int


class Blanks(OnSheets):
    sheets: int


class Roster(OnSheets):
    codes: bool
    which: str


def unit_cards(choices: UnitCards, scene: Scene[State] | None) -> Document:
    """The catalogue's cards, each as often as it may be in play."""
    binder, look = binder_of(choices, scene), DRESS.card_look(choices)
    pieces, seen = [], pictures(binder)
    for kind in binder.units.values():
        copies = (UNLIMITED if kind.cards is None else kind.cards) if choices["count"] == "catalogue" else 1
        if copies:
            back = unit_back(kind.unit_class, binder.footprint(kind.id), look, of_house(look))
            front = look.sized(unit_card, of_type(binder, kind, seen), kind.id, look)
            pieces.append(Piece(replace(front, title=kind.name), back, copies))
    chosen = options.picked(pieces, choices)
    if choices["blank"]:
        chosen.append(Piece(blank_card(look), None, choices["blank"]))
    return DRESS.laid("unit cards", chosen, choices)


def blanks(choices: Blanks, scene: Scene[State] | None) -> Document:
    look = DRESS.card_look(choices)
    face = look.sized(blank_card, look)
    return DRESS.laid("blank unit cards", [Piece(face, None, 9 * choices["sheets"])], choices)


def roster(choices: Roster, scene: Scene[State]) -> Document:
    """The cards of the seat that prints, as they stand, by seat and number."""
    state, look = scene.state, DRESS.card_look(choices)
    address = scene.address if choices["codes"] else ""
    pieces = [
        _live(state, unit, look, address)
        for player in held(scene)
        for unit in state.of(player)
        if choices["which"] == "all" or state.units[unit].where != "reserve"
    ]
    if not pieces:
        raise CannotPrint("table", "There is no unit to print yet: buy one, or print the catalogue's cards.")
    bare = ", no codes: this print knows no address" if choices["codes"] and not address else ""
    return DRESS.laid("roster", options.picked(pieces, choices), choices, bare)


def _live(state: State, unit: str, look: Look, address: str) -> Piece:
    facts = of_unit(state, unit, address)
    company = state.players[state.units[unit].owner].company
    own = of_company(state.binder, company, look)
    front = look.sized(unit_card, facts, unit, look, own)
    return Piece(front, unit_back(facts.unit_class, facts.footprint, look, own))


CARDS: Mapping[str, options.Made] = {
    "unit-cards": (
        unit_cards,
        options.adapted((*SIZES, *own("count"), BLANK, *own("binder")), EXAMPLES, OWN),
    ),
    "roster-cards": (
        options.of_table(roster),
        options.adapted((*SIZES, *own("which", "codes")), LIVE_EXAMPLES, OWN),
    ),
    "blank-cards": (blanks, options.adapted((*SIZES, *own("blank sheets")), {}, OWN)),
}


def _unit_faults(record: Json, ids: Sequence[str]) -> Iterator[GameError]:
    binder, footprint, named = starter_binder(), record.get("footprint"), record.get("class", "")
    usual = binder.classes.get(named)
    if usual is None and named and footprint is None:
        yield InvalidInput(
            "footprint", f"“{named}” is a class of your own: small, medium or large is wanted."
        )
    elif usual and footprint not in (None, usual):
        yield InvalidInput("footprint", f"All units of the class {named} are {usual}.")
    value = {key: each for key, each in record.items() if key not in ("id", "footprint")}
    try:
        read_id(record.get("id", ""), "id")
        read_unit_type(record["id"], value, "", {**binder.classes, named: footprint}, binder.terrain)
    except GameError as error:
        yield error


def _starter(base: str) -> Mapping[str, Sequence[Json]]:
    given = starter_file()
    return {
        "units": [
            {"id": name, "footprint": given["classes"][each["class"]]["footprint"], **each}
            for name, each in given["units"].items()
        ]
    }


def _whole(base: str, title: str, records: Mapping[str, Sequence[Json]]) -> Json:
    given, own = starter_file(), records.get("units", ())
    classes = {each["class"]: {"footprint": each["footprint"]} for each in own if "footprint" in each}
    units = {
        each["id"]: {key: value for key, value in each.items() if key not in ("id", "footprint")}
        for each in own
    }
    changes = {
        "name": title,
        "classes": {**classes, **given["classes"]},
        "units": {**given["units"], **units},
    }
    return {**given, **changes}


BINDER = read_once(partial(read_binder, path="binder"))


def _sides(wanted: Wanted) -> Sides:
    binder, look = BINDER(wanted.file), DRESS.card_look(wanted.choices)
    kind = binder.units[wanted.record["id"]]
    front = look.sized(unit_card, of_type(binder, kind), kind.id, look)
    return Sides(front, unit_back(kind.unit_class, binder.footprint(kind.id), look, of_house(look)))


WORKSHOP = Workshop(
    file="binder",
    kinds=kinds_in(FOLDER / "printables" / "own.json", {"units": _unit_faults}),
    bases={"starter": "The starter campaign"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
    print_with={"count": "one"},
)
