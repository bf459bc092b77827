"""What stands on a Unit Tracking Card, and how each part is drawn: gauges, spaces, dice (A1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, cos, floor, pi, sin
from typing import NamedTuple

from companion.games.parabellum.data import WORK_NAMES, Cost, Footprint
from companion.games.parabellum.printables.look import FAINT, MUTED, caption, sign
from companion.games.parabellum.state import Binder, State, UnitType, letters, spoken
from companion.games.parabellum.state.pictured import Picture, on_ground, pictures
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, at_left, middle
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, DoesNotFit, Style, line, measure

type Points = tuple[tuple[float, float], ...]


INCHES: Mapping[str, str] = {"small": "½ × ½″", "medium": "1 × ½″", "large": "1 × 1″"}


@dataclass(frozen=True, slots=True)
class Gauge:
    """Counters of one kind: how many spaces, what a refill costs in tokens, how many are full.

    `now` is None on a card on which none were laid.
    """

    most: int
    cost: int
    now: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """One card. `cargo` are the tokens in its squares, `aboard` the units in its seats, `code` what a tablet
    reads off it, `given` that its name is its owner's word."""

    name: str
    kind: str
    cost: str
    speed: str
    reach: tuple[str, ...]
    unit_class: str
    footprint: Footprint
    troop: int
    fuel: Gauge
    ammunition: Gauge
    strength: int | None = None
    layers: int = 0
    dug: int = 0
    cargo_squares: int = 0
    cargo: Sequence[str] = ()
    seats: int = 0
    aboard: Sequence[str] = ()
    flag: Sequence[str] = ()
    letters: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    attack: tuple[int, str] | None = None
    defense: int | None = None
    label: str = ""
    where: str = ""
    code: str = ""
    given: bool = False
    picture: Picture | None = None


def of_type(binder: Binder, kind: UnitType, seen: Mapping[str, Picture] | None = None) -> Facts:
    """A type's card; `seen` are the pictures of all types of its binder, where more than one card is set."""
    return Facts(
        picture=(seen or pictures(binder))[kind.id],
        name=kind.name,
        kind=f"{spoken(kind.unit_class)}, {INCHES[binder.footprint(kind.id)]}, {kind.role}",
        cost=str(kind.cost),
        speed=str(kind.speed),
        reach=reach(kind),
        unit_class=kind.unit_class,
        footprint=binder.footprint(kind.id),
        troop=kind.troop,
        fuel=Gauge(kind.fuel_max, kind.fuel_cost),
        ammunition=Gauge(kind.ammunition_max, kind.ammunition_cost),
        layers=kind.entrench,
        cargo_squares=kind.cargo,
        seats=kind.passengers,
        letters=letters(binder.palette),
        notes=notes(kind, binder),
        attack=attack(kind),
        defense=kind.defense_die,
    )


def of_unit(state: State, unit: str, address: str) -> Facts:
    """A live unit's card as it stands; `address` is the table's own page, empty where it is not known."""
    each, kind = state.units[unit], state.card(unit)
    sold = of_type(state.binder, kind)
    laid = each.where != "reserve"
    under = state.sheet.terrain(each.square) if state.tracked and each.square else ""
    return Facts(
        picture=on_ground(sold.picture, under),
        **{name: getattr(sold, name) for name in Facts.__slots__ if name not in LIVE},
        kind=f"{kind.name}, {sold.kind}" if each.name else sold.kind,
        name=state.called(unit),
        given=bool(each.name),
        cost=str(each.cost),
        fuel=Gauge(kind.fuel_max, kind.fuel_cost, each.fuel if laid else None),
        ammunition=Gauge(kind.ammunition_max, kind.ammunition_cost, each.ammunition if laid else None),
        strength=each.strength if laid else None,
        dug=each.entrench,
        cargo=("fuel",) * each.cargo.fuel + ("ammunition",) * each.cargo.ammunition,
        aboard=tuple(one.upper() for one in state.passengers(unit)),
        flag=each.flag,
        label=unit.upper(),
        where=where(state, unit),
        code=f"{address}hand/?unit={unit}" if address else "",
    )


