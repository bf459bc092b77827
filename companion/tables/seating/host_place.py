"""The host's place, when his device is lost: asked for by the seats, or given by a code.

Two devices that sit at the table ask for it together; where only one other sits there, that one does. The
host is told on every page and has two minutes to say that he is here, or just to do anything: enough for who
fetches a drink, and nothing to a table that would have ended otherwise. Once he has said so, the same device
asks no more for ten minutes. Who only watches has no word in it, nor who sat down when the host had been
silent for a minute: he could not have sent him away. Nobody loses a seat by it, everybody hears of it, and
what the seats have given cannot be used to delete the table before the next day.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from companion.engine.errors import IllegalAction
from companion.tables import bell
from companion.tables.beside import beside
from companion.tables.codes import digest, hashed, new_key
from companion.tables.devices import Device
from companion.tables.may import signed
from companion.tables.models import Request, Seat, Table, Token
from companion.tables.seating.leaving import take_away
from companion.tables.seating.recovery import redeem
from companion.tables.writing import writing_at

WAIT, AGAIN = timedelta(minutes=2), timedelta(minutes=10)
TOLD, TRUST, SOON = timedelta(minutes=15), timedelta(days=1), timedelta(minutes=1)
LINES = 2
NEW_HERE = (
    "This device sat down after the host was last here. Those who sat here before may ask for the "
    "host’s place; a recovery code gives it at once."
)


def ask(table: Table, who: Device) -> None:
    """Ask for the host's place, or join who asks already."""
    with writing_at(table) as now:
        _check_may_ask(now, who)
        plea = open_plea(now)
        if plea is None:
            _begin(now, who)
        elif plea.token_id not in who.tokens:
            _second(now, plea, who, yes=True)
        bell.stir(now)


def answer(table: Table, who: Device, request: int, *, yes: bool) -> None:
    """The host's word, which ends it either way, or that of a seat beside the one that asks."""
    with writing_at(table) as now:
        plea = open_plea(now)
        if plea is None or plea.pk != request:
            raise IllegalAction("", "This is settled already.")
        if who.program:
            raise IllegalAction("", "A program has no word on who is the host; its seat's own device has.")
        if who.host and yes:
            _grant(now, plea, f"{_names(now, who.holds) or 'The host'} handed the host’s place over")
        elif who.host:
            _keep(now)
        else:
            _second(now, plea, who, yes=yes)
        bell.stir(now)


def is_here(table: Table, who: Device) -> None:
    """The host has done something: whoever asks for his place need not."""
    if who.host and any(row.kind == "host" for row in beside(table).open):
        with writing_at(table) as now:
            _keep(now)
            bell.stir(now)


def settle(table: Table) -> None:
    """Give the place where the host has been silent long enough, and enough seats have asked."""
    with writing_at(table) as now:
        plea = open_plea(now)
        if plea is not None and is_due(plea):
            _give_to_seats(now, plea)
            bell.stir(now)


def settle_all() -> None:
    """The same for every table where somebody waits."""
    late = Request.objects.filter(kind="host", status="open", at__lte=timezone.now() - WAIT)
    for plea in [plea for plea in late.select_related("table") if is_due(plea)]:
        settle(plea.table)


def take_by_code(table: Table, secret: str, label: str, code: str) -> None:
    """The host's place for who holds a recovery code; `WrongCode` if it is none."""
    with writing_at(table) as now:
        redeem(now, code)
        held = Token.objects.filter(table=now, role="seat", hash=hashed(secret), revoked_at=None)
        name = _names(now, held.values_list("seat__chair", flat=True)) or f"A new device ({label})"
        _give(now, hashed(secret), label, f"{name} took the host’s place with a recovery code.")
        bell.stir(now)


def open_plea(table: Table) -> Request | None:
    """Who asks for the host's place just now."""
    return Request.objects.filter(table=table, kind="host", status="open").first()


def is_plea(table: Table, request: int) -> bool:
    """Whether this open request asks for the host's place."""
    return Request.objects.filter(table=table, pk=request, kind="host", status="open").exists()


def is_joined(plea: Request) -> bool:
    """Whether enough seats have asked: two together, or the only one that there is."""
    return not plea.answers or any(plea.answers.values())


def is_due(plea: Request) -> bool:
    """Whether enough seats have asked, and the host has had his time."""
    return is_joined(plea) and timezone.now() >= plea.at + WAIT


def news(table: Table) -> list[str]:
    """What everybody at the table is told for a while, and until the game has gone on."""
    since, line = timezone.now() - TOLD, table.version - LINES
    fresh = [row for row in beside(table).news if row.at > since and row.version >= line]
    return [row.body["words"] for row in fresh[-1:]]


def gave_up(table: Table, secret: str) -> bool:
    """Whether the device with this secret was the host's once, and another is now."""
    rows = Token.objects.filter(table=table, role="host", seat=None, hash=hashed(secret))
    return rows.exists() and not rows.filter(revoked_at=None).exists()


