"""The map as a picture: terrain, features, objectives, miniatures with flags, squares to tap."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from companion.engine.campaign.books import Passage
from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Fold, Own, Part, Piece, phrase
from companion.engine.wording import Values
from companion.games.parabellum.data import FOOTPRINT_INCHES, SEATS, lexicon
from companion.games.parabellum.rules.secrets import SECRECY
from companion.games.parabellum.rules.setting_up import open_scenario
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens.cards import PATTERNS, SHEET, cover_words, fresh, keep, miniature
from companion.games.parabellum.state import State, notation
from companion.games.parabellum.state.catalogue import MapSheet

SIDE = 40
"""Of a square."""
CENTRE: Mapping[str, tuple[float, float]] = {
    "c": (0.5, 0.5), "n": (0.5, 0.25), "s": (0.5, 0.75), "e": (0.75, 0.5), "w": (0.25, 0.5),
    "nw": (0.25, 0.25), "ne": (0.75, 0.25), "sw": (0.25, 0.75), "se": (0.75, 0.75),
}  # fmt: skip


class Extent(NamedTuple):
    """Where a miniature is drawn."""

    x: float
    y: float
    wide: float
    tall: float


ALONE = {"small": (28, 36), "medium": (38, 30), "large": (38, 38)}
"""What has a square to itself is drawn as large as fingers need it; its footprint shows in its shape."""


def _alone(state: State, unit: str) -> Extent:
    column, row = notation.place(state.units[unit].square or "a1")
    wide, tall = ALONE[state.footprint(unit)]
    return Extent(column * SIDE + (SIDE - wide) / 2, row * SIDE + (SIDE - tall) / 2, wide, tall)


def _in_place(state: State, unit: str) -> Extent:
    each = state.units[unit]
    column, row = notation.place(each.square or "a1")
    wide, tall = (inches * SIDE - 2 for inches in FOOTPRINT_INCHES[state.footprint(unit)])
    if each.position in ("e", "w"):
        wide, tall = tall, wide
    right, down = CENTRE[each.position or "c"]
    return Extent((column + right) * SIDE - wide / 2, (row + down) * SIDE - tall / 2, wide, tall)


def icon(box: Extent) -> Values:
    size = min(box.wide - 4, box.tall - (12 if box.tall > 20 else 8))
    across = box.x + (box.wide - size) / 2 if box.tall > 20 or box.wide < 20 else box.x + 2
    return {"x": across, "y": box.y + 1.5, "size": size}


def spots(box: Extent, beads: list[Values]) -> list[Values]:
    """The beads of the flag in a row along the foot, as large as they fit."""
    radius = min(4.6, (box.wide - 3) / (2.1 * max(1, len(beads))))
    pitch = 2.1 * radius
    start = box.x + box.wide / 2 - pitch * (len(beads) - 1) / 2
    down = box.y + box.tall - radius - 1.2
    return [
        bead | {"x": round(start + n * pitch, 1), "y": down, "down": down + radius / 2, "r": round(radius, 1)}
        for n, bead in enumerate(beads)
    ]


def box(state: State, unit: str) -> Extent:
    return (
        _alone(state, unit)
        if len(state.standing_on(state.units[unit].square or "")) == 1
        else _in_place(state, unit)
    )


WIDE, TALL, AWAY = 186, 84, 10


def callout(state: State, why: tuple[str, str], choices: Collection[str]) -> Values | None:
    """What bars a square, in a box that stays on the map; `choices` are squares to leave uncovered."""
    square, words = why
    if square not in state.sheet:
        return None
    things = [
        *(_of(each) for each in choices),
        *(box(state, unit) for unit, each in state.units.items() if each.where == "map" and each.square),
    ]
    best = min(
        _sides(state, square),
        key=lambda side: (_meet(side, _of(square)), sum(_meet(side, each) for each in things)),
    )
    return {**best._asdict(), "at": at(square), "words": words}


def _of(square: str) -> Extent:
    column, row = notation.place(square)
    return Extent(column * SIDE, row * SIDE, SIDE, SIDE)


def _sides(state: State, square: str) -> Iterator[Extent]:
    """Left and right of it, above and below, as far as the map goes."""
    corner = _of(square)
    most = state.sheet.columns * SIDE - WIDE, state.sheet.height * SIDE - TALL
    for x in (corner.x - WIDE - AWAY, corner.x + SIDE + AWAY):
        for y in (corner.y + SIDE - TALL, corner.y):
            yield _within(x, y, most)
    for y in (corner.y - TALL - AWAY, corner.y + SIDE + AWAY):
        yield _within(corner.x + (SIDE - WIDE) / 2, y, most)


def _within(x: float, y: float, most: tuple[float, float]) -> Extent:
    return Extent(min(most[0], max(0, x)), min(most[1], max(0, y)), WIDE, TALL)


def _meet(one: Extent, other: Extent) -> bool:
    across = one.x < other.x + other.wide and other.x < one.x + one.wide
    return across and one.y < other.y + other.tall and other.y < one.y + one.tall


EDGE = {"n": (0, 0, "h"), "s": (0, SIDE, "h"), "w": (0, 0, "v"), "e": (SIDE, 0, "v")}
"""Where the edge on that side of a square begins, and which way it runs."""


def region(squares: Collection[str]) -> Values:
    """These squares as a path, and the line around them."""
    ordered = sorted(squares, key=notation.reading_order)
    return {"d": "".join(map(_box, ordered)), "edge": "".join(_edges(each, squares) for each in ordered)}


def _box(square: str) -> str:
    x, y = notation.place(square)
    return f"M{x * SIDE} {y * SIDE}h{SIDE}v{SIDE}h-{SIDE}z"


def _edges(square: str, squares: Collection[str]) -> str:
    x, y = notation.place(square)
    open_ = [EDGE[side] for side in notation.SIDES if notation.beside(square, side) not in squares]
    return "".join(f"M{x * SIDE + right} {y * SIDE + down}{way}{SIDE}" for right, down, way in open_)


def focus(state: State, squares: Collection[str], chosen: Collection[str]) -> str:
    """The box around what may be tapped and what is chosen: left, top, width, height."""
    stands = [state.units[each].square for each in chosen if each in state.units]
    places = [notation.place(each) for each in (*squares, *filter(None, stands))]
    left, top = (min(each[n] for each in places) for n in (0, 1))
    wide, tall = (max(each[n] for each in places) + 1 - low for n, low in ((0, left), (1, top)))
    return f"{left * SIDE} {top * SIDE} {wide * SIDE} {tall * SIDE}"


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the map does: links by square, with a word on each, and by unit; what is in range.

    `barred` are links of squares and units that cannot be chosen, and say why not; `why` is the one that was
    tapped, with what the rules say. `stays` is that another tap on what is chosen leaves it chosen.
    `numbers` stand on units: their places in a list. `notes` is that what is tapped is only read.
    """

    squares: Mapping[str, str] = field(default_factory=dict)
    costs: Mapping[str, object] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    barred: Mapping[str, str] = field(default_factory=dict)
    why: tuple[str, str] | None = None
    path: tuple[str, ...] = ()
    chosen: frozenset[str] = frozenset()
    reach: tuple[str, int, int] | None = None
    verb: str = "Choose"
    stays: bool = True
    numbers: Mapping[str, int] = field(default_factory=dict)
    notes: bool = False