LIVE = (
    *("picture", "name", "kind", "cost", "fuel", "ammunition", "strength", "dug"),
    *("cargo", "aboard", "flag", "label", "where", "code", "given"),
)


def where(state: State, unit: str) -> str:
    each = state.units[unit]
    if each.where == "map":
        return f"on {(each.square or '').upper()}"
    if each.where == "aboard":
        return f"aboard {(each.transport or '').upper()}"
    return {"reserve": "in reserve", "predeploy": "pre-deployment"}[each.where]


def reach(kind: UnitType) -> tuple[str, ...]:
    """How far it shoots, the longest way to say it first: squares, or an arc and its shots."""
    if kind.artillery:
        arc = f"{kind.artillery.min}–{kind.artillery.max}"
        return (f"{arc}, {kind.artillery.shots} shots", f"{arc} ×{kind.artillery.shots}")
    return (str(kind.range),) if kind.attack_die else ("–",)


def attack(kind: UnitType) -> tuple[int, str] | None:
    """Its die against others and what the card calls it (A1, A5); none for a unit that cannot attack."""
    if kind.artillery:
        return kind.artillery.die, "ARTY"
    return (kind.attack_die, "ATK") if kind.attack_die else None


def notes(kind: UnitType, binder: Binder) -> str:
    """What else counts: ground it may enter, ground that costs it other than usual,
    whom it carries, its works."""
    open_to_it = [each.id for each in binder.terrain.values() if each.access and each.admits(kind.tags)]
    candidates = (
        f"May enter {_listed(open_to_it)}." if open_to_it else "",
        f"{_listed([f'{name} {_cost(cost)}' for name, cost in kind.terrain_cost.items()]).capitalize()}.",
        f"Carries {_listed(kind.carries)}." if kind.carries else "",
        f"{_listed([WORK_NAMES[each].lower() for each in kind.engineering]).capitalize()}.",
    )
    return " ".join([each for each in candidates if each.strip(".")])


def _listed(words: Sequence[str]) -> str:
    return ", ".join(each.replace("_", " ") for each in words)


def _cost(cost: Cost) -> str:
    return "all" if cost == "all" else str(cost)


DIE = 12.0
"""The ground on which a die is drawn."""


def _around(count: int, turn: float, radius: float = 5.8, y: float = 6.0) -> Points:
    angles = (turn + 2 * pi * n / count for n in range(count))
    return tuple((round(6 + radius * cos(a), 3), round(y + radius * sin(a), 3)) for a in angles)


def _joined(inner: Points, outer: Points) -> tuple[Points, ...]:
    return tuple(zip(inner, outer, strict=True))


UP = -pi / 2
HEXAGON = _around(6, UP)
INNER_TRIANGLE = _around(3, UP, 3.9, 6.2)
PENTAGON = _around(5, UP, 3.5)
DECAGON = _around(10, UP)
KITE: Points = ((6, 1.9), (9.3, 6.6), (6, 8.9), (2.7, 6.6))

OUTLINES: dict[int, Points] = {
    4: ((6, 0.6), (11.6, 10.6), (0.4, 10.6)),
    8: ((6, 0.2), (11.2, 6), (6, 11.8), (0.8, 6)),
    10: ((6, 0.3), (11.6, 5.2), (11.6, 6.9), (6, 11.7), (0.4, 6.9), (0.4, 5.2)),
    12: DECAGON,
    20: HEXAGON,
}
EDGES: dict[int, tuple[Points, ...]] = {
    8: (((0.8, 6), (2.4, 8.3), (9.6, 8.3), (11.2, 6)), ((2.4, 8.3), (6, 0.2), (9.6, 8.3))),
    10: (
        (*KITE, KITE[0]),
        ((6, 1.9), (6, 0.3)),
        (KITE[1], (11.6, 6.0)),
        (KITE[3], (0.4, 6.0)),
        ((6, 8.9), (6, 11.7)),
    ),
    12: ((*PENTAGON, PENTAGON[0]), *_joined(PENTAGON, DECAGON[::2])),
    20: (
        (*INNER_TRIANGLE, INNER_TRIANGLE[0]),
        *((INNER_TRIANGLE[n], HEXAGON[m]) for n in range(3) for m in (2 * n, 2 * n + 1, (2 * n + 5) % 6)),
    ),
}
NUMBER_AT = {4: 7.1, 6: 6.0, 8: 5.6, 10: 5.9, 12: 6.0, 20: 6.6}


