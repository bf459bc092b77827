"""Opening the house: where it can be reached, what it lacks, and the server itself."""

import socket
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path

import segno
import uvicorn
from django.conf import settings

from companion.limits import disk, files, heads
from companion.press import prose

WORKER_PATIENCE = 30
"""Seconds that one of several workers may be too busy to say that it lives."""

LOOPBACK = "127.0.0.1"
BACKLOG = 128
"""Connections taken in one go, before any of them is counted: half of the files that the house keeps."""


class NotTogether(Exception):
    """Several processes cannot share this database."""


class AlreadyUp(Exception):
    """Another process serves this house: with SQLite, one process writes."""


def addresses() -> list[str]:
    """This machine's addresses on the local network, the likeliest first; loopback when there is none."""
    found = [address for address in _candidates() if not address.startswith("127.")]
    return list(dict.fromkeys(found)) or [LOOPBACK]


def _candidates() -> Iterator[str]:
    # Connecting a datagram socket sends nothing; it only asks the routing table which address would be used.
    for far in ("10.255.255.255", "192.168.255.255", "172.31.255.255"):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            yield probe.getsockname()[0]
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def free_port(host: str, wanted: int) -> int:
    """`wanted`, or the next port above it that nobody listens on."""
    for port in range(wanted, wanted + 50):
        with suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return port
    raise OSError(f"No free port between {wanted} and {wanted + 49}; name another with --port.")


def lock(home: Path) -> object:
    """Hold the house for this process until it ends; `AlreadyUp` where another holds it."""
    held = (home / "up.lock").open("w")
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # No such lock on Windows; the port is then the only guard.
        pass
    except OSError as error:
        held.close()
        raise AlreadyUp(f"This house is up already ({home}). Stop that one first.") from error
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
    if disk.words():
        yield disk.words()
    if settings.HTTPS and not settings.PROXY:
        yield "Behind HTTPS a proxy stands before this house: name its address in COMPANION_PROXY."
    if sqlite3.sqlite_version_info < (3, 37):
        yield f"SQLite {sqlite3.sqlite_version} is too old; 3.37 or newer is needed."


def qr(text: str) -> str:
    """A QR code of half-block characters, for a terminal."""
    out = StringIO()
    segno.make(text, error="l").terminal(out, compact=True)
    return out.getvalue()


def serve(host: str, port: int, application: str = "companion.asgi:application", workers: int = 1) -> None:
    """Serve until stopped. Open streams get two seconds to end."""
    files.raise_limit()
    uvicorn.run(
        application,
        host=host,
        port=port,
        workers=workers,
        timeout_worker_healthcheck=WORKER_PATIENCE,
        http="companion.limits.heads:Heads",
        h11_max_incomplete_event_size=heads.LONGEST,
        backlog=BACKLOG,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(settings.PROXY),
        forwarded_allow_ips=settings.PROXY,
        timeout_graceful_shutdown=2,
    )
