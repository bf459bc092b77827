"""The Western Front as one drawing: what is weighed in it before it is done, and what a tap digs (6.1.1).

The German end is on top. Tracks of any length (specification 9.3) share one grid whose row 0 is the start.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.errors import GameError
from companion.engine.step import Called
from companion.engine.wire import Json
from companion.engine.wording import Values, count, href, signed, tap
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    MORALE_END,
    SIDE_NAMES,
    SIDES,
    Side,
    ahead,
)
from companion.games.scarper.deeds import apply
from companion.games.scarper.deeds.round import ATTACKS
from companion.games.scarper.state import State, Table
from companion.games.scarper.state.box import Battlefield, Board


def one(side: Side) -> Called:
    """In a word: “Allied”."""
    return Called(SIDE_NAMES[side], side)


def all_of(side: Side) -> Called:
    """Who wins or loses: “The Allied side”."""
    return Called(f"The {SIDE_NAMES[side]} side", side)


def player(side: Side) -> Called:
    """In a sentence: “the Allied player”."""
    return Called(f"the {SIDE_NAMES[side]} player", side)


def first_of_all(side: Side) -> Called:
    """Where a sentence begins: “The Allied player”."""
    return Called(f"The {SIDE_NAMES[side]} player", side)


def why_not(state: State, action: object) -> str:
    """The rules' own refusal; empty where they allow it."""
    try:
        apply(state, action)
    except GameError as refused:
        return refused.message
    return ""


@dataclass(frozen=True, slots=True)
class Places:
    """Counts by battlefield and space that somebody is putting together; links grow or shrink them by one.

    >>> Places.read("arras:-1:2~ypres:x:1").more("arras", -1).text
    'arras:-1:3'
    """

    counts: Mapping[tuple[str, int], int]

    @staticmethod
    def read(text: str) -> "Places":
        counts: dict[tuple[str, int], int] = {}
        for part in text.split("~"):
            match part.split(":"):
                case [name, space, number] if (
                    name in BATTLEFIELD_NAMES and space.removeprefix("-").isdecimal() and number.isdecimal()
                ):
                    counts[name, int(space)] = min(int(number), 99)
        return Places({place: n for place, n in counts.items() if n})

    @property
    def text(self) -> str:
        return "~".join(f"{name}:{space}:{n}" for (name, space), n in self.counts.items())

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def more(self, battlefield: str, space: int, change: int = 1) -> "Places":
        after = max(0, self.counts.get((battlefield, space), 0) + change)
        return Places({place: n for place, n in {**self.counts, (battlefield, space): after}.items() if n})

    def within(self, room: Mapping[tuple[str, int], int], most: int) -> "Places":
        """Only what may stand: no more at a place than its `room`, and no more than `most` in all."""
        kept: dict[tuple[str, int], int] = {}
        for where, n in self.counts.items():
            fits = min(n, room.get(where, 0), most - sum(kept.values()))
            if fits > 0:
                kept[where] = fits
        return Places(kept)

    def json(self) -> list[dict[str, str | int]]:
        return [{"battlefield": name, "space": space, "count": n} for (name, space), n in self.counts.items()]


def keep(draft: Mapping[str, str], **changes: str | int | None) -> str:
    """The link to the same draft with some of it changed (`None` takes it out)."""
    return href(**{**draft, **changes})


def fresh(draft: Mapping[str, str], **choice: str | int | None) -> str:
    """The link to a new draft; only whose hand the screen shows stays."""
    return href(seat=draft.get("seat"), **choice)


def recall(action: Json) -> Mapping[str, str]:
    """The choice behind a recorded action; empty where it was made with one tap.

    >>> recall({"type": "frontal_charge", "side": "allied", "battlefield": "somme"})
    {'at': 'somme', 'do': 'charge'}
    """
    kind = action.get("type")
    if attack := next((do for do, deed in ATTACKS.items() if deed.kind == kind), ""):
        return {"at": action["battlefield"], "do": attack}
    if kind == "play_card" and action.get("card"):
        return {"card": action["card"]}
    if kind == "build_trenches":
        return {"do": "dig", "places": _places(action["placements"])}
    if kind == "resolve_event":
        choices = {f"e{n}": _choice(choice) for n, choice in enumerate(action["choices"])}
        return {key: text for key, text in choices.items() if text}
    return {}


def _choice(choice: Json) -> str:
    values = choice or {}
    return values.get("battlefield") or _places(values.get("placements") or values.get("removals") or [])


def _places(placed: Iterable[Mapping[str, Json]]) -> str:
    return Places({(each["battlefield"], each["space"]): each["count"] for each in placed}).text


CELL = 30
NAMES = {"propaganda": "Propaganda", "economy": "Economy"}


