"""The part of a table's page that changes, painted once for all who see the same.

Screens that hold the same seats and stand at the same choice get the same picture, whether it answers a tap,
is fetched, or comes on a stream. The hidden fields of its forms that are each browser's own are left empty:
the page fills them in as it sends one.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from cachetools import LRUCache, cached
from django.template.loader import render_to_string

from companion.tables import guiding
from companion.tables.bell.hub import Ring
from companion.tables.bell.sent import Picture
from companion.tables.beside import beside
from companion.tables.presence import present
from companion.tables.screen import Look
from companion.tables.together.readiness import own_marks

type Sameness = tuple[object, ...]
_answers: Counter[int] = Counter()
_answered = Condition()
PATIENCE = 0.05
"""Seconds that the other screens wait at most for a tap's own."""

KEPT = 64
FILLED_IN = "-"
"""What stands in the place of a browser's own token."""


@contextmanager
def answering(table: int) -> Iterator[None]:
    """While a tap there is done and answered: two that paint at once would both be late."""
    with _answered:
        _answers[table] += 1
    try:
        yield
    finally:
        with _answered:
            _answers[table] -= 1
            _answered.notify_all()


def wait_for_answers(table: int) -> None:
    """Until no tap there is being answered; not for long."""
    with _answered:
        _answered.wait_for(lambda: not _answers[table], PATIENCE)


def own(look: Look) -> Sameness:
    """What of who looks makes his picture another than others': his seats, what he asked and marked."""
    who = look.who
    asked = tuple(row.pk for row in beside(look.table).open if row.token_id in who.tokens)
    marked = json.dumps(own_marks(look.table, who), sort_keys=True)
    shown = look.room, look.back, look.guided, look.lesson, look.opens
    return *shown, who.holds, who.for_others, who.host, asked, marked


def _sameness(look: Look) -> Sameness:
    """Everything that two pictures must have in common to be one."""
    table = look.table
    here = tuple(sorted(present(table).items()))
    return table.pk, table.code, table.version, table.stir, table.closed_at, here, *own(look)


@cached(LRUCache(KEPT), _sameness, condition=Condition())
def sent(look: Look) -> Picture:
    """The picture; who comes while the same is being painted waits for it."""
    table, bare = look.table, {"refusal": None, "fields": (FILLED_IN, ""), "csrf_token": FILLED_IN}
    painted = render_to_string("tables/table.html#table", guiding.page(look) | bare)
    return Picture(look.back, Ring(table.pk, table.version, table.stir), painted)
