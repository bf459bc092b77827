"""The ruined city: both fronts as houses, and what can be known of each, or would be told (6.7, R31)."""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.scene import Scene, Values
from companion.engine.squares import column_of, row_of
from companion.engine.stage import Choice, Choices, Note, Own, Piece, Words, phrase
from companion.engine.wording import NUMBERS, listed, percent
from companion.games.scope.data import CARD_NAMES, ENEMY, RANK, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.deeds.secrets import turned_up
from companion.games.scope.deeds.turn import shot_quadrants
from companion.games.scope.procedures.belief import EFFORT
from companion.games.scope.procedures.search_odds import SearchQuestion, believed, expected, read_question
from companion.games.scope.state import Event, State, cell, corners, front_squares

WIDE, HIGH = 122, 94
"""A cell in the units of its house."""


@dataclass(frozen=True, slots=True)
class Lie:
    """The battlefield as it is drawn for one side."""

    state: State
    near: Side = "german"

    def x(self, at: str) -> int:
        """The column of the drawing, counted from 1."""
        n = column_of(at)
        return n + 1 if self.near == "german" else self.state.columns - n

    def y(self, at: str) -> int:
        """The row of the drawing, counted from 1 at the top; the street lies between the fronts."""
        row, rows = row_of(at), self.state.rows
        down = 2 * rows - row + 1 if self.near == "german" else row
        return down if down <= rows else down + 1

    def street(self) -> Values:
        """What is drawn of any battlefield: its size, letters and numbers at its edges, the shot cards."""
        state = self.state
        return {
            "columns": state.columns,
            "rows": state.rows,
            "letters": [(self.x(cell(n, 1)), "ABCDEFGH"[n]) for n in range(state.columns)],
            "numbers": [(self.y(cell(0, row)), row) for row in range(1, 2 * state.rows + 1)],
            "street": state.rows + 1,
            "shots": [
                self.square(shot.quadrant)
                | {"side": side, "label": f"{SIDE_NAMES[side]} shot card: {shot.quadrant}"}
                for side, shot in state.shots.items()
                if shot
            ],
        }

    def place(self, at: str) -> Values:
        return {"at": at, "x": self.x(at), "y": self.y(at)}

    def square(self, quadrant: str) -> Values:
        """A quadrant's place: its upper left cell as it is drawn."""
        cells = corners(quadrant)
        across = " square--across" if self.y(cells[0]) - self.y(cells[2]) not in (1, -1) else ""
        x, y = min(map(self.x, cells)), min(map(self.y, cells))
        return {"at": quadrant, "x": x, "y": y, "across": across}

    def in_square(self, at: str, quadrant: str) -> tuple[int, int]:
        """The middle of a cell within its quadrant, in the units of a house."""
        corner = self.square(quadrant)
        across, down = self.x(at) - corner["x"], self.y(at) - corner["y"]
        return WIDE // 2 + WIDE * across, HIGH // 2 + HIGH * down

    def rows(self, quadrant: str) -> list[str]:
        """The cells of a quadrant as they are drawn, from the upper left."""
        return sorted(corners(quadrant), key=lambda at: (self.y(at), self.x(at)))


MOST_FRAMES = 3
"""More than so many frames hide each other; the oldest go."""


class Moved(NamedTuple):
    """A quadrant that was moved after something in it was seen, and what that was."""

    quadrant: str
    cards: tuple[str, ...]


class Remembered(NamedTuple):
    """A card that lies face down again, and the turn in which it was last seen there."""

    card: str
    turn: int


def seen_since(scene: Scene[State], side: Side) -> dict[str, Remembered]:
    """What is known to lie in cells of a front since somebody saw it there."""
    state = scene.state
    if not state.options.memory_aid:
        return {}
    seen: dict[str, int] = {}
    events = state.events[side]
    for n, event in enumerate(events):
        for at in _forgotten(event):
            seen.pop(at, None)
        if "cell" in event and "card" in event:
            seen[event["cell"]] = n
    there = {at: n for at, n in seen.items() if state.grid[at].side == side}
    return {at: Remembered(events[n]["card"], _turn(scene, side, n)) for at, n in there.items()}


