"""The tree of scenarios: where the campaign has been, how it is drawn, what can come next at what cost."""

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.chronicle import Chronicle, Passage, chronicle_of
from campaigns.door import Visitor, in_campaign, page
from campaigns.models import Campaign, Evening
from campaigns.reading import Ask
from companion import shelf
from companion.engine.campaign import Branches, Leg, Outlook, Prospect
from companion.engine.stage import Part
from companion.engine.tree import Curve, Edge, Node, NodeBox, Route, Sizes, Status, Tree, Way, laid_out
from companion.engine.wording import bare, isolated
from companion.htmx import HtmxRequest

type Addressed = Callable[[str], str]


NARROW, BROAD = "iljftrI.,:;'’!|() ", "mwMW@%—–&"
SHARES = {"narrow": 0.3, "broad": 0.72, "capital": 0.56, "other": 0.49, "foreign": 1.0}
"""Parts of the type's size that a letter of the house's narrow face takes, a little more than it needs."""
FOREIGN = "\u0250"
CUT = "…"


def breadth(text: str, size: float) -> float:
    """About how broad a line is in type of that size; rather too much than too little.

    >>> breadth("Wall", 10) < breadth("WALL", 10)
    True
    """
    return size * sum(SHARES[_kind(letter)] for letter in text)


def _kind(letter: str) -> str:
    if letter >= FOREIGN and letter not in BROAD + NARROW + CUT:
        return "foreign"
    if letter in NARROW:
        return "narrow"
    if letter in BROAD:
        return "broad"
    return "capital" if letter.isupper() else "other"


