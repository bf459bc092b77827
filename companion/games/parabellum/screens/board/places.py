"""Choosing where: squares on the map or in a list, and the place within the square."""

from collections.abc import Iterable, Mapping

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Fold, Own, Piece, said
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import square_at

SPOKEN = {
    "c": "in the middle",
    "n": "north half",
    "s": "south half",
    "e": "east half",
    "w": "west half",
    "nw": "north-west corner",
    "ne": "north-east corner",
    "sw": "south-west corner",
    "se": "south-east corner",
}
GRID = ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")


GAP = "0-0"
"""Stands in a link for a square's name, and is none."""


def chosen(scene: Scene[State], squares: Iterable[str]) -> str | None:
    """The square that the half-made choice names, if it is one of these."""
    wanted = scene.draft.get("to", "")
    return wanted if wanted in list(squares) else None


def square_taps(scene: Scene[State], costs: Mapping[str, object], to: str | None, verb: str) -> Taps:
    """Each of these squares to tap, with a word on it."""
    links = {square: keep(scene, to=square, pos=None) for square in costs}
    return Taps(links, costs, chosen=frozenset([to] if to else ()), verb=verb)


def barred_squares(scene: Scene[State], squares: Iterable[str]) -> Mapping[str, str]:
    """Every other square of the map, each with the link at which it is said why it cannot be chosen."""
    sheet, open_ = scene.state.sheet, set(squares)
    link = keep(scene, to=GAP, pos=None)
    every = (square_at(column, row) for row in range(sheet.height) for column in range(sheet.columns))
    return {square: link.replace(GAP, square) for square in every if square not in open_}


def square_list(scene: Scene[State], taps: Taps) -> tuple[Piece, ...]:
    """The same squares as a list: folded beside the map, open where the table keeps the map."""
    if not taps.squares:
        return ()
    choices = tuple(
        Choice(words=said("{verb} {square}", verb=taps.verb, square=at(square)), end=str(taps.costs[square]),
               href=href, chosen=square in taps.chosen)
        for square, href in taps.squares.items()
    )  # fmt: skip
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
    """The places in a square as they lie in it, where there is more than one."""
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
