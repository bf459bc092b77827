"""Who sits where: seats, people, programs, the host's place, and how a place is found again."""

import secrets
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from companion.engine.errors import IllegalAction
from companion.engine.scene import Sitting
from companion.engine.wording import isolated, listed
from companion.tables import bell
from companion.tables.bell import HUB
from companion.tables.devices import LETTERS, Device, digest, hashed, new_key, new_secret, signed, spelt
from companion.tables.models import Entry, RecoveryCode, Request, Seat, Table, Token, beside, writing_at


def take_away(rows: Collection[Token], why: str = "") -> None:
    """Revoke these, and the programs that they let in; once it is committed the streams of their devices end.

    Inside `writing_at`.
    """
    gone = [row.pk for row in rows]
    for row in rows:
        programs = Token.objects.filter(table=row.table_id, giver=row.hash, seat=row.seat_id, revoked_at=None)
        gone += programs.values_list("pk", flat=True) if row.role == "seat" else ()
    Token.objects.filter(pk__in=gone).update(revoked_at=timezone.now(), left=why[:200])
    transaction.on_commit(lambda: HUB.end(tokens=gone))


def taken_from(table: Table, secret: str | None) -> Token | None:
    """What was last taken from this device at this table; None once it has been given something since."""
    if not secret:
        return None
    own = Token.objects.filter(table=table, hash=hashed(secret))
    lost = own.exclude(left="").exclude(revoked_at=None).select_related("seat").order_by("revoked_at").last()
    if lost is None or own.filter(revoked_at=None, created__gt=lost.revoked_at).exists():
        return None
    return lost


LENGTH, PART = 16, 4
SLOT = 900
"""Seconds: the house's code is good in the slot in which it was told, and in the next."""


class WrongCode(IllegalAction):
    """No code of this table, or one that has served already."""


def new_code(table: Table) -> str:
    """A code to be written down; the ones before it are good no more."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    with writing_at(table) as now:
        RecoveryCode.objects.filter(table=now, used_at=None).delete()
        RecoveryCode.objects.create(table=now, hash=hashed(code))
    return spoken(code)


def house_code(table: Table, slot: int | None = None) -> str:
    """The code that the house itself tells just now."""
    served = RecoveryCode.objects.filter(table=table).exclude(used_at=None).count()
    when = _slot() if slot is None else slot
    what = f"{table.pk} {table.code} {served} {when}"
    number = int.from_bytes(salted_hmac("companion.tables.host", what, algorithm="sha256").digest())
    return spoken("".join(LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(LENGTH)))


def redeem(table: Table, text: str) -> None:
    """Use a code, once; `WrongCode` if it is none. Inside `writing_at`."""
    code = spelt(text, LENGTH)
    row = RecoveryCode.objects.filter(table=table, hash=hashed(code), used_at=None).first()
    own = (spelt(house_code(table, slot), LENGTH) for slot in (_slot(), _slot() - 1))
    if row is None and not any(constant_time_compare(code, each) for each in own):
        raise WrongCode("code", "This is no recovery code of this table, or it has served already.")
    RecoveryCode.objects.filter(table=table, used_at=None).delete()
    RecoveryCode.objects.create(table=table, hash=hashed(code), used_at=timezone.now())


def stands(table: Table, text: str) -> bool:
    """Whether this is the code on paper, and has not served."""
    return RecoveryCode.objects.filter(table=table, hash=hashed(spelt(text, LENGTH)), used_at=None).exists()


def spoken(code: str) -> str:
    """A code as people write it down.

    >>> spoken("BCDFGHJKMNPQRSTV")
    'BCDF-GHJK-MNPQ-RSTV'
    """
    return "-".join(code[at : at + PART] for at in range(0, len(code), PART))


def _slot() -> int:
    return int(time.time()) // SLOT


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
        if who.host:
            raise IllegalAction("", "This device is the host’s.")
        if not who.holds:
            raise IllegalAction(
                "", "Only who holds a seat asks for the host’s place; watching is not enough."
            )
        if not _voices(now).filter(pk__in=who.tokens).exists():
            raise IllegalAction("", NEW_HERE)
        lately = Request.objects.filter(
            table=now, kind="host", status="refused", at__gt=timezone.now() - AGAIN
        )
        if lately.filter(token__in=who.tokens).exists():
            raise IllegalAction("", "The host is here and keeps the place. Ask again in ten minutes.")
        plea = open_plea(now)
        if plea is None:
            Request.objects.create(
                table=now, kind="host", version=now.version, token_id=who.token, by=_names(now, who.holds),
                seat=who.holds[0], answers=dict.fromkeys(_others(now, who)), key=new_key(),
                asked=digest("host", signed(who)),
            )  # fmt: skip
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
    late = Request.objects.filter(kind="host", status="open", at__lte=timezone.now() - WAIT)
    for plea in [plea for plea in late.select_related("table") if is_due(plea)]:
        settle(plea.table)


def take_by_code(table: Table, secret: str, label: str, code: str) -> None:
    """The host's place for who holds a recovery code; `WrongCode` if it is none."""
    with writing_at(table) as now:
        redeem(now, code)
        held = Token.objects.filter(table=now, role="seat", hash=hashed(secret), revoked_at=None)
        name = _names(now, held.values_list("seat__chair", flat=True)) or f"A new device ({label})"
        _give_host(now, hashed(secret), label, f"{name} took the host’s place with a recovery code.")
        bell.stir(now)