@dataclass(frozen=True, slots=True)
class Ghosts:
    """What is weighed, drawn as it would be: the state after it, the ways there, each with its number."""

    after: State | None = None
    ways: tuple[tuple[str, ...], ...] = ()


NOBODY = Ghosts()


def board(scene: Scene[State], taps: Taps, ghosts: Ghosts = NOBODY, danger: Values | None = None) -> Values:
    """All that the map's template draws; `danger` is where the others can strike."""
    state = scene.state
    # What is to be chosen from, and who acts, as a box; empty where nothing on the map is.
    targets = [state.units[each].square or "" for each in taps.units] if taps.reach else []
    squares = [*taps.squares, *filter(None, targets)]
    return laid_out(state) | {
        "caches": list(_caches(state)),
        "units": [
            _unit(scene, unit, taps, ghosts) for unit, each in state.units.items() if each.where == "map"
        ],
        "taps": [_tap(square, taps) for square in sorted(taps.squares, key=notation.reading_order)],
        "bars": [_bar(square, taps) for square in taps.barred if notation.is_square(square)],
        "callout": callout(state, taps.why, taps.squares) if taps.why else None,
        "paths": [_path(way) for way in ghosts.ways or (taps.path,) if way],
        "ring": _range(state, taps),
        "ghosts": list(_ghosts(state, ghosts)),
        "focus": (focus(state, squares, taps.chosen) if squares else ""),
        "danger": danger,
    }


