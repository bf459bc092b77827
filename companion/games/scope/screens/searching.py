"""Deeds at the enemy's front: what is looked at, fired at, stormed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.stage import Choice, Choices, Deed, Piece, Words, said
from companion.engine.wording import tap
from companion.games.scope.data import ENEMY
from companion.games.scope.screens.asked import Turn
from companion.games.scope.screens.city import Disc, Taps
from companion.games.scope.screens.odds import odds, per_cent
from companion.games.scope.state import ground

type Aimed = tuple[tuple[Piece, ...], Deed | None, Words, Taps]
"""What a deed asks besides its tile: its pieces, its main button or what is missing, what a tap does."""


def search(turn: Turn) -> Aimed:
    """A sniper turns one card up."""
    at, _ = _at(turn, "search", "cells")
    action = turn.action("search", cell=at)
    main = Deed(words=said("Search {at}", at=at), small=_chance(turn, at), action=tap(action)) if at else None
    return (), main, "Tap a house", _taps(at, ())


def _chance(turn: Turn, at: str) -> Words:
    """How likely a sniper lies there, where the app remembers."""
    found = odds(turn.state, ENEMY[turn.side]).get(at) if at else None
    return said("{n} in 100 a sniper", n=per_cent(found.get("sniper", Fraction(0)))) if found else ""


def offensive_fire(turn: Turn) -> Aimed:
    """A machine gun that stays hidden turns a card beside it up."""
    at, cells = _at(turn, "offensive_fire", "targets")
    words = said("Fire at {at}", at=at)
    main = Deed(words=words, action=tap(turn.action("offensive_fire", target=at))) if at else None
    return (), main, "Tap a house in reach", _taps(at, cells)


def recognition(turn: Turn) -> Aimed:
    """A scout turns one card up, or two that lie side by side."""
    entry = turn.entry("recognition") or {}
    at = turn.chosen("at", entry.get("singles"))
    ways = [[at], *(pair for pair in entry.get("pairs", ()) if at in pair)] if at else []
    names = {"-".join(way): " and ".join(way) for way in ways}
    picked = turn.chosen("cells", names) or at
    choices = tuple(
        Choice(words=words, href=turn.link(cells=key), chosen=key == picked) for key, words in names.items()
    )
    pieces = (Choices(label="Which are turned up", choices=choices, shape="chips"),) if at else ()
    cells = picked.split("-")
    words = said("Look at {cells}", cells=names.get(picked, ""))
    main = Deed(words=words, action=tap(turn.action("recognition", cells=cells))) if at else None
    chosen = Taps(chosen=frozenset(cells))
    return pieces, main, "Tap a house", chosen


def howitzer(turn: Turn) -> Aimed:
    """A mortar shows itself and fires far."""
    shots = {each["mortar"]: each["targets"] for each in (turn.entry("howitzer") or {}).get("shots", ())}
    mortar = turn.chosen("with", shots) or next(iter(shots), "")
    targets = shots.get(mortar, [])
    at = turn.chosen("at", targets)
    action = turn.action("howitzer", mortar=mortar, target=at)
    words = said("{mortar} fires at {at}", mortar=mortar, at=at)
    main = Deed(words=words, small="the mortar is shown", action=tap(action)) if at else None
    pieces = units(turn, "Mortar", tuple(shots), mortar)
    return pieces, main, "Tap a house that is not beside it", _taps(at, targets, mortar)


def assault(turn: Turn) -> Aimed:
    """Infantry shows itself and storms a quadrant."""
    found = {
        each["infantry"]: each["quadrants"] for each in (turn.entry("assault") or {}).get("assaults", ())
    }
    infantry = turn.chosen("with", found) or next(iter(found), "")
    quadrants = found.get(infantry, [])
    at = turn.scene.draft.get("at", "")
    square = turn.chosen("q", quadrants) or next(
        (each for each in quadrants if at in ground.corners(each)), ""
    )
    action = turn.action("assault", infantry=infantry, quadrant=square)
    words = said("{infantry} storms {square}", infantry=infantry, square=square)
    main = Deed(words=words, small="the infantry is shown", action=tap(action)) if square else None
    discs = {each: Disc(turn.link(q=each), chosen=each == square) for each in quadrants}
    chosen = frozenset(ground.corners(square)) if square else frozenset()
    pieces = (
        *units(turn, "Infantry", tuple(found), infantry),
        quadrant_chips(turn, discs),
    )
    taps = Taps(chosen=chosen, discs=discs, marked=frozenset({infantry}))
    return pieces, main, "Choose a quadrant", taps


def quadrant_chips(turn: Turn, discs: Mapping[str, Disc]) -> Choices:
    """The quadrants that may be chosen, for those who do not tap the board."""
    choices = tuple(
        Choice(words=square.upper(), href=disc.href, chosen=disc.chosen, end=disc.figure)
        for square, disc in discs.items()
    )
    return Choices(label="Quadrants", choices=choices, shape="pad")


def _at(turn: Turn, kind: str, key: str) -> tuple[str, Sequence[str]]:
    cells = (turn.entry(kind) or {}).get(key, [])
    return turn.chosen("at", cells), cells


def _taps(at: str, targets: Sequence[str], unit: str = "") -> Taps:
    return Taps(chosen=frozenset({at} - {""}), targets=frozenset(targets), marked=frozenset({unit} - {""}))


def units(turn: Turn, label: str, units: tuple[str, ...], chosen: str) -> tuple[Piece, ...]:
    """Which of several units does it."""
    if len(units) < 2:
        return ()
    choices = tuple(
        Choice(
            words=said("{label} {at}", label=label, at=at),
            href=turn.link(**{"with": at}),
            chosen=at == chosen,
        )
        for at in units
    )
    return (Choices(label=label, choices=choices, shape="chips"),)
