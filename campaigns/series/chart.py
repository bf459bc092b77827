"""The season as a chart: victories, play by play. Lines differ by dash and mark, not colour alone."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from campaigns.series.plays import Play, key_of
from campaigns.series.standings import Line, of_players, worth
from companion.engine.chart import Chart, Drawing, Label, Series, on_screen, ticks
from companion.engine.wording import isolated

PARTS: Mapping[Fraction, str] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
MOST_LINES, LONGEST = 8, 12


def chart(plays: Sequence[Play], lines: Sequence[Line]) -> Drawing | None:
    """The chart of the first eight; None before the second play, as there is no way to draw yet."""
    decided = [play for play in plays if of_players(play)]
    if len(decided) < 2:
        return None
    first = lines[:MOST_LINES]
    told = ", ".join(f"{isolated(line.name)} {parts(line.victories)}" for line in first)
    numbers = [n for n in ticks(0, len(decided)) if 0 < n <= len(decided)]
    return on_screen(
        Chart(
            told=f"Victories play by play: {told}",
            series=[_way(decided, line.name) for line in first],
            labels=[Label(n, n, str(n)) for n in numbers],
            marked=True,
        )
    )


def _way(plays: Sequence[Play], name: str) -> Series:
    """Victories before the first play, after it, and so on."""
    way = [Fraction(0)]
    for play in plays:
        score = of_players(play).get(key_of(name))
        way.append(way[-1] + (worth(play) if score and score.won else 0))
    short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    return Series(name, [float(each) for each in way], words=f"{isolated(short)} {parts(way[-1])}")


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
