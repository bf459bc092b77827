"""Unit Tracking Cards, front and back: the catalogue's, blank ones, a roster's, one's own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Scene
from companion.engine.own import Sides, Wanted, Workshop, kinds_in
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
    spaces,
    stats,
)
from companion.games.parabellum.printables.look import (
    DRESS,
    INCH,
    binder_of,
    drawn,
    flag,
    held,
    own,
    rule,
    silhouette,
)
from companion.games.parabellum.printables.look import ground as terrain
from companion.games.parabellum.state import (
    State,
    read_binder,
    read_id,
    read_unit_type,
    spoken,
    starter_binder,
    starter_file,
)
from companion.press import options
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import INK, Drawn, Look, Place, at_left, composed, fixed, fullest, middle, qr_code
from companion.press.page import Piece
from companion.press.svg import braid, hatch, moved, rosette
from companion.press.text import LABEL, SMALLEST, SUBTITLE, TITLE, CannotPrint, DoesNotFit, Style, fit


@lru_cache(maxsize=64)
def unit_back(unit_class: str, footprint: Footprint, look: Look) -> Face:
    """A back that tells the class alone: no company, no type."""
    box = look.inner
    plate = Box(box.x + 9, box.y + 20, box.width - 18, 42)
    face = drawn(unit_class, footprint, look)
    marks = (
        *_weave(look),
        Rectangle(plate, Paint(fill=WHITE, stroke=look.strong("house"), width=0.7), 2),
        Stamp(face, plate.x + (plate.width - face.width) / 2, plate.y + 16 - face.height / 2),
        *middle(
            spoken(unit_class),
            look.style(TITLE, 17),
            Box(plate.x + 2, plate.y + 31, plate.width - 4, 8),
            f"back {unit_class}",
        ),
    )
    return look.card(marks, f"back {unit_class}")


def _weave(look: Look) -> Iterator[Mark]:
    """Ledger ruling both ways, the same for every company."""
    ground = look.ground
    tint = look.tint("house", 0.16)
    if tint:
        yield Rectangle(ground, Paint(fill=tint))
    width = 0.2 if look.saver else 0.32
    for lean in (1, -1):
        yield Path(
            hatch(ground.corners, step=4.2, lean=lean), Paint(stroke=look.strong("house"), width=width)
        )


FOOT = 12.6
"""Millimetres: the height of the dice at a card's foot."""
GROUNDS = {
    "infantry": "rubble", "truck": "open", "walker": "rocky", "gun": "forest",
    "tank": "open", "engineer": "urban", "hauler": "rubble",
}  # fmt: skip
"""The terrain on which each class is shown: an ornament, no rule."""


@lru_cache(maxsize=32)
def frame(ground: str, look: Look) -> Face:
    """What lies under every card of a company: two fine lines round it, ledger ruling at its foot."""
    colour, frame = look.strong(ground), look.inner.inset(-1.2)
    foot = Box(frame.x, frame.bottom - FOOT - 3.2, frame.width, FOOT + 3.2)
    tint = look.tint(ground, 0.07)
    marks: list[Mark] = [Rectangle(foot, Paint(fill=tint), 1.4)] if tint else []
    marks += [
        Rectangle(frame, Paint(stroke=colour, width=0.45), 1.6),
        Rectangle(frame.inset(0.55), Paint(stroke=colour, width=0.12), 1.2),
    ]
    return Face(look.width, look.height, tuple(marks), f"{ground} frame")


@lru_cache(maxsize=32)
def engraved(ground: str, width: float, high: float, look: Look) -> Face:
    """The band under a name, engraved like a share's edge."""
    box = Box(0, 0, width, high)
    marks: list[Mark] = [Rectangle(box, look.panel(ground), 1.2)]
    if not look.saver:
        pale = Paint(stroke=blend(look.full(ground), 0.86), width=0.12)
        marks += [Path(moved(braid(width, high - 1, 9, 9), 0, 0.5), pale)]
    return Face(width, high, tuple(marks), f"{ground} band")


def standing(unit_class: str, look: Look) -> Face:
    """A square inch of the terrain on which a class is shown."""
    return terrain(GROUNDS.get(unit_class, "open"), "", look)