def check_trusted(table: Table) -> None:
    """`IllegalAction` where the seats gave the host's place a short while ago: too short to delete."""
    since = timezone.now() - TRUST
    if Request.objects.filter(table=table, kind="news", body__by="seats", at__gt=since).exists():
        words = "The seats gave the host’s place to this device today; the table can be deleted tomorrow."
        raise IllegalAction("", words)


def _check_may_ask(table: Table, who: Device) -> None:
    if who.host:
        raise IllegalAction("", "This device is the host’s.")
    if not who.holds:
        raise IllegalAction("", "Only who holds a seat asks for the host’s place; watching is not enough.")
    if not _voices(table).filter(pk__in=who.tokens).exists():
        raise IllegalAction("", NEW_HERE)
    lately = Request.objects.filter(table=table, kind="host", status="refused", at__gt=timezone.now() - AGAIN)
    if lately.filter(token__in=who.tokens).exists():
        raise IllegalAction("", "The host is here and keeps the place. Ask again in ten minutes.")


def _begin(table: Table, who: Device) -> None:
    Request.objects.create(
        table=table, kind="host", version=table.version, token_id=who.token, by=_names(table, who.holds),
        seat=who.holds[0], answers=dict.fromkeys(_others(table, who)), key=new_key(),
        asked=digest("host", signed(who)),
    )  # fmt: skip


def _voices(table: Table) -> QuerySet[Token]:
    """The seats whose word counts: of devices that the host has seen sitting here, and not his own.

    A program has no word in it.
    """
    rows = Token.objects.filter(table=table, giver="", revoked_at=None)
    host = rows.filter(role="host")
    heard = [row.heard_at or row.created for row in host]
    latest = max(heard, default=timezone.now()) + SOON
    sat = rows.filter(role="seat", heard_at__isnull=False, created__lte=latest)
    return sat.exclude(hash__in=host.values("hash"))


def _others(table: Table, who: Device) -> list[str]:
    """The seats of other devices whose word counts."""
    own = Token.objects.filter(pk__in=who.tokens).values("hash")
    rows = _voices(table).exclude(hash__in=own).order_by("seat__place")
    seats = rows.values_list("seat__chair", flat=True)
    return [seat for seat in dict.fromkeys(seats) if seat not in who.holds]


def _second(table: Table, plea: Request, who: Device, *, yes: bool) -> None:
    if not any(seat in who.holds for seat in plea.answers):
        raise IllegalAction("", "This request does not wait for this device’s word.")
    plea.answers |= dict.fromkeys([seat for seat in plea.answers if seat in who.holds], yes)
    plea.save()
    if is_due(plea):
        _give_to_seats(table, plea)
    elif all(said is False for said in plea.answers.values()):
        _end(plea, "lapsed")


def _give_to_seats(table: Table, plea: Request) -> None:
    also = [seat for seat, said in plea.answers.items() if said]
    together = f", with {_names(table, also)}," if also else ""
    words = f"{plea.by}{together} asked for the host’s place, and the host did not answer"
    _grant(table, plea, words, "seats")


def _grant(table: Table, plea: Request, words: str, by: str = "") -> None:
    _end(plea, "granted")
    row = Token.objects.filter(request=plea, revoked_at=None).first()
    if row is not None:
        _give(table, row.hash, row.label, f"{words}: {plea.by} is the host now.", by)


def _end(plea: Request, status: str) -> None:
    plea.status = status
    plea.save()


def _give(table: Table, own: str, label: str, words: str, by: str = "") -> None:
    """The old host is no host any more, and stays what else he was; who sat nowhere may watch."""
    here = Token.objects.filter(table=table, revoked_at=None)
    old = list(here.filter(role="host").exclude(hash=own))
    for row in {row.hash: row for row in old}.values():
        if not here.filter(hash=row.hash).exclude(role="host").exists():
            Token.objects.create(table=table, role="viewer", hash=row.hash, label=row.label)
    take_away(old, words)
    if not here.filter(role="host", hash=own).exists():
        Token.objects.create(
            table=table, role="host", hash=own, label=label[:60], heard_at=timezone.now()
        )  # fmt: skip
    Request.objects.filter(table=table, kind="host", status="open").update(status="lapsed")
    tell(table, words, by)


def _keep(table: Table) -> None:
    Request.objects.filter(table=table, kind="host", status="open").update(status="refused")
    tell(table, "The host is here, and keeps the place.")


def tell(table: Table, words: str, by: str = "") -> None:
    """Put up what everybody at the table is told for a while."""
    Request.objects.create(
        table=table, kind="news", status="told", version=table.version, body={"words": words, "by": by},
        key=new_key(), asked=digest("news", words),
    )  # fmt: skip


def _names(table: Table, chairs: Iterable[str]) -> str:
    """The people in these seats, as the others call them."""
    rows = Seat.objects.filter(table=table, chair__in=chairs)
    names = [seat.player or seat.name for seat in rows]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
