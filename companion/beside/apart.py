"""What a house wrote alone before it followed: found, packed, and told to the house that leads."""

import base64
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from django.conf import settings

from companion.beside.calling import FAULTS, Line
from companion.beside.following import LAID
from companion.beside.leading import database
from companion.beside.lines import copy_whole
from companion.beside.role import Role, role
from companion.caretaking.apart import Apart, folder, kept, packed
from companion.copies import DAY, worth_keeping

PATIENCE = 60.0
"""Seconds that the first house may take for one of them."""
PIECE = 4 * 2**20
"""Bytes of a file that cross at once."""
ALIKE = "theirs.tables_entry o ON o.id = e.id AND o.number = e.number AND o.key = e.key AND o.at = e.at"
FOUND = f"""
SELECT t.code, MIN(e.number) - 1
FROM tables_entry e JOIN tables_table t ON t.id = e.table_id LEFT JOIN {ALIKE}
WHERE o.id IS NULL AND e.id > (SELECT COALESCE(MAX(e.id), 0) FROM tables_entry e JOIN {ALIKE})
GROUP BY t.id HAVING MAX(e.number > 1 AND NOT EXISTS (
  SELECT 1 FROM theirs.tables_entry s JOIN theirs.tables_table n ON n.id = s.table_id
  WHERE s.key = e.key AND n.code = t.code)) ORDER BY t.id
"""
"""Rows are numbered alike in both up to where they parted: what the other lacks of those was deleted there.

A tap that was answered by the other house alone has its key there; a setup is no play.
"""
log = logging.getLogger(__name__)


class Alone(NamedTuple):
    """A table by its code, which has lines that the other house lacks; up to where both agree."""

    code: str
    common: int


def alone(ours: Path, theirs: Path) -> list[Alone]:
    """The tables that went on in that database, and not so in the other."""
    with closing(sqlite3.connect(f"{ours.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as line:
        line.execute("ATTACH DATABASE ? AS theirs", (f"{theirs.resolve().as_uri()}?mode=ro",))
        return [Alone(*row) for row in line.execute(FOUND)]


def see_to_it() -> None:
    """Pack what was laid aside, where there is anything to say of it; the house that leads lists it."""
    for file in sorted(folder().glob("*.sqlite3")):
        if file.with_suffix(".seen").exists():
            continue
        if not alone(file, database()) or _pack(file):
            file.with_suffix(".seen").touch()
    thin()
    if (now := role()) and now.does == "follows":
        _hand_over(now)


def thin() -> None:
    """Of the databases that were laid aside some of every age stay, as of copies; each was looked at."""
    files = dict[datetime, Path]()
    for file in folder().glob("*.sqlite3"):
        with suppress(ValueError):
            files[datetime.strptime(file.stem, LAID)] = file  # noqa: DTZ007  # all in the time of the world
    lately = {at for at in files if datetime.now(UTC).replace(tzinfo=None) - at < DAY}
    for at in files.keys() - worth_keeping(files) - lately:
        if (seen := files[at].with_suffix(".seen")).exists():
            files[at].unlink()
            seen.unlink()


def _pack(file: Path) -> bool:
    """By a process of its own, which opens that database as its house; whether it has come about."""
    with TemporaryDirectory(dir=settings.HOME, prefix="apart-") as home:
        copy_whole(file, Path(home) / database().name)
        around = {**os.environ, "COMPANION_HOME": home, "DATABASE_URL": ""}
        command = [sys.executable, str(settings.HOUSE / "manage.py"), "apart", str(database())]
        answer = subprocess.run(command, env=around, capture_output=True, text=True)
        if answer.returncode:
            log.error("What was laid aside in %s cannot be read: %s", file.name, answer.stderr[-500:])
            return False
        for made in sorted((Path(home) / "apart").iterdir(), reverse=True):  # Its head comes last.
            made.replace(folder() / made.name)
    return True


def _pieces(name: str, what: Apart) -> Iterator[dict[str, object]]:
    """A long file crosses in several."""
    raw = packed(name)
    for at in range(0, len(raw), PIECE):
        text = base64.b64encode(raw[at : at + PIECE]).decode()
        ends = at + PIECE >= len(raw)
        yield {"what": asdict(what), "name": name, "at": at, "ends": ends, "packed": text}


def _hand_over(now: Role) -> None:
    line = Line(now.other, now.secret, PATIENCE)
    try:
        for name, what in kept():
            if (told := folder() / f"{name}.told").exists():
                continue
            if all(line.ask("apart", piece).status == 204 for piece in _pieces(name, what)):
                told.touch()
    except FAULTS:
        log.warning("What went on apart is told to the first house when this one starts next.")
    finally:
        line.close()
