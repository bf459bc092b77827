"""A campaign's home: the tree as the picture of the war, purses, tonight, front page, veterans, evenings."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.books import Book, book, booked
from campaigns.chronicle import Chair, Chronicle, EveningRow, chairs, chronicle_of, evening_rows
from campaigns.door import Visitor, page
from campaigns.models import Campaign
from campaigns.reading import Ask
from campaigns.reports import gist, lives, seen_by
from campaigns.tree import Stage, breadth, fitted, stages, tree_of, walked
from companion.engine.campaign import Branches, Glance, Mean, Night, Station
from companion.engine.campaign import Campaign as Card
from companion.engine.campaign.books import Record
from companion.engine.film import spread, steps, ticks
from companion.engine.game import Scene
from companion.engine.stage.question import Part
from companion.engine.tree import Edge, Node, Tree
from companion.engine.wording import isolated
from companion.tables.bell import present
from companion.tables.views.entrance import way_in

WIDE, GAP, HEAD, HIGH = 128, 45, 18, 342
"""A node, the way beside it, the rounds' words above, and the least height of the whole picture."""
TALL = {"was": 142, "now": 142, "open": 130, "locked": 60, "shut": 44}
MIDDLE, APART, NEAR, SOME, SMALL = 169, 14, 4, 4, 70
"""Where the way taken runs if it can; how far nodes stand from each other, and at least; so many columns fit
without panning; and of what height a node has its map beside its name."""


@dataclass(frozen=True, slots=True)
class Person:
    """A seat as the room shows it: its class of colour, and its person's name, else its company's."""

    chair: Chair
    here: bool

    @property
    def side(self) -> str:
        """The class that gives its things their colour."""
        return f"seat-{self.chair.side.number}" if self.chair.side else ""

    @property
    def name(self) -> str:
        return self.chair.seat.player or (self.chair.side.name if self.chair.side else self.chair.seat.name)

    @property
    def beads(self) -> list[tuple[int, object]]:
        """Its livery, each bead with its place from the left."""
        return [
            (12 + 20 * n, bead) for n, bead in enumerate(self.chair.side.livery if self.chair.side else ())
        ]

    @property
    def broad(self) -> int:
        """How long the livery is."""
        return 4 + 20 * len(self.beads)

    @property
    def off(self) -> int:
        """Where it begins, at the right of a node."""
        return WIDE - 4 - self.broad


class Knot(NamedTuple):
    """A scenario on the picture: where, how it looks, whose it became, and its map as small as a stamp.

    `map` is the map's height, or of a small node its top; the `lines` of its name, each with its place, and
    `foot` stand below or beside.
    """

    node: Node
    station: Station
    look: str
    x: int
    y: int
    tall: int
    map: int
    lines: tuple[tuple[int, str], ...]
    foot: str
    more: str
    person: Person | None
    sketch: Part
    address: str
    said: str

    @property
    def middle(self) -> int:
        """Where ways come in and go out."""
        return self.y + self.tall // 2

    @property
    def small(self) -> bool:
        """Whether its map stands beside its name, and not above it."""
        return self.tall < SMALL


class Way(NamedTuple):
    """A way between two of them: its stroke, its head, and over it who chose, word by word."""

    look: str
    d: str
    head: str
    side: str
    x: float
    words: tuple[tuple[float, str], ...]


class Picture(NamedTuple):
    """The whole tree; `pans` where it is larger than its part of the room. `rounds` tell it in words."""

    wide: int
    tall: int
    heads: tuple[tuple[int, int], ...]
    knots: tuple[Knot, ...]
    ways: tuple[Way, ...]
    pans: bool
    rounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class War:
    """A campaign before a visitor: what every part of the room is read out of."""

    chronicle: Chronicle
    visitor: Visitor
    glance: Glance[object]
    branches: Branches[object]
    people: Mapping[str, Person]
    passed: Sequence[Stage]
    stations: Mapping[str, Station]
    night: Night
    left: Mapping[str, object]
    most: Mapping[str, Sequence[int | None]]
    records: Sequence[Record]

    def name(self, seat: str) -> str:
        return self.people[seat].name if seat in self.people else seat