def laid_out(state: State) -> Values:
    """What a scenario's booklet puts on the table: ground, deployment squares, objectives, features."""
    sheet = state.sheet
    wide, tall = state.sheet.columns * SIDE, state.sheet.height * SIDE
    across = "".join(f"M0 {y}H{wide}" for y in range(SIDE, tall, SIDE))
    used = {player.seat for player in state.players.values()}
    return {
        "name": sheet.name,
        "wide": sheet.columns * SIDE,
        "tall": sheet.height * SIDE,
        "grid": (across + "".join(f"M{x} 0V{tall}" for x in range(SIDE, wide, SIDE))),
        "grounds": _grounds(sheet),
        "columns": [
            {"x": n * SIDE + 20, "word": at(notation.square_at(n, 0))[:1]} for n in range(sheet.columns)
        ],
        "rows": [{"y": n * SIDE + 20, "word": n + 1} for n in range(sheet.height)],
        "starts": [
            _corner(square) | {"seat": f"seat-{seat}", "word": seat}
            for seat in SEATS
            if seat in used
            for square in state.sheet.deployment(seat)
        ],
        "objectives": [
            _corner(square) | {"name": objective.name, "number": number}
            for number, objective in enumerate(state.booklet.objectives, 1)
            for square in objective.squares
        ],
        "features": [_corner(square) | {"kind": kind} for square, kind in state.features.items()],
    }


def _caches(state: State) -> Iterator[Values]:
    """Loose tokens: how many of each."""
    for square, load in state.caches.items():
        words = f"{load.fuel} fuel, {load.ammunition} ammunition on {at(square)}"
        yield _corner(square) | {"total": load.total, "words": words}


def _corner(square: str) -> Values:
    column, row = notation.place(square)
    return {"x": column * SIDE, "y": row * SIDE, "at": at(square)}


def _path(squares: tuple[str, ...]) -> str:
    return " ".join(f"{x * SIDE + 20},{y * SIDE + 20}" for x, y in map(notation.place, squares))


@lru_cache(16)
def _grounds(sheet: MapSheet) -> list[Values]:
    """Each terrain once: all its squares in one path, and where they end in another. No deed changes it."""
    grounds = defaultdict[str, list[str]](list)
    for row in range(sheet.height):
        for column in range(sheet.columns):
            square = notation.square_at(column, row)
            grounds[sheet.terrain(square)].append(square)
    return [
        {"id": name, "pattern": name if name in PATTERNS else "other"} | region(squares)
        for name, squares in grounds.items()
        if name != "open"
    ]


def _unit(scene: Scene[State], unit: str, taps: Taps, ghosts: Ghosts) -> Values:
    state = scene.state
    each = state.units[unit]
    spot = box(state, unit)
    values = miniature(state, unit)
    opens = fresh(scene, unit=unit) if _opens(scene, unit) and (taps.notes or not taps.units) else ""
    href = taps.units.get(unit) or taps.barred.get(unit) or opens
    words = f"{values['name']}, {at(each.square)}, flag {values['flag']}, {cover_words(state, unit)}"
    return values | spot._asdict() | {
        "href": href,
        "words": words,
        "icon": icon(spot),
        "spots": spots(spot, values["beads"]),
        "dug": {"x": spot.x + spot.wide - 2, "y": spot.y + 9},
        "chosen": unit in taps.chosen,
        "target": unit in taps.units and not taps.notes,
        "current": taps.stays and unit in taps.units and unit in taps.chosen,
        "number": taps.numbers.get(unit, ""),
        "leaves": ghosts.after is not None and _stands(ghosts.after, unit) != _stands(state, unit),
    }  # fmt: skip


def _ghosts(state: State, ghosts: Ghosts) -> Iterator[Values]:
    """Each unit that would stand elsewhere, or deeper, and the number of its order."""
    if ghosts.after is None:
        return
    numbers = {way[-1]: n for n, way in enumerate(ghosts.ways, 1)} if len(ghosts.ways) > 1 else {}
    for unit, each in ghosts.after.units.items():
        was = state.units[unit]
        if each.where == "map" and (was.square, was.position, was.entrench) != (
            each.square, each.position, each.entrench,
        ):  # fmt: skip
            spot = box(ghosts.after, unit)
            values = miniature(ghosts.after, unit) | spot._asdict()
            yield values | {"icon": icon(spot), "spots": spots(spot, values["beads"]),
                           "number": numbers.get(each.square or "", "")}  # fmt: skip


def _stands(state: State, unit: str) -> tuple[str, str | None]:
    each = state.units.get(unit)
    return (each.where, each.square) if each else ("", None)


