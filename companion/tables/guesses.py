"""Wrong codes and tokens slow who guesses, and not the room: and opening tables has its measure too.

Many players sit behind one router and share its address, so a device that the house knows is counted by
itself; only who brings nothing is counted by the address. An address has a measure of its own for all that
its devices guess, or one could open table after table to be a new device each time.
"""

from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from companion.engine.errors import IllegalAction
from companion.tables.codes import hashed
from companion.tables.devices import is_issued, secret_of
from companion.tables.models import Guess
from companion.tables.writing import writing

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
    told = str(request.META.get("REMOTE_ADDR") or "unknown")[:64]
    try:
        known = ip_address(told.partition("%")[0])
    except ValueError:
        return told
    is_wide = isinstance(known, IPv6Address) and known.is_global
    return f"{IPv6Address(int(known) >> 64 << 64)}/64" if is_wide else str(known)


def ticket(code: str) -> str:
    """What a scanned address holds beside the code: who has it was shown it, and has not guessed."""
    return salted_hmac("companion.tables.join", code, algorithm="sha256").hexdigest()[:16]


def scanned(address: str, code: str) -> str:
    """The address of a door as a QR code holds it."""
    return f"{address}?{TICKET}={ticket(code)}"


def allow_guess(request: HttpRequest, secret: str | None = None, code: str = "") -> None:
    """`TooManyGuesses` where this device, or its address, has lately been wrong too often."""
    if code and constant_time_compare(request.GET.get(TICKET, ""), ticket(code)):
        return
    for name, most in _counts(request, secret):
        if _recent(name) >= most:
            raise TooManyGuesses


def met[T](
    request: HttpRequest, code: str, found: T | None, known: bool, secret: str | None = None
) -> T | None:
    """What a code leads to: who is not `known` there may not guess too often, and a wrong code is counted."""
    if not known:
        allow_guess(request, secret, code)
    if found is None:
        count_guess(request, secret)
    return found


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
    found = Guess.objects.filter(address=name, since__range=_window()).first()
    return found.count if found else 0


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
