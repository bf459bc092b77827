"""Sitting down: a free seat is taken, a taken one is asked for, and a spectator needs none."""

from django.utils import timezone

from companion.engine.errors import IllegalAction
from companion.tables import bell
from companion.tables.beside import beside
from companion.tables.codes import digest, hashed, new_key, new_secret
from companion.tables.devices import Device
from companion.tables.models import Request, Seat, Table, Token
from companion.tables.seating.leaving import take_away
from companion.tables.writing import writing_at


def sit(table: Table, secret: str, chair: str, label: str = "", player: str = "") -> None:
    """Take a free seat for the device with this secret; it may hold several. `IllegalAction` if taken."""
    with writing_at(table) as now:
        _check_door(now, secret)
        seat = _seat(now, chair)
        held = Token.objects.filter(table=now, seat=seat, role="seat", revoked_at=None)
        if held.filter(hash=hashed(secret)).exists():
            return
        if held.exists():
            raise IllegalAction("seat", f"{seat.name} is taken; its host can hand it over when asked.")
        if player.strip():
            seat.player = player.strip()[:60]
            seat.save(update_fields=["player"])
        _give(now, secret, label, seat)
        _host_the_hostless(now, secret, label)
        bell.stir(now)


def watch(table: Table, secret: str, label: str = "") -> None:
    """Look on, from a device that holds no seat here."""
    with writing_at(table) as now:
        _check_door(now, secret)
        if not Token.objects.filter(table=now, hash=hashed(secret), revoked_at=None).exists():
            _row(now, "viewer", secret, label).save()
            bell.stir(now)


def host(table: Table, secret: str, label: str = "") -> None:
    """Make the device with this secret the host's."""
    with writing_at(table) as now:
        _row(now, "host", secret, label).save()
        bell.stir(now)


def hand_out(table: Table) -> tuple[str, dict[str, str]]:
    """New secrets for the host and for every seat, for players that are programs."""
    keeper = new_secret()
    with writing_at(table) as now:
        _row(now, "host", keeper, "").save()
        return keeper, hand_out_seats(now)


def hand_out_seats(table: Table) -> dict[str, str]:
    """New secrets for every seat alone."""
    seats = {}
    with writing_at(table) as now:
        for seat in Seat.objects.filter(table=now):
            seats[seat.chair] = new_secret()
            Token.objects.create(table=now, role="seat", seat=seat, hash=hashed(seats[seat.chair]))
        bell.stir(now)
    return seats


def ask_for(table: Table, secret: str, chair: str, label: str = "") -> None:
    """Ask the host for a seat that another device holds; this one looks on meanwhile."""
    watch(table, secret, label)
    with writing_at(table) as now:
        seat = _seat(now, chair)
        mine = Token.objects.filter(table=now, hash=hashed(secret), revoked_at=None).order_by("pk").first()
        same = Request.objects.filter(table=now, kind="claim", seat=chair, token=mine, status="open")
        if mine is None or same.exists():
            return
        body = {"hash": hashed(secret), "label": label}
        Request.objects.create(
            table=now, kind="claim", version=now.version, token=mine, by=label or "A device", seat=seat.chair,
            body=body, answers={"host": None}, key=new_key(), asked=digest("claim", chair),
        )  # fmt: skip
        bell.stir(now)


def hand_over(table: Table, request: int, *, yes: bool) -> None:
    """The host's word on a seat asked for: with a yes the old device is sent away and the new one sits."""
    with writing_at(table) as now:
        plea = Request.objects.filter(table=now, pk=request, kind="claim", status="open").first()
        if plea is None:
            raise IllegalAction("", "This is settled already.")
        plea.status, plea.answers = ("granted" if yes else "refused"), {"host": yes}
        plea.save()
        if yes:
            _replace(now, plea)
        bell.stir(now)


def play_for(table: Table, who: Device, chair: str, *, yes: bool) -> None:
    """The host's word that his device plays for a seat of others from now on, or does no more."""
    with writing_at(table) as now:
        seat = _seat(now, chair)
        mine = Token.objects.filter(table=now, pk__in=who.tokens, role="host", revoked_at=None)
        own = mine.filter(seat=None).first()
        if own is None or seat.chair in who.holds:
            raise IllegalAction("seat", f"Only the host plays for {seat.name}, where he does not sit there.")
        mine.filter(seat=seat).update(revoked_at=timezone.now())
        if yes:
            row = Token(table=now, role="host", seat=seat, hash=own.hash, label=own.label)
            row.heard_at = timezone.now()
            row.save()
        bell.stir(now)


def played_for(table: Table) -> frozenset[str]:
    """The seats that the host of a table plays for just now, by his own word."""
    return beside(table).hosted if table.kind == "seated" else frozenset()


def _host_the_hostless(table: Table, secret: str, label: str) -> None:
    """A table that the house itself opened, for a demo, is hosted by whoever sits down first."""
    if not Token.objects.filter(table=table, role="host").exists():
        _row(table, "host", secret, label).save()


def _replace(table: Table, plea: Request) -> None:
    seat = _seat(table, plea.seat)
    own = plea.body["hash"]
    old = Token.objects.filter(table=table, seat=seat, role="seat", revoked_at=None).exclude(hash=own)
    take_away(old, f"The host handed the seat {seat.name} over to another device ({plea.by}).")
    take_away(Token.objects.filter(table=table, role="viewer", hash=own, revoked_at=None))
    Token.objects.create(
        table=table, role="seat", seat=seat, hash=plea.body["hash"], label=plea.body["label"],
        heard_at=timezone.now(),
    )  # fmt: skip


def _check_door(table: Table, secret: str) -> None:
    known = Token.objects.filter(table=table, hash=hashed(secret), revoked_at=None).exists()
    if not table.door_open and not known:
        raise IllegalAction("", "The door of this table is shut; ask its host to open it.")


def _seat(table: Table, chair: str) -> Seat:
    seat = Seat.objects.filter(table=table, chair=chair).first()
    if seat is None:
        raise IllegalAction("seat", "There is no such seat at this table.")
    return seat


def _row(table: Table, role: str, secret: str, label: str) -> Token:
    return Token(table=table, role=role, hash=hashed(secret), label=label[:60], heard_at=timezone.now())


def _give(table: Table, secret: str, label: str, seat: Seat) -> None:
    row = _row(table, "seat", secret, label)
    row.seat = seat
    row.save()
    Token.objects.filter(table=table, role="viewer", hash=row.hash, revoked_at=None).update(
        revoked_at=timezone.now()
    )
