"""The season as a chart: victories, play by play. Lines differ by dash and mark, not colour alone."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from campaigns.series.plays import Play, key_of
from campaigns.series.standings import Line, of_players, worth
from companion.engine.chart import Area, Scale, path
from companion.engine.wording import Values

WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 480, 260, 28, 128, 14, 30
AREA = Area(LEFT, TOP, WIDE - RIGHT, HIGH - FOOT)
PARTS: Mapping[Fraction, str] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
MOST_LINES, APART, MOST_TICKS, LONGEST = 8, 17, 8, 12


def chart(plays: Sequence[Play], lines: Sequence[Line]) -> Values | None:
    """The chart's finished values; None before the second play, as there is no way to draw yet."""
    decided = [play for play in plays if of_players(play)]
    if len(decided) < 2:
        return None
    ways = {key_of(line.name): _way(decided, key_of(line.name)) for line in lines[:MOST_LINES]}
    top = max(1, *(-(-way[-1].numerator // way[-1].denominator) for way in ways.values()))
    scale = Scale(AREA, len(decided), 0, top)
    heights = spread([scale.y(float(way[-1])) for way in ways.values()])
    drawn = zip(lines, ways.values(), heights, strict=False)
    return {
        "width": WIDE, "height": HIGH, "left": LEFT, "right": WIDE - RIGHT, "middle": HIGH - 6,
        "lines": [_line(n, line.name, way, y, scale) for n, (line, way, y) in enumerate(drawn, 1)],
        "levels": [{"y": scale.y(n), "label": n} for n in _ticks(top)],
        "plays": [{"x": scale.x(n), "label": n} for n in _ticks(len(decided)) if n],
        "label": "Victories play by play: " + _told(lines),
        "left_out": max(0, len(lines) - MOST_LINES),
    }  # fmt: skip


def _way(plays: Sequence[Play], key: str) -> list[Fraction]:
    """Victories before the first play, after it, and so on."""
    way = [Fraction(0)]
    for play in plays:
        score = of_players(play).get(key)
        way.append(way[-1] + (worth(play) if score and score.won else 0))
    return way


def _line(n: int, name: str, way: Sequence[Fraction], height: float, scale: Scale) -> Values:
    points = scale.spots([float(victories) for victories in way])
    return {
        "n": n,
        "path": path(points),
        "marks": [{"x": x, "y": y} for x, y in points[1:]],
        "end": {"x": points[-1][0] + 8, "from": points[-1][1], "y": height, "text_x": points[-1][0] + 20},
        "name": name if len(name) <= LONGEST else name[: LONGEST - 1] + "…",
        "victories": parts(way[-1]),
    }


def parts(victories: Fraction) -> str:
    """A number of victories as people write it.

    >>> [parts(Fraction(n)) for n in ("3", "7/2", "1/3")]
    ['3', '3½', '⅓']
    """
    whole, rest = divmod(victories, 1)
    if not rest:
        return str(whole)
    sign = PARTS.get(rest, f"{float(rest):.2f}".removeprefix("0"))
    return f"{whole or ''}{sign}"


def spread(heights: Sequence[float]) -> list[float]:
    """The same heights pushed apart, so that no label covers another; none leaves the paper."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = [0.0] * len(heights)
    above: float = TOP - APART
    for n in order:
        placed[n] = above = max(heights[n], above + APART)
    below = float(HIGH - FOOT + APART)
    for n in reversed(order):
        placed[n] = below = min(placed[n], below - APART)
    return [round(height, 1) for height in placed]


def _ticks(top: int) -> list[int]:
    step = -(-top // MOST_TICKS)
    return list(range(0, top + 1, step))


def _told(lines: Sequence[Line]) -> str:
    return ", ".join(f"{line.name} {parts(line.victories)}" for line in lines[:MOST_LINES])