def _forgotten(event: Event) -> Sequence[str]:
    """The cells of which nobody knows any more what lies there."""
    if event["type"] == "move":
        return corners(event["quadrant"])
    return (event["cell"],) if "cell" in event else ()


def _turn(scene: Scene[State], side: Side, event: int) -> int:
    trail = scene.trail
    after = bisect_right(trail, event, key=lambda state: len(state.events[side]))
    return trail[max(0, after - 1)].turn if after < len(trail) else scene.state.turn


def moved_since(state: State, side: Side) -> list[Moved]:
    """The quadrants of a front that were moved since something in them was seen, the latest last."""
    if not state.options.memory_aid:
        return []
    seen: dict[str, str] = {}
    moved: dict[str, Counter[str]] = {}
    for event in state.events[side]:
        _follow(event, seen, moved)
    quadrants = [
        Moved(quadrant, tuple(cards.elements())) for quadrant, cards in moved.items() if cards.total()
    ]
    return quadrants[-MOST_FRAMES:]


def _follow(event: Event, seen: dict[str, str], moved: dict[str, Counter[str]]) -> None:
    """One more event: what is seen where, and what of it went astray in which quadrant."""
    if event["type"] == "move":
        gone = Counter(card for at in corners(event["quadrant"]) if (card := seen.pop(at, "")))
        earlier = moved.pop(event["quadrant"], Counter())
        moved[event["quadrant"]] = earlier + gone
    elif event["type"] in ("reveal", "replace"):
        seen.pop(event["cell"], None)
        for quadrant in _astray(event, moved):
            moved[quadrant] -= Counter([event["card"]])
        if event["card"] != "empty":
            seen[event["cell"]] = event["card"]
    elif event["type"] == "leave":
        seen.pop(event["cell"], None)


def _astray(event: Event, moved: dict[str, Counter[str]]) -> Iterator[str]:
    """The quadrant in which the card that is seen now had gone astray."""
    where = (
        quadrant
        for quadrant, cards in moved.items()
        if cards[event["card"]] and event["cell"] in corners(quadrant)
    )
    first = next(where, None)
    if event["type"] == "reveal" and first is not None:
        yield first


type Odds = Mapping[str, Mapping[Card, Fraction]]
"""For each cell the chance of each card."""

AT_TABLE = 5 * EFFORT
"""A table asks line by line, and all but the last is known by then."""
KEPT = 256
NONE = Fraction(0)


def odds(state: State, side: Side, *more: Event) -> Odds:
    """What can lie where in a front, were that seen as well; nothing where the people remember themselves."""
    if not state.options.memory_aid or state.phase in ("finished", "laying_out"):
        return {}
    return reckoned(question_of(state, side, *more))


def question_of(state: State, side: Side, *more: Event) -> str:
    """A front and all that was seen of it as a question of `search-odds`, in JSON."""
    size = {"front": side, "columns": state.columns, "rows": state.rows, "counts": dict(state.counts)}
    return json.dumps({**size, "events": [*state.events[side], *more]})


@lru_cache(maxsize=KEPT)
def reckoned(question: str) -> Odds:
    """What can lie where by a question in JSON; nothing where too much is possible to be worked out."""
    try:
        read: SearchQuestion = read_question(json.loads(question))
        return believed(read, AT_TABLE).chances()
    except GameError:
        return {}


def best_guess(chances: Odds) -> Fraction:
    """The chance of a sniper in the cell where he is most likely."""
    return max((each.get("sniper", Fraction(0)) for each in chances.values()), default=Fraction(0))


def per_cent(chance: Fraction) -> str:
    """A chance as the figure on a house: whole per cent."""
    return str(round(100 * chance))


def worth(state: State, chances: Mapping[Card, Fraction]) -> Fraction:
    return expected(chances, state.options.points.of)


BAR, TALL, LEAST = 300, 34, 14
"""The bar's size in its own units, and the least width of a part."""


