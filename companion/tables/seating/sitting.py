"""Whose evening a table was: what is printed at the head and foot of what is kept of it."""

from companion.engine.scene import Sitting
from companion.tables.beside import beside
from companion.tables.models import Entry, Table
from companion.tables.seating.people import names_given


def sitting(table: Table) -> Sitting:
    """The table's code and name, the day of its last line, and the names that people gave."""
    last = Entry.objects.filter(table=table, number__lte=table.version).last()
    on = f"{last.at.day} {last.at:%B %Y}" if last else ""
    given = [seat for seat in beside(table).seats if seat.player]
    return Sitting(table.code, table.title, on, names_given(given))
