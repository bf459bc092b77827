"""How far all have been told of a table's newest line: what is walked through is public beat by beat.

The journal holds the whole of it, and the rules go on from there; whatever speaks of the table to people or
to programs speaks of `told`. The next line ends the walk.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.tables import bell
from companion.tables.beside import beside
from companion.tables.models import Table
from companion.tables.position import BrokenJournal, Position, position
from companion.tables.writing import writing_at

MOST_BEATS = 99
"""More than any walk has: it ends what is shown."""


def beat(table: Table, lines: Sequence[int]) -> int | None:
    """How many beats of the newest line all screens have been shown, out of the lines that stand.

    None where the newest line is no deed that stands, or where a next tap waits for an answer already. A walk
    counts for the line at which it was begun: with the next one it is over.
    """
    if len(lines) < 2 or lines[-1] != table.version or table.version in beside(table).questions:
        return None
    return table.walk if table.walked == table.version else 0


def beats(table: Table, known: Position) -> tuple[int, int]:
    """How many beats of the newest line all have been shown, and of how many; 0 of 0 where all is told."""
    shown, walk = beat(table, known.numbers), known.game.walk
    if shown is None or walk is None:
        return 0, 0
    try:
        of = walk.beats(known.trail[-2], known.state)
    except BrokenJournal:
        return 0, 0
    return (shown, of) if shown < of else (0, 0)


def told(table: Table, known: Position) -> Position:
    """The table as far as everybody has been told of it: `untold` is the line of which more is to come."""
    shown, of = beats(table, known)
    walk = known.game.walk
    if walk is None or not of:
        return known
    state = walk.told(known.trail[-2], known.state, shown)
    last = known.standing.places[-1]
    return replace(known, states={**known.states, last: state}, untold=known.numbers[-1])


def headline(table: Table, known: Position) -> str:
    """Where the table stands, in a few words, as far as everybody has been told."""
    shown = told(table, known)
    return shown.game.headline(shown.state)[:200]


def begin(table: Table, known: Position) -> None:
    """Where everybody at the table is a program, nobody is shown anything: all is told at once."""
    if known.game.walk is not None and beside(table).programs:
        table.walk, table.walked = MOST_BEATS, table.version


def walk_on(table: Table, line: int, to: int) -> None:
    """Show that many beats of a line on every screen. A walk goes on alone: who taps late changes nothing."""
    with writing_at(table) as now:
        shown = now.walk if now.walked == line else 0
        if now.version != line or not shown < to <= MOST_BEATS:
            return
        now.walk, now.walked = to, line
        now.headline = headline(now, position(now))
        now.save(update_fields=["walk", "walked", "headline"])
        bell.stir(now)
