"""The tree as it is drawn on a page: finished values for an SVG, boxes as links in reading order."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from campaigns.tree.lettering import breadth, fitted
from companion.engine.tree import Edge, Node, Status, Tree, Way
from companion.engine.tree.layout import Box, Curve, Plan, Route, Sizes, laid_out

SIZES = Sizes(box_width=178, box_height=108, pitch=15, aisle=28, channel=70, margin=6, heading=32)
PAD, TITLE, NOTE, HEAD = 12, 18, 14, 9
"""Inside a box: its padding, the sizes of its title and its note; and the length of an arrowhead."""
STATUS: dict[Status, str] = {
    "played": "Played",
    "now": "Now",
    "open": "Can be next",
    "locked": "Later",
    "shut": "Shut",
}
MEANT: dict[Status, str] = {
    "played": "the campaign has been here",
    "now": "the campaign stands here",
    "open": "a way on from here",
    "locked": "behind what can be next",
    "shut": "no way leads there",
}
WAYS: dict[Way, str] = {
    "taken": "the way taken",
    "open": "can be chosen next",
    "ahead": "may come later",
    "shut": "not any more",
}
KNOB = 48
"""The side of a square on a way that a finger can tap."""
ORDER = ("shut", "ahead", "open", "taken")
"""Ways are drawn in this order, the taken ones on top."""

SIGN: dict[Status, str] = {
    "played": "M1 7l2-2 3 3 6-7 2 2-8 9z",
    "now": "M2 1l11 6-11 6z",
    "open": "M7 1a6 6 0 1 1 0 12a6 6 0 1 1 0-12zm0 2.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z",
    "locked": "M2 6h1V4.500a4 4 0 0 1 8 0V6h1v7H2zM5 6h4V4.500a2 2 0 0 0-4 0z",
    "shut": "M3 1l4 4 4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4-4-4z",
}
"""A sign 14 pixels high for each status, so that none is told by colour or stroke alone."""
PLUS, UNLIKE = (
    "M5 1h4v4h4v4H9v4H5V9H1V5h4z",
    "M1 4h7l2-3h2l-1.5 3H13v2H9l-1 2h5v2H7l-2 3H3l1.500-3H1V8h4l1-2H1z",
)
STATUS_SIZE, SIGN_ROOM = 15, 20

type Addressed = Callable[[str], str]


class Mark(NamedTuple):
    """What a box says in place of its status: words, a sign 14 pixels high, and the class it is drawn in.

    A `note` stands in place of the scenario's own.
    """

    words: str
    look: str
    sign: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a drawing tells beside where a campaign stands: of boxes, and the class of some ways."""

    nodes: Mapping[str, Mark] = field(default_factory=dict)
    ways: Mapping[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box: its place, its words line by line, and where it leads; `shown` on the page about it."""

    node: Node
    place: str
    inner: str
    lines: tuple[tuple[str, str], ...]
    note: str
    foot: str
    status: str
    look: str
    sign: str
    sign_at: str
    name: str
    address: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A way: its strokes, its arrowhead, if the page is about it, a square before its end."""

    edge: Edge
    strokes: str
    head: str
    through: bool
    look: str
    at: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole sheet, in pixels."""

    width: str
    height: str
    words: str
    rounds: tuple[tuple[str, int], ...]
    lines: tuple[Line, ...]
    boxes: tuple[Drawn, ...]


def drawing(
    tree: Tree,
    address: Addressed,
    shown: str = "",
    through: Collection[tuple[str, str]] = (),
    marks: Marks = Marks(),
) -> Drawing:
    """`shown` is the scenario that the page is about, `through` the ways of which it tells."""
    plan = laid_out(tree, SIZES)
    routes = sorted(plan.routes, key=lambda route: (_way(route, through), ORDER.index(route.edge.status)))
    return Drawing(
        width=_n(plan.width),
        height=_n(plan.height),
        words=_words(plan),
        rounds=tuple((_n(column.x + column.width / 2), column.round) for column in plan.columns),
        lines=tuple(_line(route, _way(route, through), marks) for route in routes),
        boxes=tuple(_drawn(box, address(box.node.id), shown, _mark(box, marks)) for box in plan.boxes),
    )


def _words(plan: Plan) -> str:
    rounds, scenarios = len(plan.columns), len(plan.boxes)
    return f"Scenario tree: {scenarios} scenarios in {rounds} rounds, from left to right. Each is a link."


def _way(route: Route, through: Collection[tuple[str, str]]) -> bool:
    return (route.edge.origin, route.edge.goal) in through


def _n(number: float) -> str:
    return f"{round(number, 1):g}"


def _mark(box: Box, marks: Marks) -> Mark:
    status = box.node.status
    return marks.nodes.get(box.node.id, Mark(STATUS[status], status, SIGN[status]))


def _line(route: Route, through: bool, marks: Marks) -> Line:
    start, end = route.stops[0], route.stops[-1]
    pieces = list(route.curves())
    last = pieces[-1]
    pieces[-1] = last._replace(end=last.end._replace(x=end.x - HEAD + 1))
    strokes = f"M{_n(start.x)} {_n(start.y)}" + "".join(map(_stroke, pieces))
    back, half = _n(end.x - HEAD), HEAD / 2
    head = f"M{_n(end.x)} {_n(end.y)}L{back} {_n(end.y - half)}V{_n(end.y + half)}z"
    look = marks.ways.get((route.edge.origin, route.edge.goal), route.edge.status)
    return Line(route.edge, strokes, head, through, look, _knob(pieces[-1]))


def _knob(piece: Curve) -> str:
    """A square round the place where three quarters of a curve are gone."""
    points = (piece.start, piece.first, piece.second, piece.end)
    weights = (1 / 64, 9 / 64, 27 / 64, 27 / 64)
    x = sum(point.x * weight for point, weight in zip(points, weights, strict=True))
    y = sum(point.y * weight for point, weight in zip(points, weights, strict=True))
    return f'x="{_n(x - KNOB / 2)}" y="{_n(y - KNOB / 2)}"'


def _stroke(piece: Curve) -> str:
    if piece.start.y == piece.end.y:
        return f"H{_n(piece.end.x)}"
    points = (piece.first, piece.second, piece.end)
    return "C" + " ".join(f"{_n(point.x)} {_n(point.y)}" for point in points)


def _drawn(box: Box, address: str, shown: str, mark: Mark) -> Drawn:
    node, room = box.node, box.width - 2 * PAD
    note = mark.note or node.note
    lines = fitted(node.title, TITLE, room, 2)
    return Drawn(
        node=node,
        place=f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" height="{_n(box.height)}"',
        inner=_n(box.height - 6),
        lines=tuple((_n(54 + 20 * n), line) for n, line in enumerate(lines)),
        note="".join(fitted(note, NOTE, room, 1)),
        foot=_n(box.height - PAD - 2),
        status=mark.words,
        look=mark.look,
        sign=mark.sign,
        sign_at=_n(166 - breadth(mark.words, STATUS_SIZE) - SIGN_ROOM),
        name=f"{node.code} {node.title}: {mark.words.lower()}. {note}.",
        address=address,
        shown=node.id == shown,
    )