def _opens(scene: Scene[State], unit: str) -> bool:
    return scene.room != "tv" and (
        scene.state.units[unit].owner == SECRECY.own(scene) or scene.room == "table"
    )


def _tap(square: str, taps: Taps) -> Values:
    cost = taps.costs.get(square, "")
    words = f"{taps.verb} {at(square)}" + (f": {cost}" if cost != "" else "")
    return _corner(square) | {
        "href": taps.squares[square],
        "cost": cost,
        "words": words,
        "chosen": square in taps.chosen,
        "current": taps.stays and square in taps.chosen,
    }


def _bar(square: str, taps: Taps) -> Values:
    """A square that cannot be chosen: a tap says why."""
    barred, why = taps.why or ("", "")
    words = f"{at(square)}: {why}" if square == barred else f"{at(square)}: barred"
    return _corner(square) | {"href": taps.barred[square], "words": words, "chosen": square == barred}


def _range(state: State, taps: Taps) -> list[Values]:
    """The squares that a weapon reaches, as outlines of its nearest and furthest distance."""
    if taps.reach is None:
        return []
    origin, least, most = taps.reach
    x, y = notation.place(origin)
    return [{"d": _outline(x, y, far, state.options.metric)} for far in (least - 1, most) if far >= 1]


def _outline(x: int, y: int, far: int, metric: str) -> str:
    """Around all squares within a distance of one."""
    if metric == "diagonal":
        side = (2 * far + 1) * SIDE
        return f"M{(x - far) * SIDE} {(y - far) * SIDE}h{side}v{side}h-{side}z"
    right, left, down, up = f"h{SIDE}", f"h-{SIDE}", f"v{SIDE}", f"v-{SIDE}"
    east, south = right + (down + right) * far, down + (left + down) * far
    west, north = left + (up + left) * far, up + (right + up) * far
    return f"M{x * SIDE} {(y - far) * SIDE}{east}{south}{west}{north}z"


def ground(state: State, scenario: str) -> Part:
    """Ground, deployment squares, features, and the objectives by their numbers in the booklet."""
    name = state.binder.scenarios[scenario].name
    label = f"Map of {scenario.upper()} {name}"
    board = laid_out(open_scenario(state, scenario)) | {"label": label}
    return Part("parabellum/scenario_map.html", {"board": board, "ids": f"t-{scenario}"}, label, SHEET)


SHAPES = {1: "M-.42-.42h.84v.84h-.84z", 2: "M-.45 0a.45.45 0 1 0 .9 0a.45.45 0 1 0-.9 0z",
          3: "M0-.5l.48.9h-.96z", 4: "M0-.52l.52.52l-.52.52l-.52-.52z"}  # fmt: skip
"""A company's pieces on a map as small as a stamp, round their middle: colour is not all that tells them."""


class Left(NamedTuple):
    """Who stood on a map last (at a scenario's end all come off it), and where units went for good."""

    units: Sequence[Values]
    graves: Set[tuple[float, float]]


class Fields:
    """What was left on each scenario's map the last time that it was fought, as far as lines were read."""

    def __init__(self) -> None:
        self._left: dict[str, Left] = {}

    def read(self, passage: Passage) -> None:
        before, after = passage.before, passage.after
        begins = before is None or before.scenario != after.scenario
        left = Left((), frozenset()) if begins else self._left.get(after.scenario)
        if left is not None and before is not None and before.units is after.units and not begins:
            return
        left = left or Left((), frozenset())
        standing = [each for each in after.units.values() if each.where == "map" and each.square]
        units = [_piece(after, each.owner, each.square) for each in standing] or left.units
        graves = frozenset() if begins else frozenset(_graves(passage))
        self._left[after.scenario] = Left(units, left.graves | graves)

    def left(self, scenario: str) -> Left | None:
        return self._left.get(scenario)


def sketch(state: State, scenario: str, left: Left | None) -> Part:
    """A scenario's map in flat tones, a square a unit, with what was left there."""
    sheet, stands = state.binder.map_of(scenario), left.units if left else ()
    grounds = defaultdict[str, list[str]](list)
    for y, row in enumerate(sheet.grounds):
        x = 0
        for name, run in groupby(row):
            wide = len(list(run))
            grounds[name].append(f"M{x} {y}h{wide}v1h-{wide}z")
            x += wide
    flat = [
        {"tone": name if name in PATTERNS else "other", "d": "".join(runs)}
        for name, runs in grounds.items()
        if name != "open"
    ]
    values = {
        "wide": sheet.columns,
        "tall": sheet.height,
        "grounds": flat,
        "aims": [] if stands else _aims(state, scenario),
        "units": list(stands),
        "graves": sorted(left.graves) if left else [],
    }
    return Part("parabellum/sketch.html", values, f"Map of {scenario.upper()}")


