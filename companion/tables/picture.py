"""The part of a table's page that changes, painted once for all who see the same.

A ring makes every screen fetch at the same instant. Screens that hold the same seats and stand at the same
choice get the same picture; only the hidden fields of their forms are each browser's own, and put in last.
"""

import re
import secrets
from threading import Condition

from cachetools import LRUCache, cached
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string

from companion.tables import screen
from companion.tables.codes import new_key
from companion.tables.live.beside import beside
from companion.tables.presence import present
from companion.tables.screen import Look

type Sameness = tuple[object, ...]

KEPT = 64
# Nobody can write these into a table's title: each start of the house has its own.
CSRF, KEY = (f"{name}-{secrets.token_hex(16)}" for name in ("csrf", "key"))


def picture(request: HttpRequest, look: Look) -> str:
    """The part, as this browser gets it."""
    painted = _painted(request, look)
    mine = painted.replace(CSRF, get_token(request)) if CSRF in painted else painted
    return re.sub(KEY, lambda _: new_key(), mine)


def _sameness(look: Look) -> Sameness:
    """Everything that two pictures must have in common to be one."""
    table, who = look.table, look.who
    here = tuple(sorted(present(table).items()))
    own = bool(beside(table).open)
    stand = (table.pk, table.code, table.version, table.stir, table.closed_at, here)
    return (*stand, look.room, look.back, who.holds, who.for_others, who.host, who.tokens if own else ())


@cached(LRUCache(KEPT), lambda _, look: _sameness(look), condition=Condition())
def _painted(request: HttpRequest, look: Look) -> str:
    """Who comes while the same is being painted waits for it."""
    context = screen.page(look) | {"refusal": None, "fields": (CSRF, KEY), "csrf_token": CSRF}
    return render_to_string("tables/table.html#table", context, request)
