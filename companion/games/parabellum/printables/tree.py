"""The scenario tree on paper: boxes and ways, a poster, a page of the binder (C1, E3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine.game import Scene
from companion.engine.tree import Curve, Edge, Node, Plan, Route, Sizes, Status, Tree, Way, laid_out
from companion.games.parabellum.printables.look import DRESS, MUTED, Bound, binder_of, own, rule, state_of
from companion.games.parabellum.procedures.reckoning import CHOOSER, standing, way
from companion.games.parabellum.state import Binder, Scenario, State, spoken
from companion.press.document import Document
from companion.press.face import WHITE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import LABEL, STRONG, SUBTITLE, TITLE, Block, DoesNotFit, Style, fit, line, measure

type Points = tuple[tuple[float, float], ...]


def tree_of(binder: Binder, state: State | None) -> Tree:
    """Every scenario and way; without a campaign being played, all of it lies ahead."""
    stands = _stands(binder, state)
    nodes = (
        Node(each.id, int(each.id[0]), each.id[1:], each.name, stands[each.id], said(binder, each, state))
        for each in binder.scenarios.values()
    )
    edges = (
        Edge(each.id, goal, way(state, each.id, goal, stands) if state else "ahead")
        for each in binder.scenarios.values()
        for goal in each.next
    )
    return Tree(tuple(nodes), tuple(edges))


def _stands(binder: Binder, state: State | None) -> dict[str, Status]:
    return standing(state) if state else dict.fromkeys(binder.scenarios, "locked")


def said(binder: Binder, scenario: Scenario, state: State | None) -> str:
    """How a scenario stands in a live campaign, in a sentence; nothing without one."""
    if not state:
        return ""
    status = _stands(binder, state)[scenario.id]
    if status == "played":
        chapter = next((each for each in state.history if each.scenario == scenario.id), None)
        first = spoken(chapter.ranking[0]) if chapter and chapter.ranking else ""
        return f"Fought: {first} came first." if first else "Fought."
    if status == "now":
        if state.phase == "choose_next" and state.choosers:
            return f"Fought; {spoken(state.choosers[0])} chooses what is next."
        return f"Being played, round {state.round}." if state.round else "Being played."
    if status == "open":
        return f"Open: {_open(state)}."
    if status == "locked":
        return f"Locked: {_after(binder, scenario, state)}."
    return "Closed: no way leads here any more."


def _open(state: State) -> str:
    booklet = state.booklet
    if state.phase == "choose_next" and state.choosers:
        return f"{spoken(state.choosers[0])} may choose it now"
    return _if_chosen(booklet)


def _if_chosen(origin: Scenario) -> str:
    code = origin.id.upper()
    if len(origin.next) == 1:
        return f"after {code}"
    return f"after {code}, if {CHOOSER[origin.chooser]} there chooses it"


def _after(binder: Binder, scenario: Scenario, state: State) -> str:
    stands = _stands(binder, state)
    before = [each for each in binder.scenarios.values() if scenario.id in each.next]
    return "; or ".join(_if_chosen(each) for each in before if stands[each.id] in ("open", "locked"))


def lines(scenario: Scenario) -> Iterator[str]:
    """What else a box has room for, the weightiest first."""
    if scenario.next:
        word = f"{CHOOSER[scenario.chooser].capitalize()} chooses what is next."
        yield word if len(scenario.next) > 1 else f"Then {scenario.next[0].upper()}."
    else:
        yield "The campaign ends here."
    for n, each in enumerate(scenario.objectives, 1):
        yield f"{n} {each.name}: {each.bonus.credits}"


PAD = 1.6
"""Millimetres inside a box that are left free; in low boxes less."""

WIN = 5.5
"""Millimetres: a line on which the winner is written."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the boxes of one tree are told in: how a campaign stands, the ink, how large the type is."""

    binder: Binder
    state: State | None
    look: Look
    size: float = 1.0

    def lines(self, node: Node) -> Iterator[tuple[str, Style]]:
        """What a box says below its name, the weightiest first."""
        ink = self.ink(node)
        if node.note:
            yield node.note, self.look.style(STRONG, 8 * self.size, ink, leading=1.15)
        for text in lines(self.binder.scenarios[node.id]):
            yield text, self.look.style(LABEL, 8 * self.size, ink, leading=1.15)

    def ink(self, node: Node) -> Colour:
        """Quiet where the campaign cannot come any more."""
        return MUTED if self.state and node.status == "shut" else INK

    def is_to_win(self, node: Node) -> bool:
        """Whether the winner is still to be written down."""
        return not self.state or node.status not in ("played", "shut")


