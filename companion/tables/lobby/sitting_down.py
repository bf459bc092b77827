"""Before a table begins: names, who sits where, and who begins. People move with their devices."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import SystemRandom

from django.db.models import QuerySet

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.tables import bell
from companion.tables.codes import hashed
from companion.tables.devices import Device
from companion.tables.errors import check_text
from companion.tables.models import Seat, Table, Token
from companion.tables.writing import writing_at

LONGEST = 60


def swap(table: Table, who: Device, one: str, other: str) -> None:
    """Two people change places, with their devices."""
    with _arranging(table, who) as now:
        first, second = _seat(now, one), _seat(now, other)
        _move(now, {first: second, second: first})


def shuffle(table: Table, who: Device) -> None:
    """Everybody sits somewhere by lot."""
    with _arranging(table, who) as now:
        seats = list(Seat.objects.filter(table=now))
        _move(now, dict(zip(seats, SystemRandom().sample(seats, len(seats)), strict=True)))


def let_begin(table: Table, who: Device, chair: str) -> None:
    """Say which seat begins, where the setup of the game says so; an empty one leaves it to the lot."""
    with _arranging(table, who) as now:
        key = shelf.game(now.system).begins
        if not key:
            raise IllegalAction("", "Who begins is said by the rules of this game.")
        kept = {name: value for name, value in (now.laid_out or {}).items() if name != key}
        now.laid_out = kept | ({key: _seat(now, chair).chair} if chair else {})
        now.save(update_fields=["laid_out"])


def call(table: Table, secret: str | None, chair: str, player: str) -> None:
    """The name that somebody types for a seat: of a free one anybody's, of a taken one its own or the host's.

    A free seat that was called so before is called so no more: its person has chosen another.
    """
    with _before_beginning(table) as now:
        seat, name = _seat(now, chair), player.strip()[:LONGEST]
        check_text(name, "player")
        holders = Token.objects.filter(table=now, seat=seat, role="seat", revoked_at=None)
        own = Token.objects.filter(table=now, hash=hashed(secret or ""), revoked_at=None)
        free = not holders.exists()
        if not free and not own.filter(seat=seat).exists() and not own.filter(role="host").exists():
            raise IllegalAction("seat", f"{seat.name} is taken.")
        if name and free:
            _others(now, seat).filter(player=name).update(player="")
        Seat.objects.filter(pk=seat.pk).update(player=name)


def _others(table: Table, seat: Seat) -> QuerySet[Seat]:
    taken = Token.objects.filter(table=table, role="seat", revoked_at=None).values("seat")
    return Seat.objects.filter(table=table).exclude(pk=seat.pk).exclude(pk__in=taken)


@contextmanager
def _before_beginning(table: Table) -> Iterator[Table]:
    with writing_at(table) as now:
        if now.laid_out is None:
            raise IllegalAction("", "This table has begun.")
        yield now
        bell.stir(now)


@contextmanager
def _arranging(table: Table, who: Device) -> Iterator[Table]:
    if not who.host:
        raise IllegalAction("", "Only the host of the table says who sits where.")
    with _before_beginning(table) as now:
        yield now


def _move(table: Table, to: Mapping[Seat, Seat]) -> None:
    """Each one's name and devices go from his seat to another."""
    rows = Token.objects.filter(table=table, revoked_at=None, seat__isnull=False)
    held = {seat: list(rows.filter(seat=seat).values_list("pk", flat=True)) for seat in to}
    names = {seat: seat.player for seat in to}
    for seat, there in to.items():
        Token.objects.filter(pk__in=held[seat]).update(seat=there)
        Seat.objects.filter(pk=there.pk).update(player=names[seat])


def _seat(table: Table, chair: str) -> Seat:
    seat = Seat.objects.filter(table=table, chair=chair).first()
    if seat is None:
        raise IllegalAction("seat", "There is no such seat at this table.")
    return seat
