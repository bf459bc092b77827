"""A place of the battlefield seen large: some squares, a zone, the units of one energy; who stands there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.engine.wording import Laid, Values, counted
from companion.games.proelii import data
from companion.games.proelii.rules.movement import is_eligible
from companion.games.proelii.screens.frame import Loupe, what
from companion.games.proelii.state import State, Unit

ACROSS, DOWN = 3, 2
"""Squares that a loupe shows."""
FEW = 8
"""Units of a place that are shown one by one; more stand as a stack a kind."""


def blocks(many: int) -> list[range]:
    """So many columns in groups that a finger meets, from 1, the same from both ends.

    >>> [len(each) for each in blocks(10)], [len(each) for each in blocks(8)]
    ([3, 2, 2, 3], [3, 2, 3])
    """
    sizes = {7: (2, 3, 2), 8: (3, 2, 3), 9: (3, 3, 3), 10: (3, 2, 2, 3)}[many]
    starts = [1 + sum(sizes[:n]) for n in range(len(sizes))]
    return [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]


def pads(loupe: Loupe, columns: int, at: Mapping[tuple[int, int], str]) -> Iterator[Values]:
    """What is tapped where squares are less than a finger; `at` is the square of each place."""
    for across in blocks(columns):
        for y in range(1, data.ROWS, DOWN):
            x = max(1, min(across[0], columns - ACROSS + 1))
            first, last = at[across[0], y], at[across[-1], y + DOWN - 1]
            yield {
                "x": across[0],
                "y": y,
                "wide": len(across),
                "href": loupe.link(at[x, y]),
                "label": f"{first} to {last}, large",
            }


def seen_large(
    loupe: Loupe, columns: int, at: Mapping[tuple[int, int], str], cells: Mapping[str, Values]
) -> Values:
    """The squares under the loupe, and the ways to move it."""
    place = next((xy for xy, name in at.items() if name == loupe.at), (1, 1))
    x, y = min(place[0], columns - ACROSS + 1), min(place[1], data.ROWS - DOWN + 1)
    shown = [at[x + across, y + down] for down in range(DOWN) for across in range(ACROSS)]
    moves = {"←": (x - 1, y), "→": (x + 1, y), "↑": (x, y - 1), "↓": (x, y + 1)}
    named = {"←": "Left", "→": "Right", "↑": "Up", "↓": "Down"}
    fits = {sign for sign, (a, b) in moves.items() if 1 <= a <= columns - ACROSS + 1 and 1 <= b < data.ROWS}
    return {
        "kind": "field",
        "x": x,
        "y": y,
        "title": f"{_part(x + 1, columns)}, {shown[0]} – {shown[-1]}",
        "close": loupe.link(None),
        "cells": [cells[each] for each in shown],
        "units": (),
        "moves": [
            {"sign": sign, "label": named[sign], "href": loupe.link(at[moves[sign]]) if sign in fits else ""}
            for sign in moves
        ],
    }


def _part(x: int, columns: int) -> str:
    flank = columns // 3
    return "Left" if x <= flank else "Right" if x > columns - flank else "Centre"


def listed(loupe: Loupe, title: str, units: Sequence[Values], kind: str = "zone") -> Values:
    """All units of a place, each large and by name."""
    return {"kind": kind, "title": title, "close": loupe.link(None), "cells": (), "units": units, "moves": ()}


def stacks(state: State, units: Iterable[tuple[str, Unit]]) -> Iterator[tuple[str, list[str]]]:
    """Units by side, kind and experience, those first who may act now."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for name, unit in units:
        groups.setdefault((unit.side, unit.type, unit.experience), []).append(name)
    able = {key: any(is_eligible(state, n, state.units[n]) for n in names) for key, names in groups.items()}
    kinds, ranks = tuple(data.KIND_NAMES), tuple(data.RANKS)
    order = sorted(
        groups, key=lambda k: (k[0] == "black", not able[k], -ranks.index(k[2]), kinds.index(k[1]))
    )
    for key in order:
        yield key[0], groups[key]


def stack(state: State, names: Sequence[str], token: Callable[[Unit], Laid]) -> Laid:
    """One kind as it lies in a heap: without its energy, how many they are and how many may act."""
    unit = state.units[names[0]]
    able = sum(is_eligible(state, name, state.units[name]) for name in names)
    words = f"{data.SIDE_NAMES[unit.side]}: {counted(len(names), 'unit')}, {what(unit)}"
    return Laid(
        id="",
        href="",
        token=token(replace(unit, energy=0, cp=unit.kind.cp)),
        label=f"{words}, {able} may act" if able else words,
        count=len(names) if names[1:] else 0,
        able=able,
        chosen=False,
        pale=state.step == "movement" and not able,
    )


def place_of(state: State, at: str) -> str:
    """What kind of place a loupe is opened at: a field's, a zone's, an energy's; empty for none."""
    if at in state.board.squares:
        return "field"
    if at in (*data.SIDES, data.DISTANT):
        return "zone"
    return "tier" if at in map(str, (*data.TIERS, 0)) else ""
