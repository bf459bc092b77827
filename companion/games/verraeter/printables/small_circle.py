"""The circle of twelve, small: whose each landscape is, what it is worth, what lies under it."""

from collections.abc import Iterator
from math import cos, pi, sin

from companion.games.verraeter.data import CIRCLE, COLOURS
from companion.games.verraeter.printables.emblems import sign
from companion.games.verraeter.printables.look import LEAN
from companion.games.verraeter.printables.player_cards import arms_of
from companion.games.verraeter.state import Building, State
from companion.press.engraving import hatch
from companion.press.face import WHITE, Box, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look
from companion.press.text import NUMERAL, SUBTITLE, Style, line


def small_circle(state: State, box: Box, look: Look) -> Iterator[Mark]:
    """Position 0 at the top and a little to the right, then clockwise; what lies under a card is outside."""
    side = min(box.width, box.height)
    wide, high, size = side * 0.118, side * 0.155, side * 0.085
    reach = side / 2 - high / 2 - size - 1.5
    x0, y0 = box.x + box.width / 2, box.y + box.height / 2
    for n in range(CIRCLE):
        turn = 2 * pi * (n + 0.5) / CIRCLE
        x, y = x0 + reach * sin(turn), y0 - reach * cos(turn)
        yield from _tile(state, n, Box(x - wide / 2, y - high / 2, wide, high), look)
        under = state.circle[n].building
        if under:
            far = reach + size / 2 + 1 + (high * abs(cos(turn)) + wide * abs(sin(turn))) / 2
            corner = (x0 + far * sin(turn) - size / 2, y0 - far * cos(turn) - size / 2)
            yield from _building(
                under, COLOURS[state.ids.index(under.player)], Box(*corner, size, size), look
            )
    for n, told in enumerate(("The circle", "Shield: an estate.", "In a frame: an office.")):
        style = Style(font=SUBTITLE, size=7.5 if n else 9, leading=1)
        yield from line(told, style, 40, "circle").at(x0 - 20, y0 - 5 + 3.6 * n, width=40, align=0.5)


def _building(under: Building, colour: str, box: Box, look: Look) -> Iterator[Mark]:
    """The shield of whose card lies there, framed where it is an office."""
    yield Stamp(arms_of(colour, look), box.x, box.y, box.width / 10)
    if under.side == "office":
        yield Rectangle(box.inset(-box.width * 0.18), Paint(stroke=look.strong("gold"), width=0.35), 0.6)


def _tile(state: State, n: int, box: Box, look: Look) -> Iterator[Mark]:
    land = state.circle[n]
    strong = look.strong(land.house)
    tint = look.tint(land.house, 0.25)
    yield Rectangle(box, Paint(fill=tint or WHITE, stroke=strong, width=0.35), 0.6)
    runs = hatch(box.corners, step=1.3, lean=LEAN[land.house])
    yield Path(runs, Paint(stroke=strong, width=0.12))
    paper = box.inset(0.9)
    yield Rectangle(paper, Paint(fill=WHITE))
    size = box.width * 0.6
    face = sign(land.house, look)
    yield Stamp(face, box.x + (box.width - size) / 2, paper.y + 0.3, size / 10)
    style = Style(font=NUMERAL, size=8.5, leading=1, colour=strong)
    figure = line(str(state.cards.landscapes[land.type].conflict), style, 6, "circle")
    yield from figure.at(box.x, paper.bottom - figure.height, width=box.width, align=0.5)
