"""The end of the war: who won and how, year by year, and the marker's way from 1914 on."""

from collections.abc import Sequence
from itertools import pairwise

from companion.engine.chart import Chart, Label, Series, on_screen
from companion.engine.game import Scene
from companion.engine.stage import Icon, Own, Question, Row, Rows, Words, said
from companion.games.scarper.data import MORALE_END
from companion.games.scarper.screens.people import all_of
from companion.games.scarper.screens.year import lead_words
from companion.games.scarper.state import State, YearRecord

HOW = {
    "direct": "The enemy's morale is broken: the marker reached 15.",
    "attrition": "By attrition: ahead when 1918 was scored.",
    "resignation": "The other side gave up.",
}


def over_question(scene: Scene[State]) -> Question:
    """The final result."""
    state = scene.state
    winner = state.winner or "draw"
    level = winner == "draw"
    how = "After 1918 the marker stands on 0." if level else HOW[state.win_by or "attrition"]
    won: Words = "The war ends in a draw"
    if winner != "draw":
        won = said("{who} wins the war", who=all_of(winner))
    return Question(
        kind="over",
        title=won,
        under=how,
        icon=Icon("truce" if level else "trophy"),
        side="" if level else winner,
        pieces=(
            Own(template="stage/chart.html", values={"chart": on_screen(course(scene.trail or (state,)))}),
            *((_years_table(state.history),) if state.history else ()),
        ),
        missing="The war is over",
        opens="full",
    )


def _years_table(history: Sequence[YearRecord]) -> Rows:
    """What each year gave, and where the marker then stood."""
    head = ("Year", "Missions", "Fields", "Propag.", "Economy", "Morale")
    return Rows(label="Year by year", head=head, rows=tuple(_year(each) for each in history))


def _year(record: YearRecord) -> Row:
    gains, tracks = record.missions, record.tracks
    nets: list[int | None] = [gains.allied - gains.german, None, None, None]
    if tracks:
        fields = tracks.battlefields.allied - tracks.battlefields.german
        nets[1:] = [fields, tracks.propaganda, tracks.economy + tracks.ongoing]
    cells = ("–" if net is None else _short(net) for net in nets)
    return Row((str(record.year), *cells, _short(record.morale)))


def _short(net: int) -> str:
    """Whose, and how much, where there is little room.

    >>> _short(3), _short(-1), _short(0)
    ('A 3', 'G 1', '0')
    """
    return f"{'A' if net > 0 else 'G'} {abs(net)}" if net else "0"


def course(trail: Sequence[State]) -> Chart:
    """Morale after every line of the journal, a stepped line; the German lead is on top, as on the board."""
    levels = range(-MORALE_END, MORALE_END + 1, 5)
    return Chart(
        told="Morale over the war: " + ", ".join(_turning(trail)),
        series=(Series("Morale", [-state.morale for state in trail]),),
        labels=_years(trail),
        levels={level: str(abs(level)) for level in levels},
        stepped=True,
        parted=True,
        filled=("german", "allied"),
    )


def _years(trail: Sequence[State]) -> list[Label]:
    starts = [n for n, state in enumerate(trail) if n == 0 or state.year != trail[n - 1].year]
    return [Label(n, end, str(trail[n].year)) for n, end in pairwise([*starts, len(trail)])]


def _turning(trail: Sequence[State]) -> list[str]:
    ends = [state for n, state in enumerate(trail) if n + 1 == len(trail) or trail[n + 1].year != state.year]
    return [f"{state.year} ends on {lead_words(state.morale)}" for state in ends]
