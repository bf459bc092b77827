"""The ruined city: both fronts as houses that all see, and the cards that lie open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from companion.engine.looking import Values
from companion.engine.squares import column_of, row_of
from companion.games.scope.data import CARD_NAMES, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.rules.secrets import turned_up
from companion.games.scope.screens.lie import Lie
from companion.games.scope.screens.memory import Moved
from companion.games.scope.screens.odds import Odds, per_cent, worth
from companion.games.scope.state import State, ground

HOUSES = 5
"""How many kinds of ruins are drawn."""
WINDOWS = tuple((x, y) for y in (21.1, 43.6, 66.2) for x in (7, 24.7, 81.5, 99.1))
"""The twelve windows of a house, in its own units."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the app tells everybody who looks from there.

    The chances of the `enemy` front, by points or by snipers; those that he can work out of one's `own`;
    areas known to be `empty`, with the turn; quadrants `moved` since something in them was seen.
    """

    enemy: Odds = field(default_factory=dict)
    by_points: bool = False
    own: Odds = field(default_factory=dict)
    empty: Mapping[str, int] = field(default_factory=dict)
    moved: Sequence[Moved] = ()


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


def city(lie: Lie, taps: Taps, known: Known) -> Values:
    """What everybody sees: houses with their chances, cards that are up, shot cards, what was moved."""
    state = lie.state
    letters = [(lie.x(ground.cell(n, 1)), "ABCDEFGH"[n]) for n in range(state.columns)]
    numbers = [(lie.y(ground.cell(0, row)), row) for row in range(1, 2 * state.rows + 1)]
    return {
        "columns": state.columns,
        "rows": state.rows,
        "cells": [_cell(lie, at, taps, known) for at in state.grid],
        "letters": letters,
        "numbers": numbers,
        "street": state.rows + 1,
        "shots": [
            lie.square(shot.quadrant)
            | {"side": side, "label": f"{SIDE_NAMES[side]} shot card: {shot.quadrant}"}
            for side, shot in state.shots.items()
            if shot
        ],
        "moved": [_moved(lie, each) for each in known.moved],
        "label": "The battlefield: " + ", ".join(f"{SIDE_NAMES[side]} {state.score[side]}" for side in SIDES),
    }


def _moved(lie: Lie, moved: Moved) -> Values:
    names = ", ".join(CARD_NAMES[card] for card in moved.cards)
    label = f"{moved.quadrant} was moved since there was seen: {names}"
    return lie.square(moved.quadrant) | {"cards": moved.cards, "label": label}


def _cell(lie: Lie, at: str, taps: Taps, known: Known) -> Values:
    state, lying = lie.state, lie.state.grid[at]
    face, chances = _open_card(state, at), known.enemy.get(at)
    burnt = known.empty.get(at)
    heat = None if face or chances is None else _heat(state, chances, known.by_points)
    return {
        **lie.place(at),
        "side": lying.side,
        "house": (7 * column_of(at) + 3 * row_of(at)) % HOUSES,
        "face": face,
        "burnt": burnt,
        "odds": "" if heat is None else heat[0],
        "lit": () if heat is None or burnt else lit(at, heat[1]),
        "href": taps.cells.get(at, ""),
        "chosen": at in taps.chosen,
        "label": f"{at}, {_told(state, at, face, burnt)}{_chance(known, heat)}",
    }


def _heat(state: State, chances: Mapping[Card, Fraction], by_points: bool) -> tuple[str, Fraction]:
    """The figure on a house, and how much of it is lit."""
    if not by_points:
        sniper = chances.get("sniper", Fraction(0))
        return per_cent(sniper), sniper
    points = worth(state, chances)
    most = max(state.options.points.of(card) for card in CARD_NAMES)
    return f"{float(points):.1f}", points / max(1, most)


def _chance(known: Known, heat: tuple[str, Fraction] | None) -> str:
    if heat is None:
        return ""
    return f", {heat[0]} points expected" if known.by_points else f", sniper {heat[0]} per cent"


def _open_card(state: State, at: str) -> Values | None:
    """The card of a cell that everybody sees: one that is up, an intruder, all of them at the end."""
    lying = state.grid[at]
    if state.phase == "laying_out":
        return None
    is_open = at in turned_up(state) or lying.side != state.front_of(at) or state.phase == "finished"
    return card(state, lying.card, lying.side) if is_open else None


def card(state: State, kind: str, side: Side) -> Values:
    """A card's face."""
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


def _told(state: State, at: str, face: Values | None, burnt: int | None) -> str:
    whose = SIDE_NAMES[state.grid[at].side]
    if face:
        return f"{whose} {face['name'].lower()}, face up"
    if burnt:
        return f"{whose} empty area, seen in turn {burnt}"
    return f"{whose} card, face down"
