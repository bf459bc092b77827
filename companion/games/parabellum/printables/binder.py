"""The setup binder to bind: brief, catalogue, booklets with maps, tree, unit cards (C2, C5)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.wording import signed
from companion.games.parabellum.printables.binder_type import (
    Type,
    aim,
    cover,
    goods,
    next_ways,
    priced,
    terms,
)
from companion.games.parabellum.printables.card_parts import INCHES, notes, of_type, reach
from companion.games.parabellum.printables.cards import RADIUS, medallion, unit_card
from companion.games.parabellum.printables.livery import of_house
from companion.games.parabellum.printables.look import DRESS, INCH, Bound, binder_of, ground, own, state_of
from companion.games.parabellum.printables.maps import Plan, map_face
from companion.games.parabellum.printables.minis import livery_line
from companion.games.parabellum.printables.tree import tree_face
from companion.games.parabellum.procedures.reckoning import CHOOSER
from companion.games.parabellum.state import (
    Binder,
    Chapter,
    Scenario,
    State,
    Terrain,
    UnitType,
    spoken,
    square_at,
)
from companion.games.parabellum.state.pictured import pictures
from companion.press.book import Binding, Cell, Leaf, Strip, bound, evenly, filled, leaves
from companion.press.book import Chapter as BookChapter
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import INK, Look, at_left, richest
from companion.press.options import INK as INK_OPTION
from companion.press.options import LARGE, Made, papers
from companion.press.page import PAPERS, Size
from companion.press.svg import braid, moved
from companion.press.text import STRONG, SUBTITLE, TITLE, DoesNotFit


def brief(binder: Binder, type_: Type) -> Iterator[Strip]:
    yield from type_.title(binder.name, "Campaign brief", "name")
    yield from type_.words(binder.brief, "brief")
    yield from type_.head("Terms", "brief")
    yield from type_.points(
        (f"Budget: {binder.budget} credits for each company, once.", *binder.circumstances), "circumstances"
    )
    yield from type_.head("Companies", "companies")
    rows = [
        (
            each.name,
            " and ".join(spoken(c).lower() for c in each.livery),
            Face(12, 5, tuple(livery_line(each.id, binder, type_.look, Box(0, 0, 12, 5)))),
        )
        for each in binder.companies.values()
    ]
    yield from type_.table(("Company", "Livery", "Its flags begin with"), rows, "companies")
    yield from type_.head("Scenarios", "scenarios")
    ways = [(each.id.upper(), each.name, next_ways(binder, each)) for each in binder.scenarios.values()]
    yield from type_.table(("", "Scenario", "Afterwards"), ways, "scenarios")


def tree_leaf(binder: Binder, state: State | None, type_: Type) -> Leaf:
    title = list(type_.title("Scenario tree", "", "scenarios"))
    down = type_.room.height - sum(strip.height for strip in title) - 2
    face = tree_face(binder, state, type_.look, Size(down, type_.room.width))
    [leaf] = leaves([*title, type_.picture(face, gap=2.0, lies=True)], type_.room.height)
    return leaf


def so_far(state: State, type_: Type) -> Iterator[Strip]:
    """The scenarios fought, as everybody at the table knows them."""
    binder = state.binder
    yield from type_.title("The campaign so far", binder.name, "history")
    company = {player: binder.companies[each.company].name for player, each in state.players.items()}
    stands = {"in": "playing"}
    seats = [
        (each.seat, spoken(name), company[name], stands.get(each.status, each.status))
        for name, each in state.players.items()
    ]
    yield from type_.table(
        ("Seat", "Player", "Company", "Stands"),
        [(str(seat), player, company, status) for seat, player, company, status in sorted(seats)],
        "players",
    )
    yield from type_.head("Fought", "history")
    rows = [_fought(state, chapter) for chapter in state.history]
    if rows:
        yield from type_.table(("", "Scenario", "Rounds", "Ranking", "Completed", "Then"), rows, "history")
    else:
        yield from type_.words("Nothing yet: this is the first scenario.", "history")
    booklet = state.booklet
    now = "The campaign is over" if state.phase == "over" else f"Now: {booklet.id.upper()} {booklet.name}"
    winner = f", won by {spoken(state.winner)}" if state.winner else ""
    pool = f"{state.supply.manpower} people are left in the pool, {state.casualties} are dead."
    yield from type_.words(f"{now}{winner}. {pool}", "history")


def _fought(state: State, chapter: Chapter) -> tuple[Cell, ...]:
    scenario = state.binder.scenarios[chapter.scenario]
    names = {each.id: each.name for each in scenario.objectives}
    completed = [
        f"{spoken(player)}: {', '.join(names[each] for each in goals)}"
        for player, goals in chapter.completed.items()
        if goals
    ]
    ranking = "\n".join(f"{n} {spoken(player)}" for n, player in enumerate(chapter.ranking, 1))
    return (
        scenario.id.upper(), scenario.name, str(chapter.rounds), ranking,
        "\n".join(completed) or "nothing", _then(state, chapter),
    )  # fmt: skip


def _then(state: State, chapter: Chapter) -> str:
    if not chapter.next:
        return "still to be chosen" if state.phase == "choose_next" else "the end"
    word = CHOOSER[state.binder.scenarios[chapter.scenario].chooser]
    chosen = f" by {spoken(chapter.chooser)}, {word}" if chapter.chooser else ""
    return f"{chapter.next.upper()}{chosen}"


SWATCH, SMALL_SWATCH = 8.0, 4.5
"""Millimetres: the side of a pattern in the key, and on small paper."""

GAP = 3.0
"""Millimetres above a map."""


def booklet(binder: Binder, scenario: Scenario, state: State | None, type_: Type) -> Iterator[Strip]:
    """A scenario's page: what it is, its terms, its circumstances, its objectives, what comes then."""
    where = f"scenarios.{scenario.id}"
    title = f"{scenario.id.upper()} {scenario.name}"
    yield from type_.title(title, f"Map: {binder.maps[scenario.map].name}", where)
    yield from type_.words(scenario.overview, where)
    yield from type_.head("Terms", where)
    yield from type_.points(terms(binder, scenario), where)
    if scenario.circumstances:
        yield from type_.head("Special circumstances", where)
        yield from type_.points(scenario.circumstances, where)
    yield from type_.head("Objectives", where)
    rows = [
        (str(n), each.name, aim(each), goods(each.bonus), f"{each.penalty} credits" if each.penalty else "–")
        for n, each in enumerate(scenario.objectives, 1)
    ]
    if rows:
        heads = ("", "Objective", "Met when", "Bonus", "Penalty")
        yield from type_.table(heads, rows, f"{where}.objectives")
    else:
        yield from type_.words("There are none: who withdraws last stays.", where)
    yield from type_.head("Afterwards", where)
    yield from type_.words(next_ways(binder, scenario), where)
    yield from type_.words(_standing(scenario, state), where)
    if type_.is_small:
        yield from type_.head("On the map", where)
        yield from map_key(binder, scenario, type_)