def morale(now: int, before: int | None = None, woulds: Sequence[tuple[str, int]] = ()) -> Values:
    """The Morale Track: German lead on the left, Allied on the right; `before` leaves its shadow.

    `woulds` are where the year's end would leave it, by what the dice come to.
    """
    lead = ahead(now)
    words = f"{SIDE_NAMES[lead]} ahead by {abs(now)}" if lead else "Morale is level"
    spaces = MORALE_END - abs(now)
    return {
        "value": abs(now),
        "side": lead,
        "who": SIDE_NAMES[lead] if lead else "Level",
        "words": words,
        "left": (count(spaces, "space") + " from victory" if spaces else "the end of the track")
        if lead
        else "15 either way wins",
        "x": _morale_x(now),
        "shadow_x": None if before is None or before == now else _morale_x(before),
        "woulds": [{"key": key, "x": _morale_x(value)} for key, value in woulds],
        "cells": [_morale_cell(n) for n in range(-MORALE_END, MORALE_END + 1)],
        "width": CELL * (2 * MORALE_END + 1),
    }


def _morale_x(value: int) -> int:
    return (value + MORALE_END) * CELL


def _morale_cell(n: int) -> Values:
    side = ahead(n)
    return {
        "x": _morale_x(n),
        "side": side,
        "label": abs(n) if n % 5 == 0 else "",
        "end": abs(n) == MORALE_END,
    }


PITCH, HEAD, FOOT = 80, 50, 22
LOWEST_ROW, HIGHEST_ROW, DRAWN = 32, 62, 434
TRACKS_KEPT = 512


