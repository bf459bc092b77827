"""Taking a table along in full, secrets and all: who may, whom he asks first, and its line in the log."""

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from companion.engine.errors import GameError, IllegalAction
from companion.tables import asking, bell
from companion.tables.beside import beside
from companion.tables.codes import digest, new_key
from companion.tables.devices import Device
from companion.tables.may import chairs, others, sight, signed
from companion.tables.models import Request, Table
from companion.tables.position import BrokenJournal, position
from companion.tables.seating.people import people_at, person
from companion.tables.writing import writing_at

KIND, NOTE = "whole", "taken"
GOOD = timedelta(hours=1)
"""How long the others' yes lasts."""
HOSTS = "Others' secrets are in it: it is for the host's token, or one that holds every seat."
PLAYS = (
    "Others' secrets are in it, and this host plays: until the game is over it is for a host who sits "
    "nowhere, or the other seats are asked first, at “Take it along”."
)


class Note(NamedTuple):
    """That something was taken along, in words, and the newest line that there was."""

    line: int
    words: str


class NotWhole(GameError):
    """Who asks may not see all that there is."""

    code = "forbidden"


def is_open(table: Table) -> bool:
    """Whether nothing is kept from anybody any more, or nothing has been dealt."""
    if table.laid_out is not None:
        return True
    try:
        known = position(table)
        return known.game.is_over(known.state)
    except BrokenJournal:
        return False


def to_ask(table: Table, who: Device) -> list[str]:
    """The seats whose word this device needs first; none for who sees all, or is a host who sits nowhere."""
    names = chairs(table)
    if not who.host or who.keeps or set(names) <= sight(table, who, names).sees or is_open(table):
        return []
    return [] if _is_granted(table, who) else others(table, who)


def check_may_take(table: Table, who: Device) -> None:
    """`NotWhole` where others' secrets are in it that this device must not read now."""
    names = chairs(table)
    if not who.host and not set(names) <= sight(table, who, names).sees:
        raise NotWhole("", HOSTS)
    if to_ask(table, who):
        raise NotWhole("", PLAYS)


def take(table: Table, who: Device, what: str) -> None:
    """`NotWhole` where it may not be; else the log says who has taken what. Once a line and device."""
    check_may_take(table, who)
    if is_open(table):
        return
    key = digest(NOTE, what, table.version, *who.tokens)
    words = f"{person(signed(who), people_at(table))} took {what} along, with what everybody keeps hidden."
    body = {"words": words, "by": NOTE}
    with writing_at(table) as now:
        asked = {"version": now.version, "by": signed(who), "token_id": who.token, "body": body, "asked": key}
        told = {"kind": "news", "status": "told", **asked}
        if Request.objects.get_or_create(table=now, key=key, defaults=told)[1]:
            bell.stir(now)


def notes(table: Table) -> list[Note]:
    """What was taken along while something was hidden, oldest first."""
    return [Note(row.version, row.body["words"]) for row in beside(table).news if row.body["by"] == NOTE]


def ask(table: Table, who: Device) -> None:
    """Ask the other seats; once they have said yes this device may take it for an hour."""
    with writing_at(table) as now:
        seats = to_ask(now, who)
        mine = Request.objects.filter(table=now, kind=KIND, status="open", token__in=who.tokens)
        if seats and not mine.exists():
            Request.objects.create(
                table=now, kind=KIND, version=now.version, token_id=who.token, by=signed(who),
                answers=dict.fromkeys(seats), key=new_key(), asked=digest(KIND, signed(who)),
            )  # fmt: skip
            bell.stir(now)


def answer(table: Table, who: Device, request: int, *, yes: bool) -> None:
    """A seat's word; one no ends it."""
    with writing_at(table) as now:
        plea = Request.objects.filter(table=now, pk=request, kind=KIND, status="open").first()
        if plea is None or who.program or not asking.has_say(plea, who):
            raise IllegalAction("", "This is settled already.")
        asking.vote(now, plea, who, yes)


def is_plea(table: Table, request: int) -> bool:
    """Whether this open request asks to take it along."""
    return any(row.pk == request and row.kind == KIND for row in beside(table).open)


def is_asked(table: Table, who: Device) -> bool:
    """Whether the others' words are still wanted."""
    return any(row.kind == KIND and row.token_id in who.tokens for row in beside(table).open)


def _is_granted(table: Table, who: Device) -> bool:
    asked = Request.objects.filter(table=table, kind=KIND, status="granted", token__in=who.tokens)
    return asked.filter(at__gt=timezone.now() - GOOD).exists()
