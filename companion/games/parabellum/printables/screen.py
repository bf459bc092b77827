"""The secrecy screen: outside a picture that is each company's own, read across the table; inside the aids.

Kestrel-Vaun's bird dives from its rays, Meridian's plumb hangs before its soundings, Ansa's shields stand
in a row, Orlov & Tierney's freight runs on rails. One that a binder adds has its device on a seal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, pi, sin

from companion.engine.game import Scene
from companion.games.parabellum.printables.aids import (
    artillery,
    direct,
    losses_table,
    money,
    payouts,
    rules_of,
    set_up,
    terrain,
    turn,
)
from companion.games.parabellum.printables.livery import UNITS, Livery, badge, engraving, of_company, painted
from companion.games.parabellum.printables.look import DRESS, INCH, head, own, state_of
from companion.games.parabellum.printables.minis import OfCompany, companies_of
from companion.games.parabellum.state import Binder, State
from companion.games.parabellum.state.pictured import Picture, of_class
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, greyed
from companion.press.look import INK, Look
from companion.press.options import TEXT_OPTIONS, Choices, Made
from companion.press.page import Page, Size
from companion.press.prose import Markup, Prose, join, tag
from companion.press.svg import moved, rosette, svg

PLATE = Size(273, 176)
FIELD = Box(5, 5, 263, 166)
"""Millimetres: what the picture fills, inside its frame."""
NAME = Box(5, 134, 263, 32)
"""What the company's name stands on."""
COARSE = 3.4
"""How much larger than on a card's back a company's lines are: they are seen across the table."""


class Panel:
    """One panel about to be drawn: whose it is, and who stands on it."""

    def __init__(self, own: Livery, units: Sequence[Picture], look: Look) -> None:
        self.own, self.units, self.look = own, units, look

    @property
    def main(self) -> Colour:
        return WHITE if self.look.saver else self.own.main

    @property
    def second(self) -> Colour:
        return INK if self.look.saver else self.own.second

    @property
    def solid(self) -> Colour:
        """What is filled with it; where ink is saved, its edge alone tells."""
        return WHITE if self.look.saver else self.own.second

    @property
    def fine(self) -> Colour:
        return (0.7,) if self.look.saver else self.own.fine

    def disc(self, x: float, y: float, radius: float) -> Iterator[Mark]:
        """The device on a disc."""
        pale = WHITE if self.look.saver else dict(self.own.inks)["main-lit"]
        yield Circle(x, y, radius, Paint(fill=pale, stroke=self.second, width=2.4))
        yield Circle(x, y, radius - 3, Paint(stroke=self.second, width=0.6))
        yield self.device(x, y, radius * 0.68)

    def device(self, x: float, y: float, radius: float) -> Stamp:
        face = badge(self.own.device, 10, self.second)
        return Stamp(face, x - radius, y - radius, radius / 10)

    def window(self, unit: Picture, box: Box) -> Iterator[Mark]:
        """A unit on its ground, in a frame."""
        yield Stamp(painted(unit, self.own, self.look), box.x, box.y, box.width / INCH)
        yield Rectangle(box, Paint(stroke=self.second, width=2))
        yield Rectangle(box.inset(-1.8), Paint(stroke=INK, width=0.4))

    def standing(self, unit: Picture, box: Box) -> Stamp:
        """A unit without ground."""
        parts = (part for part in unit.parts(self.own.device) if not part.name.startswith("ground."))
        inks = () if self.look.saver else self.own.inks
        face = UNITS.face(parts, inks, saver=self.look.saver, size=100, name=f"{unit.sign} standing")
        return Stamp(face, box.x, box.y, box.width / 100)

    def across(self) -> list[float]:
        """The middles of the units over the panel's width."""
        step = FIELD.width / len(self.units)
        return [FIELD.x + step * (n + 0.5) for n in range(len(self.units))]


def _dive(panel: Panel) -> Iterator[Mark]:
    """Rays from a point above, the bird before them, those below it in round windows."""
    x, y = PLATE.width / 2, 26.0
    rays = tuple(
        ((x + 20 * cos(turn), y + 20 * sin(turn)), (x + 330 * cos(turn + 0.1), y + 330 * sin(turn + 0.1)))
        for turn in (pi * n / 40 for n in range(80))
    )
    yield Path(rays, Paint(stroke=panel.fine, width=1.6 if not panel.look.saver else 0.3))
    many = len(panel.units)
    for n, unit in enumerate(panel.units):
        at, down = x + (n - (many - 1) / 2) * 84, 92.0 if (2 * n + 1 == many) else 80.0
        yield Circle(at, down, 36, Paint(fill=panel.solid, stroke=INK, width=0.6))
        yield Circle(at, down, 34, Paint(fill=WHITE, stroke=INK, width=0.4))
        yield panel.standing(unit, Box(at - 29, down - 34, 58, 58))
    yield from panel.disc(x, y + 4, 24)


