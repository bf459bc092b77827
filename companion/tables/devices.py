"""Who is at the screen: what its secret allows at one table."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from companion.tables.codes import hashed, new_secret
from companion.tables.models import Table, Token
from companion.tables.writing import writing

COOKIE = "companion_device"
A_YEAR = 365 * 24 * 3600
BOOKS: list[Callable[[str], bool]] = []
"""What else in the house knows devices, by the hash of their secret: the floors above say so here."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device at one table: the seats that it holds, whether it is the host's, and what to call it.

    `for_others` are the seats that its host plays for by his own word. `hand` is the seat in whose own room
    the device is just now; `together` that those who share it look at what lies behind all of its seats'
    covers. `token` is the row that a request of it is put down to, `tokens` all of them. `program` is that a
    seat let it in as its program: it does that seat's deeds, and nothing else.
    """

    holds: tuple[str, ...] = ()
    for_others: tuple[str, ...] = ()
    host: bool = False
    label: str = ""
    tokens: tuple[int, ...] = ()
    hand: str = ""
    together: bool = False
    program: bool = False

    def at_hand(self, seat: str) -> "Device":
        """The device in the own room of one of its seats: the one named, else its first."""
        return replace(self, hand=seat if seat in self.holds else next(iter(self.holds), ""))

    @property
    def keeps(self) -> bool:
        """Whether it is a host's that sits nowhere: it plays for all, and each line says so."""
        return self.host and not self.holds

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
        holds=tuple(row.seat.chair for row in rows if row.seat and row.role == "seat"),
        for_others=tuple(row.seat.chair for row in rows if row.seat and row.role == "host"),
        host=any(row.role == "host" for row in rows),
        label=next((row.label for row in rows if row.label), ""),
        tokens=tuple(row.pk for row in rows),
        program=any(row.giver for row in rows),
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
    """This browser's secret, or a new one for it.

    One that the house has never given out was put there by somebody else, who knows it and could act for
    this device: it is not taken.
    """
    brought = secret_of(request)
    return brought if brought and is_issued(brought) else new_secret()


def is_issued(secret: str) -> bool:
    """Whether this house gave that secret to a device: each that it gives is put down in the same breath.

    A program's is no device's, also where a browser brings it.
    """
    digest = hashed(secret)
    return Token.objects.filter(hash=digest, giver="").exists() or any(knows(digest) for knows in BOOKS)


def label_of(request: HttpRequest) -> str:
    """What kind of device this seems to be, in a word, for the host's list."""
    agent = request.headers.get("User-Agent", "")
    kinds = {"iPad": "iPad", "iPhone": "iPhone", "Android": "Android", "CrOS": "Chromebook"}
    kinds |= {"Windows": "Windows", "Macintosh": "Mac", "Linux": "Linux"}
    return next((word for sign, word in kinds.items() if sign in agent), "A device")
