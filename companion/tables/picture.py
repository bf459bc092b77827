"""The part of a table's page that changes, painted once for all who see the same.

Screens that hold the same seats and stand at the same choice get the same picture; only the hidden fields of
their forms are each browser's own: put in last where a page asks, and by the page where it comes on a stream.
"""

import secrets
from threading import Condition

from cachetools import LRUCache, cached
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string

from companion.tables import guiding
from companion.tables.bell.hub import Ring
from companion.tables.bell.sent import Picture
from companion.tables.beside import beside
from companion.tables.codes import new_key
from companion.tables.presence import present
from companion.tables.screen import Look

type Sameness = tuple[object, ...]

KEPT = 64
# Nobody can write these into a table's title: each start of the house has its own.
CSRF, KEY = (f"{name}-{secrets.token_hex(16)}" for name in ("csrf", "key"))


def picture(request: HttpRequest, look: Look) -> str:
    """The part, as this browser gets it."""
    painted = _painted(look)
    mine = painted.replace(CSRF, get_token(request)) if CSRF in painted else painted
    first, *others = mine.split(KEY)
    # One secret for all forms of this page: each draw of chance would let another thread in between.
    key = new_key()
    return first + "".join(f"{key}{n}{other}" for n, other in enumerate(others))


def own(look: Look) -> Sameness:
    """What of who looks makes his picture another than others': his seats, and what he asked himself."""
    who = look.who
    asked = tuple(row.pk for row in beside(look.table).open if row.token_id in who.tokens)
    return look.room, look.back, look.guided, who.holds, who.for_others, who.host, asked


def _sameness(look: Look) -> Sameness:
    """Everything that two pictures must have in common to be one."""
    table = look.table
    here = tuple(sorted(present(table).items()))
    return table.pk, table.code, table.version, table.stir, table.closed_at, here, *own(look)


@cached(LRUCache(KEPT), _sameness, condition=Condition())
def _painted(look: Look) -> str:
    """Who comes while the same is being painted waits for it."""
    context = guiding.page(look) | {"refusal": None, "fields": (CSRF, KEY), "csrf_token": CSRF}
    return render_to_string("tables/table.html#table", context)


@cached(LRUCache(KEPT), _sameness, condition=Condition())
def sent(look: Look) -> Picture:
    """The same for a stream: the page puts its own keys into the forms."""
    table, bare = look.table, _painted(look).replace(CSRF, "").replace(KEY, "")
    return Picture(look.back, Ring(table.pk, table.version, table.stir), bare)
