"""After a game in which the house played: what each deed of people cost, by the measure with which it plays.

The house looks back while nobody waits for it, one deed after another, each from what its seat could see then
and with what it would have played beside it; the film tells the dearest.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.engine.player import ADVISES, Thought, as_done
from companion.engine.player import Weighed as Each
from companion.engine.scene import NOBODY
from companion.engine.wire import Json
from companion.tables.house import Turn, in_words, job_at, seats
from companion.tables.models import Entry, HouseSeat, Table, Why
from companion.tables.position import Position, position
from companion.thinking import Job, Lost

REVIEW = "review"
"""How a thought is kept that was no deed of the house."""
MOST, DEAREST, LEAST = 200, 3, 4
"""So many deeds of a game are looked at, the last ones; so many are told, which cost so many hundredths."""


class Look(NamedTuple):
    """A deed of somebody at which the house looks back; `version` is what lay on the table then."""

    row: HouseSeat
    chair: str
    version: int


def due(table: Table) -> Look | None:
    """The next deed at which to look; None while the game goes on, and once all are looked at."""
    row = HouseSeat.objects.filter(token__table=table).order_by("pk").first()
    if row is None or table.laid_out is not None:
        return None
    current = position(table)
    if current.is_behind or not current.game.is_over(current.state):
        return None
    versions = set(Why.objects.filter(table=table, strength=REVIEW).values_list("version", flat=True))
    open_ones = (each for each in _deeds(table, current) if each[0] - 1 not in versions)
    number, chair = next(open_ones, (0, ""))
    return Look(row, chair, number - 1) if number else None


def _deeds(table: Table, current: Position) -> Iterator[tuple[int, str]]:
    """The lines in which people chose for a seat of theirs, the last ones."""
    housed, standing = seats(table), current.numbers[-MOST:]
    rows = Entry.objects.filter(table=table, number__in=standing, kind="action").order_by("number")
    for number, seat in rows.exclude(seat="").values_list("number", "seat"):
        if seat not in housed and seat in current.game.actors(current.before(number)):
            yield number, seat


def step(table: Table, look: Look, mind: Callable[[Job], Thought]) -> None:
    """Look at one deed: what the house would have done, and what was done."""
    current, number = position(table), look.version + 1
    line = current.actions[number]
    turn = Turn(look.row, look.chair, look.version)
    job = job_at(table, turn, current.before(number))._replace(strength=ADVISES, done=line)
    try:
        weighed = mind(job).weighed
    except Lost:
        weighed = ()
    action = as_done((each.action for each in weighed), line) or line
    own = next((each for each in weighed if each.action == action), None)
    kept: list[Json] = [list(weighed[0]), list(own)] if own and weighed[0].tries else []
    Why.objects.update_or_create(
        table=table, key=f"{REVIEW} {number}",
        defaults={"house": look.row, "version": look.version, "strength": REVIEW, "weighed": kept},
    )  # fmt: skip


class Cost(NamedTuple):
    """A deed that cost: its line and the one before it, in words, what was better, by how many hundredths."""

    number: int
    before: int
    words: str
    better: str
    percent: int


class Costs(NamedTuple):
    """The dearest deeds, in order, and how many have been looked at of how many."""

    costs: tuple[Cost, ...]
    looked: int
    of: int


def told(table: Table, current: Position) -> Costs | None:
    """None where the house did not play, or the game goes on."""
    if not HouseSeat.objects.filter(token__table=table).exists():
        return None
    if current.is_behind or not current.game.is_over(current.state):
        return None
    numbers = [number for number, _ in _deeds(table, current)]
    rows = Why.objects.filter(table=table, strength=REVIEW, version__in=[each - 1 for each in numbers])
    lost = sorted(((_lost(row.weighed), row) for row in rows), key=lambda each: (-each[0], each[1].version))
    dear = [row for percent, row in lost[:DEAREST] if percent >= LEAST]
    costs = sorted(_cost(current, row) for row in dear)
    return Costs(tuple(costs), len(lost), len(numbers))


def _lost(weighed: Json) -> int:
    return round(100 * (weighed[0][1] - weighed[1][1])) if weighed else 0


def _cost(current: Position, row: Why) -> Cost:
    number = row.version + 1
    before = current.numbers[current.numbers.index(number) - 1]
    best, own = in_words(current.game, current.before(number), [Each(*each) for each in row.weighed], NOBODY)
    return Cost(number, before, own.words, best.words, _lost(row.weighed))
