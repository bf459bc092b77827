"""Who is at the screen: codes, secrets, what a device may do, and what slows who guesses."""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Game, Sight
from companion.engine.scene import Looker
from companion.tables.models import ELSEWHERE, Guess, Table, Token, beside, writing

# Neither 0 and O nor 1, I and L; no vowels, so that no word comes out.
LETTERS = "BCDFGHJKMNPQRSTVWXYZ23456789"
LENGTH = 6
MOST_TYPED = 200
"""Letters that are read of what somebody typed for a code."""


def new_code() -> str:
    """A table's code: six letters and figures that cannot be taken for one another."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def spelt(code: str, length: int = LENGTH) -> str:
    """A code as people type it, as the house writes it: wide letters and any alphabet's figures are ours too.

    >>> spelt(" k7f-q2m"), spelt("Ｋ７Ｆｑ２ｍ"), spelt("K٧FQ٢M"), spelt("é")
    ('K7FQ2M', 'K7FQ2M', 'K7FQ2M', '')
    """
    folded = unicodedata.normalize("NFKC", code[:MOST_TYPED])
    figures = "".join(str(unicodedata.decimal(letter, letter)) for letter in folded)
    return "".join(letter for letter in figures.upper() if letter.isascii() and letter.isalnum())[:length]


def new_secret() -> str:
    """A device's secret: 128 bits."""
    return secrets.token_urlsafe(16)


def new_key() -> str:
    return secrets.token_urlsafe(12)


def hashed(secret: str) -> str:
    """What the house keeps of a secret. It is random and long: one round of SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


MOST_IN_A_ROW = 40
"""Actions of one tap."""
MOST_OPENED = 240
"""Lines that the last word of a common step may write: two whole armies deployed."""


def line_key(key: str, n: int) -> str:
    """The key of the `n`-th line of a tap that wrote several, from 1; its last line has the tap's own."""
    return digest("line", key, n)


def digest(*parts: object) -> str:
    """What tells one tap from another that comes with the same key."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


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
    seat let it in as its program: it does that seat's deeds, and nothing else. `screen` is that it is known
    to show pages.
    """

    holds: tuple[str, ...] = ()
    for_others: tuple[str, ...] = ()
    host: bool = False
    label: str = ""
    tokens: tuple[int, ...] = ()
    hand: str = ""
    together: bool = False
    program: bool = False
    screen: bool = False

    def at_hand(self, seat: str) -> "Device":
        """The device in the own room of one of its seats: the one named, else its first."""
        return replace(self, hand=seat if seat in self.holds else next(iter(self.holds), ""))

    @property
    def keeps(self) -> bool:
        """Whether it is a host's that sits nowhere: it plays for all, and each line says so."""
        return self.host and not self.holds

    @property
    def joined(self) -> bool:
        return bool(self.tokens) or self.host

    @property
    def plays(self) -> bool:
        """Whether it may tap at all: spectators only look."""
        return bool(self.holds) or self.host

    @property
    def token(self) -> int | None:
        return self.tokens[0] if self.tokens else None


HOUSE = Device(host=True, label="the house")
STRANGER = Device()
KNOWN = 512


def device(table: Table, secret: str | None) -> Device:
    """What the holder of this secret is at this table."""
    return _read_device(table.pk, hashed(secret)) if secret else STRANGER


def device_at(table: Table, secret: str | None) -> Device:
    """The same, for a table just read: who sits down, leaves or is sent away stirs it and is read anew."""
    return _known_device(table.pk, table.code, table.stir, hashed(secret)) if secret else STRANGER


@lru_cache(maxsize=KNOWN)
def _known_device(table: int, _code: str, _stir: int, digest: str) -> Device:
    return _read_device(table, digest)


def _read_device(table: int, digest: str) -> Device:
    rows = Token.objects.filter(table=table, hash=digest, revoked_at=None)
    hits = list(rows.select_related("seat").order_by("seat__place", "pk"))
    if any(row.heard_at is None for row in hits) and not ELSEWHERE.is_set():
        # A seat's token that has never been used is nobody whose word an undo would wait for.
        with writing():
            rows.update(heard_at=timezone.now())
    return of(hits)


def of(rows: list[Token]) -> Device:
    return Device(
        holds=tuple(row.seat.chair for row in rows if row.seat and row.role == "seat"),
        for_others=tuple(row.seat.chair for row in rows if row.seat and row.role == "host"),
        host=any(row.role == "host" for row in rows),
        label=next((row.label for row in rows if row.label), ""),
        tokens=tuple(row.pk for row in rows),
        program=any(row.giver for row in rows),
        screen=all(row.label or row.screen for row in rows),
    )


def secret_of(request: HttpRequest) -> str | None:
    """The secret in this browser's cookie."""
    return request.COOKIES.get(COOKIE)


def bearer(request: HttpRequest) -> str | None:
    """The token that a request brings, if it brings one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


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


def chairs(table: Table) -> dict[str, str]:
    """The seats of a table in order, and what people call them."""
    return {seat.chair: seat.name for seat in beside(table).seats}


def looker(table: Table, who: Device, names: Mapping[str, str]) -> Looker:
    """This device in its room: a seat's own where `who.hand` names one, else one that shows to all."""
    return Looker(
        seats=names,
        holds=who.holds,
        for_others=who.for_others,
        hand=who.hand,
        acts_for_all=table.kind == "open" and who.plays,
        keeps=who.keeps,
        together=who.together,
    )