def open_plea(table: Table) -> Request | None:
    return Request.objects.filter(table=table, kind="host", status="open").first()


def is_plea(table: Table, request: int) -> bool:
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
    elif all(word is False for word in plea.answers.values()):
        _end(plea, "lapsed")


def _give_to_seats(table: Table, plea: Request) -> None:
    also = [seat for seat, word in plea.answers.items() if word]
    together = f", with {_names(table, also)}," if also else ""
    words = f"{plea.by}{together} asked for the host’s place, and the host did not answer"
    _grant(table, plea, words, "seats")


def _grant(table: Table, plea: Request, words: str, by: str = "") -> None:
    _end(plea, "granted")
    row = Token.objects.filter(request=plea, revoked_at=None).first()
    if row is not None:
        _give_host(table, row.hash, row.label, f"{words}: {plea.by} is the host now.", by)


def _end(plea: Request, status: str) -> None:
    plea.status = status
    plea.save()


def _give_host(table: Table, own: str, label: str, words: str, by: str = "") -> None:
    """The old host is no host any more, and stays what else he was; who sat nowhere may watch."""
    tokens = Token.objects.filter(table=table, revoked_at=None)
    old = list(tokens.filter(role="host").exclude(hash=own))
    for row in {row.hash: row for row in old}.values():
        if not tokens.filter(hash=row.hash).exclude(role="host").exists():
            Token.objects.create(table=table, role="viewer", hash=row.hash, label=row.label)
    take_away(old, words)
    if not tokens.filter(role="host", hash=own).exists():
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
    rows = Seat.objects.filter(table=table, chair__in=chairs)
    return listed(seat.player or seat.name for seat in rows)


def people(seats: Iterable[Seat]) -> dict[str, str]:
    """Who sits in each seat; of an empty one, what the game calls it."""
    those = list(seats)
    return {seat.chair: isolated(seat.name) for seat in those} | names_given(those)


def names_given(seats: Iterable[Seat]) -> dict[str, str]:
    """The names that people gave, for sentences; where two are one, or a seat is, both stand."""
    those = list(seats)
    given = Counter(seat.player.casefold() for seat in those)
    taken = {seat.name.casefold() for seat in those if seat.player.casefold() != seat.name.casefold()}
    return {
        seat.chair: isolated(seat.player) + (f" ({seat.name})" if given[low] > 1 or low in taken else "")
        for seat in those
        if (low := seat.player.casefold())
    }


def people_at(table: Table) -> dict[str, str]:
    return people(beside(table).seats)


def person(by: str, names: Mapping[str, str]) -> str:
    """Who sits at a device that has signed with its seats, by their names.

    >>> person("blue, green (Linux)", {"blue": "Ada", "green": "Ben"})
    'Ada and Ben'
    """
    seats = by.partition(" (")[0].split(", ")
    return listed({"host": "The host"}.get(seat, names.get(seat, seat)) for seat in seats)


MOST = 8
"""Programs that one seat may have."""


def given(table: Table, who: Device) -> dict[str, list[Token]]:
    """The tokens that programs have for each seat that this device holds, oldest first."""
    own: dict[str, list[Token]] = {chair: [] for chair in who.holds}
    rows = Token.objects.filter(table=table, role="seat", revoked_at=None).exclude(giver="")
    for row in rows.select_related("seat").order_by("pk"):
        if row.seat and row.seat.chair in own:
            own[row.seat.chair].append(row)
    return own


