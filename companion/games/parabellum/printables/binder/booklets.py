"""The binder's booklets: a scenario's terms and objectives, and its map facing them (C5)."""

from collections.abc import Iterator

from companion.engine.wording import signed
from companion.games.parabellum.printables.binder.typed import Type
from companion.games.parabellum.printables.binder.words import aim, goods, next_ways, terms
from companion.games.parabellum.printables.look import INCH
from companion.games.parabellum.printables.map_sheet import Plan, map_face
from companion.games.parabellum.printables.terrain_art import ground
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder, Scenario, Terrain
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.squares import square_at
from companion.press.book import Cell, Leaf, Strip
from companion.press.face import Box, Face, Paint, Rectangle, Stamp

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
    yield from _objectives(scenario, type_, where)
    yield from type_.head("Afterwards", where)
    yield from type_.words(next_ways(binder, scenario), where)
    yield from type_.words(_known(scenario, state), where)
    if type_.is_small:
        yield from type_.head("On the map", where)
        yield from map_key(binder, scenario, type_)


def _objectives(scenario: Scenario, type_: Type, where: str) -> Iterator[Strip]:
    rows = [
        (str(n), each.name, aim(each), goods(each.bonus), f"{each.penalty} credits" if each.penalty else "–")
        for n, each in enumerate(scenario.objectives, 1)
    ]
    if rows:
        heads = ("", "Objective", "Met when", "Bonus", "Penalty")
        yield from type_.table(heads, rows, f"{where}.objectives")
    else:
        yield from type_.words("There are none: who withdraws last stays.", where)


def _known(scenario: Scenario, state: State | None) -> str:
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
    return _stacked([*title, type_.picture(face, scale, GAP, lies=lies), *strips])


def _high(strips: list[Strip]) -> float:
    return sum(strip.height + strip.gap for strip in strips)


def _stacked(strips: list[Strip]) -> Leaf:
    """Strips one below the other on one page."""
    found, y = [], 0.0
    for n, strip in enumerate(strips):
        y += strip.gap if n else 0
        found.append(Stamp(strip.face, 0, y))
        y += strip.height
    return tuple(found)


def map_key(binder: Binder, scenario: Scenario, type_: Type) -> Iterator[Strip]:
    """The terrain on this map, as it counts in this scenario."""
    sheet = binder.maps[scenario.map]
    places = (square_at(column, down) for down in range(sheet.height) for column in range(sheet.columns))
    there = {sheet.terrain(square) for square in places}
    rows = [_ground(scenario.ground[name], type_) for name in scenario.ground if name in there]
    heads = ("", "Terrain", "Moves", "Defence", "Attacks on it", "May enter")
    yield from type_.table(heads, rows, "maps", middle=(2, 3, 4))
    told = "Numbers in dashed frames: the squares on which that seat deploys. Red frames: objectives."
    yield from type_.note(told, "maps")


def _ground(terrain: Terrain, type_: Type) -> tuple[Cell, ...]:
    side = SMALL_SWATCH if type_.is_small else SWATCH
    pattern = Stamp(ground(terrain.id, terrain.glyph, type_.look), 0, 0, scale=side / INCH)
    swatch = Face(side, side, (pattern, Rectangle(Box(0, 0, side, side), Paint(stroke=(0.3,), width=0.2))))
    access = "everybody" if terrain.access is None else ", ".join(terrain.access).replace("_", " ")
    cost = "all" if terrain.cost == "all" else str(terrain.cost)
    defense, attack = signed(terrain.defense, "–"), signed(terrain.attack, "–")
    return swatch, spoken(terrain.id), cost, defense, attack, access
