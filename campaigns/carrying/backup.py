"""Everything in one file: each row of the house a line of JSON, packed; restored, it gives that file again.

Kept are tables with their journals, seats and devices, campaigns with all that is theirs, and the printers.
What makes itself again is not: guesses at codes, and files that the print shop has finished.
"""

import gzip
import json
from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import chain
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import IntegrityError, connection, connections, router, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from campaigns.carrying.rows import Row, rows, save, wanted
from companion.engine.errors import IllegalAction, InvalidInput
from companion.shop.models import Printer
from companion.tables.models import Guess
from companion.tables.writing import writing

FORMAT, VERSION = "companion-backup", 1
LONGEST = 64 * 1024 * 1024
"""No line of a house's own backup comes near so many bytes."""
HOUSES = ("tables", "campaigns")


def kept() -> list[type[Model]]:
    """What a backup holds, in an order in which every row finds what it points to."""
    own = [model for name in HOUSES for model in apps.get_app_config(name).get_models()]
    return [*(model for model in own if model is not Guess), Printer]


def back_up(file: Path) -> int:
    """Write the file; how many rows it holds. What stood there is replaced once the new one is whole."""
    part = file.with_name(f"{file.name}.part")
    with transaction.atomic(), part.open("wb") as raw:
        if connection.vendor == "postgresql":  # As it was at one instant, whoever taps meanwhile.
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        count = _pack(raw)
    part.replace(file)
    return count


def restore(file: Path) -> int:
    """Fill an empty house; how many rows came. `IllegalAction` where it is not empty; nothing half done."""
    try:
        with gzip.open(file) as packed, transaction.atomic(using=_shop()), writing():
            _check_empty()
            lines = enumerate(_lines(packed), 1)
            _check_head(next(lines, (1, None))[1])
            found = [save(wanted(row, kept(), f"line {n}"), f"line {n}").pk for n, row in lines]
            _count_on()
    except IntegrityError as error:
        raise InvalidInput("", "This is no whole backup: a row points to another that is missing.") from error
    return len(found)


def _pack(raw: IO[bytes]) -> int:
    count = 0
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        packed.write(as_bytes({"format": FORMAT, "version": VERSION, "schema": schema()}))
        for row in chain.from_iterable(rows(model._base_manager.all()) for model in kept()):
            packed.write(as_bytes(row))
            count += 1
    return count


def as_bytes(row: Row) -> bytes:
    """One row, or a file of them, as a line of JSON: the same always."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True, default=_moment).encode() + b"\n"


def _moment(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    raise TypeError(f"{value!r} is nothing that a row holds.")


def _lines(packed: gzip.GzipFile) -> Iterator[Any]:
    number = 0
    try:
        while text := packed.readline(LONGEST):
            yield json.loads(text)
            number += 1
    except (OSError, EOFError, ValueError) as error:
        raise InvalidInput(f"line {number + 1}", f"This is no whole backup: {error}.") from error


def schema() -> list[str]:
    """The changes of the tables' form that this house has seen."""
    seen = MigrationRecorder(connections["default"]).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in seen if app in HOUSES)


def _check_head(head: Any) -> None:
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise InvalidInput("line 1", f"This is no backup: one begins with its format, “{FORMAT}”.")
    check_schema(head, VERSION, "line 1")


def check_schema(head: Row, version: int, place: str) -> None:
    """`InvalidInput` where a file comes from a house that knows more than this one."""
    known = head.get("schema")
    if head.get("version") != version or not isinstance(known, list) or not {*map(str, known)} <= {*schema()}:
        raise InvalidInput(place, "A newer house made this file; bring this one up to date first.")


def _check_empty() -> None:
    full = next((model for model in kept() if model._base_manager.exists()), None)
    if full is not None:
        what = full._meta.verbose_name_plural
        raise IllegalAction("", f"This house has {what} already; only an empty one is filled from a backup.")


def _count_on() -> None:
    """PostgreSQL counts on from the highest number, not from where it stood."""
    for model in kept():
        keeper = connections[router.db_for_write(model) or "default"]
        with keeper.cursor() as cursor:
            for told in keeper.ops.sequence_reset_sql(no_style(), [model]):
                cursor.execute(told)


def _shop() -> str:
    return router.db_for_write(Printer) or "default"
