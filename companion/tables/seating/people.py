"""The people at a table, by their names: a seat is who sits in it, a device who taps on it."""

from collections.abc import Iterable, Mapping

from companion.engine.wording import listed
from companion.tables.beside import beside
from companion.tables.models import Seat, Table


def people(seats: Iterable[Seat]) -> dict[str, str]:
    """Who sits in each seat; of an empty one, what the game calls it."""
    return {seat.chair: seat.player or seat.name for seat in seats}


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
