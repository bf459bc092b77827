"""How the house is: what it bears, what broke, its copies. Nobody else sees any of it."""

import logging
from collections.abc import Callable

WORRIES: list[Callable[[], str]] = []
"""What else a keeper should see to, in words, or ""; other rooms say so here."""


class Handler(logging.Handler):
    """Keeps what broke behind the pages: the house's own play, long work, a stream."""

    def emit(self, record: logging.LogRecord) -> None:
        """A page's own fault has been kept by the page."""
        if record.exc_info and record.exc_info[1] and not hasattr(record, "request"):
            from companion.caretaking.faults import keep  # Logs are told before there are models.

            keep(record.exc_info[1], page=record.name)
