"""Writing a line: the entry, the version, the bell, and what this process remembers, all or nothing."""

from contextlib import suppress
from typing import Any, NamedTuple

from django.db import transaction

from companion.engine.errors import InvalidInput
from companion.engine.game import Step
from companion.engine.step import at_once
from companion.engine.wire import Json
from companion.tables import bell
from companion.tables.beside import ASKED, beside
from companion.tables.codes import digest, new_key
from companion.tables.models import Entry, Request, Table
from companion.tables.position import BrokenJournal, Position, position, remember, stepped
from companion.tables.position.snapshots import FAR, LAST_NEAR, keep, marks, roles, text_of, tidy
from companion.tables.together import readiness
from companion.tables.together.walking import begin, headline
from companion.tables.writing import writing_at

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
        return {"version": self.version, "steps": at_once(self.steps), "dice": self.dice, **held}


def first_answer(table: Table, key: str, asked: str) -> Answer | None:
    """What this key was answered before, or None; `InvalidInput` where it was another tap's."""
    entry = Entry.objects.filter(table=table, key=key).first() if key in position(table).keys else None
    asked_for = Request.objects.filter(table=table, key=key).first() if key in beside(table).keys else None
    known = entry or asked_for
    if known is None:
        return None
    if known.asked != asked:
        raise InvalidInput("key", "Another tap has come with this key; each tap needs a key of its own.")
    return held(table, known) if isinstance(known, Request) else Answer(known.number, known.steps, known.dice)


def held(table: Table, request: Request) -> Answer:
    """The answer to a tap that others must speak to first."""
    if request.status == AGAIN:
        request = Request.objects.get(pk=request.body["first"])
    waiting = {"request": request.pk, "kind": request.kind, "status": request.status}
    return Answer(table.version, [], None, {**waiting, "seats": list(request.answers)})


def write(table: Table, known: Position, entry: Entry, state: Any = None) -> Answer:
    """Append `entry`, in the transaction that holds the table; everyone hears of it once it is committed."""
    append(table, known, entry, state)
    return Answer(entry.number, entry.steps, entry.dice)


def append(table: Table, known: Position, entry: Entry, state: Any = None) -> Position:
    """The same, and where the table stands after it: nobody else may know that before it is committed.

    Where the rules have moved on since the last line, one that begins anew comes before it.
    """
    if known.is_behind and entry.kind != "edition":
        known = _appended(table, known, anew(known, None, known.state), known.state)
    after = _appended(table, known, entry, state)
    readiness.go_on(table, known, entry, after)
    table.version = entry.number
    begin(table, after)
    table.headline = headline(table, after)
    table.save(update_fields=["version", "headline", "walk", "walked"])
    if beside(table).open:
        open_ones = Request.objects.filter(table=table, status="open", kind__in=ASKED)
        open_ones.update(status="lapsed")
    transaction.on_commit(lambda: remember(table, after))
    bell.ring(table)
    return after


def anew(known: Position, to: int | None, state: Any) -> Entry:
    """The line with which the fold begins anew, from that state; `to` is the last line that led to it."""
    told = (
        f"Edition {known.game.edition} of the rules counts from here on. What stood before is kept as it was."
    )
    return Entry(kind="edition", action={"state": text_of(known.game, state)}, to=to, by="house",
                 key=new_key(), asked=digest("edition"), steps=[Step("", told).as_json()])  # fmt: skip


def _appended(table: Table, known: Position, entry: Entry, state: Any) -> Position:
    entry.table, entry.number, entry.edition = table, known.version + 1, known.game.edition
    entry.save(force_insert=True)
    after = stepped(known, entry, state)
    _keep(table, after, anew=entry.kind not in ("setup", "action"))
    return after


def keep_all() -> None:
    """Keep the states of every table that was written before they were kept; a broken one has none.

    For the marks that stay its whole journal is folded, once.
    """
    for table in Table.objects.exclude(snapshots__role=0).filter(version__gt=0):
        with suppress(BrokenJournal), writing_at(table) as now:
            _keep(now, position(now), anew=True)
    for table in Table.objects.filter(version__gte=FAR).exclude(snapshots__role__gt=LAST_NEAR):
        with suppress(BrokenJournal), writing_at(table) as now:
            known = position(now)
            if known.is_whole:
                _keep(now, known, anew=True)


def _keep(table: Table, known: Position, *, anew: bool) -> None:
    """Keep the state now, and of those before it what is known already."""
    places, now = known.standing.places, known.state
    states, held = {0: (places[-1], now)}, marks(table) if anew else {}
    for role, at in roles(known.standing, anew=anew).items():
        if places[at] in known.states and held.get(role) != places[at]:
            states[role] = places[at], known.states[places[at]]
    keep(table, known.game, states, known.laid)
    if anew:
        tidy(table, known.standing)
