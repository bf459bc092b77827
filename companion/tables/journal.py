"""Writing a line: the entry, the version, the bell, and what this process remembers, all or nothing."""

from typing import Any, NamedTuple

from django.db import transaction

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.tables import bell
from companion.tables.models import Entry, Request, Table
from companion.tables.position import Position, remember, stepped

AGAIN = "again"
"""How a request stands that was open already when it was made once more."""


class Answer(NamedTuple):
    """What a tap is answered: the version after it, the steps and the dice.

    `waiting` says who has to speak first, where the tap is held and nothing is written yet.
    """

    version: int
    steps: Json
    dice: Json | None
    waiting: Json | None = None

    def as_json(self) -> dict[str, Any]:
        """The form in which every interface answers it."""
        held = {} if self.waiting is None else {"waiting": self.waiting}
        return {"version": self.version, "steps": self.steps, "dice": self.dice, **held}


def first_answer(table: Table, key: str, asked: str) -> Answer | None:
    """What this key was answered before, or None; `InvalidInput` where it was another tap's."""
    entry = Entry.objects.filter(table=table, key=key).first()
    request = None if entry else Request.objects.filter(table=table, key=key).first()
    known = entry or request
    if known is None:
        return None
    if known.asked != asked:
        raise InvalidInput("key", "Another tap has come with this key; each tap needs a key of its own.")
    return Answer(entry.number, entry.steps, entry.dice) if entry else held(table, request)


def held(table: Table, request: Request) -> Answer:
    """The answer to a tap that others must speak to first."""
    if request.status == AGAIN:
        request = Request.objects.get(pk=request.body["first"])
    waiting = {"request": request.pk, "kind": request.kind, "status": request.status}
    return Answer(table.version, [], None, {**waiting, "seats": list(request.answers)})


def write(table: Table, known: Position, entry: Entry, state: Any = None) -> Answer:
    """Append `entry`, in the transaction that holds the table; everyone hears of it once it is committed."""
    entry.table, entry.number = table, known.version + 1
    entry.save(force_insert=True)
    after = stepped(known, entry, state)
    table.version, table.headline = entry.number, after.game.headline(after.state)[:200]
    table.save(update_fields=["version", "headline"])
    open_ones = Request.objects.filter(table=table, status="open", kind__in=("undo", "amend", "question"))
    open_ones.update(status="lapsed")
    transaction.on_commit(lambda: remember(table, after))
    bell.ring(table)
    return Answer(entry.number, entry.steps, entry.dice)
