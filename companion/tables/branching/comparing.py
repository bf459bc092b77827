"""A branch beside its true line: both boards, the figures of both, both courses on one chart.

All of it is as everybody at either table may see it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.chart import Chart, Series
from companion.engine.film.strip import Strip, strip
from companion.engine.stage import Stage
from companion.engine.stage.strip import StripFact
from companion.tables.afterwards.film import film
from companion.tables.devices import Device
from companion.tables.models import Table

END = 10**6
BRANCHED = "s-film__way--2"
"""What a style sheet draws a branch's lines by."""


class Side(NamedTuple):
    """One of the two tables: its name here, itself, its screen, and its course."""

    name: str
    table: Table
    stage: Stage
    course: Strip | None


class Figure(NamedTuple):
    """A figure of both tables, and how much more it is in the branch."""

    name: Any
    side: str
    true: str
    branch: str
    more: str


def sides(branch: Table, there: Device, true: Table, here: Device) -> tuple[Side, Side] | None:
    """The true line and the branch as they stand now; None where the game has no board to compare."""
    found = [_side("True line", true, here), _side("Branch", branch, there)]
    return (found[0], found[1]) if found[0] and found[1] else None


def _side(name: str, table: Table, who: Device) -> Side | None:
    shown = film(table, who, END, playing=False)
    if shown is None:
        return None
    return Side(name, table, shown["v"].stage, shown["film"]["strip"])


def figures(true: Side, branch: Side) -> list[Figure]:
    """What stands under both boards, and where the course ends; what stands at one table alone has a dash."""
    return [*_facts(true.stage, branch.stage), *_course_ends(true.course, branch.course)]


def _facts(true: Stage, branch: Stage) -> Iterator[Figure]:
    here = {each.key: _values(each) for each in _of(true)}
    there = {each.key: _values(each) for each in _of(branch)}
    named = {each.key: each for each in (*_of(branch), *_of(true))}
    for key, each in named.items():
        one, two = here.get(key, []), there.get(key, [])
        for n in range(max(len(one), len(two))):
            yield _figure(each, *(values[n] if n < len(values) else ("", "–") for values in (one, two)))


def _of(stage: Stage) -> Sequence[StripFact]:
    return stage.strip.facts if stage.strip else ()


def _values(fact: StripFact) -> list[tuple[str, str]]:
    """Its numbers, each with its side: its own, what is left of it, one a side."""
    own = [(fact.side, fact.value)] if fact.value else []
    left = [(fact.side, str(fact.pips[0]))] if fact.pips else []
    return [*own, *left, *((chip.side, chip.value) for chip in fact.chips)]


def _figure(fact: StripFact, one: tuple[str, str], two: tuple[str, str]) -> Figure:
    return Figure(fact.name, one[0] or two[0], one[1], two[1], difference(one[1], two[1]))


def _course_ends(true: Strip | None, branch: Strip | None) -> Iterator[Figure]:
    ends = [{each.name: each for each in one.chart.series} if one else {} for one in (true, branch)]
    for name in ends[0].keys() & ends[1].keys():
        one, two = (f"{end[name].values[-1]:,g}" for end in ends)
        yield Figure(name, ends[0][name].look, one, two, difference(one, two))


def difference(one: str, two: str) -> str:
    """How much more the second is; empty where these are no numbers.

    >>> [difference("1,010", "945"), difference("3", "5"), difference("4", "4"), difference("day", "2")]
    ['−65', '+2', '=', '']
    """
    try:
        more = _number(two) - _number(one)
    except ValueError:
        return ""
    return f"{more:+,g}".replace("-", "−") if more else "="


def _number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def both(true: Side, branch: Side) -> Strip | None:
    """The course of both on one chart: the true line's whole, the branch's broken."""
    if true.course is None or branch.course is None:
        return None
    one, two = true.course.chart, branch.course.chart
    longer = max(one, two, key=_length)
    reach = min(one.reach[0], two.reach[0]), max(one.reach[1], two.reach[1])
    told = f"True line: {one.told} Branch: {two.told}"
    lines = (*one.series, *(_branched(each) for each in two.series))
    return strip(replace(longer, told=told, series=lines, reach=reach, last=None))


def _branched(series: Series) -> Series:
    return series._replace(name=f"{series.name}, branch", look=f"{series.look} {BRANCHED}")


def _length(chart: Chart) -> int:
    return max((len(each.values) for each in chart.series), default=0)