def sight(table: Table, who: Device, names: Mapping[str, str]) -> Sight:
    """What may lie open on this device, and for whom it acts."""
    return looker(table, who, names).sight()


@contextmanager
def hearing(game: Game[object], state: object, action: object, device: Looker) -> Iterator[None]:
    """A refusal from within, as this device may hear it."""
    try:
        yield
    except (InvalidInput, IllegalAction) as refused:
        raise game.hear(state, action, refused, device) from refused


@contextmanager
def answering(seat: str, device: Looker) -> Iterator[None]:
    """The same for what is refused of a seat's answer: it hangs on what that seat may know."""
    try:
        yield
    except (InvalidInput, IllegalAction) as refused:
        raise device.hears(refused, (seat,)) from refused


def check_may(game: Game[object], state: object, action: object, device: Looker) -> str:
    """The seat whose action it is, or `IllegalAction` where this device may not make it."""
    whose = game.seat_of(state, action)
    seat = whose if isinstance(whose, str) and whose in device.seats else ""
    device.check_deed(seat, game.seat_key, game.looks(state, action))
    return seat


def check_plays(who: Device, path: str = "") -> None:
    if not who.plays:
        raise IllegalAction(path, "Spectators look on; take a seat to act.")


def check_open(table: Table) -> None:
    if table.closed_at is not None:
        raise IllegalAction("", "This table is closed; its host can open it again.")


def others(table: Table, who: Device) -> list[str]:
    """The seats that other devices hold and have used: who must agree before a secret seen is undone."""
    own = Token.objects.filter(pk__in=who.tokens).values("hash")
    rows = Token.objects.filter(table=table, role="seat", revoked_at=None, heard_at__isnull=False)
    held = set(rows.exclude(hash__in=own).values_list("seat__chair", flat=True))
    return [seat for seat in chairs(table) if seat in held and seat not in who.holds]


def signed(who: Device) -> str:
    """How the journal names the device that tapped."""
    seats = ", ".join(who.holds) or ("host" if who.host else "spectator")
    return f"{seats} ({who.label})"[:120] if who.label else seats[:120]


GUESSES, TOGETHER, WINDOW = 30, 300, timedelta(minutes=1)
TICKET = "by"
"""The name under which an address that was scanned holds its ticket."""


class TooManyGuesses(Exception):
    """This device, or this address, has guessed too often; it may try again in a minute."""


class TooManyTables(IllegalAction):
    """This address opens table after table."""

    code = "too_many_tables"


def address_of(request: HttpRequest) -> str:
    """Where the request came from; of an IPv6 address the network, in which anybody has any number."""
    text = str(request.META.get("REMOTE_ADDR") or "unknown")[:64]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    is_wide = isinstance(address, IPv6Address) and address.is_global
    return f"{IPv6Address(int(address) >> 64 << 64)}/64" if is_wide else str(address)


def ticket(code: str) -> str:
    """What a scanned address holds beside the code: who has it was shown it, and has not guessed."""
    return salted_hmac("companion.tables.join", code, algorithm="sha256").hexdigest()[:16]


def scanned(address: str, code: str) -> str:
    return f"{address}?{TICKET}={ticket(code)}"


def allow_guess(request: HttpRequest, secret: str | None = None, code: str = "") -> None:
    """`TooManyGuesses` where this device, or its address, has lately been wrong too often."""
    if code and constant_time_compare(request.GET.get(TICKET, ""), ticket(code)):
        return
    for name, most in _counts(request, secret):
        if _recent(name) >= most:
            raise TooManyGuesses


def met[T](
    request: HttpRequest, code: str, target: T | None, known: bool, secret: str | None = None
) -> T | None:
    """What a code leads to: who is not `known` there may not guess too often, and a wrong code is counted."""
    if not known:
        allow_guess(request, secret, code)
    if target is None:
        count_guess(request, secret)
    return target


def count_guess(request: HttpRequest, secret: str | None = None) -> None:
    """Put down one wrong guess."""
    for name, _ in _counts(request, secret):
        _count(name)


def allow_opening(request: HttpRequest) -> None:
    """`TooManyTables` where this address has opened as many as it may in a minute; else one more."""
    name, most = f"opens {address_of(request)}", settings.OPENINGS
    if _recent(name) >= most:
        words = f"{most} tables were opened from this address within a minute; go on in a minute."
        raise TooManyTables("", words)
    _count(name)


def _counts(request: HttpRequest, secret: str | None) -> tuple[tuple[str, int], ...]:
    """Under which names this guess is counted, and how many each may have."""
    address, brought = address_of(request), secret or secret_of(request)
    own = f"device {hashed(brought)[:40]}" if brought and is_issued(brought) else address
    return (own, GUESSES), (f"all {address}"[:64], TOGETHER)


def _recent(name: str) -> int:
    row = Guess.objects.filter(address=name, since__range=_window()).first()
    return row.count if row else 0


def _window() -> tuple[datetime, datetime]:
    """The last minute. What began later than now began before a clock was set back, and counts no more."""
    now = timezone.now()
    return now - WINDOW, now


def _count(name: str) -> None:
    now = timezone.now()
    with writing():
        Guess.objects.exclude(since__range=_window()).delete()
        guess, is_first = Guess.objects.get_or_create(address=name, defaults={"since": now, "count": 1})
        if not is_first:
            Guess.objects.filter(pk=guess.pk).update(count=F("count") + 1)
