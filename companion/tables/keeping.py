"""What else in the house keeps a table: it says so here, as tables know nothing of the floors above."""

from collections.abc import Callable
from typing import NamedTuple

from companion.tables.models import Table


class Kept(NamedTuple):
    """What a table is part of: its title, and where its page is; `whole` where the table is all of it."""

    title: str
    url: str
    whole: bool = False


KEEPERS: list[Callable[[Table], Kept | None]] = []


def kept(table: Table) -> Kept | None:
    """What keeps this table; None where it stands alone."""
    return next((found for keeper in KEEPERS if (found := keeper(table))), None)