def picture(war: War) -> Picture:
    """The tree as the war went: a column a round, the way taken straight through all of them."""
    tree = tree_of(war.chronicle, war.branches)
    rounds = [
        [node for node in tree.nodes if node.round == number]
        for number in sorted({node.round for node in tree.nodes})
    ]
    shapes = [_shape(war, nodes) for nodes in rounds]
    top = _way_taken(shapes)
    knots = [
        _knot(war, node, shape.looks[at], tops[at], shape.talls[at])._replace(x=n * (WIDE + GAP))
        for n, (nodes, shape) in enumerate(zip(rounds, shapes, strict=True))
        for tops in (_tops(shape, top),)
        for at, node in enumerate(nodes)
    ]
    tall = max(HIGH, *(knot.y + knot.tall for knot in knots))
    return Picture(
        wide=max(len(rounds) * (WIDE + GAP) - GAP, 648),
        tall=tall,
        heads=tuple((n * (WIDE + GAP), nodes[0].round) for n, nodes in enumerate(rounds)),
        knots=tuple(knots),
        ways=tuple(_ways(war, tree, {knot.node.id: knot for knot in knots})),
        pans=len(rounds) > SOME or tall > HIGH,
        rounds=tuple(_rounds(war, tree)),
    )


class Shape(NamedTuple):
    """A round's nodes from above: how each looks, how tall it is, and which of them the war came through."""

    looks: tuple[str, ...]
    talls: tuple[int, ...]
    middle: int | None


def _shape(war: War, nodes: Sequence[Node]) -> Shape:
    looks = tuple("was" if node.status == "played" else node.status for node in nodes)
    first = len(war.passed) < 2
    talls = tuple(_tall(look, looks, first=first) for look in looks)
    return Shape(looks, talls, next((n for n, look in enumerate(looks) if look in ("was", "now")), None))