def _standing(scenario: Scenario, state: State | None) -> str:
    """Of a live campaign: whether this was fought, is being fought, or can still come."""
    if not state:
        return ""
    for chapter in state.history:
        if chapter.scenario == scenario.id:
            first = spoken(chapter.ranking[0]) if chapter.ranking else "nobody"
            return f"Fought: {chapter.rounds} rounds, {first} came first."
    if scenario.id == state.scenario:
        return "This is the scenario that the table is playing."
    return ""


def map_leaf(binder: Binder, scenario: Scenario, type_: Type) -> Leaf:
    """The map as it stands when the scenario opens, above the key to its patterns.

    On small paper it lies on its side and fills the page, and the key stands in the booklet.
    """
    sheet = binder.maps[scenario.map]
    title = list(type_.title(f"{scenario.id.upper()} {sheet.name}", "", "maps"))
    strips = [] if type_.is_small else list(map_key(binder, scenario, type_))
    wide, high = sheet.columns * INCH, sheet.height * INCH
    lies = type_.is_small and wide > high
    room = type_.room.height - _high(title) - _high(strips) - GAP
    scale = min(type_.room.width / (high if lies else wide), room / (wide if lies else high))
    face = map_face(Plan(binder, sheet, scenario, type_.look, scenario.features, None, scale))
    marks, y = [], 0.0
    for n, strip in enumerate([*title, type_.picture(face, scale, GAP, lies=lies), *strips]):
        y += strip.gap if n else 0
        marks.append(Stamp(strip.face, 0, y))
        y += strip.height
    return tuple(marks)


def _high(strips: list[Strip]) -> float:
    return sum(strip.height + strip.gap for strip in strips)


def map_key(binder: Binder, scenario: Scenario, type_: Type) -> Iterator[Strip]:
    sheet = binder.maps[scenario.map]
    places = (square_at(column, down) for down in range(sheet.height) for column in range(sheet.columns))
    grounds = {sheet.terrain(square) for square in places}
    rows = [_ground(scenario.ground[name], type_) for name in scenario.ground if name in grounds]
    heads = ("", "Terrain", "Moves", "Defence", "Attacks on it", "May enter")
    yield from type_.table(heads, rows, "maps", middle=(2, 3, 4))
    words = "Numbers in dashed frames: the squares on which that seat deploys. Red frames: objectives."
    yield from type_.note(words, "maps")


