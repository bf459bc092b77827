"""The Unit Tracking Card: name, flag, counters, footprint, people, cargo, dice (contents)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from companion.games.parabellum.printables.beads import flag
from companion.games.parabellum.printables.card_facts import Facts, Gauge
from companion.games.parabellum.printables.card_parts import Group, dice, gauge, labels, price, spaces, stats
from companion.games.parabellum.printables.look import INCH
from companion.games.parabellum.printables.setting import rule
from companion.games.parabellum.printables.silhouettes import drawn
from companion.games.parabellum.printables.unit_card.ground import FOOT, engraved, frame, standing
from companion.press.face import WHITE, Box, Face, Mark, Paint, Rectangle, Stamp
from companion.press.look import INK, Drawn, Look, Place, at_left, composed, fixed, fullest, middle, qr_code
from companion.press.text import LABEL, SMALLEST, SUBTITLE, TITLE, DoesNotFit, Style, fit

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
    told = [facts.kind, facts.kind.split(",", 1)[0]]
    if facts.label:
        here = f"{facts.label}, {facts.where}"
        told = [f"{here}: {each}" for each in (facts.kind, *told[1:] * facts.given)] + [here]
    low = Box(room.x, room.y + 5.2, room.width, room.height - 5.0)
    block = fullest(told, look.small(ink, SUBTITLE), low, f"{name}.class")
    yield from block.at(low.x, low.y)


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
    """What the spaces are for."""
    high = CAPTION + 0.4 * card.larger
    return labels(card.facts, card.look, Box(room.x, room.y + 0.3, room.width, high)), high + 0.5


def _spaces(card: Tracked, room: Box) -> Drawn:
    return spaces(_groups(card.facts), card.look, room, card.name), room.height


def _foot(card: Tracked, room: Box) -> Drawn:
    """What else counts, and the dice, under a line."""
    high = FOOT + 1.3 * card.larger
    box = Box(room.x, room.bottom - high, room.width, high)
    line = rule(box.x, box.y - 0.5, box.width, 0.2)
    return (line, *_notes_and_dice(card.facts, card.look, box, card.name)), high + 1.0


def _notes_and_dice(facts: Facts, look: Look, box: Box, name: str) -> Iterator[Mark]:
    wide = 2 * (FOOT - 3.4 + 2.2) + 1
    room = Box(box.x, box.y + 0.3, box.width - wide, box.height - 0.3)
    if facts.notes:
        yield from _notes(facts.notes, look, room, f"{name}.notes")
    yield from dice(facts, look, Box(box.x, box.bottom - FOOT + 0.3, box.width, FOOT - 0.3))


def _notes(told: str, look: Look, room: Box, where: str) -> Iterator[Mark]:
    """What else counts; in the narrow face where the wide one finds no room."""
    try:
        block = fit(told, look.small(INK, LABEL), room.width, room.height, where)
    except DoesNotFit:
        block = fit(told, look.small(INK, SUBTITLE), room.width, room.height, where)
    yield from block.at(room.x, room.y)


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