class Outlook(NamedTuple):
    """How the table would stand after what is weighed; `key` is what its dice then come to, if it has any."""

    key: str
    after: State


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the board does: links by battlefield, space, track and card, and what stands out.

    `quiet` taps work, but are not what the table is asked for now; taps on a `barred` battlefield say why it
    is. `outlooks` are what is weighed, to be drawn before it is done; `chances` a charge's, and its sums, by
    battlefield, for who looks at the front alone.
    """

    battlefields: Mapping[str, str] = field(default_factory=dict)
    spaces: Mapping[tuple[str, int], str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    drafts: Mapping[tuple[str, int], int] = field(default_factory=dict)
    tracks: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    barred: frozenset[str] = frozenset()
    outlooks: tuple[Outlook, ...] = ()
    chances: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows that all tracks share: how far they reach either way, and how high one is."""

    up: int
    down: int
    row: int

    @staticmethod
    def of(board: Board) -> "Grid":
        up = max(track.high for track in board.tracks.values())
        down = -min(track.low for track in board.tracks.values())
        return Grid(up, down, max(LOWEST_ROW, min(HIGHEST_ROW, DRAWN // (up + down + 1))))

    def y(self, space: int) -> int:
        return HEAD + (self.up - space) * self.row

    @property
    def most_teeth(self) -> int:
        return 4 if self.row > 44 else 2

    @property
    def height(self) -> int:
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


class Laid(NamedTuple):
    """All that the drawing of a battlefield hangs on: what lies there, and what a tap there does.

    `values`, `links` and `drafts` are by space, `moved` how far the last deed moved the frontline.
    """

    name: str
    grid: Grid
    values: tuple[tuple[int, int], ...]
    frontline: int
    trenches: tuple[tuple[int, int], ...]
    moved: int
    href: str | None
    chosen: bool
    barred: bool
    links: tuple[tuple[int, str], ...]
    drafts: tuple[tuple[int, int], ...]
    chance: tuple[str, str] | None


def _track(state: State, before: State | None, name: str, grid: Grid, taps: Taps) -> Values:
    front = state.battlefields[name]
    return _drawn(
        Laid(
            name, grid, tuple(state.front.tracks[name].values.items()),
            front.frontline, tuple(front.trenches.items()),
            before.battlefields[name].frontline - front.frontline if before else 0,
            taps.battlefields.get(name), name in taps.chosen, name in taps.barred,
            tuple((space, each) for (at, space), each in taps.spaces.items() if at == name),
            tuple((space, each) for (at, space), each in taps.drafts.items() if at == name),
            taps.chances.get(name),
        )
    )  # fmt: skip


@lru_cache(TRACKS_KEPT)
def _drawn(laid: Laid) -> Values:
    """A tap changes one battlefield, and most for all seats alike: the others are the very same records."""
    name, grid, front = laid.name, laid.grid, Battlefield(laid.frontline, dict(laid.trenches))
    x, value = PITCH * BATTLEFIELDS.index(name), dict(laid.values)[laid.frontline]
    line = grid.y(laid.frontline) + grid.row // 2
    spaces = sorted(laid.values, reverse=True)
    return {
        "id": name,
        "name": BATTLEFIELD_NAMES[name],
        "x": x,
        "middle": x + PITCH // 2,
        "top": grid.y(spaces[0][0]),
        "height": grid.row * len(spaces),
        "href": laid.href,
        "chosen": laid.chosen,
        "barred": laid.barred,
        "label": in_words(name, front, value),
        "chance": laid.chance,
        "spaces": [_space(laid, front, space, value) for space, value in spaces],
        "frontline": {"y": line, "value": abs(value), "side": ahead(value)},
        "ghost_y": line - laid.moved * grid.row if laid.moved else None,
    }


def _space(laid: Laid, front: Battlefield, space: int, value: int) -> Values:
    name, grid = laid.name, laid.grid
    dug = front.trenches.get(space, 0)
    draft, link = dict(laid.drafts).get(space, 0), dict(laid.links).get(space)
    return {
        "space": space,
        "y": grid.y(space),
        "teeth_y": grid.y(space) + grid.row - 10,
        "count_x": PITCH * BATTLEFIELDS.index(name) + 18 + 10 * min(dug, grid.most_teeth),
        "draft_y": grid.y(space) + grid.row // 2 + 10,
        "value": abs(value) or "",
        "side": ahead(front.frontline - space),
        "trenches": dug,
        "teeth": teeth(dug, grid.most_teeth),
        "draft": signed(draft) if draft else "",
        "href": link,
        "label": f"{BATTLEFIELD_NAMES[name]}, {place(space)}: {count(dug, 'trench', 'trenches')}"
        if link
        else "",
    }


def teeth(trenches: int, most: int) -> str:
    return "M0 0h3" + "v-9h5v9h5" * min(trenches, most) if trenches else ""


def place(space: int) -> str:
    """A space in words.

    >>> place(0), place(2), place(-1)
    ('the start', 'space 2 towards the German end', 'space 1 towards the Allied end')
    """
    if not space:
        return "the start"
    return f"space {abs(space)} towards the {SIDE_NAMES['german' if space > 0 else 'allied']} end"


def in_words(name: str, front: Battlefield, value: int) -> str:
    """One battlefield for those who listen: the line, what it scores, the trenches of both sides."""
    who = SIDE_NAMES["allied" if value > 0 else "german"]
    score = f"{who} scores {abs(value)}" if value else "nobody scores"
    return f"{BATTLEFIELD_NAMES[name]}: frontline at {place(front.frontline)}, {score}; {_dug(front)}"


def _dug(front: Battlefield) -> str:
    sums = [(SIDE_NAMES[side], front.trenches_of(side)) for side in SIDES]
    return ", ".join(count(n, f"{name} trench", f"{name} trenches") for name, n in sums)


def ghosts(state: State, outlooks: tuple[Outlook, ...]) -> list[Values]:
    """A drawing for each way in which what is weighed may end, in the front's own units."""
    grid = Grid.of(state.front)
    drawn = [_ghost(state, each, grid) for each in outlooks]
    return [each for each in drawn if each["plates"] or each["crosses"]]


def _ghost(state: State, outlook: Outlook, grid: Grid) -> Values:
    was, then = state.battlefields, outlook.after.battlefields
    moved = [each for each in BATTLEFIELDS if was[each].frontline != then[each].frontline]
    return {
        "key": outlook.key,
        "plates": [_plate(state, outlook.after, each, grid) for each in moved],
        "lines": [_line(outlook.after, each, grid) for each in moved],
        "crosses": [place for each in BATTLEFIELDS for place in _fallen(state, outlook.after, each, grid)],
    }


def _middle(battlefield: str) -> int:
    return PITCH * BATTLEFIELDS.index(battlefield) + PITCH // 2


def _y(state: State, battlefield: str, grid: Grid) -> int:
    return grid.y(state.battlefields[battlefield].frontline) + grid.row // 2


def _plate(state: State, after: State, battlefield: str, grid: Grid) -> Values:
    value = after.front.value(battlefield, after.battlefields[battlefield].frontline)
    was, then = _y(state, battlefield, grid), _y(after, battlefield, grid)
    return {
        "x": _middle(battlefield),
        "y": then,
        "value": abs(value),
        "side": ahead(value),
        "from": was,
        "tip": then - 20 if then > was else then + 20,
        "barb": -9 if then > was else 9,
    }


def _line(after: State, battlefield: str, grid: Grid) -> str:
    at = BATTLEFIELDS.index(battlefield)
    near = BATTLEFIELDS[max(0, at - 1) : at + 2]
    return "M" + " L".join(f"{_middle(each)} {_y(after, each, grid)}" for each in near)


def _fallen(state: State, after: State, battlefield: str, grid: Grid) -> list[Values]:
    left = after.battlefields[battlefield].trenches
    return [
        {"x": _middle(battlefield) - 14, "y": grid.y(space) + grid.row - 15}
        for space, n in state.battlefields[battlefield].trenches.items()
        if left.get(space, 0) < n
    ]


@dataclass(frozen=True, slots=True)
class Placing:
    """Trenches being placed or removed: what stands in the draft, how many fit where and in all.

    `link` gives the address that holds other places.
    """

    state: State
    places: Places
    room: Mapping[tuple[str, int], int]
    most: int
    link: Callable[[Places], str]

    @property
    def left(self) -> int:
        return self.most - self.places.total

    def taps(self) -> Taps:
        spaces = {where: more for where in self.room if (more := self._more(where))}
        return Taps(spaces=spaces, drafts=self.places.counts)

    def pieces(self, name: str) -> tuple[stage.Piece, ...]:
        """What is chosen, and every open space folded away under a fold of that name."""
        chosen = self._counters(self.places.counts)
        every = stage.Fold(
            id=name, title="All spaces as a list", pieces=(stage.Counters(self._counters(self.room)),)
        )
        return (stage.Counters(chosen, "Chosen"), every) if chosen else (every,)

    def _counters(self, places: Iterable[tuple[str, int]]) -> tuple[stage.Counter, ...]:
        ordered = sorted(places, key=lambda where: (BATTLEFIELDS.index(where[0]), where[1]))
        return tuple(self._counter(where) for where in ordered)

    def _counter(self, where: tuple[str, int]) -> stage.Counter:
        name, space = where
        chosen = self.places.counts.get(where, 0)
        return stage.Counter(
            words=stage.phrase("{where}, {space}", where=BATTLEFIELD_NAMES[name], space=place(space)),
            small=self._standing(where),
            number=str(chosen),
            fewer=self.link(self.places.more(*where, -1)) if chosen else "",
            more=self._more(where),
        )

    def _standing(self, where: tuple[str, int]) -> stage.Words:
        name, space = where
        standing = self.state.battlefields[name].trenches.get(space, 0)
        return stage.phrase("{n} there", n=standing) if standing else ""

    def _more(self, where: tuple[str, int]) -> str:
        if self.left < 1 or self.places.counts.get(where, 0) >= self.room[where]:
            return ""
        return self.link(self.places.more(*where))


def placing(scene: Table, dig: Entry) -> Placing:
    room = {(name, space): dig["max"] for name, spaces in dig["spaces"].items() for space in spaces}
    places = Places.read(scene.draft.get("places", "")).within(room, dig["max"])
    return Placing(
        scene.state, places, room, dig["max"], lambda after: fresh(scene.draft, do="dig", places=after.text)
    )


def dig_offer(scene: Table, side: Side, dig: object | None) -> stage.Choice:
    words = "Dig trenches first"
    if not dig:
        return stage.Choice(words=words, icon=stage.Icon("trench"), barred=_barred(scene.state, side))
    small = stage.phrase("1 economy each, {left} to spend", left=scene.state.economy[side])
    return stage.Choice(
        words=words, small=small, icon=stage.Icon("trench"), href=fresh(scene.draft, do="dig")
    )


def _barred(state: State, side: Side) -> stage.Words:
    grounds = (
        (name, space)
        for name in BATTLEFIELDS
        for space in state.front.tracks[name].ground(side, state.battlefields[name].frontline)
    )
    where = next(grounds, None)
    if where is None:
        return "There is no ground of one's own left to dig in."
    one = {"battlefield": where[0], "space": where[1], "count": 1}
    return why_not(state, {"type": "build_trenches", "side": side, "placements": [one]})


def _deed(side: Side, digging: Placing) -> dict[str, object]:
    return {"type": "build_trenches", "side": side, "placements": digging.places.json()}


def dug(scene: Table, side: Side, digging: Placing) -> tuple[Outlook, ...]:
    if not digging.places.total:
        return ()
    return (Outlook("", apply(scene.state, _deed(side, digging)).state),)


def dig_question(scene: Table, side: Side, digging: Placing) -> stage.Question:
    now, total = scene.state.economy[side], digging.places.total
    left = (
        stage.phrase("Economy pays for {n} more.", n=digging.left)
        if digging.left
        else stage.phrase("That is all the economy pays for.")
    )
    words = stage.phrase("Dig {trenches}", trenches=count(total, "trench", "trenches"))
    paid = stage.phrase("economy {now} → {then}", now=now, then=now - total)
    return stage.Question(
        kind="dig",
        rule="build_trenches",
        title="Dig trenches",
        icon=stage.Icon("trench"),
        side=side,
        pieces=(
            stage.Lead(stage.phrase("Tap your own spaces on the board. {left}", left=left)),
            *digging.pieces("dig"),
        ),
        main=stage.Deed(words=words, small=paid, action=tap(_deed(side, digging))) if total else None,
        missing="Tap your own spaces",
        back=fresh(scene.draft),
        opens="peek",
    )