def _ground(terrain: Terrain, type_: Type) -> tuple[Cell, ...]:
    side = SMALL_SWATCH if type_.is_small else SWATCH
    pattern = Stamp(ground(terrain.id, terrain.glyph, type_.look), 0, 0, scale=side / INCH)
    swatch = Face(side, side, (pattern, Rectangle(Box(0, 0, side, side), Paint(stroke=(0.3,), width=0.2))))
    access = "everybody" if terrain.access is None else ", ".join(terrain.access).replace("_", " ")
    cost = "all" if terrain.cost == "all" else str(terrain.cost)
    defense, attack = signed(terrain.defense, "–"), signed(terrain.attack, "–")
    return swatch, spoken(terrain.id), cost, defense, attack, access


HEADS = ("Company", "Objectives met", "Units lost", "Credits", "Rank")
SHARES = (0.34, 0.28, 0.14, 0.14, 0.1)
"""How much of the width each column takes."""
ABOVE, HEADING, HEAD, ROW, LINE = 6.0, 7.5, 6.0, 9.0, 8.0
"""Millimetres above this part, and how high its heading, the table's rows and lines to write on are."""
MEDALLION = 38.0
"""Millimetres: how large a medallion is at a booklet's foot."""
RULE = Paint(stroke=(0.6,), width=0.15)


def filled_up(pages: Sequence[Leaf], binder: Binder, scenario: Scenario, type_: Type) -> list[Leaf]:
    """A booklet's pages, the last one filled to its foot where there is room for a line a company."""
    *whole, last = pages
    top = filled(last) + ABOVE
    room = Box(0, 0, type_.room.width, type_.room.height - top)
    if room.height < HEADING + HEAD + ROW * len(binder.companies):
        return list(pages)
    marks = tuple(_how_it_went(binder, scenario, type_, room))
    return [*whole, (*last, Stamp(Face(room.width, room.height, marks, "how it went"), 0, top))]


def _how_it_went(binder: Binder, scenario: Scenario, type_: Type, room: Box) -> Iterator[Mark]:
    yield from at_left(
        "How it went",
        type_.look.style(TITLE, 13, type_.look.strong("house")),
        Box(0, 0, room.width, HEADING - 1),
        "booklet",
    )
    down = HEADING + HEAD + ROW * len(binder.companies)
    yield from _table(binder, type_, Box(0, HEADING, room.width, down - HEADING))
    if room.height - down > MEDALLION + LINE:
        yield from _parade(binder, scenario, type_, room.bottom - MEDALLION / 2, room.width)
        room = room._replace(height=room.height - MEDALLION - 3)
    for n in range(1, int((room.height - down) / LINE) + 1):
        y = down + n * LINE
        yield Path((((0, y), (room.width, y)),), RULE)


def _table(binder: Binder, type_: Type, box: Box) -> Iterator[Mark]:
    """A line a company, with its livery; all else is written by hand."""
    look = type_.look
    edges = [sum(SHARES[:n]) * box.width for n in range(len(SHARES) + 1)]
    if not look.saver:
        yield Rectangle(box._replace(height=HEAD), Paint(fill=blend(look.full("house"), 0.1)))
    for x, right, words in zip(edges, edges[1:], HEADS, strict=False):
        yield from at_left(
            words, look.style(SUBTITLE, 9), Box(x + 1.2, box.y, right - x - 1.6, HEAD), "booklet"
        )
    for n, each in enumerate(binder.companies.values()):
        y = box.y + HEAD + n * ROW
        yield from livery_line(each.id, binder, look, Box(1, y + 2.2, 9, 4.5))
        style = look.style(STRONG, 9)
        if name := richest((each.name,), style, edges[1] - 13, ROW - 1, "companies"):
            yield from name.at(12, y + (ROW - name.height) / 2)
    ends = [box.y + HEAD + n * ROW for n in range(len(binder.companies) + 1)]
    yield Path(tuple(((0, y), (box.width, y)) for y in ends), Paint(stroke=INK, width=0.18))
    yield Path(tuple(((x, box.y + HEAD), (x, box.bottom)) for x in edges[1:-1]), RULE)