def sized(setting: Setting, boxes: Sequence[tuple[Node, Box]]) -> Setting:
    """The largest type in which every box says everything; or the usual one."""
    for size in (2.0, 1.75, 1.5, 1.25):
        larger = replace(setting, size=size)
        if all(_is_set(node, _inner(box), larger) for node, box in boxes):
            return larger
    return setting


def _inner(box: Box) -> Box:
    return box.inset(min(PAD, box.height * 0.08))


def _is_set(node: Node, inner: Box, setting: Setting) -> bool:
    head, blocks = _set(node, inner, setting)
    room = WIN if setting.is_to_win(node) else 0.0
    high = head.height + sum(block.height + 0.3 for block in blocks) + 0.4 + room
    return head.text != node.code and len(blocks) == len(list(setting.lines(node))) and high <= inner.height


def scenario_box(node: Node, box: Box, setting: Setting) -> Iterator[Mark]:
    """One box: what does not fit is left out from below, but never its code."""
    yield _ground(node.status if setting.state else "locked", box, setting.look)
    inner = _inner(box)
    head, blocks = _set(node, inner, setting)
    yield from head.at(inner.x, inner.y)
    y = inner.y + head.height + 0.4
    for block in blocks:
        yield from block.at(inner.x, y)
        y += block.height + 0.3
    if setting.is_to_win(node) and inner.bottom - y >= WIN:
        yield from _won(inner, setting.look)


def _set(node: Node, inner: Box, setting: Setting) -> tuple[Block, list[Block]]:
    head = _head(node, inner, setting)
    left, blocks = inner.height - head.height - 0.4, list[Block]()
    for text, style in setting.lines(node):
        block = _block(text, replace(style, smallest=style.size), inner._replace(height=left))
        if not block:
            break
        blocks.append(block)
        left -= block.height + 0.3
    return head, blocks


def _ground(status: Status, box: Box, look: Look) -> Mark:
    """Thick and tinted where the campaign has been, dashed where it cannot come any more."""
    house = look.strong("house")
    paints = {
        "played": Paint(fill=look.tint("house", 0.22) or WHITE, stroke=house, width=0.8),
        "now": Paint(fill=look.tint("alarm", 0.16) or WHITE, stroke=look.strong("alarm"), width=1.3),
        "open": Paint(fill=WHITE, stroke=look.strong("alarm"), width=0.7),
        "locked": Paint(fill=WHITE, stroke=INK, width=0.35),
        "shut": Paint(fill=WHITE, stroke=MUTED, width=0.3, dash=(1.6, 1.2)),
    }
    return Rectangle(box, paints[status], 1.6)


def _head(node: Node, box: Box, setting: Setting) -> Block:
    """The code and the name, in smaller type or with less of it where there is no room."""
    ink = setting.ink(node)
    for words in (f"{node.code} {node.title}", node.code):
        block = _block(words, setting.look.style(TITLE, 13 * setting.size, ink, leading=1.05), box)
        if block:
            return block
    style = Style(font=TITLE, size=13, smallest=setting.look.smallest, colour=ink, leading=1.0)
    return fit(node.code, style, box.width, box.height, f"scenarios.{node.id}")


def _block(text: str, style: Style, box: Box) -> Block | None:
    try:
        return fit(text, style, box.width, box.height, "tree")
    except DoesNotFit:
        return None


def _won(box: Box, look: Look) -> Sequence[Mark]:
    """A line at the foot, to write down who came first."""
    block = _block("Won by", look.small(MUTED, SUBTITLE), box)
    y = box.bottom - 0.3
    line = Path((((box.x + 10.5, y), (box.right, y)),), Paint(stroke=MUTED, width=0.2))
    return (*(block.at(box.x, y - block.height + 0.6) if block else ()), line)


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


