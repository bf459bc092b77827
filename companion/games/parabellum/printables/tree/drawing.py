"""The scenario tree drawn to fill a space: columns of boxes, ways between them, none through a box."""

from collections.abc import Iterator

from companion.engine.tree import Tree, Way
from companion.engine.tree.layout import Curve, Plan, Route, Sizes, laid_out
from companion.games.parabellum.printables.look import MUTED
from companion.games.parabellum.printables.tree.box import Told, scenario_box, sized
from companion.games.parabellum.printables.tree.words import tree_of
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder
from companion.press.face import Box, Face, Mark, Paint, Path
from companion.press.look import INK, Look, middle
from companion.press.page import Size
from companion.press.text import TITLE

SHAPES = tuple((wide, high) for wide in (40.0, 52.0, 66.0, 84.0, 110.0) for high in (22.0, 34.0, 50.0, 70.0))
"""Millimetres: boxes, of which that is taken that comes out largest."""

SHARES = (1 / 6, 1 / 16, 1 / 50, 1 / 200)
"""How far apart ways are, as a share of a box's height: the nearest only where it must be."""

LEAST = 4.2
"""Millimetres: the height of a box with a line of type."""

MANY = 60
FEW_SHAPES = ((40.0, 22.0), (66.0, 22.0), (66.0, 34.0), (120.0, 16.0), (200.0, 14.0))
"""With more scenarios than that, these are tried alone."""

HEADING = 7.0
"""Millimetres above the boxes for the names of the rounds, on every size of paper."""

LARGEST = 1.3
"""No box is drawn larger than so many times its design."""

BENDS = 20
"""Straight pieces of which a bent one is made."""

HEAD = 2.2
"""Millimetres: the length of an arrow's head."""

type Points = tuple[tuple[float, float], ...]


def tree_face(binder: Binder, state: State | None, look: Look, room: Size) -> Face:
    """The tree as large as the space allows, in its middle."""
    plan = planned(tree_of(binder, state), room)
    x, y = (room.width - plan.width) / 2, (room.height - plan.height) / 2
    boxes = [(box.node, Box(x + box.x, y + box.y, box.width, box.height)) for box in plan.boxes]
    told = sized(Told(binder, state, look), boxes)
    marks: list[Mark] = []
    for column in plan.columns:
        marks += _round(column.round, Box(x + column.x, y, column.width, 6), look)
    for route in _in_order(plan):
        marks += way(route, (x, y), look, live=bool(state))
    for node, box in boxes:
        marks += scenario_box(node, box, told)
    return Face(*room, tuple(marks), name="tree")


def planned(tree: Tree, room: Size) -> Plan:
    """The sheet whose boxes come out largest, of all shapes that boxes may have.

    Where they would be too low for a line of type, the ways are drawn closer together.
    """
    shapes = SHAPES if len(tree.nodes) <= MANY else FEW_SHAPES
    for share in SHARES:
        wide, high, scale = max((_fitted(tree, room, *shape, share) for shape in shapes), key=_box_area)
        if high * scale >= LEAST:
            break
    return laid_out(tree, _sizes(wide, high, share, scale))


def _fitted(tree: Tree, room: Size, wide: float, high: float, share: float) -> tuple[float, float, float]:
    """Boxes of this shape, and how large they may be drawn in the space that there is."""
    plan = laid_out(tree, _sizes(wide, high, share, 1.0))
    down = (room.height - HEADING) / (plan.height - HEADING)
    return wide, high, min(LARGEST, room.width / plan.width, down)


def _box_area(shape: tuple[float, float, float]) -> float:
    """What a box has room for; one higher than wide is worth half."""
    wide, high, scale = shape
    return wide * high * scale * scale * (1 if wide > 1.2 * high else 0.5)


def _sizes(wide: float, high: float, share: float, scale: float) -> Sizes:
    return Sizes(
        box_width=wide * scale,
        box_height=high * scale,
        pitch=min(3.4, high * share) * scale,
        aisle=min(7.0, high * share * 1.5) * scale,
        channel=20.0 * scale,
        margin=1.0 * scale,
        heading=HEADING,
    )


def _in_order(plan: Plan) -> list[Route]:
    """The ways that matter last, so that they lie over the others."""
    weight: dict[Way, int] = {"shut": 0, "ahead": 1, "open": 2, "taken": 3}
    return sorted(plan.routes, key=lambda route: weight[route.edge.status])


def _round(number: int, box: Box, look: Look) -> Iterator[Mark]:
    """The name of a column."""
    words = f"Round {number}" if box.width > 18 else str(number)
    yield from middle(words, look.style(TITLE, 12, look.strong("house")), box, "tree")


def way(route: Route, at: tuple[float, float], look: Look, *, live: bool) -> Iterator[Mark]:
    """A way with its arrow; the one that was taken is thick, one that is closed dashed."""
    paint = _paint(route.edge.status if live else "ahead", look)
    points = tuple((at[0] + x, at[1] + y) for x, y in traced(route))
    yield Path((points,), paint)
    (x, y), ink = points[-1], paint.stroke
    size = HEAD * (1.4 if paint.width > 0.8 else 1.0)
    yield Path(
        (((x, y), (x - size, y - size * 0.45), (x - size, y + size * 0.45)),), Paint(fill=ink), closed=True
    )


def _paint(status: Way, look: Look) -> Paint:
    return {
        "taken": Paint(stroke=look.strong("house"), width=1.3),
        "open": Paint(stroke=look.strong("alarm"), width=0.8),
        "ahead": Paint(stroke=INK, width=0.35),
        "shut": Paint(stroke=MUTED, width=0.25, dash=(1.4, 1.2)),
    }[status]


def traced(route: Route) -> Points:
    """A way as straight pieces, from box to box."""
    first, *_ = route.stops
    found = [(first.x, first.y)]
    for curve in route.curves():
        steps = 1 if curve.start.y == curve.end.y else BENDS
        found += [_on(curve, n / steps) for n in range(1, steps + 1)]
    return tuple(found)


def _on(curve: Curve, t: float) -> tuple[float, float]:
    """A point of a bent piece; `t` is 0 at its start and 1 at its end."""
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    points = (curve.start, curve.first, curve.second, curve.end)
    return (
        sum(weight * point.x for weight, point in zip(weights, points, strict=True)),
        sum(weight * point.y for weight, point in zip(weights, points, strict=True)),
    )