def fitted(text: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """At most so many lines within that breadth; what does not fit is cut with an ellipsis.

    >>> fitted("Elevator Footing", 16, 80, 2)
    ('Elevator', 'Footing')
    """
    lines = list(_broken(bare(text), size, room))
    if len(lines) > most:
        lines = [*lines[: most - 1], _cut(" ".join(lines[most - 1 :]), size, room)]
    return tuple(map(isolated, lines))


def _broken(text: str, size: float, room: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if breadth(longer, size) <= room:
            line = longer
            continue
        if line:
            yield line
        line = word if breadth(word, size) <= room else _cut(word, size, room)
    if line:
        yield line


def _cut(text: str, size: float, room: float) -> str:
    """As much of it as fits before an ellipsis."""
    if breadth(text, size) <= room:
        return text
    while text and breadth(text + CUT, size) > room:
        text = text[:-1]
    return text.rstrip() + CUT


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
        words=f"Scenario tree: {len(plan.boxes)} scenarios in {len(plan.columns)} rounds, "
        "from left to right. Each is a link.",
        rounds=tuple((_n(column.x + column.width / 2), column.round) for column in plan.columns),
        lines=tuple(_line(route, _way(route, through), marks) for route in routes),
        boxes=tuple(_drawn(box, address(box.node.id), shown, marks) for box in plan.boxes),
    )


def _way(route: Route, through: Collection[tuple[str, str]]) -> bool:
    return (route.edge.origin, route.edge.goal) in through


def _n(number: float) -> str:
    return f"{round(number, 1):g}"


def _line(route: Route, through: bool, marks: Marks) -> Line:
    start, end = route.stops[0], route.stops[-1]
    pieces = list(route.curves())
    last = pieces[-1]
    pieces[-1] = last._replace(end=last.end._replace(x=end.x - HEAD + 1))
    strokes = f"M{_n(start.x)} {_n(start.y)}" + "".join(map(_stroke, pieces))
    back, half = _n(end.x - HEAD), HEAD / 2
    head = f"M{_n(end.x)} {_n(end.y)}L{back} {_n(end.y - half)}V{_n(end.y + half)}z"
    look = marks.ways.get((route.edge.origin, route.edge.goal), route.edge.status)
    piece = pieces[-1]
    points = (piece.start, piece.first, piece.second, piece.end)
    weights = (1 / 64, 9 / 64, 27 / 64, 27 / 64)
    x = sum(point.x * weight for point, weight in zip(points, weights, strict=True))
    y = sum(point.y * weight for point, weight in zip(points, weights, strict=True))
    return Line(route.edge, strokes, head, through, look, f'x="{_n(x - KNOB / 2)}" y="{_n(y - KNOB / 2)}"')


def _stroke(piece: Curve) -> str:
    if piece.start.y == piece.end.y:
        return f"H{_n(piece.end.x)}"
    points = (piece.first, piece.second, piece.end)
    return "C" + " ".join(f"{_n(point.x)} {_n(point.y)}" for point in points)


def _drawn(box: NodeBox, address: str, shown: str, marks: Marks) -> Drawn:
    node, room = box.node, box.width - 2 * PAD
    mark = marks.nodes.get(node.id, Mark(STATUS[node.status], node.status, SIGN[node.status]))
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


@dataclass(frozen=True, slots=True)
class Stage:
    """A scenario that was begun: on which evenings, and the numbers of the lines that ended and left it."""

    leg: Leg
    evenings: Sequence[Evening]
    ended: int | None
    chosen: int | None


def stages(chronicle: Chronicle) -> list[Stage]:
    """Oldest first."""
    (legs,) = chronicle.lines.read(walked(chronicle))
    numbers = chronicle.lines.whole.numbers
    ends = [leg.chosen_at or len(numbers) for leg in legs]
    return [_stage(chronicle, leg, end) for leg, end in zip(legs, ends, strict=True)]


def _stage(chronicle: Chronicle, leg: Leg, end: int) -> Stage:
    numbers = chronicle.lines.whole.numbers
    ended, chosen = (None if at is None else numbers[at] for at in (leg.ended, leg.chosen_at))
    return Stage(leg, chronicle.lines.evenings_of(leg.begun, end), ended, chosen)


@dataclass(slots=True)
class Walked:
    """The scenarios of a game's campaign, as far as its lines were read."""

    system: str
    legs: tuple[Leg, ...] = ()
    lines: int = 0

    def read(self, passage: Passage) -> None:
        card = shelf.game(self.system).campaign
        if card is not None and card.branches is not None:
            states = [passage.after] if passage.last is None else [passage.last, passage.after]
            self.legs = card.branches.legs(states, self.legs, max(0, self.lines - 1))
        self.lines += 1


def walked(chronicle: Chronicle) -> Ask[Walked, tuple[Leg, ...]]:
    system = chronicle.table.system
    return Ask("legs", lambda: Walked(system), lambda read: read.legs)


def course(passed: Sequence[Stage]) -> dict[str, list[int | None]]:
    """What each company had at the end of each scenario that is over, as it was read out; None where not."""
    over = [stage.leg for stage in passed if stage.leg.ended is not None]
    names = {purse.who: None for leg in over for purse in leg.purses}
    left = [{purse.who: purse.left.amount for purse in leg.purses if purse.left} for leg in over]
    return {name: [amounts.get(name) for amounts in left] for name in names}


def tree_of(chronicle: Chronicle, card: Branches[object]) -> Tree:
    """The scenarios and how they stand now."""
    return chronicle.once(("tree",), lambda: card.tree(chronicle.state))


def outlook(chronicle: Chronicle, card: Branches[object], seat: str) -> Outlook:
    """What that seat's company has to expect of each scenario that can be next."""
    return chronicle.once(("outlook", seat), lambda: card.outlook(chronicle.state, seat))


def with_tree(campaign: Campaign) -> tuple[Chronicle, Branches[object]]:
    """The campaign as it stands and its tree's card; 404 where its game has none."""
    if campaign.kind != "campaign":
        raise Http404("A series of evenings has no tree.")
    chronicle = chronicle_of(campaign)
    if chronicle.card is None or chronicle.card.branches is None:
        raise Http404("This game has no tree.")
    return chronicle, chronicle.card.branches


@in_campaign
def tree(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The drawing, who chooses next, the way so far, and every scenario that is still ahead."""
    chronicle, card = with_tree(campaign)
    tree, passed = tree_of(chronicle, card), stages(chronicle)
    values = {
        "drawing": drawing(tree, _addressed(campaign)),
        "choice": card.choice(chronicle.state),
        "stages": passed,
        "ahead": _ahead(tree, campaign),
        "statuses": [(status, STATUS[status], MEANT[status], SIGN[status]) for status in STATUS],
        "ways": WAYS,
        "course": course(passed),
        "poster": _poster(chronicle, card),
        "open": [node.id for node in tree.nodes if node.status == "open"],
        "chooses": chooses(chronicle, card, who),
        "own": bool(who.sight.sees) and any(node.status == "now" for node in tree.nodes),
    }
    return render(request, "campaigns/tree/tree.html", page(campaign, who, "tree") | values)


STAMP_WIDE, STAMP_HIGH, STAMP_NODE = 104, 84, (15, 12)
"""A tree as small as a stamp, and a scenario on it."""


class Dot(NamedTuple):
    look: Status
    x: float
    y: float


class Stamp(NamedTuple):
    """The tree as small as a stamp: a column a round, and the ways between, those taken last."""

    dots: Mapping[str, Dot]
    ways: Sequence[tuple[Way, Dot, Dot]]


def stamp(tree: Tree) -> Stamp:
    """Where the war has come from and where it can still go, without a word."""
    rounds = sorted({node.round for node in tree.nodes})
    step = (STAMP_WIDE - 24) / max(1, len(rounds) - 1)
    dots = dict[str, Dot]()
    for column, number in enumerate(rounds):
        nodes = [node for node in tree.nodes if node.round == number]
        for row, node in enumerate(nodes):
            dots[node.id] = Dot(node.status, 12 + column * step, STAMP_HIGH * (row + 0.5) / len(nodes))
    edges = sorted(tree.edges, key=lambda edge: ORDER.index(edge.status))
    return Stamp(dots, [(edge.status, dots[edge.origin], dots[edge.goal]) for edge in edges])


@in_campaign
def small(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The same as a picture: what stands for a campaign where there is room for no more."""
    chronicle, card = with_tree(campaign)
    values = {
        "stamp": stamp(tree_of(chronicle, card)),
        "wide": STAMP_WIDE,
        "high": STAMP_HIGH,
        "node": STAMP_NODE,
    }
    drawn = render(request, "campaigns/tree/small.svg", values, content_type="image/svg+xml")
    drawn["Cache-Control"] = "private, max-age=31536000"
    return drawn


def _addressed(campaign: Campaign) -> Addressed:
    return lambda scenario: reverse("campaigns:tree_scenario", args=[campaign.code, scenario])


def _ahead(tree: Tree, campaign: Campaign) -> list[dict[str, object]]:
    """What is not behind: each scenario with the ways to it, those that can still be gone alone if any."""
    address = _addressed(campaign)

    def row(node: Node) -> dict[str, object]:
        ways = tree.into(node.id)
        live = [edge for edge in ways if edge.status in ("open", "ahead")]
        return {"node": node, "address": address(node.id), "ways": live or ways}

    return [
        {
            "status": status,
            "words": STATUS[status],
            "nodes": [row(node) for node in tree.nodes if node.status == status],
        }
        for status in ("open", "locked", "shut")
    ]


def _poster(chronicle: Chronicle, card: Branches[object]) -> str:
    """The printed poster's address, if the print shop has one."""
    if card.poster not in chronicle.game.printables:
        return ""
    there = reverse("print:printable", args=[chronicle.game.slug, card.poster])
    return f"{there}?table={chronicle.table.code}"


@in_campaign
def scenario(request: HtmxRequest, campaign: Campaign, who: Visitor, scenario: str) -> HttpResponse:
    """One scenario: its booklet, how it stands, the ways that lead there; over the tree its sheet alone."""
    chronicle, card = with_tree(campaign)
    tree = tree_of(chronicle, card)
    if scenario not in tree.named:
        raise Http404("There is no such scenario.")
    node = tree.named[scenario]
    values = page(campaign, who, "tree") | {
        "node": node,
        "status": STATUS[node.status],
        "booklet": card.booklet(chronicle.state, scenario),
        "stages": [stage for stage in stages(chronicle) if stage.leg.scenario == scenario],
        "map": ground_of(chronicle, scenario),
    }
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "campaigns/war/sheet.html", values)
    prospect = chronicle.once(("prospect", scenario), lambda: card.prospect(chronicle.state, scenario))
    values |= {
        "into": tree.into(scenario),
        "onward": tree.out_of(scenario),
        "named": tree.named,
        "prospect": prospect,
        "untold": prospect.number - len(prospect.ways),
        "drawing": drawing(tree, _addressed(campaign), scenario, _through(prospect, scenario)),
        "own": any(
            each.scenario == scenario
            for seat in who.sight.sees
            for each in outlook(chronicle, card, seat).forecasts
        ),
    }
    return render(request, "campaigns/tree/scenario.html", values)


def ground_of(chronicle: Chronicle, scenario: str) -> Part | None:
    """Its map as the game draws it, where it does."""
    ground = chronicle.card.ground if chronicle.card else None
    return chronicle.once(("ground", scenario), lambda: ground(chronicle.state, scenario)) if ground else None


def _through(prospect: Prospect, goal: str) -> set[tuple[str, str]]:
    """The ways on the drawing that the page tells of."""
    routes = ([*(stretch.scenario for stretch in way.stretches), goal] for way in prospect.ways)
    return {step for route in routes for step in itertools.pairwise(route)}


@in_campaign
def afford(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """What the companies of this device can afford next; nobody else's."""
    chronicle, card = with_tree(campaign)
    names = names_of(chronicle, who)
    own = [(seat, name, outlook(chronicle, card, seat)) for seat, name in names.items()]
    return render(request, "campaigns/tree/afford.html", page(campaign, who, "tree") | {"own": own})


@in_campaign
def planner(request: HttpRequest, campaign: Campaign, who: Visitor, seat: str, scenario: str) -> HttpResponse:
    """A roster in a cart for one scenario that can be next; only for the company's own devices."""
    chronicle, card = with_tree(campaign)
    names = names_of(chronicle, who)
    if seat not in names:
        raise Http404("This device does not hold that company's seat.")
    numbers = {kind: request.GET.get(kind, "") for kind in request.GET}
    wanted = {kind: int(n) for kind, n in numbers.items() if n.isdecimal() and len(n) < 5}
    plan = card.plan(chronicle.state, seat, scenario, wanted)
    if plan is None:
        raise Http404("That scenario cannot be next for this company.")
    values = {"plan": plan, "company": names[seat], "scenario": scenario}
    return render(request, "campaigns/tree/planner.html", page(campaign, who, "tree") | values)


def chooses(chronicle: Chronicle, card: Branches[object], who: Visitor) -> tuple[str, ...]:
    """The scenarios that this device may choose now."""
    nodes = tree_of(chronicle, card).nodes
    taps = chronicle.once(
        ("taps",), lambda: {node.id: card.choose(chronicle.state, node.id) for node in nodes}
    )
    return tuple(each for each, tap in taps.items() if tap and tap["player"] in who.sight.acts)


def names_of(chronicle: Chronicle, who: Visitor) -> dict[str, str]:
    """The companies of this device, by seat."""
    sides = chronicle.card.sides(chronicle.state, who.sight) if chronicle.card else ()
    return {side.seat: side.name for side in sides if side.seat in who.sight.sees}