def _sounding(panel: Panel) -> Iterator[Mark]:
    """Depth lines, a scale beside them, the plumb on its line; who goes deeper stands lower."""
    many = len(panel.units)
    yield Path((((52.0, FIELD.y), (52.0, 62.0)),), Paint(stroke=panel.second, width=1.4))
    yield panel.device(52, 86, 40)
    ticks = tuple(
        ((FIELD.x, y), (FIELD.x + (12 if n % 5 == 0 else 6), y)) for n, y in enumerate(range(11, 131, 5))
    )
    yield Path(ticks, Paint(stroke=panel.second, width=1))
    side, apart, down = (62.0, 92.0, 50.0) if many == 2 else (52.0, 55.0, 27.0)
    for n, unit in enumerate(panel.units):
        box = Box(102 + n * apart, 13 + n * down, side, side)
        middle = box.x + side / 2
        yield Path((((middle, FIELD.y), (middle, box.y)),), Paint(stroke=panel.second, width=0.8))
        yield from panel.window(unit, box)


def _shield(x: float, y: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    """A shield's edge from its upper left corner: straight above, to a point below."""
    curve = [
        (x + wide * (0.5 + 0.5 * cos(pi * n / 24)), y + high * (0.55 + 0.45 * sin(pi * n / 24)))
        for n in range(25)
    ]
    return ((x, y), (x + wide, y), *curve)


def _wall(panel: Panel) -> Iterator[Mark]:
    """Shields side by side before linked rings, the clasp on the first."""
    many = len(panel.units) + 1
    step = FIELD.width / many
    wide = min(80.0, step - 4)
    for n in range(many):
        x = FIELD.x + step * (n + 0.5) - wide / 2
        for by, paint in (
            (0.0, Paint(fill=WHITE if panel.look.saver else INK, stroke=INK, width=0.8)),
            (1.0, Paint(fill=panel.solid)),
            (5.0, Paint(fill=panel.main if n == 0 else WHITE, stroke=INK, width=0.4)),
        ):
            edge = _shield(x + by, 14 + by, wide - 2 * by, 114 - 2.6 * by)
            yield Path((edge,), paint, closed=True)
        if n == 0:
            yield panel.device(x + wide / 2, 62, wide * 0.34)
        else:
            side = wide - 10
            yield panel.standing(panel.units[n - 1], Box(x + 5, 78 - side * 0.84 + 12, side, side))


def _freight(panel: Panel) -> Iterator[Mark]:
    """Cars on rails that run on from panel to panel, the arrow on the first."""
    foot, cars = 120.0, len(panel.units) + 1
    step, tyre = FIELD.width / cars, WHITE if panel.look.saver else INK
    yield Path((((FIELD.x, foot + 7), (FIELD.right, foot + 7)),), Paint(stroke=INK, width=2.2))
    sleepers = tuple(((x, foot + 8.2), (x, foot + 12)) for x in range(9, 268, 8))
    yield Path(sleepers, Paint(stroke=panel.second, width=3))
    yield Path((((FIELD.x, foot - 3), (FIELD.right, foot - 3)),), Paint(stroke=INK, width=2.4))
    for n in range(cars):
        side = min(78.0, step - 10)
        box = Box(FIELD.x + step * (n + 0.5) - side / 2, foot - 6 - side, side, side)
        yield Rectangle(box.inset(-3), Paint(fill=panel.solid, stroke=INK, width=0.8))
        ribs = tuple(((x, box.y - 3), (x, box.y)) for x in range(int(box.x), int(box.right), 6))
        yield Path(ribs, Paint(stroke=INK, width=0.5))
        if n == 0:
            yield Rectangle(box, Paint(fill=panel.main, stroke=INK, width=0.8))
            yield panel.device(box.x + side / 2, box.y + side / 2, side * 0.4)
        else:
            yield Stamp(painted(panel.units[n - 1], panel.own, panel.look), box.x, box.y, side / INCH)
            yield Rectangle(box, Paint(stroke=INK, width=0.8))
        for x in (box.x + 8, box.x + 22, box.right - 22, box.right - 8):
            yield Circle(x, foot, 6.4, Paint(fill=tyre, stroke=panel.second, width=1))
            yield Circle(x, foot, 2, Paint(fill=panel.second))


def _seal(panel: Panel) -> Iterator[Mark]:
    """The device on a rosette above, those who serve it in windows: of a company that a binder adds."""
    x, y = PLATE.width / 2, 34.0
    yield Path(moved(rosette(40, 22, 12, 8, 12), x, y), Paint(stroke=panel.fine, width=0.5))
    yield from panel.disc(x, y, 22)
    for at, unit in zip(panel.across(), panel.units, strict=True):
        yield from panel.window(unit, Box(at - 31, 62, 62, 62))


DRAWN: Mapping[str, Callable[[Panel], Iterator[Mark]]] = {
    "kestrel_vaun": _dive, "meridian": _sounding, "ansa": _wall, "orlov_tierney": _freight,
}  # fmt: skip


def outside(binder: Binder, company: str, classes: Sequence[str], look: Look) -> Face:
    """A company's panel with these classes, at most three; its name is left to whoever sets it."""
    panel = Panel(of_company(binder, company, look), [of_class(each) for each in classes], look)
    drawn = DRAWN.get(company, _seal)
    lines = engraving(panel.own, FIELD.width / COARSE, FIELD.height / COARSE, look)
    inner = (
        Rectangle(FIELD, Paint(fill=panel.main)),
        *(() if drawn is _dive else (Stamp(lines, FIELD.x, FIELD.y, COARSE),)),
        *drawn(panel),
    )
    whole = Face(*PLATE, inner, f"field of {company}")
    marks = (
        Stamp(whole, 0, 0, window=FIELD),
        Rectangle(NAME, Paint(fill=WHITE, stroke=INK, width=0.6)),
        Rectangle(Box(NAME.x, NAME.y - 3, NAME.width, 3), Paint(fill=panel.second, stroke=INK, width=0.4)),
        Rectangle(Box(NAME.x, NAME.bottom, NAME.width, 5), Paint(fill=panel.main, stroke=INK, width=0.4)),
        Rectangle(FIELD, Paint(stroke=INK, width=0.6)),
        Rectangle(FIELD.inset(-3), Paint(stroke=INK if look.saver else panel.own.line, width=1.6), 2),
    )
    return Face(*PLATE, marks, f"screen of {company}")


PANELS = 3

LONG = 24
"""Letters: a longer name is set smaller, so that it stays on its line."""


def secrecy_screen(choices: OfCompany, scene: Scene[State] | None) -> Prose:
    """For each company its panels, outside and inside in turn: turned over, one is behind the other."""
    binder, booklet, options = rules_of(choices, scene)
    state = state_of(scene)
    live = state if state and state.binder is binder else None
    odds = (tag("h2", "Mean losses, ten against ten"), losses_table(10))
    inner = (
        tag("div", *set_up(), *turn(options)),
        tag("div", *direct(options), *artillery(), *terrain(binder, booklet)),
        tag("div", *money(binder, booklet), *payouts(options), *odds),
    )
    names = ("Turn", "Combat", "Money")
    pages: list[Markup] = []
    for company in companies_of(choices, binder, live):
        for name, content, classes in zip(names, inner, _shared(list(binder.classes), PANELS), strict=True):
            pages.append(_outside(binder, company, choices, classes))
            pages.append(tag("section", head(name, binder.name), content, kind="inside"))
    return DRESS.prose(choices, "secrecy screen", join(pages), lying=True)


def _shared(names: Sequence[str], count: int) -> list[Sequence[str]]:
    """Names dealt out to so many panels, at most three each."""
    return [names[n::count][:3] for n in range(count)]


def _outside(binder: Binder, company: str, choices: Choices, classes: Sequence[str]) -> Markup:
    plate = outside(binder, company, classes, DRESS.look(choices))
    plate = greyed(plate, {}) if choices["ink"] == "grey" else plate
    name = binder.companies[company].name
    words = f"The livery of {name}, its device, and units: {', '.join(classes)}"
    return tag(
        "section",
        Markup(svg(Page(plate.width, plate.height, (Stamp(plate, 0, 0),)), title=words)),
        tag("div", name, kind="long name" if len(name) > LONG else "name"),
        tag("div", f"Parabellum Inc. · {binder.name}", kind="firm"),
        kind="outside",
    )


SCREENS: Mapping[str, Made] = {"secrecy-screen": (secrecy_screen, (*TEXT_OPTIONS, *own("company", "binder")))}