@lru_cache(maxsize=64)
def die(sides: int, ink: Colour, ground: Colour, *, edges: bool = True) -> Face:
    paint = Paint(fill=ground, stroke=ink, width=0.42)
    outline: Mark = (
        Rectangle(Box(1.1, 1.1, 9.8, 9.8), paint, 1.6)
        if sides == 6
        else Path((OUTLINES[sides],), paint, closed=True)
    )
    inner = (Path(EDGES[sides], Paint(stroke=ink, width=0.16)),) if edges and sides in EDGES else ()
    style = Style(font=NUMERAL, size=13, smallest=6, leading=1, colour=ink)
    number = line(str(sides), style, 8, "dice")
    words = number.at(0, NUMBER_AT[sides] - number.height / 2, width=DIE, align=0.5)
    return Face(DIE, DIE, (outline, *inner, *words), name=f"d{sides}")


LARGEST, LEAST = 8.0, 3.6
"""Millimetres: a space for a token, and the least that can still be marked with a pen."""
EMPTY = Paint(stroke=(0.45,), width=0.25)


def icon(what: str, box: Box, ink: Colour = INK) -> Stamp:
    """A sign as large as a box is high, at its left."""
    return Stamp(sign(what, ink), box.x, box.y, scale=box.height / 10)


def put(draw: Iterable[Mark], box: Box, name: str) -> tuple[Mark, ...]:
    """What is drawn from the upper left corner on, in its box as one drawing.

    Thousands of cards have it alike: it is held once and stands in their file once.
    """
    return (Stamp(Face(box.width, box.height, tuple(draw), name, bleed=1), box.x, box.y),)


def _corner(box: Box) -> Box:
    return box._replace(x=0.0, y=0.0)


def stats(facts: Facts, look: Look, box: Box) -> Iterator[Mark]:
    wide = box.width * (0.28 if facts.attack and facts.attack[1] == "ARTY" else 0.31)
    yield from _stat("speed", (f"Speed {facts.speed}", facts.speed), look, box._replace(width=wide))
    spaces = 5.6 + max(1, facts.layers) * 3.4
    dug = Box(box.right - spaces, box.y, spaces, box.height)
    reach = Box(box.x + wide, box.y, dug.x - box.x - wide - 0.5, box.height)
    yield from _stat("range", (*(f"Range {each}" for each in facts.reach), *facts.reach), look, reach)
    yield from _layers(facts.layers, facts.dug, look, dug)


@lru_cache(maxsize=1_000)
def _layers(layers: int, dug: int, look: Look, box: Box) -> tuple[Mark, ...]:
    return put(_dug(layers, dug, look, _corner(box)), box, "entrenchment")


def _dug(layers: int, dug: int, look: Look, box: Box) -> Iterator[Mark]:
    yield icon("entrench", Box(0, 0.9, 4.6, box.height - 1.8), look.strong("house"))
    for n in range(layers):
        spot = Box(5.4 + n * 3.4, (box.height - 3.4) / 2, 3.4, 3.4).inset(0.2)
        yield Rectangle(spot, Paint(fill=INK, stroke=INK, width=0.25) if n < dug else EMPTY)
    if not layers:
        yield from at_left("0", look.style(STRONG, 9.5), Box(5.6, 0, 4, box.height), "entrench")


@lru_cache(maxsize=1_000)
def _stat(what: str, wordings: tuple[str, ...], look: Look, box: Box) -> tuple[Mark, ...]:
    """A sign and its words, the longest that stand on one line: many units are as fast, or reach as far."""
    return put(_sign_and_words(what, wordings, look, _corner(box)), box, what)


def _sign_and_words(what: str, wordings: tuple[str, ...], look: Look, box: Box) -> Iterator[Mark]:
    yield icon(what, Box(box.x, box.y + 0.9, 4.6, box.height - 1.8), look.strong("house"))
    style, room = look.style(STRONG, 9), box.width - 5.8
    words = next((each for each in wordings if measure(each, STRONG, style.size) <= room), wordings[-1])
    yield from at_left(words, style, Box(box.x + 5.3, box.y, room, box.height), what)


