"""Points over the rounds, a line a player: told apart by dash and shield, not by colour alone."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.chart import Area, Scale
from companion.games.verraeter.data import COLOURS
from companion.games.verraeter.printables.look import MUTED
from companion.games.verraeter.printables.player_cards import arms_of
from companion.press.face import POINT, Box, Mark, Paint, Path, Stamp
from companion.press.fonts import LABEL, SUBTITLE
from companion.press.look import Look
from companion.press.text import Style, line, measure

DASH: Mapping[str, tuple[float, ...]] = {
    "blue": (),
    "green": (2.4, 0.9),
    "yellow": (0.5, 0.8),
    "black": (2.4, 0.7, 0.5, 0.7),
}
SHIELD = 4.6

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
LABELS = Style(font=LABEL, size=7.5, leading=1, colour=MUTED)


def score_chart(scores: Sequence[Sequence[int]], rounds: int, box: Box, look: Look) -> Iterator[Mark]:
    """One line for each list of points, that begins at round 0, in seating order."""
    low = min(0, *(min(each) for each in scores))
    high = max(8, *(max(each) for each in scores))
    step = next(each for each in STEPS if each * 6 >= high - low)
    low, high = low // step * step, -(-high // step) * step
    area = Box(box.x + 8, box.y + 2, box.width - 16, box.height - 8)

    scale = Scale(Area(area.x, area.y, area.right, area.bottom), rounds, low, high, 9)
    caption = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
    yield from line("Points after each round", caption, area.width, "chart").at(area.x, box.y - 2.6)
    yield from _raster(range(low, high + 1, step), rounds, scale)
    for colour, each in zip(COLOURS, scores, strict=False):
        run = tuple(scale.spots(each))
        if len(run) > 1:
            ink = look.strong(colour)
            yield Path((run,), Paint(stroke=ink, width=0.75, dash=DASH[colour]))
    yield from _shields([(scale.x(len(each) - 1), scale.y(each[-1])) for each in scores], look)


def _raster(lines: range, rounds: int, scale: Scale) -> Iterator[Mark]:
    for points in lines:
        left, right, y = scale.x(0), scale.x(rounds), scale.y(points)
        yield Path((((left, y), (right, y)),), Paint(stroke=(0.72,), width=0.3 if points == 0 else 0.12))
        wide = measure(str(points), LABELS.font, LABELS.size)
        yield from line(str(points), LABELS, 8, "chart").at(left - wide - 1.4, y - LABELS.size * POINT / 2)
    for number in range(rounds + 1):
        x, foot = scale.x(number), scale.y(lines[0])
        yield Path((((x, foot), (x, foot + 0.9)),), Paint(stroke=(0.5,), width=0.15))
        yield from line(str(number), LABELS, 8, "chart").at(x - 4, foot + 1.4, width=8, align=0.5)


def _shields(ends: Sequence[tuple[float, float]], look: Look) -> Iterator[Mark]:
    """A shield at the end of each line; where lines end together, side by side."""
    beside: list[tuple[float, float]] = []
    for colour, (x, y) in zip(COLOURS, ends, strict=False):
        while any(abs(y - other) < SHIELD * 0.9 and abs(x - at) < SHIELD * 0.95 for at, other in beside):
            x += SHIELD
        beside.append((x, y))
        yield Stamp(arms_of(colour, look), x - SHIELD * 0.2, y - SHIELD / 2, SHIELD / 10)