def _tall(look: str, looks: Sequence[str], *, first: bool) -> int:
    """Three that may come next share the height; before the first choice what may come later stands out."""
    many = looks.count("open")
    if look == "open" and many > 2:
        return max(96, (HIGH - HEAD - APART * (many - 1)) // many)
    return TALL["shut"] if look == "locked" and not first else TALL[look]


def _way_taken(shapes: Sequence[Shape]) -> int:
    """How far down its nodes begin: as near the middle as what stands above and below them lets it."""
    least, most = HEAD, HIGH - TALL["was"]
    for shape in shapes:
        if shape.middle is not None:
            above, below = shape.talls[: shape.middle], shape.talls[shape.middle + 1 :]
            least = max(least, HEAD + sum(above) + NEAR * len(above))
            most = min(most, HIGH - TALL["was"] - sum(below) - NEAR * len(below))
    return max(least, min(MIDDLE - TALL["was"] // 2, most))


def _tops(shape: Shape, top: int) -> list[int]:
    """Where each node of a round begins."""
    talls, middle = shape.talls, shape.middle
    if middle is None:
        room = HIGH - HEAD - sum(talls)
        gap = max(NEAR, min(24, room // max(1, len(talls) - 1)))
        first = max(HEAD, HEAD + (room - gap * (len(talls) - 1)) // 2)
        return [first + sum(talls[:n]) + n * gap for n in range(len(talls))]
    above, below, end = talls[:middle], talls[middle + 1 :], top + talls[middle]
    up, down = _gap(top - HEAD, above), _gap(HIGH - end, below)
    tops = [top - sum(above[n:]) - up * (len(above) - n) for n in range(len(above))]
    return [*tops, top, *(end + sum(below[:n]) + down * (n + 1) for n in range(len(below)))]


def _gap(room: int, talls: Sequence[int]) -> int:
    return min(APART, max(NEAR, (room - sum(talls)) // len(talls))) if talls else APART


def _knot(war: War, node: Node, look: str, y: int, tall: int) -> Knot:
    station, (foot, more, person) = war.stations[node.id], _foot(war, node, look)
    sketch = war.glance.sketch(war.chronicle.state, node.id, war.left.get(node.id))
    address = reverse("campaigns:tree_scenario", args=[war.chronicle.campaign.code, node.id])
    rest = person, sketch, address, _caption(node, look, foot, more)
    if tall < SMALL:
        broken = fitted(node.title, 14, WIDE - 52, 2)
        first = (tall - 15 * (len(broken) + 1)) // 2 + 13
        lines = tuple((first + 14 * n, line) for n, line in enumerate((node.code, *broken)))
        return Knot(node, station, look, 0, y, tall, (tall - 33) // 2, lines, "", "", *rest)
    broken = fitted(node.title, 16, WIDE + 6, 2)
    if tall < TALL["open"]:
        foot, more = "", foot.removeprefix("pays ")
    foot = fitted(foot, 15, WIDE - 16 - breadth(more, 15), 9)[0] if more and foot else foot
    below = tall - (28 if foot else 9) - 16 * (len(broken) - 1)
    lines = tuple((below + 16 * n, line) for n, line in enumerate(broken))
    return Knot(node, station, look, 0, y, tall, below - 20, lines, foot, more, *rest)


def _foot(war: War, node: Node, look: str) -> tuple[str, str, Person | None]:
    """The line below a title, what stands at its end, and whose colour it bears."""
    station = war.stations[node.id]
    if look == "was" and station.won:
        paid = f"{station.paid:+}".replace("-", "−")
        return war.name(station.won), paid, war.people.get(station.won)
    if look == "now":
        return ("tonight" if war.night.due == "muster" else f"now, {war.night.plate}"), "", None
    if look == "open":
        return f"pays to {station.most}", "", None
    return "", "", None


STANDS = {"was": "fought", "now": "now", "open": "may come next", "locked": "may come later", "shut": "shut"}


def _caption(node: Node, look: str, foot: str, more: str) -> str:
    foot = f"won by {foot}" if look == "was" and foot else foot
    text = ", ".join(filter(None, [STANDS[look], foot.removeprefix("now, "), f"paid {more}" if more else ""]))
    return f"{node.code} {node.title}: {text}"


def _ways(war: War, tree: Tree, knots: Mapping[str, Knot]) -> Iterator[Way]:
    """Those that are shut below all others; the words stand once over each fork."""
    order = {"shut": 0, "ahead": 1, "open": 2, "taken": 3}
    origins: set[str] = set()
    for edge in sorted(tree.edges, key=lambda each: order[each.status]):
        one, other = knots[edge.origin], knots[edge.goal]
        chosen = war.people.get(one.station.chose) if edge.status == "taken" else None
        words = () if edge.origin in origins else _chooser(war, edge, one)
        origins |= {edge.origin} if words else set()
        start, end, tip = one.x + WIDE, other.x - (10 if edge.status in ("open", "taken") else 0), other.x
        half = (start + end) / 2
        leaves = _leaving(edge, one, other)
        d = f"M{start:g} {leaves:g}C{half:g} {leaves:g} {half:g} {other.middle:g} {end:g} {other.middle:g}"
        deep = 12 if edge.status == "taken" else 8
        head = f"M{tip - 13:g} {other.middle - deep:g}L{tip:g} {other.middle:g}l-13 {deep}z"
        middle = one.middle - (24 if edge.status == "taken" else 8 * len(words) - 12)
        spots = tuple((middle + 15 * n, word) for n, word in enumerate(words))
        yield Way(
            edge.status, d, head if edge.status in ("open", "taken") else "", chosen.side if chosen else "",
            one.x + WIDE + GAP / 2, spots,
        )  # fmt: skip


def _leaving(edge: Edge, one: Knot, other: Knot) -> float:
    """Ways that fork leave a little apart, so that one sees how many there are."""
    if edge.status == "taken" or one.small:
        return one.middle
    apart = 14 if edge.status == "open" else 50 if one.look in ("was", "now") else 0
    return one.middle + (apart if other.middle > one.middle else -apart if other.middle < one.middle else 0)


def _chooser(war: War, edge: Edge, one: Knot) -> tuple[str, ...]:
    who = one.station.chooser
    if edge.status == "taken":
        return (who, "chose")
    if edge.status != "open":
        return ()
    return (who, "chooses") if war.night.due == "choose" else (who, "will", "choose")


def _rounds(war: War, tree: Tree) -> Iterator[str]:
    """The war as a list, round by round, for those who hear it."""
    for number in sorted({node.round for node in tree.nodes}):
        nodes = [node for node in tree.nodes if node.round == number]
        there = next((node for node in nodes if node.status in ("played", "now")), None)
        yield f"Round {number}: " + (_fought(war, tree, there, nodes) if there else _to_come(nodes)) + "."


def _fought(war: War, tree: Tree, there: Node, nodes: Sequence[Node]) -> str:
    way = next((edge for edge in tree.into(there.id) if edge.status == "taken"), None)
    before = war.stations[way.origin] if way else None
    chose = f", chosen by {war.name(before.chose)} as {before.chooser}" if before and before.chose else ""
    station = war.stations[there.id]
    ended = f"won by {war.name(station.won)}, paid {station.paid}" if station.won else "now"
    left = " and ".join(node.code for node in nodes if node is not there)
    return f"{there.code} {there.title}{chose}, {ended}" + (f"; not taken {left}" if left else "")


def _to_come(nodes: Sequence[Node]) -> str:
    return ", ".join(f"{node.code} {node.title} {STANDS[node.status]}" for node in nodes)


LEFT, RIGHT, FLOOR, ROOF = 40.0, 240.0, 148.0, 16.0
"""The raster of the purses' picture, 306 x 168."""


class Line(NamedTuple):
    """A purse over the rounds: its steps, the wash below it, the words at its end."""

    person: Person
    own: bool
    d: str
    wash: str
    words: str
    y: float
    amount: int | None


class Purses(NamedTuple):
    """Everybody's money in one picture: one's own as it is, others' as the most that they can have."""

    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    chapters: tuple[tuple[float, str], ...]
    parted: tuple[float, ...]
    start: int
    now: float


def purses(war: War, book: Book) -> Purses:
    """Over the scenarios and rounds so far; who sees no seat's books sees the most of each alone."""
    sees = seen_by(war.chronicle, war.visitor)
    points = [point.place for point in book.points]
    courses = {seat: _course(war, book, seat, points, own=seat in sees) for seat in war.people}
    highest = [value for course in courses.values() for place, value in course if place >= 1]
    start = max((course[0][1] for course in courses.values() if course), default=0)
    levels = ticks(0, max([*highest, 100]), 4)
    top = max([*highest, levels[-1] if levels else 0, 100])
    wide = max(1, len(points) - 1)

    def x(place: float) -> float:
        return LEFT + (RIGHT - LEFT) * place / wide

    def y(value: float) -> float:
        return FLOOR - (FLOOR - ROOF) * min(1.0, value / top)

    lines = [
        _line(war.people[seat], seat in sees, [(x(place), y(value)) for place, value in course], course)
        for seat, course in courses.items()
    ]
    heights = spread([line.y for line in lines], 20, FLOOR)
    chapters, parted = _chapters(book, x)
    placed = [line._replace(y=at) for line, at in zip(lines, heights, strict=True)]
    return Purses(
        tuple(sorted(placed, key=lambda line: line.own)),
        tuple((y(level), level) for level in levels if level <= top),
        chapters, parted, start if start > top else 0, x(wide),
    )  # fmt: skip


def _course(war: War, book: Book, seat: str, points: Sequence[int], *, own: bool) -> list[tuple[float, int]]:
    """Places along the axis and amounts: every booking of one's own, of others the end of each round."""
    if not own:
        most = war.most[seat]
        return [(float(n), value) for n, place in enumerate(points) if (value := most[place]) is not None]
    entries = book.of(seat)
    rows = [(0.0, book.cash(seat, points[0]))]
    for n, (before, after) in enumerate(pairwise(points), 1):
        within = [each.balance for each in entries if before < each.place <= after]
        rows += [(n - 1 + (k + 1) / len(within), balance) for k, balance in enumerate(within)]
    return rows


def _line(
    person: Person, own: bool, spots: Sequence[tuple[float, float]], course: Sequence[tuple[float, int]]
) -> Line:
    if not spots:
        return Line(person, own, "", "", "?", FLOOR, None)
    d = f"M{spots[0][0]:.1f} {spots[0][1]:.1f}" + "".join(steps(spots[1:])) + f"H{RIGHT:.1f}"
    wash = "" if own else f"{d}V{FLOOR:g}H{spots[0][0]:.1f}z"
    amount = course[-1][1]
    return Line(person, own, d, wash, f"{amount:,}" if own else f"≤ {amount:,}", spots[-1][1], amount)


def _chapters(
    book: Book, x: Callable[[float], float]
) -> tuple[tuple[tuple[float, str], ...], tuple[float, ...]]:
    """The scenarios below the axis, and where one ends."""
    names = [point.when.chapter for point in book.points]
    begun = [n for n, name in enumerate(names) if n == 0 or name != names[n - 1]]
    ends = [*begun[1:], max(1, len(names) - 1)]
    labels = tuple(
        (x((first + last) / 2), names[first].upper()) for first, last in zip(begun, ends, strict=True)
    )
    return labels, tuple(x(n) for n in begun[1:])


class Veterans(NamedTuple):
    """The most starred of the units that this reader knows, and who fell."""

    best: tuple[Record, ...]
    alive: int
    known: int
    fallen: int
    names: str


def veterans(war: War, book: Book) -> Veterans | None:
    """One's own company's, or everybody's for who leads none; None before anybody was seen."""
    own = [each for each in war.records if each.seat in war.visitor.sight.sees] or list(war.records)
    if not own:
        return None
    alive = sorted(
        (each for each in own if each.place != "gone"), key=lambda each: (-each.fights, -each.felled, each.id)
    )
    gone = [each for each in own if each.place == "gone"]
    fallen = sum(each.fallen for each in own)
    return Veterans(tuple(alive[:3]), len(alive), len(own), fallen, ", ".join(each.id[1:] for each in gone))


class Tile(NamedTuple):
    """An evening: its map as it ended, what was played, who won it there, and its heaviest line."""

    told: EveningRow
    code: str
    sketch: Part | None
    won: Person | None
    line: str


def tiles(war: War, book: Book) -> list[Tile]:
    last = {
        stage.evenings[-1].pk: war.stations[stage.leg.scenario].won
        for stage in war.passed
        if stage.leg.ended is not None and stage.evenings
    }
    return [_tile(war, book, each, last) for each in reversed(evening_rows(war.chronicle))]


def _tile(war: War, book: Book, row: EveningRow, last: Mapping[int, str]) -> Tile:
    if not row.lines:
        return Tile(row, "", None, None, row.evening.title or "Nothing played yet")
    short = war.chronicle.lines.once("gist", row.evening, lambda passages: gist(war.chronicle, passages, ()))
    heaviest = _by_name(war, short.heaviest.text) if short.heaviest else ""
    line = row.evening.title or heaviest or ", then ".join(row.chapters)
    won = war.people.get(last.get(row.evening.pk, ""))
    return Tile(row, short.chapter, short.sketch, won, line)


def _by_name(war: War, text: str) -> str:
    """A sentence with people's names in the place of their companies'."""
    for person in war.people.values():
        company = person.chair.side.name if person.chair.side else ""
        if company and company != person.name:
            for owning in (f"{company}'s", f"{company}’s", f"{company}'", f"{company}’"):
                text = text.replace(owning, f"{person.name}’s")
            text = text.replace(company, person.name)
    return text


class Tonight(NamedTuple):
    """Where it goes on, for this visitor: the map of now, what he can afford, whose colour it bears."""

    night: Night
    map: Part | None
    who: Person | None
    words: str
    means: tuple[tuple[Mean, float, float], ...]
    purse: int
    goals: tuple[tuple[object, Person | None, range, range], ...]
    pieces: int
    mine: bool


def tonight(war: War) -> Tonight:
    """The scenario of now as these eyes may know it."""
    chronicle, night, sight = war.chronicle, war.night, war.visitor.sight
    veiled = chronicle.game.veil(chronicle.state, Scene(chronicle.state, sight), False)
    who = war.people.get(night.seat)
    own = next((seat for seat in war.people if seat in sight.sees), "")
    parts = war.glance.means(chronicle.state, own) if own and night.due != "over" else ()
    purse = sum(part.amount for part in parts)
    return Tonight(
        night=night,
        map=war.glance.map(veiled),
        who=who,
        words=night.words.replace("{who}", isolated(who.name) if who else ""),
        means=tuple(_bar(parts, purse)),
        purse=purse,
        goals=tuple(
            (goal, war.people.get(goal.holder), range(goal.held), range(goal.turns - goal.held))
            for goal in night.goals
        ),
        pieces=sum(len(pieces) for _, pieces in night.lay),
        mine=night.seat in sight.acts,
    )


def _bar(parts: Sequence[Mean], purse: int) -> Iterator[tuple[Mean, float, float]]:
    """Each with where it begins and how long it is, on a bar of 100."""
    at = 0.0
    for part in parts:
        wide = 100 * part.amount / purse if purse else 0.0
        yield part, round(at, 2), round(wide, 2)
        at += wide


def enter(chronicle: Chronicle, who: Visitor) -> War:
    """The room's war, of a game that tells of it at a glance."""
    card = chronicle.card
    assert card is not None
    assert card.glance is not None
    assert card.branches is not None
    sitting = present(chronicle.table)
    people = {
        chair.seat.chair: Person(chair, sitting.get(chair.seat.chair, False))
        for chair in chairs(chronicle, who.sight, who.device)
    }
    seen, left, ceilings, records = _read(chronicle, card, people, seen_by(chronicle, who))
    return War(
        chronicle, who, card.glance, card.branches, people, seen,
        card.glance.stations(chronicle.state), card.glance.night(chronicle.state), left, ceilings, records,
    )  # fmt: skip


type Told = tuple[list[Stage], Mapping[str, object], Mapping[str, Sequence[int | None]], Sequence[Record]]


def _read(chronicle: Chronicle, card: Card[object], seats: Iterable[str], sees: Collection[str]) -> Told:
    """The scenarios so far, what was left on each map, the most that others can have, and all lives.

    The lines are read once for all of it, the books' too.
    """
    assert card.glance is not None
    others, maps = [each for each in seats if each not in sees], card.glance.stations(chronicle.state)
    fields = Ask("fields", card.glance.fields, lambda read: {each: read.left(each) for each in maps})
    most = [
        Ask(f"most {of}", partial(card.glance.ceiling, of), lambda read: (*read.limits,)) for of in others
    ]
    units = [lives(card.annals, sees, chronicle.state)] if card.annals else []
    left, _, _, *most_read = chronicle.lines.read(fields, walked(chronicle), booked(chronicle), *most, *units)
    limits = dict(zip(others, most_read, strict=False))
    return stages(chronicle), left, limits, most_read[-1] if units else ()


def room(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    chronicle = chronicle_of(campaign)
    war, kept = enter(chronicle, who), book(chronicle)
    rows = tiles(war, kept)
    chronicle.lines.reader.keep()
    first = war.night.due == "muster" and len(war.passed) == 1
    context = page(campaign, who, "overview") | {
        "game": chronicle.game,
        "over": chronicle.over,
        "last": chronicle.position.numbers[-1],
        "people": list(war.people.values()),
        "tree": picture(war),
        "purses": None if first else purses(war, kept),
        "tonight": tonight(war),
        "veterans": None if first else veterans(war, kept),
        "tiles": rows,
        "paper": next((each for each in reversed(rows) if each.told.lines and each.sketch), None),
        "first": first,
        "budget": kept.cash(next(iter(war.people), ""), kept.points[0].place) if first else 0,
        "under_way": bool(rows) and rows[-1].told.under_way,
        **way_in(request, "campaigns:join", campaign.code),
    }
    return render(request, "campaigns/overview.html", context)
