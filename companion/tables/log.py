"""The log: its lines under where the game stood, and those in which some words stand."""

from collections.abc import Mapping, Sequence
from itertools import groupby, islice

from companion.engine.game import Sight
from companion.tables import lines
from companion.tables.models import Entry, Seat, Table
from companion.tables.position import Position
from companion.tables.seating.people import people


def search(
    table: Table, known: Position, sight: Sight, seats: Sequence[Seat], asked: str
) -> tuple[lines.LineShown, ...]:
    """The newest lines in which every word that is `asked` stands: in the line as it is read, or over it."""
    wanted, names = asked.casefold().split(), people(seats)
    rows = Entry.objects.filter(table=table).order_by("-number")
    read = ((row, _read_as(row, known, sight, names)) for row in rows)
    found = (row for row, text in read if all(word in text for word in wanted))
    return lines.shown(islice(found, lines.MANY), known, sight, seats)


def _read_as(row: Entry, known: Position, sight: Sight, names: Mapping[str, str]) -> str:
    """All that is read of a line: where the game stood, whose it was, its words, in small letters."""
    told = lines.words(row, known, sight)
    return f"{_where(known, row.number)} {names.get(row.seat, '')} {told}".casefold()


def chapters(known: Position, shown: Sequence[lines.LineShown]) -> list[tuple[str, list[lines.LineShown]]]:
    """Lines under where the game stood when they were written: a year and round, a scenario and round.

    That is the game's headline without its end, whose go it is or who leads, which changes with every line.
    """
    places, where = {}, ""
    for line in reversed(shown):
        # What was tapped in no state of the game, as “Back to line 3”, stands under what came before it.
        where = _where(known, line.number) or where
        places[line.number] = where
    return [(where, list(some)) for where, some in groupby(shown, lambda line: places[line.number])]


def _where(known: Position, number: int) -> str:
    before = known.found(number)
    return "" if before is None else known.game.headline(before).rpartition(" · ")[0].partition(":")[0]