def _piece(state: State, owner: str, square: str | None) -> Values:
    seat = state.players[owner].seat
    x, y = _middle(square or "a1")
    return {"x": x, "y": y, "seat": seat, "d": SHAPES[seat]}


def _middle(square: str) -> tuple[float, float]:
    column, row = notation.place(square)
    return column + 0.5, row + 0.5


def _aims(state: State, scenario: str) -> list[Values]:
    return [
        {"x": _middle(square)[0], "y": _middle(square)[1], "number": number}
        for number, objective in enumerate(state.binder.scenarios[scenario].objectives, 1)
        for square in objective.squares
    ]


def _graves(passage: Passage) -> Iterator[tuple[float, float]]:
    """Where units stood that a line took off the map for good."""
    before = passage.before
    if before is None or passage.action.get("type") == "scrap":
        return
    for unit in before.units.keys() - passage.after.units.keys():
        square = before.units[unit].square
        if square and before.units[unit].where == "map":
            yield _middle(square)


def now_map(state: State) -> Part:
    """The map of the scenario of now, with every miniature as all see it."""
    units = [_seen(state, unit) for unit, each in state.units.items() if each.where == "map" and each.square]
    label = f"Map of {state.scenario.upper()} {state.booklet.name} as it stands"
    board = laid_out(state) | {"label": label, "units": units}
    return Part("parabellum/scenario_map.html", {"board": board, "ids": "t-now"}, label, SHEET)


def _seen(state: State, unit: str) -> Values:
    spot = box(state, unit)
    values = miniature(state, unit)
    return values | spot._asdict() | {"icon": icon(spot), "spots": spots(spot, values["beads"])}


SPOKEN: Mapping[str, str] = lexicon("screens/words.json")["positions"]
GRID = ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")


GAP = "0-0"
"""Stands in a link for a square's name, and is none."""


def chosen(scene: Scene[State], squares: Iterable[str]) -> str | None:
    """The square that the half-made choice names, if it is one of these."""
    wanted = scene.draft.get("to", "")
    return wanted if wanted in list(squares) else None


def square_taps(scene: Scene[State], costs: Mapping[str, object], to: str | None, verb: str) -> Taps:
    links = {square: keep(scene, to=square, pos=None) for square in costs}
    return Taps(links, costs, chosen=frozenset([to] if to else ()), verb=verb)


def barred_squares(scene: Scene[State], squares: Iterable[str]) -> Mapping[str, str]:
    """Every other square of the map, each with the link at which it is said why it cannot be chosen."""
    sheet, open_ = scene.state.sheet, set(squares)
    link = keep(scene, to=GAP, pos=None)
    every = (
        notation.square_at(column, row) for row in range(sheet.height) for column in range(sheet.columns)
    )
    return {square: link.replace(GAP, square) for square in every if square not in open_}


def square_list(scene: Scene[State], taps: Taps) -> tuple[Piece, ...]:
    """The same squares as a list: folded beside the map, open where the table keeps the map."""
    if not taps.squares:
        return ()
    choices = tuple(
        Choice(
            words=phrase("{verb} {square}", verb=taps.verb, square=at(square)),
            end=str(taps.costs[square]),
            href=href,
            chosen=square in taps.chosen,
        )
        for square, href in taps.squares.items()
    )
    if not scene.state.tracked:
        return (Choices(label="Squares", choices=choices),)
    listed = Choices(label="Squares", choices=choices, shape="chips")
    return (Fold(id="squares", title="Choose from a list", pieces=(listed,)),)


def position_of(scene: Scene[State], free: Iterable[str]) -> str:
    """The place in the square that the half-made choice names; the first that is free without."""
    places = list(free)
    wanted = scene.draft.get("pos", "")
    return wanted if wanted in places else places[0]


def positions(scene: Scene[State], free: Iterable[str], to: str | None) -> tuple[Piece, ...]:
    places = list(free)
    if len(places) < 2:
        return ()
    on = position_of(scene, places)
    cells = [
        {"name": SPOKEN[each], "href": keep(scene, pos=each), "on": each == on} if each in places else None
        for each in GRID
    ]
    values = {"where": at(to) if to else "the square", "cells": cells, "words": SPOKEN[on]}
    return (Own(template="parabellum/places.html", values=values),)
