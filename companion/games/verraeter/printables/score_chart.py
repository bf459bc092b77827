"""Points over the rounds, a line a player: told apart by dash and shield, not by colour alone."""

from collections.abc import Iterable, Iterator, Sequence

from companion.engine.chart import Area, Chart, Label, Series, drawn
from companion.games.verraeter.data import COLOURS
from companion.games.verraeter.printables.look import MUTED
from companion.games.verraeter.printables.player_cards import arms_of
from companion.press.chart import Pen, chart
from companion.press.face import Box, Mark
from companion.press.look import Look
from companion.press.text import LABEL, SUBTITLE, Style, line

SHIELD = 4.6
CAPTION = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
LABELS = Style(font=LABEL, size=7.5, leading=1, colour=MUTED)


def score_chart(scores: Sequence[Sequence[int]], rounds: int, box: Box, look: Look) -> Iterator[Mark]:
    """One line for each list of points, that begins at round 0, in seating order."""
    shown = Chart(
        told="Points after each round",
        series=[Series(colour, each) for colour, each in zip(COLOURS, scores, strict=False)],
        labels=[Label(n, n, str(n)) for n in range(rounds + 1)],
        reach=(0, 8),
        last=rounds,
    )
    area = Area(box.x + 8, box.y + 2, box.right - 8, box.bottom - 6)
    pens = [Pen(look.strong(each.name), arms_of(each.name, look), SHIELD) for each in shown.series]
    yield from line(shown.told, CAPTION, box.width - 16, "chart").at(area.left, box.y - 2.6)
    yield from chart(drawn(shown, area, 9), pens, _write)


def _write(words: str, box: Box, align: float) -> Iterable[Mark]:
    return line(words, LABELS, box.width, "chart").at(box.x, box.y, width=box.width, align=align)
