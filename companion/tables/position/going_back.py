"""What may be taken back or corrected: what today's rules can fold again."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.engine.errors import IllegalAction
from companion.tables.position import BrokenJournal


@contextmanager
def going_back() -> Iterator[None]:
    """What cannot be folded again refuses to be taken back or corrected; where the table stands is kept."""
    try:
        yield
    except BrokenJournal as error:
        words = "The rules have changed since these lines were written, and do not follow them any more"
        raise IllegalAction("to", f"{words}: they can be read, and not taken back or corrected.") from error