def _parade(binder: Binder, scenario: Scenario, type_: Type, y: float, wide: float) -> Iterator[Mark]:
    """Three types in medallions on a braid from edge to edge; each scenario begins with another."""
    look, seen = type_.look, list(pictures(binder).values())
    first = list(binder.scenarios).index(scenario.id)
    shown = [seen[(first * 3 + n) % len(seen)] for n in range(min(3, len(seen)))]
    colour = look.strong("house")
    fine = Paint(stroke=colour if look.saver else blend(colour, 0.6), width=0.12)
    yield Path(moved(braid(wide, 8, round(wide / 6), 6), 0, y - 4), fine)
    pitch = wide / len(shown)
    for n, picture in enumerate(shown):
        face = medallion(picture, of_house(look), look)
        yield Stamp(face, (n + 0.5) * pitch - MEDALLION / 2, y - MEDALLION / 2, MEDALLION / (2 * RADIUS))


SOLD = ("", "Cost", "Cards", "People", "Speed", "Range", "ATK", "DEF", "Fuel", "Ammo.", "Also")
SHORT = (*SOLD[:2], *SOLD[3:8], SOLD[-1])
"""The same on small paper: cards, fuel and ammunition stand among what else there is."""
RESOURCES = {"manpower": "People", "fuel": "Fuel", "ammunition": "Ammunition"}


def catalogue(binder: Binder, state: State | None, type_: Type) -> Iterator[Strip]:
    """Prices first, then a table for each class; of a live campaign also what is left of the pools."""
    yield from type_.title("Catalogue", binder.name, "catalogue")
    yield from type_.head("People, fuel, ammunition", "resources")
    rows: list[tuple[Cell, ...]] = []
    for name, resource in binder.resources.items():
        left = getattr(state.supply, name) if state else None
        more = (("endless" if left is None else str(left)),) if state else ()
        rows.append((RESOURCES[name], *priced(resource), *more))
    heads = ("", "Supply", "Credits for one", *(("Left now",) if state else ()))
    yield from type_.table(heads, rows, "resources")
    yield from type_.head("Units", "units")
    yield from _units(binder, type_)
    yield from type_.note(
        "Fuel and ammunition: counters on a full card / tokens that fill it. "
        "Artillery (ARTY): from its nearest to its farthest square × its shots.",
        "catalogue",
    )


def _units(binder: Binder, type_: Type) -> Iterator[Strip]:
    sold = binder.units.values()
    classes = {name: [kind for kind in sold if kind.unit_class == name] for name in binder.classes}
    kinds = [kind for group in classes.values() for kind in group]
    if not kinds:
        return
    row, heads = (_shortly, SHORT) if type_.is_small else (_sold, SOLD)
    lines = [row(binder, kind) for kind in kinds]
    top, *rows = type_.table(heads, lines, "units", middle=range(1, len(heads) - 1))
    yield top
    left = iter(rows)
    for name, group in classes.items():
        if group:
            words = f"{spoken(name)}, {INCHES[binder.classes[name]]}"
            yield from type_.group(words, f"classes.{name}", rows[0].head)
            yield from (next(left) for _ in group)


def _sold(binder: Binder, kind: UnitType) -> tuple[str, ...]:
    """A type's line: counters before the stroke, tokens that refill them behind it."""
    die = f"ARTY d{kind.artillery.die}" if kind.artillery else f"d{kind.attack_die}"
    hold = f"Cargo {kind.cargo}. " if kind.cargo else ""
    hold += f"Passengers {kind.passengers}. " if kind.passengers else ""
    return (
        kind.name, str(kind.cost), "any" if kind.cards is None else str(kind.cards), str(kind.troop),
        str(kind.speed), reach(kind)[-1], die if kind.artillery or kind.attack_die else "–",
        f"d{kind.defense_die}", f"{kind.fuel_max} / {kind.fuel_cost}",
        f"{kind.ammunition_max} / {kind.ammunition_cost}" if kind.ammunition_max else "–",
        (hold + notes(kind, binder)).strip() or "–",
    )  # fmt: skip


def _shortly(binder: Binder, kind: UnitType) -> tuple[str, ...]:
    """A type's line where columns are few."""
    name, cost, cards, people, speed, far, attack, defense, fuel, ammunition, also = _sold(binder, kind)
    words = f"Fuel {fuel}, ammunition {ammunition}. Cards: {cards}. {also.strip('–')}".strip()
    return name, cost, people, speed, far, attack, defense, words


"""Millimetres between cards."""


