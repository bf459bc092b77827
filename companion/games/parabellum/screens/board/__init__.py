"""The map as a picture: terrain in patterns, features, objectives, miniatures with their flags, and taps."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.parabellum.data import SEATS
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board.callouts import callout
from companion.games.parabellum.screens.board.miniatures import SIDE, box, icon, spots
from companion.games.parabellum.screens.board.regions import focus, region
from companion.games.parabellum.screens.cards import cover_words, miniature
from companion.games.parabellum.screens.cards.grounds import PATTERNS
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import is_square, place, reading_order, square_at


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
    return laid_out(state) | {
        "caches": list(_caches(state)),
        "units": [
            _unit(scene, unit, taps, ghosts) for unit, each in state.units.items() if each.where == "map"
        ],
        "taps": [_tap(square, taps) for square in sorted(taps.squares, key=reading_order)],
        "bars": [_bar(square, taps) for square in taps.barred if is_square(square)],
        "callout": callout(state, taps.why, taps.squares) if taps.why else None,
        "paths": [_path(way) for way in ghosts.ways or (taps.path,) if way],
        "ring": _range(state, taps),
        "ghosts": list(_ghosts(state, ghosts)),
        "focus": _focus(state, taps),
        "danger": danger,
    }


def laid_out(state: State) -> Values:
    """What a scenario's booklet puts on the table: ground, deployment squares, objectives, features."""
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
    }


def _focus(state: State, taps: Taps) -> str:
    """What is to be chosen from, and who acts, as a box; empty where nothing on the map is."""
    targets = [state.units[each].square or "" for each in taps.units] if taps.reach else []
    squares = [*taps.squares, *filter(None, targets)]
    return focus(state, squares, taps.chosen) if squares else ""


def _caches(state: State) -> Iterator[Values]:
    """Loose tokens: how many of each."""
    for square, load in state.caches.items():
        words = f"{load.fuel} fuel, {load.ammunition} ammunition on {at(square)}"
        yield _corner(square) | {"total": load.total, "words": words}


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
    """Each terrain once: all its squares in one path, and where they end in another."""
    found = defaultdict[str, list[str]](list)
    for row in range(state.sheet.height):
        for column in range(state.sheet.columns):
            square = square_at(column, row)
            found[state.sheet.terrain(square)].append(square)
    return [
        {"id": name, "pattern": name if name in PATTERNS else "other"} | region(squares)
        for name, squares in found.items()
        if name != "open"
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
        _corner(square) | {"name": objective.name, "number": number}
        for number, objective in enumerate(state.booklet.objectives, 1)
        for square in objective.squares
    ]


def _unit(scene: Scene[State], unit: str, taps: Taps, ghosts: Ghosts) -> Values:
    state = scene.state
    each = state.units[unit]
    here = box(state, unit)
    shown = miniature(state, unit)
    opens = fresh(scene, unit=unit) if _opens(scene, unit) and (taps.notes or not taps.units) else ""
    href = taps.units.get(unit) or taps.barred.get(unit) or opens
    words = f"{shown['name']}, {at(each.square)}, flag {shown['flag']}, {cover_words(state, unit)}"
    return shown | here._asdict() | {
        "href": href,
        "words": words,
        "icon": icon(here),
        "spots": spots(here, shown["beads"]),
        "dug": {"x": here.x + here.wide - 2, "y": here.y + 9},
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
            here = box(ghosts.after, unit)
            shown = miniature(ghosts.after, unit) | here._asdict()
            yield shown | {"icon": icon(here), "spots": spots(here, shown["beads"]),
                           "number": numbers.get(each.square or "", "")}  # fmt: skip


def _stands(state: State, unit: str) -> tuple[str, str | None]:
    each = state.units.get(unit)
    return (each.where, each.square) if each else ("", None)


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
        "current": taps.stays and square in taps.chosen,
    }


def _bar(square: str, taps: Taps) -> Values:
    """A square that cannot be chosen: a tap says why."""
    here, why = taps.why or ("", "")
    words = f"{at(square)}: {why}" if square == here else f"{at(square)}: barred"
    return _corner(square) | {"href": taps.barred[square], "words": words, "chosen": square == here}


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
