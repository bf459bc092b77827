"""The two sides of a live game on paper: score, objective, what lies in each scoring zone."""

from collections.abc import Iterator

from companion.games.scope.data import ENEMY, SCENARIO_NAMES, SIDE_NAMES, SIDES, THEME_NAMES, Side
from companion.games.scope.printables.look import MUTED, SIGN, sign
from companion.games.scope.rules.resulting import WORDS
from companion.games.scope.state import State
from companion.games.scope.state.naming import spoken
from companion.press.face import Box, Mark, Paint, Rectangle, Stamp
from companion.press.look import INK, Look, at_left
from companion.press.text import LABEL, NUMERAL, STRONG, Style, line

PLATE = 25.0
"""Millimetres: how high a plate is."""


def title_of(state: State) -> str:
    """The scenario with its theme."""
    name = SCENARIO_NAMES[state.scenario]
    return f"{name}: {THEME_NAMES[state.theme]}" if state.theme else name


def where(state: State) -> str:
    """Where the game stands, or how it ended."""
    mode = "" if state.mode == "basic" else " Advanced mode."
    if state.winner is not None:
        won = f"The {SIDE_NAMES[state.winner]} side has won: {WORDS[state.reason or 'points']}."
        return f"Turn {state.turn}. {won}{mode}"
    if state.laying_out:
        return f"The fronts are being laid out.{mode}"
    return f"Turn {state.turn}: {spoken(state.slot)} to act.{mode}"


def plates(state: State, box: Box, look: Look) -> Iterator[Mark]:
    """Both sides beside each other."""
    across = (box.width - 4) / 2
    for n, side in enumerate(SIDES):
        yield from _plate(state, side, Box(box.x + n * (across + 4), box.y, across, box.height), look)


def _plate(state: State, side: Side, box: Box, look: Look) -> Iterator[Mark]:
    fill = Paint(stroke=INK, width=0.35) if look.saver else Paint(fill=look.full("paper"))
    yield Rectangle(box, fill, 1)
    yield Rectangle(box._replace(width=2), look.panel(side))
    yield Stamp(sign(side, look.strong(side)), box.x + 4.5, box.y + 2.4, 9 / SIGN)
    name = Style(font=STRONG, size=11, leading=1)
    quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
    yield from at_left(f"{SIDE_NAMES[side]} side", name, Box(box.x + 16, box.y + 2, 44, 5), side)
    aim = f"of {state.objective} points" if state.objective else "points; the theme wins"
    yield from at_left(aim, quiet, Box(box.x + 16, box.y + 7.2, 40, 4), side)
    figure = Style(font=NUMERAL, size=32, leading=1)
    score = line(str(state.score[side]), figure, 20, side)
    yield from score.at(box.x, box.y + 1, width=box.width - 4, align=1)
    yield from _zone(state, side, Box(box.x + 4.5, box.y + 14, box.width - 8, 10), look)


def _zone(state: State, side: Side, box: Box, look: Look) -> Iterator[Mark]:
    """The enemy's cards that this side has eliminated."""
    fallen = state.lost[ENEMY[side]]
    pitch = min(8.4, box.width / max(1, len(fallen)))
    for n, card in enumerate(fallen):
        place = Box(box.x + n * pitch, box.y, pitch - 0.8, 9)
        yield Rectangle(place, look.plate(ENEMY[side], 0.25), 0.5)
        size = min(place.width - 0.8, 7.2)
        yield Stamp(
            sign(card, INK), place.x + (place.width - size) / 2, place.y + (9 - size) / 2, size / SIGN
        )
    if not fallen:
        quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
        yield from at_left("Nothing in its scoring zone yet", quiet, box._replace(height=5), side)
