"""The map as a picture: terrain in patterns, features, objectives, miniatures with their flags, and taps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.parabellum.data import FOOTPRINT_INCHES, SEATS
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import cover_words, miniature
from companion.games.parabellum.screens.grounds import PATTERNS
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import place, reading_order, square_at

SIDE = 40
CENTRE: Mapping[str, tuple[float, float]] = {
    "c": (0.5, 0.5), "n": (0.5, 0.25), "s": (0.5, 0.75), "e": (0.75, 0.5), "w": (0.25, 0.5),
    "nw": (0.25, 0.25), "ne": (0.75, 0.25), "sw": (0.25, 0.75), "se": (0.75, 0.75),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the map does: links by square, with a word on each, and by unit; what is in range."""

    squares: Mapping[str, str] = field(default_factory=dict)
    costs: Mapping[str, object] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    chosen: frozenset[str] = frozenset()
    reach: tuple[str, int, int] | None = None
    verb: str = "Choose"


def board(scene: Scene[State], taps: Taps) -> Values:
    """All that the map's template draws."""
    state = scene.state
    sheet = state.sheet
    return {
        "name": sheet.name,
        "wide": sheet.columns * SIDE,
        "tall": sheet.height * SIDE,
        "grid": _grid(state),
        "grounds": _grounds(state),
        "columns": [{"x": n * SIDE + 20, "word": at(square_at(n, 0))[:1]} for n in range(sheet.columns)],
        "rows": [{"y": n * SIDE + 20, "word": n + 1} for n in range(sheet.height)],
        "starts": _starts(state),
        "objectives": _objectives(state),
        "features": [_corner(square) | {"kind": kind} for square, kind in state.features.items()],
        "caches": [
            _corner(square)
            | {
                "total": load.total,
                "words": f"{load.fuel} fuel, {load.ammunition} ammunition on {at(square)}",
            }
            for square, load in state.caches.items()
        ],
        "units": [_unit(scene, unit, taps) for unit, each in state.units.items() if each.where == "map"],
        "taps": [_tap(square, taps) for square in sorted(taps.squares, key=reading_order)],
        "path": _path(taps.path),
        "ring": _range(state, taps),
    }


def _corner(square: str) -> Values:
    column, row = place(square)
    return {"x": column * SIDE, "y": row * SIDE, "at": at(square)}


def _path(squares: tuple[str, ...]) -> str:
    return " ".join(f"{x * SIDE + 20},{y * SIDE + 20}" for x, y in map(place, squares))


def _grid(state: State) -> str:
    wide, tall = state.sheet.columns * SIDE, state.sheet.height * SIDE
    across = "".join(f"M0 {y}H{wide}" for y in range(SIDE, tall, SIDE))
    return across + "".join(f"M{x} 0V{tall}" for x in range(SIDE, wide, SIDE))


def _grounds(state: State) -> list[Values]:
    """Each terrain once: all its squares in one path."""
    found: dict[str, str] = {}
    for row in range(state.sheet.height):
        for column in range(state.sheet.columns):
            terrain = state.sheet.terrain(square_at(column, row))
            if terrain != "open":
                box = f"M{column * SIDE} {row * SIDE}h{SIDE}v{SIDE}h-{SIDE}z"
                found[terrain] = found.get(terrain, "") + box
    return [
        {"id": name, "pattern": name if name in PATTERNS else "other", "d": d} for name, d in found.items()
    ]


def _starts(state: State) -> list[Values]:
    used = {player.seat for player in state.players.values()}
    return [
        _corner(square) | {"seat": f"seat-{seat}", "word": seat}
        for seat in SEATS
        if seat in used
        for square in state.sheet.deployment(seat)
    ]


def _objectives(state: State) -> list[Values]:
    return [
        _corner(square) | {"name": objective.name, "letter": objective.name[:1]}
        for objective in state.booklet.objectives
        for square in objective.squares
    ]


def _unit(scene: Scene[State], unit: str, taps: Taps) -> Values:
    state = scene.state
    each = state.units[unit]
    box = _alone(state, unit) if len(state.standing_on(each.square or "")) == 1 else _in_place(state, unit)
    shown = miniature(state, unit)
    href = taps.units.get(unit) or (fresh(scene, unit=unit) if _opens(scene, unit) and not taps.units else "")
    words = f"{shown['name']}, {at(each.square)}, flag {shown['flag']}, {cover_words(state, unit)}"
    return shown | box._asdict() | {
        "href": href,
        "words": words,
        "icon": _icon(box),
        "spots": _spots(box, shown["beads"]),
        "dug": {"x": box.x + box.wide - 2, "y": box.y + 9},
        "chosen": unit in taps.chosen,
        "target": unit in taps.units,
    }  # fmt: skip


class Box(NamedTuple):
    """Where a miniature is drawn."""

    x: float
    y: float
    wide: float
    tall: float


ALONE = {"small": (28, 36), "medium": (38, 30), "large": (38, 38)}
"""What has a square to itself is drawn as large as fingers need it; its footprint shows in its shape."""


def _alone(state: State, unit: str) -> Box:
    corner = _corner(state.units[unit].square or "a1")
    wide, tall = ALONE[state.footprint(unit)]
    return Box(corner["x"] + (SIDE - wide) / 2, corner["y"] + (SIDE - tall) / 2, wide, tall)


def _in_place(state: State, unit: str) -> Box:
    """At its place in the square, where others stand beside it."""
    each = state.units[unit]
    column, row = place(each.square or "a1")
    wide, tall = (inches * SIDE - 2 for inches in FOOTPRINT_INCHES[state.footprint(unit)])
    if each.position in ("e", "w"):
        wide, tall = tall, wide
    right, down = CENTRE[each.position or "c"]
    return Box((column + right) * SIDE - wide / 2, (row + down) * SIDE - tall / 2, wide, tall)


def _icon(box: Box) -> Values:
    size = min(box.wide - 4, box.tall - (12 if box.tall > 20 else 8))
    across = box.x + (box.wide - size) / 2 if box.tall > 20 or box.wide < 20 else box.x + 2
    return {"x": across, "y": box.y + 1.5, "size": size}


def _spots(box: Box, beads: list[Values]) -> list[Values]:
    """The beads of the flag in a row along the foot, as large as they fit."""
    radius = min(4.6, (box.wide - 3) / (2.1 * max(1, len(beads))))
    pitch = 2.1 * radius
    start = box.x + box.wide / 2 - pitch * (len(beads) - 1) / 2
    down = box.y + box.tall - radius - 1.2
    return [
        bead | {"x": round(start + n * pitch, 1), "y": down, "down": down + radius / 2, "r": round(radius, 1)}
        for n, bead in enumerate(beads)
    ]


def _opens(scene: Scene[State], unit: str) -> bool:
    return scene.room != "tv" and (scene.state.units[unit].owner == own_seat(scene) or scene.room == "table")


def _tap(square: str, taps: Taps) -> Values:
    cost = taps.costs.get(square, "")
    words = f"{taps.verb} {at(square)}" + (f": {cost}" if cost != "" else "")
    return _corner(square) | {
        "href": taps.squares[square],
        "cost": cost,
        "words": words,
        "chosen": square in taps.chosen,
    }


def _range(state: State, taps: Taps) -> list[Values]:
    """The squares that a weapon reaches, as outlines of its nearest and furthest distance."""
    if taps.reach is None:
        return []
    here, least, most = taps.reach
    x, y = place(here)
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
