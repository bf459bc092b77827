"""Words beside a square: on that side of it where they cover least."""

from collections.abc import Collection, Iterator

from companion.engine.wording import Values
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board.miniatures import SIDE, Box, box
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import place

WIDE, TALL, AWAY = 186, 84, 10


def callout(state: State, why: tuple[str, str], choices: Collection[str]) -> Values | None:
    """What bars a square, in a box that stays on the map; `choices` are squares to leave uncovered."""
    square, words = why
    if square not in state.sheet:
        return None
    things = [*(_of(each) for each in choices), *_units(state)]
    best = min(_sides(state, square), key=lambda side: (_meet(side, _of(square)), _covered(side, things)))
    return {**best._asdict(), "at": at(square), "words": words}


def _of(square: str) -> Box:
    column, row = place(square)
    return Box(column * SIDE, row * SIDE, SIDE, SIDE)


def _units(state: State) -> Iterator[Box]:
    return (box(state, unit) for unit, each in state.units.items() if each.where == "map" and each.square)


def _sides(state: State, square: str) -> Iterator[Box]:
    """Left and right of it, above and below, as far as the map goes."""
    here = _of(square)
    most = state.sheet.columns * SIDE - WIDE, state.sheet.height * SIDE - TALL
    for x in (here.x - WIDE - AWAY, here.x + SIDE + AWAY):
        for y in (here.y + SIDE - TALL, here.y):
            yield _within(x, y, most)
    for y in (here.y - TALL - AWAY, here.y + SIDE + AWAY):
        yield _within(here.x + (SIDE - WIDE) / 2, y, most)


def _within(x: float, y: float, most: tuple[float, float]) -> Box:
    return Box(min(most[0], max(0, x)), min(most[1], max(0, y)), WIDE, TALL)


def _covered(one: Box, things: Collection[Box]) -> int:
    return sum(_meet(one, each) for each in things)


def _meet(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.wide and other.x < one.x + one.wide
    return across and one.y < other.y + other.tall and other.y < one.y + one.tall