def chances(state: State, at: str) -> tuple[Piece, ...]:
    """The bar of a cell whose card lies face down; none where the people remember themselves."""
    if at not in state.grid or state.grid[at].side != state.front_of(at):
        return ()
    every = odds(state, state.grid[at].side)
    if state.options.memory_aid and not every:
        return (Note("Too much is possible by now for the chances to be worked out exactly."),)
    return (_chance_bar(state, at, every[at]),) if at in every else ()


def _chance_bar(state: State, at: str, odds_here: Mapping[Card, Fraction]) -> Own:
    parts = list(_parts(odds_here))
    label = ", ".join(f"{each['name']} {percent(float(odds_here[each['card']]))}" for each in parts)
    sniper = odds_here.get("sniper", Fraction(0))
    exact = f"Sniper {sniper.numerator} in {sniper.denominator}." if sniper.denominator < 10_000 else ""
    points = f"{float(worth(state, odds_here)):.2f}"
    return Own(
        template="scope/odds.html",
        values={"at": at.upper(), "parts": parts, "label": label, "points": points, "exact": exact},
    )


def _parts(share: Mapping[Card, Fraction]) -> Iterator[Values]:
    """Each kind of card that can lie there: its place in the bar, its figure."""
    kinds = [card for card in RANK if share.get(card)]
    spare = BAR - LEAST * len(kinds)
    x = 0.0
    for card in kinds:
        wide = LEAST + float(share[card]) * spare
        sign = 20 if wide > 26 else 12
        yield {
            "card": card,
            "name": CARD_NAMES[card].removesuffix(" area").capitalize(),
            "figure": per_cent(share[card]),
            "x": round(x, 1),
            "wide": round(wide - 1, 1),
            "sign": sign,
            "sign_x": round(x + (wide - 1 - sign) / 2, 1),
            "sign_y": (TALL - sign) // 2,
        }
        x += wide


def best_after(state: State, side: Side, event: Event) -> str:
    """The best guess at a sniper of that side, in per cent, were that seen; empty where people remember."""
    after = odds(state, side, event)
    return per_cent(best_guess(after)) if after else ""


def outlook(state: State, side: Side, square: str) -> tuple[Piece, ...]:
    """The best guess that the enemy has now, and that he would have."""
    now, then = odds(state, side), odds(state, side, {"type": "move", "quadrant": square})
    if not now or not then:
        return ()
    bars = (_guess_bar("now", best_guess(now)), _guess_bar("after", best_guess(then), chosen=True))
    label = phrase("Best guess of the {enemy} side at a sniper, in 100", enemy=SIDE_NAMES[ENEMY[side]])
    return (Choices(label=label, choices=bars, shape="bars", shows_label=True),)


def _guess_bar(words: Words, share: Fraction, *, chosen: bool = False) -> Choice:
    return Choice(words=words, share=float(share), end=per_cent(share), chosen=chosen)


def learns(scene: Scene[State], after: State, square: str) -> Iterator[Piece]:
    """What the enemy learns, what is hidden again, from where one may shoot."""
    side = after.side
    yield Note(
        phrase(
            "The enemy learns that {square} was moved, never the order: all 24 are alike to him.",
            square=square,
        )
    )
    for at in sorted(set(corners(square)) & _empty(scene, side)):
        share = odds(after, side, {"type": "move", "quadrant": square}).get(at, {})
        chance = per_cent(share.get("sniper", Fraction(0)))
        yield Note(
            phrase("{at}, seen empty, is hidden again: {chance}, not 0.", at=at.upper(), chance=chance)
        )
    if snipers := after.cells(side, "sniper"):
        squares = front_squares(side, after.columns, after.rows)
        cover = (sum(at in corners(each) for each in squares) for at in snipers)
        listing = listed(f"{at} in {NUMBERS[n]}" for at, n in zip(snipers, cover, strict=True))
        named = listed(shot_quadrants(after, side), "or")
        yield Note(
            phrase("Snipers by quadrants: {told}. A shot can name {named}.", told=listing, named=named)
        )