def tree_face(binder: Binder, state: State | None, look: Look, room: Size) -> Face:
    """The tree as large as the space allows, in its middle."""
    plan = planned(tree_of(binder, state), room)
    x, y = (room.width - plan.width) / 2, (room.height - plan.height) / 2
    boxes = [(box.node, Box(x + box.x, y + box.y, box.width, box.height)) for box in plan.boxes]
    setting = sized(Setting(binder, state, look), boxes)
    marks: list[Mark] = []
    for column in plan.columns:
        marks += _round(column.round, Box(x + column.x, y, column.width, 6), look)
    # The ways that matter last, so that they lie over the others.
    weight: dict[Way, int] = {"shut": 0, "ahead": 1, "open": 2, "taken": 3}
    for route in sorted(plan.routes, key=lambda route: weight[route.edge.status]):
        marks += way_marks(route, (x, y), look, live=bool(state))
    for node, box in boxes:
        marks += scenario_box(node, box, setting)
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


def _round(number: int, box: Box, look: Look) -> Iterator[Mark]:
    words = f"Round {number}" if box.width > 18 else str(number)
    yield from middle(words, look.style(TITLE, 12, look.strong("house")), box, "tree")


def way_marks(route: Route, at: tuple[float, float], look: Look, *, live: bool) -> Iterator[Mark]:
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
    points = [(first.x, first.y)]
    for curve in route.curves():
        steps = 1 if curve.start.y == curve.end.y else BENDS
        points += [_on(curve, n / steps) for n in range(1, steps + 1)]
    return tuple(points)


def _on(curve: Curve, t: float) -> tuple[float, float]:
    """A point of a bent piece; `t` is 0 at its start and 1 at its end."""
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    points = (curve.start, curve.first, curve.second, curve.end)
    return (
        sum(weight * point.x for weight, point in zip(weights, points, strict=True)),
        sum(weight * point.y for weight, point in zip(weights, points, strict=True)),
    )


TOP, FOOT = 13.0, 8.0
"""Millimetres above the tree for its title, and below it for the key."""


class Poster(Bound):
    path: bool


def tree_poster(choices: Poster, scene: Scene[State] | None) -> Document:
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = state if choices["path"] and state and state.binder is binder else None
    paper = PAPERS[choices["paper"]]
    lying = Size(max(paper), min(paper))
    inner = Box(EDGE, EDGE + TOP, lying.width - 2 * EDGE, lying.height - 2 * EDGE - TOP - FOOT)
    drawing = tree_face(binder, live, look, Size(inner.width, inner.height))
    marks = (*_heading(binder, live, look, inner), Stamp(drawing, inner.x, inner.y), *key(live, look, inner))
    poster = DRESS.page(Face(*lying, marks, name="scenario tree"), "scenario tree")
    return DRESS.document(f"{binder.name}, scenario tree", (poster,), choices)


def _heading(binder: Binder, state: State | None, look: Look, inner: Box) -> Iterator[Mark]:
    title = Box(inner.x, EDGE - 2, inner.width * 0.6, 10)
    yield from at_left(binder.name, Style(font=TITLE, size=24, smallest=11, leading=1), title, "name")
    fought = len(state.history) if state else 0
    beside = f"Scenario tree after {fought} fought" if state else "Scenario tree"
    quiet = line(beside, Style(font=SUBTITLE, size=13, leading=1, colour=MUTED), inner.width * 0.38, "name")
    yield from quiet.at(inner.x, EDGE + 1, width=inner.width, align=1)
    yield rule(inner.x, EDGE + 9.5, inner.width, 0.6)


def key(state: State | None, look: Look, inner: Box) -> Iterator[Mark]:
    entries: list[tuple[str, Paint]] = []
    if state:
        entries = [
            ("the way taken", Paint(stroke=look.strong("house"), width=1.3)),
            ("open now", Paint(stroke=look.strong("alarm"), width=0.8)),
            ("may come", Paint(stroke=INK, width=0.35)),
            ("closed", Paint(stroke=MUTED, width=0.25, dash=(1.4, 1.2))),
        ]
    style, x, y = look.style(LABEL, 8), inner.x, inner.bottom + 4.2
    for words, paint in entries:
        yield Path((((x, y), (x + 9, y)),), paint)
        block = line(words, style, 60, "tree")
        yield from block.at(x + 10.5, y - block.height / 2)
        x += 10.5 + measure(words, style.font, block.size) + 6
    rest = line("Numbers behind objectives: credits for completing them.", style, inner.right - x, "tree")
    yield from rest.at(x, y - rest.height / 2)


POSTERS: Mapping[str, Made] = {
    "tree": (tree_poster, (papers("a3", "a4", "letter", "legal"), INKS, *own("path"), LARGE, *own("binder")))
}
"""The poster."""
