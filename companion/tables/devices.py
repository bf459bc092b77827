"""Who is at the screen: what its secret allows at one table, and how often it may guess."""

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from companion.tables.codes import hashed, new_secret
from companion.tables.models import Guess, Table, Token
from companion.tables.writing import writing

COOKIE = "companion_device"
A_YEAR = 365 * 24 * 3600
GUESSES, WINDOW = 30, timedelta(minutes=1)


class TooManyGuesses(Exception):
    """This address has guessed too often; it may try again in a minute."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device at one table: the seats that it holds, whether it is the host's, and what to call it.

    `token` is the row that a request of this device is put down to, `tokens` all of them.
    """

    holds: tuple[str, ...] = ()
    host: bool = False
    label: str = ""
    tokens: tuple[int, ...] = ()

    @property
    def joined(self) -> bool:
        """Whether it may see the table at all."""
        return bool(self.tokens) or self.host

    @property
    def plays(self) -> bool:
        """Whether it may tap at all: spectators only look."""
        return bool(self.holds) or self.host

    @property
    def token(self) -> int | None:
        """The row that stands for the device."""
        return self.tokens[0] if self.tokens else None


HOUSE = Device(host=True, label="the house")
STRANGER = Device()
KNOWN = 512


def device(table: Table, secret: str | None) -> Device:
    """What the holder of this secret is at this table."""
    return _read(table.pk, hashed(secret)) if secret else STRANGER


def device_at(table: Table, secret: str | None) -> Device:
    """The same, for a table just read: who sits down, leaves or is sent away stirs it and is read anew."""
    return _known(table.pk, table.code, table.stir, hashed(secret)) if secret else STRANGER


@lru_cache(maxsize=KNOWN)
def _known(table: int, _code: str, _stir: int, digest: str) -> Device:
    return _read(table, digest)


def _read(table: int, digest: str) -> Device:
    rows = Token.objects.filter(table=table, hash=digest, revoked_at=None)
    found = list(rows.select_related("seat").order_by("seat__place", "pk"))
    if any(row.heard_at is None for row in found):
        # A seat's token that has never been used is nobody whose word an undo would wait for.
        with writing():
            rows.update(heard_at=timezone.now())
    return of(found)


def of(rows: list[Token]) -> Device:
    """The device that holds these rows."""
    return Device(
        holds=tuple(row.seat.chair for row in rows if row.seat is not None),
        host=any(row.role == "host" for row in rows),
        label=next((row.label for row in rows if row.label), ""),
        tokens=tuple(row.pk for row in rows),
    )


def secret_of(request: HttpRequest) -> str | None:
    """The secret in this browser's cookie."""
    return request.COOKIES.get(COOKIE)


def with_cookie(request: HttpRequest, response: HttpResponse, secret: str) -> HttpResponse:
    """The response, leaving the device its secret."""
    response.set_cookie(
        COOKIE, secret, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


def own_secret(request: HttpRequest) -> str:
    """This browser's secret, or a new one for it."""
    return secret_of(request) or new_secret()


def label_of(request: HttpRequest) -> str:
    """What kind of device this seems to be, in a word, for the host's list."""
    agent = request.headers.get("User-Agent", "")
    kinds = {"iPad": "iPad", "iPhone": "iPhone", "Android": "Android", "CrOS": "Chromebook"}
    kinds |= {"Windows": "Windows", "Macintosh": "Mac", "Linux": "Linux"}
    return next((word for sign, word in kinds.items() if sign in agent), "A device")


def address_of(request: HttpRequest) -> str:
    """Where the request came from."""
    return str(request.META.get("REMOTE_ADDR") or "unknown")[:64]


def allow_guess(request: HttpRequest) -> None:
    """`TooManyGuesses` where this address has lately been wrong too often."""
    recent = Guess.objects.filter(address=address_of(request), since__gt=timezone.now() - WINDOW)
    if recent.filter(count__gte=GUESSES).exists():
        raise TooManyGuesses


def count_guess(request: HttpRequest) -> None:
    """Put down one wrong guess of this address."""
    address, now = address_of(request), timezone.now()
    with writing():
        guess, _ = Guess.objects.get_or_create(address=address, defaults={"since": now})
        if guess.since < now - WINDOW:
            Guess.objects.filter(pk=address).update(since=now, count=1)
        else:
            Guess.objects.filter(pk=address).update(count=F("count") + 1)
