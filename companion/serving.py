"""Opening the house: where it can be reached, what it lacks, and the server itself."""

import errno
import os
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from time import monotonic, sleep

import segno.helpers
import uvicorn
import uvicorn.supervisors
from django.conf import settings

from companion import limits
from companion.press import prose

WORKER_PATIENCE = 30
"""Seconds that one of several workers may be too busy to say that it lives."""
BEGINNING = 120
"""And that one may take to begin, beside all that play."""

EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}
FAR = {
    socket.AF_INET: ("10.255.255.255", "192.168.255.255", "172.31.255.255"),
    socket.AF_INET6: ("2001:db8::1",),
}
LISTENS = "COMPANION_LISTENS"
"""Under which name `up` tells every process of the house on which address it listens."""
UP = "COMPANION_UP"
"""And its own number."""
WIFI = "COMPANION_WIFI"
"""And the hot spot into which guests come first, as it was given."""

PORT, PORT_PATIENCE = 8000, 10
"""The usual port, and the seconds for which one that was asked for by name is waited for."""

BACKLOG = 128
"""Connections taken in one go, before any of them is counted: half of the files that the house keeps."""


class NotTogether(Exception):
    """Several processes cannot share this database."""


class PortTaken(Exception):
    """Nobody can listen there."""


class AlreadyUp(Exception):
    """Another process serves this house: with SQLite, one process writes."""


def listens() -> str:
    """The address on which this house was told to listen."""
    return os.environ.get(LISTENS, EVERYWHERE[0])


def listens_everywhere() -> bool:
    """Whether it listens on every address of this machine."""
    return listens() in EVERYWHERE


def addresses(host: str | None = None) -> list[str]:
    """Where this house is reached, the likeliest first, as a URL writes it.

    That is the one address on which it listens; or, where it listens on all, those of this machine on the
    local network, and loopback when there is none. `host` is what `up` was told to listen on.
    """
    host = listens() if host is None else host
    if host not in EVERYWHERE:
        return [f"[{host}]" if ":" in host else host]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    rows = [each for each in _candidates(family) if not each.startswith(("127.", "::1", "fe80:"))]
    names = list(dict.fromkeys(rows)) or [LOOPBACK[family]]
    return [f"[{each}]" if ":" in each else each for each in names]


def _candidates(family: socket.AddressFamily) -> Iterator[str]:
    # Connecting a datagram socket sends nothing; it only asks the routing table which address would be used.
    for far in FAR[family]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            yield probe.getsockname()[0]
    with suppress(OSError):
        for info in socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_DGRAM):
            address = str(info[4][0])
            # A name may lead to an address that the machine had once: only its own can be listened on.
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.bind((address, 0))
                yield address


def find_port(host: str, wanted: int | None, wait: Callable[[str], None]) -> int:
    """The port to listen on: the one asked for, once it is free; else the usual one, or the next free one.

    Whoever asks for a port by name has told others of it, so that no other will do: it is waited for, `wait`
    is told so in words, and `PortTaken` where nobody leaves it.
    """
    if wanted is None:
        free = (port for port in range(PORT, PORT + 50) if not _in_the_way(host, port))
        port = next(free, None)
        if port is None:
            raise PortTaken(f"No port from {PORT} to {PORT + 49} is free; name another with --port.")
        return port
    until, has_warned = monotonic() + PORT_PATIENCE, False
    while taken := _in_the_way(host, wanted):
        if taken.errno != errno.EADDRINUSE:
            raise PortTaken(f"This house cannot listen on {host}, port {wanted}: {taken.strerror}.")
        if monotonic() >= until:
            raise PortTaken(
                f"Port {wanted} is taken: another program has listened on it for {PORT_PATIENCE} seconds. "
                "Stop that one, or name another with --port."
            )
        if not has_warned:
            wait(f"Port {wanted} is taken; waiting up to {PORT_PATIENCE} seconds for it …")
        has_warned = True
        sleep(0.25)
    return wanted


def _in_the_way(host: str, port: int) -> OSError | None:
    """Why nobody can listen there now."""
    try:
        (family, *_, place), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        return error
    return None


