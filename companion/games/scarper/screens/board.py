"""The Western Front as one drawing: where each space, trench and frontline marker stands, in drawing units.

The German end is on top. Tracks of any length (specification 9.3) share one grid whose row 0 is the start.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.wording import Values, count, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES, SIDES
from companion.games.scarper.state import Battlefield, Board, State

PITCH, HEAD, FOOT = 80, 50, 22
LOWEST_ROW, HIGHEST_ROW, DRAWN = 32, 62, 434


class Outlook(NamedTuple):
    """How the table would stand after what is weighed; `key` is what its dice then come to, if it has any."""

    key: str
    after: State


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the board does: links by battlefield, space, track and card, and what stands out.

    `quiet` taps work, but are not what the table is asked for now; taps on a `barred` battlefield say why it
    is. `outlooks` are what is weighed, to be drawn before it is done.
    """

    battlefields: Mapping[str, str] = field(default_factory=dict)
    spaces: Mapping[tuple[str, int], str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    drafts: Mapping[tuple[str, int], int] = field(default_factory=dict)
    tracks: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    barred: frozenset[str] = frozenset()
    outlooks: tuple[Outlook, ...] = ()
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows that all tracks share: how far they reach either way, and how high one is."""

    up: int
    down: int
    row: int

    @staticmethod
    def of(board: Board) -> "Grid":
        """The grid that holds the longest tracks of this board."""
        up = max(track.high for track in board.tracks.values())
        down = -min(track.low for track in board.tracks.values())
        return Grid(up, down, max(LOWEST_ROW, min(HIGHEST_ROW, DRAWN // (up + down + 1))))

    def y(self, space: int) -> int:
        """The upper edge of a space."""
        return HEAD + (self.up - space) * self.row

    @property
    def most_teeth(self) -> int:
        """How many teeth of a trench have room beside a space's value."""
        return 4 if self.row > 44 else 2

    @property
    def height(self) -> int:
        """The whole drawing's height."""
        return HEAD + (self.up + self.down + 1) * self.row + FOOT


def front(state: State, taps: Taps, before: State | None = None) -> Values:
    """The whole drawing; `before` is the position that the last action left behind."""
    grid = Grid.of(state.front)
    tracks = [_track(state, before, name, grid, taps) for name in BATTLEFIELDS]
    points = [(track["middle"], track["frontline"]["y"]) for track in tracks]
    return {
        "width": PITCH * len(BATTLEFIELDS),
        "height": grid.height,
        "face": grid.row - 4,
        "foot_y": grid.height - 5,
        "bed": grid.height - 18,
        "ground": grid.height - HEAD - FOOT,
        "tracks": tracks,
        "line": "M" + " L".join(f"{x} {y}" for x, y in points),
        "taps": bool(taps.battlefields or taps.spaces),
        "calls": bool(taps.battlefields or taps.spaces) and not taps.quiet,
    }


def _track(state: State, before: State | None, name: str, grid: Grid, taps: Taps) -> Values:
    track, here = state.front.tracks[name], state.battlefields[name]
    x = PITCH * BATTLEFIELDS.index(name)
    marker = _marker(state, name, grid)
    moved = before.battlefields[name].frontline - here.frontline if before else 0
    return {
        "id": name,
        "name": BATTLEFIELD_NAMES[name],
        "x": x,
        "middle": x + PITCH // 2,
        "top": grid.y(track.high),
        "height": grid.row * len(track.spaces),
        "href": taps.battlefields.get(name),
        "chosen": name in taps.chosen,
        "barred": name in taps.barred,
        "label": in_words(state, name),
        "spaces": [_space(state, name, space, grid, taps) for space in reversed(track.spaces)],
        "frontline": marker,
        "ghost_y": marker["y"] - moved * grid.row if moved else None,
    }


def _space(state: State, name: str, space: int, grid: Grid, taps: Taps) -> Values:
    here = state.battlefields[name]
    value = abs(state.front.value(name, space))
    side = "allied" if space < here.frontline else "german" if space > here.frontline else ""
    dug = here.trenches.get(space, 0)
    draft = taps.drafts.get((name, space), 0)
    link = taps.spaces.get((name, space))
    return {
        "space": space,
        "y": grid.y(space),
        "teeth_y": grid.y(space) + grid.row - 10,
        "count_x": PITCH * BATTLEFIELDS.index(name) + 18 + 10 * min(dug, grid.most_teeth),
        "draft_y": grid.y(space) + grid.row // 2 + 10,
        "value": value or "",
        "side": side,
        "trenches": dug,
        "teeth": teeth(dug, grid.most_teeth),
        "draft": signed(draft) if draft else "",
        "href": link,
        "label": f"{BATTLEFIELD_NAMES[name]}, {place(space)}: {count(dug, 'trench', 'trenches')}"
        if link
        else "",
    }


def _marker(state: State, name: str, grid: Grid) -> Values:
    space = state.battlefields[name].frontline
    value = state.front.value(name, space)
    side = "allied" if value > 0 else "german" if value < 0 else ""
    return {"y": grid.y(space) + grid.row // 2, "value": abs(value), "side": side}


def teeth(trenches: int, most: int) -> str:
    """The drawn trench: a crenellated line, a tooth each up to `most`; the count stands beside it."""
    return "M0 0h3" + "v-9h5v9h5" * min(trenches, most) if trenches else ""


def place(space: int) -> str:
    """A space in words.

    >>> place(0), place(2), place(-1)
    ('the start', 'space 2 towards the German end', 'space 1 towards the Allied end')
    """
    if not space:
        return "the start"
    return f"space {abs(space)} towards the {SIDE_NAMES['german' if space > 0 else 'allied']} end"


def in_words(state: State, name: str) -> str:
    """One battlefield for those who listen: the line, what it scores, the trenches of both sides."""
    here = state.battlefields[name]
    value = state.front.value(name, here.frontline)
    who = SIDE_NAMES["allied" if value > 0 else "german"]
    score = f"{who} scores {abs(value)}" if value else "nobody scores"
    return f"{BATTLEFIELD_NAMES[name]}: frontline at {place(here.frontline)}, {score}; {_dug(here)}"


def _dug(here: Battlefield) -> str:
    sums = [(SIDE_NAMES[side], here.trenches_of(side)) for side in SIDES]
    return ", ".join(count(n, f"{name} trench", f"{name} trenches") for name, n in sums)
