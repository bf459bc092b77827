"""What a house keeps to itself: its folder, the files in it, and the key that it signs with.

A database holds every hand of every table, and the key opens what the house has signed: neither is for other
people who use the same machine.
"""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

OWNER = 0o077
"""What nobody but the owner may do with what the house writes."""


def shut(home: Path) -> Path:
    """The house's folder, made where there is none; its owner's alone, as is whatever is written from now on.

    A folder that belongs to somebody else, or that everybody writes in, as `/tmp`, stays as it is.
    """
    os.umask(OWNER)
    home.mkdir(parents=True, exist_ok=True)
    status = home.stat()
    if not status.st_mode & (stat.S_ISVTX | stat.S_IWOTH):
        _take_from_others(home)
    files = home.glob("*.sqlite3*")
    for file in files:
        _take_from_others(file)
    return home


def key(file: Path) -> str:
    """The signing key of this house, made on its first start: the file is there whole or not at all."""
    if not file.exists() or _is_empty(file):
        _make(file)
    _take_from_others(file)
    return file.read_text()


def write_whole(file: Path, content: bytes) -> None:
    """Put a file there whole or not at all; what stood there is replaced."""
    half = file.with_name(f"{file.name}.{secrets.token_hex(4)}.half")
    try:
        _on_disk(half, content)
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)


def _make(file: Path) -> None:
    """Of two processes that start at once the first makes the key, and the other reads it."""
    half = file.with_name(f"{file.name}.{secrets.token_hex(4)}.half")
    try:
        _on_disk(half, secrets.token_urlsafe(50).encode())
        if _is_empty(file):
            half.replace(file)
        else:
            _first(half, file)
    finally:
        half.unlink(missing_ok=True)


def _is_empty(file: Path) -> bool:
    """A full disk or a power cut left it behind."""
    return file.exists() and not file.stat().st_size


def _first(half: Path, file: Path) -> None:
    try:
        os.link(half, file)
    except FileExistsError:
        pass
    except OSError:  # A disk without hard links.
        half.replace(file)


def _on_disk(file: Path, content: bytes) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def _take_from_others(path: Path) -> None:
    with suppress(OSError):  # It is somebody else's, who has decided.
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OWNER)