def lock(home: Path) -> object:
    """Hold the house for this process until it ends; `AlreadyUp`, with its number, where another holds it."""
    held = (home / "up.lock").open("a+")
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # No such lock on Windows; the port is then the only guard.
        pass
    except OSError as error:
        held.seek(0)
        pid = held.read().strip()
        held.close()
        who = f": process {pid}. Stop that one first (kill {pid})" if pid else ". Stop that one first"
        raise AlreadyUp(f"This house is up already ({home}){who}.") from error
    held.truncate(0)
    held.write(str(os.getpid()))
    held.flush()
    return held


def check_workers(workers: int, vendor: str) -> None:
    """`NotTogether` where that many processes cannot serve one house."""
    if workers < 1:
        raise NotTogether("At least one worker must serve: --workers 1, or leave it out.")
    if workers > 1 and vendor == "sqlite":
        raise NotTogether(
            "Several workers need PostgreSQL: SQLite's file has one writing process. Set DATABASE_URL to a "
            "postgresql:// address, or leave --workers out."
        )


def lacks() -> Iterator[str]:
    """What this machine lacks, a plain sentence each; nothing here keeps the house from opening."""
    if not prose.is_available():
        yield (
            "Pango is missing, so player aids and records cannot be printed; cards, boards and markers can. "
            f"On Debian: apt install {prose.PACKAGES}"
        )
    if limits.disk_words():
        yield limits.disk_words()
    if settings.HTTPS and not settings.PROXY:
        yield "Behind HTTPS a proxy stands before this house: name its address in COMPANION_PROXY."
    if sqlite3.sqlite_version_info < (3, 37):
        yield f"SQLite {sqlite3.sqlite_version} is too old; 3.37 or newer is needed."


def qr(text: str) -> str:
    """A QR code of half-block characters, for a terminal."""
    out = StringIO()
    segno.make(text, error="l").terminal(out, compact=True)
    return out.getvalue()


def wifi_words(given: str) -> tuple[str, str]:
    """A hot spot's name and password, as they are given together: the first colon parts them.

    >>> wifi_words("Ada's house:trenches")
    ("Ada's house", 'trenches')
    """
    name, _, password = given.partition(":")
    return name, password


def wifi_code(given: str) -> str:
    """What a QR code says that brings a phone into that hot spot.

    >>> wifi_code("Ada's house:trenches")
    "WIFI:T:WPA;S:Ada's house;P:trenches;;"
    """
    name, password = wifi_words(given)
    return segno.helpers.make_wifi_data(name, password or None, "WPA" if password else "nopass")


class Workers(uvicorn.supervisors.Multiprocess):
    """Several processes; a HUP brings in what was put in the edition's place, one process after the other.

    `renew` prepares it, and says whether they may come up beside those of the old edition, all end, or, with
    None, nothing is to be done.
    """

    def __init__(self, config: uvicorn.Config, renew: Callable[[], bool | None]) -> None:
        super().__init__(config, sockets=[config.bind_socket()])
        self.renew = renew

    def restart_all(self) -> None:
        """Each is in service before the one whose place it takes ends."""
        if together := self.renew():
            usual, self.config.timeout_worker_healthcheck = WORKER_PATIENCE, BEGINNING
            super().restart_all()
            self.config.timeout_worker_healthcheck = usual
        elif together is False:
            self.should_exit.set()

    def run(self) -> None:
        """Until all end; the place is free then, for the same process too, if it begins anew."""
        super().run()
        for place in self.sockets:
            place.close()


def serve(
    host: str,
    port: int,
    application: str = "companion.asgi:application",
    workers: int = 1,
    renew: Callable[[], bool | None] = lambda: True,
) -> None:
    """Serve until stopped. Open streams get two seconds to end."""
    limits.raise_limit()
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        workers=workers,
        timeout_worker_healthcheck=WORKER_PATIENCE,
        http="companion.limits:Heads",
        h11_max_incomplete_event_size=limits.HEAD,
        backlog=BACKLOG,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(settings.PROXY),
        forwarded_allow_ips=settings.PROXY,
        timeout_graceful_shutdown=2,
    )
    if workers > 1:
        Workers(config, renew).run()
        return
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)
