"""Charts drawn as SVG, for the screen and for paper: lines over the rounds, and a ladder of prices.

What a class colours on the screen has a plain attribute for paper, where no style sheet reaches.
"""

from collections.abc import Iterator, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.engine.campaign.bookings import Prices
from companion.engine.chart import Area, Label, Scale, Series, around, path, ticks

WIDTH, HEIGHT = 560, 320
LEFT, RIGHT, TOP, LOW = 72, 18, 16, 46
TYPE = 20
STROKES = ("#274469", "#7a261b", "#46592f", "#79560f")
DASHES = ("", "9 6", "2 5", "12 5 2 5")
AREA = Area(LEFT, TOP, WIDTH - RIGHT, HEIGHT - LOW)


def grouped(value: int) -> str:
    r"""A figure as people read it.

    >>> grouped(-2400) == "−2\N{NO-BREAK SPACE}400"
    True
    """
    return f"{value:,}".replace(",", "\u00a0").replace("-", "−")


def moved(amount: int) -> str:
    """A movement with its sign.

    >>> moved(50), moved(-50), moved(0)
    ('+50', '−50', '0')
    """
    return f"+{grouped(amount)}" if amount > 0 else grouped(amount)


def lines(series: Sequence[Series], labels: Sequence[Label], told: str) -> SafeString:
    """Lines over places; `told` says in words what the drawing shows."""
    scale, marks = around(series, AREA)
    parts = [_grid(scale, marks), _stretches(scale, labels)]
    parts += [_line(scale, each, n) for n, each in enumerate(series)]
    return _drawing(parts, told)


def ladder(prices: Prices, told: str) -> SafeString:
    """What the next one costs as the supply dwindles from left to right, and where it stands now."""
    top = max(lot.price for lot in prices.lots)
    scale = Scale(AREA, prices.most, 0, ticks(0, top)[-1])
    path = " ".join(_tread(scale, prices.most, lot) for lot in prices.lots)
    here = scale.x(prices.most - prices.left)
    used = format_html(
        '<rect class="chart__used" x="{}" y="{}" width="{}" height="{}" fill="#ebe2d0"/>',
        scale.x(0), TOP, round(here - scale.x(0), 1), HEIGHT - TOP - LOW,
    )  # fmt: skip
    now = format_html(
        '<path class="chart__now" d="M{0} {1}V{2}" fill="none" stroke="#8e2418" stroke-width="3"/>',
        here, TOP, HEIGHT - LOW,
    )  # fmt: skip
    line = format_html(
        '<path class="chart__line chart__line--0" d="M{}" fill="none" stroke="{}" stroke-width="4"/>',
        path.removeprefix("L"), STROKES[0],
    )  # fmt: skip
    stairs = list(_stairs(scale, prices.most))
    return _drawing([used, _grid(scale, ticks(0, top)), *stairs, line, now], told)


def _tread(scale: Scale, most: int, lot: tuple[int, int, int]) -> str:
    left, above, price = lot
    return f"L{scale.x(most - left)} {scale.y(price)}H{scale.x(most - above)}"


def _stairs(scale: Scale, most: int) -> Iterator[SafeString]:
    """How many are left, below the axis."""
    for left in (each for each in ticks(0, most) if each <= most):
        yield _text(scale.x(most - left), HEIGHT - LOW + TYPE + 6, str(left), "middle")


def _grid(scale: Scale, marks: Sequence[int]) -> SafeString:
    rows = [(LEFT, scale.y(mark), WIDTH - RIGHT) for mark in marks]
    across = '<path class="chart__grid" d="M{} {}H{}" fill="none" stroke="#cdbfa6"/>'
    words = [_text(LEFT - 8, scale.y(mark) + TYPE / 3, grouped(mark), "end") for mark in marks]
    return format_html("{}{}", format_html_join("", across, rows), format_html_join("", "{}", zip(words)))


PART = '<path class="chart__part" d="M{} {}V{}" fill="none" stroke="#8b7b62" stroke-dasharray="3 4"/>'


def _stretches(scale: Scale, labels: Sequence[Label]) -> SafeString:
    """The scenarios along the axis, parted by rules."""
    parts = []
    for each in labels:
        if each.first:
            at = scale.x(each.first - 0.5)
            parts.append(format_html(PART, at, TOP, HEIGHT - LOW + 6))
        middle = scale.x((each.first + each.last) / 2)
        parts.append(_text(middle, HEIGHT - LOW + TYPE + 6, each.words, "middle"))
    return format_html_join("", "{}", zip(parts))


def _line(scale: Scale, series: Series, n: int) -> SafeString:
    spots = scale.spots(series.values)
    end = spots[-1] if spots else (0, 0)
    return format_html(
        '<path class="chart__line chart__line--{0}" d="{1}" fill="none" stroke="{2}" stroke-width="4"'
        ' stroke-linejoin="round" stroke-dasharray="{3}"/>'
        '<circle class="chart__dot chart__dot--{0}" cx="{4}" cy="{5}" r="6" fill="{2}"/>',
        n % 4, path(spots), STROKES[n % 4], DASHES[n % 4], *end,
    )  # fmt: skip


def _text(x: float, y: float, words: str, anchor: str) -> SafeString:
    return format_html(
        '<text class="chart__words" x="{}" y="{}" text-anchor="{}" font-size="{}" fill="#1f1b16"'
        ' font-family="Barlow Condensed">{}</text>',
        x, round(y, 1), anchor, TYPE, words,
    )  # fmt: skip


def key(n: int) -> SafeString:
    """The stroke of a line beside its name, below the drawing."""
    return format_html(
        '<svg class="chart__key" viewBox="0 0 44 12" width="44" height="12" aria-hidden="true">'
        '<path class="chart__line chart__line--{0}" d="M2 6H42" fill="none" stroke="{1}" stroke-width="4"'
        ' stroke-dasharray="{2}"/></svg>',
        n % 4, STROKES[n % 4], DASHES[n % 4],
    )  # fmt: skip


def _drawing(parts: Sequence[SafeString], told: str) -> SafeString:
    return format_html(
        '<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}"'
        ' role="img" aria-label="{}">{}</svg>',
        WIDTH, HEIGHT, told, format_html_join("", "{}", zip(parts)),
    )  # fmt: skip