@lru_cache(maxsize=1_000)
def gauge(what: str, counted: Gauge, look: Look, box: Box) -> tuple[Mark, ...]:
    """A sign, what a refill costs in tokens, and below two columns of spaces; full ones are filled."""
    return put(_gauge(what, counted, look, _corner(box)), box, what)


def _gauge(what: str, counted: Gauge, look: Look, box: Box) -> Iterator[Mark]:
    ink = look.strong(what)
    if not counted.most:
        yield icon(what, box._replace(height=4.6), FAINT)
        yield from middle("none", look.small(), box._replace(y=box.y + 5.4, height=4), what)
        return
    yield icon(what, box._replace(height=4.6), ink)
    words = Box(box.x + 4.8, box.y, box.width - 4.8, 4.6)
    yield from middle(f"×{counted.cost}" if counted.cost else "free", look.style(NUMERAL, 11), words, what)
    area = Box(box.x, box.y + 5.6, box.width, box.height - 5.6)
    columns = 2 if counted.most > 3 else 1
    while columns < 5 and area.height / ceil(counted.most / columns) < 3.0:
        columns += 1
    size = min(area.width / columns, area.height / ceil(counted.most / columns), 6.2)
    left = area.x + (area.width - columns * size) / 2
    for n in range(counted.most):
        spot = Box(left + n % columns * size, area.y + n // columns * size, size, size).inset(size * 0.07)
        yield from counter(what, spot, look, full=n < (counted.now or 0))


def counter(what: str, spot: Box, look: Look, *, full: bool) -> Iterator[Mark]:
    """One space of a gauge: round for fuel, square for ammunition."""
    ink = look.strong(what)
    paint = Paint(fill=ink if full else WHITE, stroke=ink if full else (0.45,), width=0.3)
    if what == "fuel":
        yield Circle(spot.x + spot.width / 2, spot.y + spot.height / 2, spot.width / 2, paint)
    else:
        yield Rectangle(spot, paint, 0.4)


class Group(NamedTuple):
    """Spaces of one kind: how many, and what lies in the first of them."""

    what: str
    room: int
    filled: tuple[str, ...]


def spaces(groups: tuple[Group, ...], look: Look, box: Box, where: str) -> tuple[Mark, ...]:
    """All spaces as large as they fit: people first, cargo and seats beside them or below."""
    try:
        return _all_spaces(groups, look, box)
    except DoesNotFit as error:
        raise DoesNotFit(where, error.message) from error


@lru_cache(maxsize=1_000)
def _all_spaces(groups: tuple[Group, ...], look: Look, box: Box) -> tuple[Mark, ...]:
    return put(_spaces(groups, look, _corner(box)), box, "spaces")


def _spaces(groups: Sequence[Group], look: Look, box: Box) -> Iterator[Mark]:
    size = LARGEST
    while size >= LEAST:
        placed = list(_placed(groups, box, size))
        if all(spot.bottom <= box.bottom + 1e-6 for _, _, spot in placed):
            break
        size -= 0.1
    else:
        total = sum(group.room for group in groups)
        raise DoesNotFit("", f"{total} spaces would be smaller than {LEAST:g} mm on this card.")
    for group, n, spot in placed:
        inner = spot.inset(0.35)
        yield from _space(group.what, group.filled[n] if n < len(group.filled) else "", inner, look)


def _placed(groups: Sequence[Group], box: Box, size: float) -> Iterator[tuple[Group, int, Box]]:
    """Each space's place, in rows; a group goes beside the one before where there is room for it."""
    x, y, rows = box.x, box.y, 0
    for group in (each for each in groups if each.room):
        across = max(1, floor((box.right - x) / size + 1e-9))
        if (rows and across * rows < group.room) or (rows and box.right - x < size):
            x, y, rows = box.x, y + rows * size + 0.8, 0
            across = max(1, floor(box.width / size + 1e-9))
        high = max(rows, ceil(group.room / across))
        wide = ceil(group.room / high)
        for n in range(group.room):
            yield group, n, Box(x + n % wide * size, y + n // wide * size, size, size)
        x, rows = x + wide * size + 1.6, high


def _space(what: str, content: str, spot: Box, look: Look) -> Iterator[Mark]:
    scale = spot.width / 10
    if what == "people":
        paint = Paint(fill=INK, stroke=INK, width=0.3) if content and not look.saver else EMPTY
        ink = (INK if look.saver else WHITE) if content else FAINT
        yield Rectangle(spot, paint, 0.7)
        yield Stamp(sign("people", ink), spot.x + spot.width * 0.16, spot.y + spot.width * 0.16, scale * 0.68)
        return
    yield Rectangle(spot, Paint(stroke=(0.4,), width=0.3, dash=(1.0, 0.7)), 0.7)
    if what == "passenger" and content:
        yield from middle(content, look.style(NUMERAL, 10), spot, "aboard")
        return
    ink = look.strong(content) if content else FAINT
    content_sign = content or ("cargo" if what == "cargo" else "passenger")
    yield Stamp(sign(content_sign, ink), spot.x + spot.width * 0.16, spot.y + spot.width * 0.16, scale * 0.68)


def dice(facts: Facts, look: Look, box: Box) -> tuple[Mark, ...]:
    """The two dice at the lower right, ATK or ARTY and DEF below them."""
    return _dice(facts.attack or (0, "ATK"), facts.defense or 0, bool(facts.name), look, box)


@lru_cache(maxsize=1_000)
def _dice(attack: tuple[int, str], defense: int, printed: bool, look: Look, box: Box) -> tuple[Mark, ...]:
    pairs = (attack, (defense, "DEF"))
    return put(_two_dice(pairs, printed, look, _corner(box)), box, "dice")


def _two_dice(pairs: Sequence[tuple[int, str]], printed: bool, look: Look, box: Box) -> Iterator[Mark]:
    size = box.height - 3.4
    for n, (sides, word) in enumerate(pairs):
        x = box.right - (2 - n) * (size + 2.2) + 1.1
        if sides:
            yield Stamp(die(sides, INK, WHITE), x, box.y, scale=size / DIE)
        elif printed and n == 0:
            yield Path(
                (((x + 2, box.y + size / 2), (x + size - 2, box.y + size / 2)),),
                Paint(stroke=MUTED, width=0.5),
            )
        else:
            yield Circle(
                x + size / 2, box.y + size / 2, size / 2 - 0.4, Paint(stroke=MUTED, width=0.3, dash=(1, 0.7))
            )
        words = Box(x - 2, box.bottom - 3.3, size + 4, 3.3)
        yield from middle(word, look.small(INK, SUBTITLE), words, "dice")


def labels(facts: Facts, look: Look, box: Box) -> tuple[Mark, ...]:
    of = "" if facts.strength is None else f"{facts.strength} of "
    wordings = [f"Troop strength {of}{facts.troop}"]
    wordings += [f"cargo {facts.cargo_squares}"] if facts.cargo_squares else []
    wordings += [f"passengers {facts.seats}"] if facts.seats else []
    return _caption(", ".join(wordings), look, box)


@lru_cache(maxsize=1_000)
def _caption(words: str, look: Look, box: Box) -> tuple[Mark, ...]:
    return caption(words, look, box, "troop")


def price(facts: Facts, look: Look, box: Box, ink: Colour) -> tuple[float, tuple[Mark, ...]]:
    return _price(facts.cost, look, box, ink)


@lru_cache(maxsize=1_000)
def _price(cost: str, look: Look, box: Box, ink: Colour) -> tuple[float, tuple[Mark, ...]]:
    number = line(cost, look.style(NUMERAL, 15, ink), box.width / 3, "cost")
    wide = measure(cost, NUMERAL, number.size)
    unit = line("credits", look.small(ink, LABEL), box.width / 2, "cost")
    room = max(wide, measure("credits", LABEL, unit.size))
    x = box.right - room
    top = box.y + (box.height - number.height - unit.height) / 2
    marks = (*number.at(x, top, width=room, align=1), *unit.at(x, top + number.height, width=room, align=1))
    return room, marks
