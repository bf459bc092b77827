"""A whole game looked back on: its course, what turned it, whose dice were kind; as everybody may know it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from companion.engine import luck
from companion.engine.film import Best, Film, Replay, Replayed, Turning, turning_points
from companion.engine.film.strip import Spot, Strip, strip
from companion.engine.luck import Throw
from companion.engine.scene import NOBODY
from companion.engine.stage import Words
from companion.engine.wording import count, percent
from companion.tables import lines
from companion.tables.beside import beside
from companion.tables.models import Entry, Table
from companion.tables.position import BrokenJournal, Position
from companion.tables.position.passages import passages
from companion.tables.seating.people import people

KEPT = 32
ROOM = Fraction(23, 20)
"""So much wider than the longest bar is the room for it."""


class Point(NamedTuple):
    """A turning point: its number, its words (the log's where the game has none), its spot on the strip."""

    n: int
    turning: Turning
    words: Words
    spot: Spot


class Fortune(NamedTuple):
    """A side's luck: who, its look, what its dice did and were expected to, in hundredths of a bar."""

    name: str
    side: str
    luck: luck.Luck
    got: int
    mean: int
    more: str
    throws: str
    chance: str


class LookBack(NamedTuple):
    """All that is told of a game so far; in what turning points are weighed, what is counted in throws."""

    weighed: str
    thrown: str
    strip: Strip
    points: Sequence[Point]
    fortunes: Sequence[Fortune]
    best: Sequence[Best]


_known: LRUCache[tuple[object, ...], LookBack | None] = LRUCache(KEPT)
_lock = Lock()


def look_back(table: Table, known: Position, upto: int) -> LookBack | None:
    """The first `upto` lines that stand; None where the game tells none, or its rules do not follow them."""
    at = (table.pk, table.code, table.version, table.stir, upto)
    with _lock:
        if at in _known:
            return _known[at]
    try:
        found = _looked_back(table, known, upto) if known.game.film else None
    except BrokenJournal:
        found = None
    with _lock:
        _known[at] = found
    return found


def _looked_back(table: Table, known: Position, upto: int) -> LookBack:
    film, replay = known.game.film, _replay(table, known, upto)
    assert film is not None
    drawn = strip(film.course([each.after for each in replay]))
    throws = tuple(film.throws(replay))
    points = tuple(_points(table, known, drawn, turning_points(film.turnings(replay))))
    best = (*film.best(replay), *_luckiest(throws))
    return LookBack(
        film.weighed, film.thrown, drawn, points, _fortunes(table, film, replay[-1].after, throws), best
    )


def _replay(table: Table, known: Position, upto: int) -> Replay:
    """The lines with what was done in them as everybody may read it, and their steps."""
    rows = Entry.objects.filter(table=table, number__in=known.numbers[:upto])
    kept = dict(rows.values_list("number", "steps"))
    told = passages(known, NOBODY)
    found = []
    for n, place in enumerate(known.standing.places[:upto]):
        each, steps = told[n], kept[place.number]
        if place.since > place.number and each.before is not None:
            done = known.game.apply(each.before, known.actions[place.number])
            steps = [step.as_kept() for step in done.steps]
        found.append(Replayed(each.number, each.action, each.before, each.after, steps))
    return found


def _points(table: Table, known: Position, drawn: Strip, found: Sequence[Turning]) -> Iterator[Point]:
    seats = beside(table).seats
    for n, each in enumerate(found, 1):
        words, place = each.words, known.numbers.index(each.number)
        if not words:
            line = lines.at(table, known, each.number, seats)
            words = f"{line.whose}: {line.told}" if line.whose else line.told
        yield Point(n, each, words, drawn.spot(place, each.side))


def _fortunes(table: Table, film: Film[object], state: object, throws: Sequence[Throw]) -> list[Fortune]:
    """Everybody who threw, by seat; all bars by one measure."""
    named = people(beside(table).seats)
    found = {seat: luck.felled(throws, seat) for seat in named}
    threw = {seat: each for seat, each in found.items() if each.throws}
    longest = (max(each.expected, Fraction(max(each.got, 1))) for each in threw.values())
    most = max(longest, default=Fraction(1)) * ROOM
    return [
        Fortune(
            named[seat],
            film.look(state, seat),
            each,
            round(100 * each.got / most),
            round(100 * each.expected / most),
            f"{float(each.got - each.expected):+.1f}".replace("-", "−"),
            count(each.throws, "throw"),
            percent(float(each.less + each.equal)),
        )
        for seat, each in threw.items()
    ]


def _luckiest(throws: Sequence[Throw]) -> Iterator[Best]:
    """The one throw that came off best beyond what was to be expected."""
    found = max(throws, key=lambda each: each.got - each.expected, default=None)
    if found is not None and found.got > found.expected:
        small = f"{found.dice}: {found.got}, {float(found.expected):.1f} to be expected"
        yield Best("Luckiest throw", found.number, found.words, small)