def _empty(scene: Scene[State], side: Side) -> set[str]:
    return {at for at, seen in seen_since(scene, side).items() if seen.card == "empty"}


HOUSES = 5
"""How many kinds of ruins are drawn."""
WINDOWS = tuple((x, y) for y in (21.1, 43.6, 66.2) for x in (7, 24.7, 81.5, 99.1))
"""The twelve windows of a house, in its own units."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the app tells everybody who looks from there.

    The chances of the `enemy` front, by points or by snipers; those that he can work out of one's `own`;
    what was `seen` in cells and lies there still; quadrants `moved` since something in them was seen; the one
    that the last deed moved, and the cells at which it `aimed`.
    """

    enemy: Odds = field(default_factory=dict)
    by_points: bool = False
    own: Odds = field(default_factory=dict)
    seen: Mapping[str, Remembered] = field(default_factory=dict)
    moved: Sequence[Moved] = ()
    last: str = ""
    aimed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Disc:
    """What stands on the crossing of a quadrant that may be chosen: its link, its figure, whether it is."""

    href: str
    figure: str = ""
    chosen: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the city does.

    `cells` are the links of the cells. All else is for the eyes of one side alone: `discs` by quadrant (as
    bursts where a shot is named), `targets` that the deed can reach, `units` of one's own that can be taken
    for a deed, `marked` own cells, `after` the card that would lie in a cell of `square`, and from where.
    """

    cells: Mapping[str, str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    discs: Mapping[str, Disc] = field(default_factory=dict)
    bursts: bool = False
    targets: frozenset[str] = frozenset()
    units: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()
    after: Mapping[str, str] = field(default_factory=dict)
    came: Mapping[str, str] = field(default_factory=dict)
    square: str = ""


def city(lie: Lie, taps: Taps, hints: Known) -> Values:
    """What everybody sees: houses with their chances, cards that are up, shot cards, what was moved."""
    state = lie.state
    return {
        **lie.street(),
        "cells": [_cell(lie, at, taps, hints) for at in state.grid],
        "moved": [_moved(lie, each) for each in hints.moved],
        "last": lie.square(hints.last) | {"label": f"{listed(corners(hints.last))} were moved"}
        if hints.last
        else None,
        "label": f"The battlefield: {scores(state)}",
    }


def scores(state: State) -> str:
    return ", ".join(f"{SIDE_NAMES[side]} {state.score[side]}" for side in SIDES)


def _moved(lie: Lie, moved: Moved) -> Values:
    names = ", ".join(CARD_NAMES[card] for card in moved.cards)
    label = f"{moved.quadrant} was moved since there was seen: {names}"
    return lie.square(moved.quadrant) | {"cards": moved.cards, "label": label}


def _cell(lie: Lie, at: str, taps: Taps, hints: Known) -> Values:
    state, lying = lie.state, lie.state.grid[at]
    face, chances = _open_card(state, at), hints.enemy.get(at)
    seen = hints.seen.get(at)
    burnt = seen.turn if seen and seen.card == "empty" else None
    heat = None if face or chances is None else _heat(state, chances, hints.by_points)
    return {
        **lie.place(at),
        "side": lying.side,
        "house": (7 * column_of(at) + 3 * row_of(at)) % HOUSES,
        "face": face,
        "burnt": burnt,
        "seen": seen,
        "odds": "" if heat is None else heat[0],
        "lit": () if heat is None or burnt else lit(at, heat[1]),
        "href": taps.cells.get(at, ""),
        "chosen": at in taps.chosen,
        "aimed": at in hints.aimed,
        "label": f"{at}, {_label(state, at, face, seen)}{_chance(hints, heat)}",
    }


def _heat(state: State, chances: Mapping[Card, Fraction], by_points: bool) -> tuple[str, Fraction]:
    if not by_points:
        sniper = chances.get("sniper", Fraction(0))
        return per_cent(sniper), sniper
    points = worth(state, chances)
    most = max(state.options.points.of(card) for card in CARD_NAMES)
    return f"{float(points):.1f}", points / max(1, most)


def _chance(hints: Known, heat: tuple[str, Fraction] | None) -> str:
    if heat is None:
        return ""
    return f", {heat[0]} points expected" if hints.by_points else f", sniper {heat[0]} per cent"


def _open_card(state: State, at: str) -> Values | None:
    """The card of a cell that everybody sees: one that is up, an intruder, all of them at the end."""
    lying = state.grid[at]
    if state.phase == "laying_out":
        return None
    is_open = at in turned_up(state) or lying.side != state.front_of(at) or state.phase == "finished"
    return card_values(state, lying.card, lying.side) if is_open else None


def card_values(state: State, kind: str, side: Side) -> Values:
    name = CARD_NAMES[kind].capitalize()
    return {"card": kind, "name": name, "points": state.options.points.of(kind), "side": side}


def lit(at: str, chance: Fraction) -> list[tuple[float, float]]:
    """The windows that are lit: twelfths of the chance, at least one; which ones is the house's own.

    >>> [len(lit("b4", chance)) for chance in (Fraction(135, 239), Fraction(1, 100), Fraction(0))]
    [7, 1, 0]
    """
    number = max(ceil(chance), round(len(WINDOWS) * chance))
    first = 5 * column_of(at) + 7 * row_of(at)
    return [WINDOWS[(first + 5 * n) % len(WINDOWS)] for n in range(number)]


def _label(state: State, at: str, face: Values | None, seen: Remembered | None) -> str:
    whose = SIDE_NAMES[state.grid[at].side]
    if face:
        return f"{whose} {face['name'].lower()}, face up"
    if seen:
        return f"{whose} {CARD_NAMES[seen.card]}, seen in turn {seen.turn}"
    return f"{whose} card, face down"


SHORT = 26
"""How far an arrow keeps from the middle of a cell."""


def own_layer(lie: Lie, side: Side, taps: Taps, hints: Known | None = None) -> Values:
    """The faces of one side, with what its enemy can work out of them; targets, crossings, arrows.

    Without hints no face: the cards lie on the table.
    """
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "faces": list(_faces(lie, side, taps, hints)) if hints else [],
        "targets": [lie.place(at) for at in lie.state.grid if at in taps.targets],
        "discs": [
            lie.square(square) | {"disc": disc, "label": disc.words or f"Quadrant {square}"}
            for square, disc in taps.discs.items()
        ],
        "bursts": taps.bursts,
        "walks": lie.square(taps.square) | {"ways": list(_walks(lie, taps))} if taps.square else None,
    }


def _faces(lie: Lie, side: Side, taps: Taps, hints: Known) -> Iterator[Values]:
    state, up = lie.state, turned_up(lie.state)
    guess = max((each.get("sniper", NONE) for each in hints.own.values()), default=NONE)
    for at in state.cells(side):
        if at in up or state.front_of(at) != side:
            continue
        kind = taps.after.get(at, state.grid[at].card)
        face = card_values(state, kind, side)
        chance = hints.own[at].get("sniper", NONE) if at in hints.own else None
        eye = "" if chance is None else per_cent(chance)
        seen = f", sniper for the enemy {eye} per cent" if eye else ""
        yield lie.place(at) | {
            "face": face,
            "eye": eye,
            "guess": bool(chance) and chance == guess,
            "changed": at in taps.came,
            "marked": at in taps.marked,
            "aside": bool(taps.square) and at not in taps.chosen,
            "href": taps.units.get(at, ""),
            "label": f"{at}, your {face['name'].lower()}{seen}",
        }


def _walks(lie: Lie, taps: Taps) -> Iterator[str]:
    """The way of each card that changes its place, as a path from cell to cell."""
    for to, came in taps.came.items():
        (x, y), (left, top) = lie.in_square(came, taps.square), lie.in_square(to, taps.square)
        across, down = left - x, top - y
        far = max(1, (across**2 + down**2) ** 0.5)
        step = (SHORT * across / far, SHORT * down / far)
        yield f"M{x + step[0]:.0f} {y + step[1]:.0f}L{left - step[0]:.0f} {top - step[1]:.0f}"