RADIUS = 30.0
"""Millimetres: the ground on which a medallion is drawn; it is stamped at any size."""
FIELD = 34.0
"""Millimetres: the side of the square of terrain in it."""


@lru_cache(maxsize=64)
def medallion(unit_class: str, footprint: Footprint, colour: Colour, look: Look) -> Face:
    middle = RADIUS
    field = Box(middle - FIELD / 2, middle - FIELD / 2, FIELD, FIELD)
    fine = Paint(stroke=INK if look.saver else blend(colour, 0.75), width=0.12)
    line = INK if look.saver else colour
    marks: list[Mark] = [
        Circle(middle, middle, RADIUS, Paint(fill=WHITE, stroke=line, width=0.7)),
        Path(moved(rosette(RADIUS - 0.8, 24.6, 26, 3, 12), middle, middle), fine),
        Circle(middle, middle, 24.2, Paint(fill=WHITE, stroke=line, width=0.25)),
        Stamp(standing(unit_class, look), field.x, field.y, FIELD / INCH),
        Rectangle(field, Paint(stroke=line, width=0.5)),
        *_unit_on_base(unit_class, footprint, middle),
    ]
    return Face(2 * RADIUS, 2 * RADIUS, tuple(marks), f"medallion {unit_class}", alt=unit_class)


def _unit_on_base(unit_class: str, footprint: Footprint, middle: float) -> Iterator[Mark]:
    """The unit on its base, which keeps it clear of the ground's pattern."""
    picture = silhouette(unit_class, footprint, INK, WHITE)
    scale = 22.0 / max(picture.width, picture.height)
    wide, high = picture.width * scale, picture.height * scale
    base = Box(middle - wide / 2, middle - high / 2, wide, high)
    yield Rectangle(base, Paint(fill=WHITE, stroke=INK, width=0.3), 1.2)
    yield Stamp(picture, base.x, base.y, scale)


BAND, STATS, CAPTION = 11.0, 6.4, 3.4
"""Millimetres: the height of the name's band, the stats, the spaces' caption."""
MAST = 7.0
CODE = 17.0
"""Millimetres: a code that a tablet reads from an arm's length."""


class Tracked(NamedTuple):
    """A card to set, by the name that one asks for it, on the ground of a seat or of the house."""

    facts: Facts
    name: str
    look: Look
    ground: str

    @property
    def larger(self) -> float:
        """Points by which the smallest type is larger than the usual."""
        return self.look.smallest - SMALLEST


def unit_card(facts: Facts, name: str, look: Look, ground: str = "house") -> Face:
    """The front of a card; `name` is what one asks for it by."""
    marks = composed(FACE, Tracked(facts, name, look, ground), look.inner)
    return replace(look.card((Stamp(frame(ground, look), 0, 0), *marks), name), title=facts.name)


def _band(card: Tracked, room: Box) -> Drawn:
    """The name over what kind of unit it is, the cost at the right."""
    high = BAND + 0.5 * card.larger
    box = room._replace(height=high)
    return (
        Stamp(engraved(card.ground, box.width, high, card.look), box.x, box.y),
        *_heading(card, box),
    ), high


def _heading(card: Tracked, box: Box) -> Iterator[Mark]:
    facts, name, look, _ = card
    inner, ink = box.inset(1.3), look.on_panel()
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
    yield from fullest(wordings, look.small(ink, SUBTITLE), low, f"{name}.class").at(low.x, low.y)


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


def _flag(card: Tracked, room: Box) -> Iterator[Mark]:
    yield from flag(card.facts.flag, card.facts.letters, card.look, room._replace(width=MAST))


def _counters(card: Tracked, room: Box) -> Drawn:
    facts, look, half = card.facts, card.look, (room.width - 1.4) / 2
    fuel = gauge("fuel", facts.fuel, look, room._replace(width=half))
    beside = room._replace(x=room.x + half + 1.4, width=half)
    return (*fuel, *gauge("ammunition", facts.ammunition, look, beside)), room.width


