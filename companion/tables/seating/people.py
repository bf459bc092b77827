"""The people at a table, by their names: a seat is who sits in it, a device who taps on it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.engine.wording import isolated, listed
from companion.tables.beside import beside
from companion.tables.models import Seat, Table


def people(seats: Iterable[Seat]) -> dict[str, str]:
    """Who sits in each seat; of an empty one, what the game calls it."""
    those = list(seats)
    return {seat.chair: isolated(seat.name) for seat in those} | names_given(those)


def names_given(seats: Iterable[Seat]) -> dict[str, str]:
    """The names that people gave, for sentences; where two are one, or a seat is, both stand."""
    those = list(seats)
    given = Counter(seat.player.casefold() for seat in those)
    taken = {seat.name.casefold() for seat in those if seat.player.casefold() != seat.name.casefold()}
    return {
        seat.chair: isolated(seat.player) + (f" ({seat.name})" if given[low] > 1 or low in taken else "")
        for seat in those
        if (low := seat.player.casefold())
    }


def people_at(table: Table) -> dict[str, str]:
    """Who sits in each seat of a table."""
    return people(beside(table).seats)


def person(by: str, names: Mapping[str, str]) -> str:
    """Who sits at a device that has signed with its seats, by their names.

    >>> person("blue, green (Linux)", {"blue": "Ada", "green": "Ben"})
    'Ada and Ben'
    """
    seats = by.partition(" (")[0].split(", ")
    return listed({"host": "The host"}.get(seat, names.get(seat, seat)) for seat in seats)