def card_leaves(binder: Binder, look: Look, room: Size) -> Iterator[tuple[Leaf, str]]:
    """Pages of cards and the name of each page's first: three by three, or fewer where they get too small."""
    for side in (3, 2, 1):
        # The card's size so that so many stand side by side, and as many below each other; never enlarged.
        wide = (room.width - (side - 1) * GAP) / side
        high = (room.height - (side - 1) * GAP) / side
        scale = min(1.0, wide / DRESS.card.width, high / DRESS.card.height)
        cut = replace(look, trim=Size(DRESS.card.width * scale, DRESS.card.height * scale))
        try:
            seen = pictures(binder)
            faces = [unit_card(of_type(binder, kind, seen), kind.id, cut) for kind in binder.units.values()]
        except DoesNotFit:
            if side == 1:
                raise
            continue
        kinds = list(binder.units.values())
        for start in range(0, len(faces), side * side):
            yield _leaf(faces[start : start + side * side], side, room), kinds[start].name
        return


def _leaf(faces: list[Face], side: int, room: Size) -> Leaf:
    step = (room.width - faces[0].width) / (side - 1) if side > 1 else 0.0
    x = (room.width - faces[0].width) / 2 if side == 1 else 0.0
    return tuple(
        Stamp(_framed(face), x + n % side * step, n // side * (face.height + GAP))
        for n, face in enumerate(faces)
    )


def _framed(face: Face) -> Face:
    """A card with its edge drawn: here it is to look at, not to cut."""
    edge = Rectangle(face.box("trim"), Paint(stroke=(0.6,), width=0.2), 2.5)
    return replace(face, marks=(*face.marks, edge))


class Booklets(Bound):
    part: str
    binding: Literal["both", "one", "loose"]
    scenario: str


def setup_binder(choices: Booklets, scene: Scene[State] | None) -> Document:
    """The parts that were asked for as one book with a contents."""
    binder, look, state = binder_of(choices, scene), DRESS.look(choices), state_of(scene)
    live = state if state and state.binder is binder else None
    binding = Binding(
        paper=PAPERS[choices["paper"]], sides=choices["binding"], type=10.0 if look.large else 8.5
    )
    type_ = Type(look, binding.room)
    chapters = tuple(_chapters(choices, binder, live, type_))
    title = cover(binder, live, type_, full=binding.sides != "loose")
    pages = bound(f"{binder.name}: setup binder", title, chapters, binding)
    return DRESS.document(f"{binder.name}", pages, choices)


def _chapters(choices: Booklets, binder: Binder, state: State | None, type_: Type) -> Iterator[BookChapter]:
    part, height = choices["part"], type_.room.height
    if part in ("all", "brief"):
        first = evenly(brief(binder, type_), height)
        pages = [*first, tree_leaf(binder, state, type_)]
        yield BookChapter("Campaign brief", pages, "right", [("Scenario tree", len(first))])
        if state:
            told = evenly(so_far(state, type_), height)
            yield BookChapter("The campaign so far", filled_up(told, binder, state.booklet, type_))
    if part in ("all", "catalogue"):
        yield BookChapter("Catalogue", evenly(catalogue(binder, state, type_), height), "right")
    if part in ("all", "booklets"):
        for scenario in _booklets(choices, binder):
            yield _booklet(binder, scenario, state, type_)
    if part in ("all", "cards"):
        cards = list(card_leaves(binder, type_.look, type_.room))
        entries = [(f"from {name}", n) for n, (_, name) in enumerate(cards)]
        yield BookChapter("Unit cards", [leaf for leaf, _ in cards], "right", entries)


def _booklets(choices: Booklets, binder: Binder) -> list[Scenario]:
    """The scenarios whose booklets are wanted; `InvalidInput` at `scenario`, naming those there are."""
    name = choices["scenario"].strip().lower()
    if not name:
        return list(binder.scenarios.values())
    if name not in binder.scenarios:
        names = ", ".join(binder.scenarios).upper()
        raise InvalidInput("scenario", f"There is no scenario {name.upper()} here; there is {names}.")
    return [binder.scenarios[name]]


def _booklet(binder: Binder, scenario: Scenario, state: State | None, type_: Type) -> BookChapter:
    """A booklet that ends on the left, its map facing it on the right."""
    pages = leaves(booklet(binder, scenario, state, type_.larger), type_.room.height)
    pages = filled_up(pages, binder, scenario, type_.larger)
    title = f"{scenario.id.upper()} {scenario.name}"
    sheet = binder.maps[scenario.map].name
    return BookChapter(
        title, [*pages, map_leaf(binder, scenario, type_)], "spread", [(f"Map: {sheet}", len(pages))]
    )


BINDERS: Mapping[str, Made] = {
    "setup-binder": (
        setup_binder,
        (
            papers("a4", "letter", "both", "a5"),
            INK_OPTION,
            LARGE,
            *own("part", "binding", "booklet", "binder"),
        ),
    )
}
