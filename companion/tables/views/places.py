"""Where a page of a table stands, read from its address."""

from urllib.parse import urlsplit

from django.http import QueryDict

from companion.engine.sealed import BOTH
from companion.engine.wire import Json
from companion.tables.models import Table
from companion.tables.screen.addresses import urls

ROOMS = ("table", "hand", "tv")
TOGETHER = ("for", BOTH)
"""That those who share this device decide openly: it outlives what they do."""


def page_of(back: str, table: Table) -> str:
    """The page that was tapped, if it is one of this table's; else the table."""
    parts, rooms = urlsplit(back), urls(table)
    pages = [rooms[name] for name in (*ROOMS, "log", "seats", "lobby")]
    own = not parts.scheme and not parts.netloc and parts.path in pages
    return parts._replace(fragment="").geturl() if own else rooms["table"]


def is_room(back: str, table: Table) -> bool:
    """Whether that page shows the table itself, and not what lies beside it."""
    return urlsplit(back).path in [urls(table)[name] for name in ROOMS]


def place_of(back: str, table: Table, *, done: bool, then: str = "") -> dict[str, Json]:
    """Room and half-made choice of a page; of one that is made, whose hand it is and what `then` leaves."""
    parts, rooms = urlsplit(back), urls(table)
    room = next((each for each in ROOMS if parts.path == rooms[each]), "table")
    query = QueryDict(parts.query)
    draft = {k: v for k, v in query.dict().items() if not done or k == "seat" or (k, v) == TOGETHER}
    draft |= QueryDict(then.removeprefix("?")).dict() if done else {}
    left = QueryDict(mutable=True)
    left.update(draft)
    return {"room": room, "draft": draft, "back": rooms[room] + (f"?{left.urlencode()}" if draft else "")}