def give(table: Table, who: Device, chair: str) -> str:
    """A new token for a program that acts as this device's own seat; only its hash is kept."""
    with writing_at(table) as now:
        own = given(now, who)
        if chair not in own or who.program:
            raise IllegalAction("seat", "A program is let in by the device that holds its seat.")
        if len(own[chair]) >= MOST:
            raise IllegalAction("seat", f"A seat has at most {MOST} programs; take one back first.")
        secret = new_secret()
        seat = Seat.objects.get(table=now, chair=chair)
        device = Token.objects.get(table=now, pk__in=who.tokens, role="seat", seat=seat)
        Token.objects.create(table=now, role="seat", seat=seat, hash=hashed(secret), giver=device.hash)
        bell.stir(now)
    return secret


def take_back(table: Table, who: Device, token: int) -> None:
    """That program acts no more; `IllegalAction` where this device's seats gave no such token."""
    with writing_at(table) as now:
        row = next((row for rows in given(now, who).values() for row in rows if row.pk == token), None)
        if row is None:
            raise IllegalAction("token", "This program acts no more already.")
        take_away([row], "The seat took its token back from this program.")
        bell.stir(now)


def sit(table: Table, secret: str, chair: str, label: str = "", player: str = "") -> None:
    """Take a free seat for the device with this secret; it may hold several. `IllegalAction` if taken."""
    with writing_at(table) as now:
        _check_door(now, secret)
        seat = seat_at(now, chair)
        held = Token.objects.filter(table=now, seat=seat, role="seat", revoked_at=None)
        if held.filter(hash=hashed(secret)).exists():
            return
        if held.exists():
            raise IllegalAction("seat", f"{seat.name} is taken; its host can hand it over when asked.")
        if player.strip():
            seat.player = player.strip()[:60]
            seat.save(update_fields=["player"])
        row = _row(now, "seat", secret, label)
        row.seat = seat
        row.save()
        Token.objects.filter(table=now, role="viewer", hash=row.hash, revoked_at=None).update(
            revoked_at=timezone.now()
        )
        # A table that the house itself opened, for a demo, is hosted by whoever sits down first.
        if not Token.objects.filter(table=now, role="host").exists():
            _row(now, "host", secret, label).save()
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
        seat = seat_at(now, chair)
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
            seat = seat_at(now, plea.seat)
            own = plea.body["hash"]
            old = Token.objects.filter(table=now, seat=seat, role="seat", revoked_at=None).exclude(hash=own)
            take_away(old, f"The host handed the seat {seat.name} over to another device ({plea.by}).")
            take_away(Token.objects.filter(table=now, role="viewer", hash=own, revoked_at=None))
            Token.objects.create(
                table=now, role="seat", seat=seat, hash=plea.body["hash"], label=plea.body["label"],
                heard_at=timezone.now(),
            )  # fmt: skip
        bell.stir(now)


def play_for(table: Table, who: Device, chair: str, *, yes: bool) -> None:
    """The host's word that his device plays for a seat of others from now on, or does no more."""
    with writing_at(table) as now:
        seat = seat_at(now, chair)
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


def _check_door(table: Table, secret: str) -> None:
    is_in = Token.objects.filter(table=table, hash=hashed(secret), revoked_at=None).exists()
    if not table.door_open and not is_in:
        raise IllegalAction("", "The door of this table is shut; ask its host to open it.")


def seat_at(table: Table, chair: str) -> Seat:
    """`IllegalAction` where the table has no such seat."""
    seat = Seat.objects.filter(table=table, chair=chair).first()
    if seat is None:
        raise IllegalAction("seat", "There is no such seat at this table.")
    return seat


def _row(table: Table, role: str, secret: str, label: str) -> Token:
    return Token(table=table, role=role, hash=hashed(secret), label=label[:60], heard_at=timezone.now())


def sitting(table: Table) -> Sitting:
    """The table's code and name, the day of its last line, and the names that people gave."""
    last = Entry.objects.filter(table=table, number__lte=table.version).last()
    on = f"{last.at.day} {last.at:%B %Y}" if last else ""
    given = [seat for seat in beside(table).seats if seat.player]
    return Sitting(table.code, table.title, on, names_given(given))
