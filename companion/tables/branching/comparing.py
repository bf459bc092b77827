"""A branch beside its true line: both boards, the figures and purses of both, both courses on one chart.

The true line is shown after as many lines as the branch has, or as it stands now. All of it is as everybody
at either table may see it; purses that lie open to nobody are told to those whose own they are.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.chart import Chart, Series
from companion.engine.film.strip import Strip, strip
from companion.engine.game import Game
from companion.engine.stage import Stage
from companion.engine.stage.strip import StripFact
from companion.tables.afterwards.film import film
from companion.tables.devices import Device
from companion.tables.may import chairs, sight
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.together.walking import told

BRANCHED = "s-film__way--2"
"""What a style sheet draws a branch's lines by."""


class Side(NamedTuple):
    """One of the two tables: its name here, itself, how many lines are looked at, its screen then.

    `trail` are the states up to there, `sees` the seats whose purses may be told.
    """

    name: str
    table: Table
    lines: int
    stage: Stage
    game: Game[Any]
    trail: Sequence[Any]
    sees: Collection[str]

    @property
    def headline(self) -> str:
        """Where it stands then."""
        return self.game.headline(self.trail[-1])


class Figure(NamedTuple):
    """A figure of both tables with its words, and how much more it is in the branch."""

    name: Any
    side: str
    true: str
    branch: str
    more: str
    true_words: str = ""
    branch_words: str = ""


class Value(NamedTuple):
    """A number as one table has it, whose it is, and what is said beside it."""

    side: str
    number: str
    words: str = ""


def sides(
    branch: Table, there: Device, true: Table, here: Device, *, newest: bool = False
) -> tuple[Side, Side] | None:
    """Both; the true line after as many lines as the branch has, or with `newest` as it stands now.

    None where the game has no board to compare.
    """
    two = _side("Branch", branch, there)
    one = _side("True line", true, here, None if newest or two is None else two.lines)
    return (one, two) if one and two else None


def _side(name: str, table: Table, who: Device, upto: int | None = None) -> Side | None:
    known = told(table, position(table))
    lines = min(upto or len(known.numbers), len(known.numbers))
    shown = film(table, who, lines - 1, playing=False)
    if shown is None:
        return None
    over, seats = known.game.is_over(known.state), chairs(table)
    trail = known.earlier(known.numbers[lines]) if lines < len(known.numbers) else known.trail
    sees = frozenset(seats) if over else sight(table, who, seats).sees
    return Side(name, table, lines, shown["v"].stage, known.game, trail, sees)


def figures(true: Side, branch: Side) -> list[Figure]:
    """What stands under both boards, and what everybody has; what is at one table alone has a dash."""
    return [*facts(true.stage, branch.stage), *_purses(true, branch)]


def facts(true: Stage, branch: Stage) -> Iterator[Figure]:
    """What stands under two boards."""
    here = {each.key: _values(each) for each in _of(true)}
    there = {each.key: _values(each) for each in _of(branch)}
    named = {each.key: each for each in (*_of(branch), *_of(true))}
    for key, each in named.items():
        one, two = here.get(key, []), there.get(key, [])
        for n in range(max(len(one), len(two))):
            yield _figure(each.name, *(values[n] if n < len(values) else NONE for values in (one, two)))


NONE = Value("", "–")


def _of(stage: Stage) -> Sequence[StripFact]:
    return stage.strip.facts if stage.strip else ()


def _values(fact: StripFact) -> list[Value]:
    """Its numbers: its own and what is left of it; without them one a side, or whose it is in words."""
    own = [Value(fact.side, fact.value, str(fact.small))] if fact.value else []
    left = [Value(fact.side, str(fact.pips[0]))] if fact.pips else []
    if own or left:
        return own + left
    if len(fact.chips) > 1:
        return [Value(chip.side, chip.value) for chip in fact.chips]
    return [Value(next((chip.side for chip in fact.chips), fact.side), "", str(fact.small))]


def _figure(name: Any, one: Value, two: Value) -> Figure:
    more = difference(one.number, two.number)
    return Figure(name, one.side or two.side, one.number, two.number, more, one.words, two.words)


def _purses(true: Side, branch: Side) -> Iterator[Figure]:
    """What each seat has, as far as both are known."""
    names = chairs(branch.table)
    here, there = _ranks(true), _ranks(branch)
    for seat, name in names.items():
        for word, before in here.get(seat, {}).items():
            after = there.get(seat, {}).get(word)
            if before is not None and after is not None:
                values = (Value("", f"{each:,}") for each in (before, after))
                yield _figure(f"{name}, {word.lower()}", *values)


def _ranks(side: Side) -> dict[str, dict[str, int | None]]:
    annals = side.game.campaign.annals if side.game.campaign else None
    if annals is None:
        return {}
    return {each.seat: dict(each.facts) for each in annals.ranks(side.trail[-1], side.sees)}


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
    """The course of both on one chart: the true line's whole, the branch's broken; both by one measure.

    A game that is over may count what was secret while it went on: then the other's course is not laid beside
    it, but its own before its end.
    """
    told_by = branch.game.film
    if told_by is None:
        return None
    over = all(each.game.is_over(each.trail[-1]) for each in (true, branch))
    one, two = (told_by.course(each.trail if over else _going_on(each)) for each in (true, branch))
    longer = max(one, two, key=_length)
    reach = min(one.reach[0], two.reach[0]), max(one.reach[1], two.reach[1])
    words = f"True line: {one.told.rstrip('.')}. Branch: {two.told.rstrip('.')}."
    lines = (*one.series, *(_branched(each) for each in two.series))
    return strip(replace(longer, told=words, series=lines, reach=reach, last=None))


def _going_on(side: Side) -> Sequence[Any]:
    """The states before the game was over."""
    return [each for each in side.trail if not side.game.is_over(each)]


def _branched(series: Series) -> Series:
    return series._replace(name=f"{series.name}, branch", look=f"{series.look} {BRANCHED}")


def _length(chart: Chart) -> int:
    return max((len(each.values) for each in chart.series), default=0)
