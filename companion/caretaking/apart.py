"""What one of two houses wrote alone while both went on apart: a file each, in the folder `apart`."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from django.conf import settings

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import Json, loads
from companion.strongbox import write_whole
from companion.tables.models import Entry, Table


@dataclass(frozen=True)
class Apart:
    """A table, or a campaign with the first of its tables that did: alike are its first `common` lines.

    It has `lines`; by the `key` and the hour of the last of them a house knows whether it has them, too.
    """

    kind: Literal["table", "campaign"]
    title: str
    table: str
    common: int
    lines: int
    key: str
    at: str

    @property
    def alone(self) -> int:
        return self.lines - self.common


class Listed(NamedTuple):
    """One that this house lacks; `here` is how many lines it has itself after those that both have."""

    name: str
    what: Apart
    here: int


def folder() -> Path:
    return Path(settings.HOME) / "apart"


def lay(what: Apart, packed: bytes) -> str:
    """Keep its file, packed by zlib; the name by which it is listed."""
    name = _named(packed)
    folder().mkdir(exist_ok=True)
    write_whole(folder() / f"{name}.packed", packed)
    write_whole(folder() / f"{name}.json", json.dumps(asdict(what)).encode())
    return name


def take_in(what: Apart, name: str, piece: bytes, *, begins: bool, ends: bool) -> None:
    """One more piece of a file that the other house packed; `ValueError` where the whole is another one."""
    if not name.isalnum():
        raise ValueError
    folder().mkdir(exist_ok=True)
    half = folder() / f"{name}.part"
    with half.open("wb" if begins else "ab") as to:
        to.write(piece)
    if not ends:
        return
    whole = half.read_bytes()
    half.unlink()
    if _named(whole) != name:
        raise ValueError
    lay(what, whole)


def _named(packed: bytes) -> str:
    return sha256(packed).hexdigest()[:16]


def read(told: Json) -> Apart:
    """`InvalidInput` where it is none."""
    what = shape.read(Apart, told)
    datetime.fromisoformat(what.at)
    return what


def kept() -> Iterator[tuple[str, Apart]]:
    """All that lies in the folder."""
    for file in sorted(folder().glob("*.json")):
        try:
            yield file.stem, read(loads(file.read_bytes()))
        except (OSError, ValueError, InvalidInput):
            continue


def listed() -> list[Listed]:
    """What this house lacks: what has been laid beside is in its journal, here and in the house beside."""
    rows = []
    for name, what in kept():
        if Entry.objects.filter(number=what.lines, key=what.key, at=datetime.fromisoformat(what.at)).exists():
            continue
        now = Table.objects.filter(code=what.table).first()
        rows.append(Listed(name, what, max(now.version - what.common, 0) if now and what.common else 0))
    return rows


def packed(name: str) -> bytes:
    return (folder() / f"{name}.packed").read_bytes()


def file_of(name: str) -> bytes:
    """What is to be brought."""
    return zlib.decompress(packed(name))


def let_go(name: str) -> None:
    for end in ("json", "packed"):
        (folder() / f"{name}.{end}").unlink(missing_ok=True)
