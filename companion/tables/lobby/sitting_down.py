"""Before a table begins: names, who sits where, how many play, who begins. People move with their devices."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import SystemRandom
from typing import Any

from django.db.models import QuerySet

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.game import Chair, Game, Size
from companion.engine.wire import Json
from companion.engine.wording import count
from companion.tables import bell
from companion.tables.codes import hashed
from companion.tables.devices import Device
from companion.tables.errors import check_text
from companion.tables.models import Request, Seat, Table, Token
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


def choose_size(table: Table, who: Device, number: str) -> None:
    """Say with how many it is played: one of the game's `sizes`, by its number. Empty seats go."""
    with _arranging(table, who) as now:
        sizes = dict(enumerate(shelf.game(now.system).sizes))
        if not number.isdecimal() or int(number) not in sizes:
            raise IllegalAction("size", "The game is not played by so many.")
        resize(now, sizes[int(number)])


def people(game: Game[Any], size: Size) -> int:
    """How many people that is: as its setup says, or one a seat; one may hold several."""
    told = size.setup.get("players")
    return told if isinstance(told, int) else len(game.setup_seats(size.setup))


def fitting(game: Game[Any], seats: Sequence[tuple[bool, str]], *, lent: bool) -> Size | None:
    """The size for those who sit, where some seats are empty; None where all sit, nobody, or no size fits.

    `seats` are whether each is taken, and its name. A tablet that goes round (`lent`) takes every seat: there
    names alone tell.
    """
    sitting = sum(1 for taken, name in seats if name or (taken and not lent))
    if not 0 < sitting < len(seats):
        return None
    return next((size for size in game.sizes if len(game.setup_seats(size.setup)) == sitting), None)


def resize(table: Table, size: Size) -> None:
    """Lay a table that has not begun out for so many: who sits at a seat that goes moves to an empty one."""
    game, begins = shelf.game(table.system), table.laid_out or {}
    others = {key for each in game.sizes for key in each.setup}
    laid: dict[str, Json] = {key: value for key, value in begins.items() if key not in others} | dict(
        size.setup
    )
    chairs = game.setup_seats(laid)
    went = _moved(table, chairs)
    first = laid.pop(game.begins, "")
    if there := went.get(first, first if first in [chair.id for chair in chairs] else ""):
        laid[game.begins] = there
    table.laid_out = laid
    table.save(update_fields=["laid_out"])


def _moved(table: Table, chairs: Sequence[Chair]) -> Mapping[str, str]:
    """Its seats are these now; where each went who sat at one, by chair."""
    rows = {seat.chair: seat for seat in Seat.objects.filter(table=table)}
    held = Token.objects.filter(table=table, role="seat", revoked_at=None)
    devices = set(held.values_list("seat__chair", flat=True))
    lent = table.kind == "open"
    sitting = [chair for chair, seat in rows.items() if seat.player or (chair in devices and not lent)]
    if len(sitting) > len(chairs):
        raise IllegalAction(
            "size", f"{count(len(sitting), 'person sits', 'people sit')} here already.".capitalize()
        )
    kept = {
        chair.id: rows.get(chair.id) or Seat(table=table, chair=chair.id, name=chair.name) for chair in chairs
    }
    free = iter([chair for chair in kept if chair not in sitting])
    went = {chair: chair if chair in kept else next(free) for chair in sitting}
    for place, seat in enumerate(kept.values()):
        seat.place, is_new = place, seat.pk is None
        seat.save()
        if is_new and lent:
            # The tablet that goes round holds the new seat too.
            owner = Token.objects.filter(table=table, role="host", seat=None, revoked_at=None).first()
            if owner:
                Token.objects.create(table=table, role="seat", seat=seat, hash=owner.hash, label=owner.label)
    for chair, there in went.items():
        if chair != there:
            Seat.objects.filter(pk=kept[there].pk).update(player=rows[chair].player)
            if not lent:
                Token.objects.filter(seat=rows[chair], revoked_at=None).update(seat=kept[there])
    Request.objects.filter(table=table, kind="claim", status="open").exclude(seat__in=kept).update(
        status="refused"
    )
    Seat.objects.filter(table=table).exclude(chair__in=kept).delete()
    return went


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