def _miniature(card: Tracked, room: Box) -> Iterator[Mark]:
    box = Box(room.right - INCH, room.y, INCH, INCH)
    own = card.look.picture(card.name, box.inset(0.2))
    yield from own or _footprint(card.facts, card.look, box, card.ground)


def _footprint(facts: Facts, look: Look, box: Box, ground: str) -> Iterator[Mark]:
    """The miniature's class at its true footprint; on a live card its code, and the class below it."""
    if not facts.unit_class:
        yield Rectangle(box, Paint(stroke=INK, width=0.2, dash=(1.2, 0.9)))
        return
    mini = drawn(facts.unit_class, facts.footprint, look)
    if not facts.code:
        base = Box(box.x + (INCH - mini.width) / 2, box.y + (INCH - mini.height) / 2, mini.width, mini.height)
        yield Stamp(standing(facts.unit_class, look), box.x, box.y)
        yield Rectangle(box, Paint(stroke=look.strong(ground), width=0.3))
        yield Rectangle(base.inset(0.1), Paint(fill=WHITE, stroke=INK, width=0.2))
        yield Stamp(mini, base.x, base.y)
        return
    # The code is printed as large on every card: its scale is undone here.
    size = min(CODE / look.scale, INCH - 7)
    yield Stamp(qr_code(facts.code, size), box.right - size, box.y - 0.6)
    scale = 7.2 / max(mini.height, mini.width / 2)
    yield Stamp(mini, box.right - 0.8 - mini.width * scale, box.bottom - mini.height * scale, scale=scale)
    label = Box(box.x, box.bottom - 7.4, box.width - mini.width * scale - 1.5, 7.4)
    yield from middle(facts.label, look.style(TITLE, 14), label, "unit")


def _groups(facts: Facts) -> tuple[Group, ...]:
    people = ("people",) * (facts.strength or 0)
    return (
        Group("people", facts.troop, people),
        Group("cargo", facts.cargo_squares, facts.cargo),
        Group("passenger", facts.seats, facts.aboard),
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


def unit_cards(choices: Mapping[str, Json], scene: Scene[State] | None) -> Document:
    """The catalogue's cards, each as often as it may be in play."""
    binder, look = binder_of(choices, scene), DRESS.card_look(choices)
    pieces = []
    for kind in binder.units.values():
        copies = (UNLIMITED if kind.cards is None else kind.cards) if choices["count"] == "catalogue" else 1
        if copies:
            back = unit_back(kind.unit_class, binder.footprint(kind.id), look)
            front = look.sized(unit_card, of_type(binder, kind), kind.id, look)
            pieces.append(Piece(replace(front, title=kind.name), back, copies))
    chosen = options.picked(pieces, choices)
    if choices["blank"]:
        chosen.append(Piece(blank_card(look), None, choices["blank"]))
    return DRESS.laid("unit cards", chosen, choices)


def blanks(choices: Mapping[str, Json], scene: Scene[State] | None) -> Document:
    look = DRESS.card_look(choices)
    face = look.sized(blank_card, look)
    return DRESS.laid("blank unit cards", [Piece(face, None, 9 * choices["sheets"])], choices)


def roster(choices: Mapping[str, object], scene: Scene[State]) -> Document:
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
    ground = f"seat{state.players[state.units[unit].owner].seat}"
    front = look.sized(unit_card, facts, unit, look, ground)
    return Piece(front, unit_back(facts.unit_class, facts.footprint, look))


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


def _sides(wanted: Wanted) -> Sides:
    binder, look = read_binder(wanted.file, "binder"), DRESS.card_look(wanted.choices)
    kind = binder.units[wanted.record["id"]]
    front = look.sized(unit_card, of_type(binder, kind), kind.id, look)
    return Sides(front, unit_back(kind.unit_class, binder.footprint(kind.id), look))


WORKSHOP = Workshop(
    file="binder",
    kinds=kinds_in(FOLDER / "printables" / "own.json", {"units": _unit_faults}),
    bases={"starter": "The starter campaign"},
    starter=_starter,
    whole=_whole,
    sides=_sides,
    print_with={"count": "one"},
)
