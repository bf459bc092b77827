"""Everything in one file: each row of the house a line of JSON, packed; restored, it gives that file again.

Kept are tables with their journals, seats and devices, campaigns with all that is theirs, and the printers.
What makes itself again is not: guesses at codes, and files that the print shop has finished. Every row has a
checksum and every table a part of its own: a file is looked through before anything is written, and
`salvaged` brings back each thing that is whole in a damaged one.
"""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from django.apps import apps
from django.core.management.color import no_style
from django.db import IntegrityError, connection, connections, router, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython
from django.db.migrations.recorder import MigrationRecorder

from campaigns.books.reconciling import reconcile
from campaigns.carrying import parts
from campaigns.carrying.groups import HOUSES, Group, groups, kept, together
from campaigns.carrying.reading import FORMAT, OLDEST, VERSION, found
from campaigns.carrying.rows import Row, save, wanted
from companion.engine.errors import IllegalAction, InvalidInput
from companion.shop.models import Printer
from companion.tables.writing import writing

if TYPE_CHECKING:
    from django.db.migrations.state import StateApps

COUNTS = "counts on the table"
"""What people counted may differ from the books in any house: that is no tampering."""
AGAINST = "What this file shows is not what its journals say; --even-so brings it back as it is."


class Salvaged(NamedTuple):
    """How many rows came back; in words, each thing that did not."""

    rows: int
    lost: Sequence[str]


def back_up(file: Path) -> int:
    """Write the file; how many rows it holds. What stood there is replaced once the new one is whole."""
    part = file.with_name(f"{file.name}.part")
    with transaction.atomic(), part.open("wb") as raw:
        if connection.vendor == "postgresql":  # As it was at one instant, whoever taps meanwhile.
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        count = _pack(raw)
    part.replace(file)
    return count


def restore(file: Path, *, even_so: bool = False) -> Salvaged:
    """Fill an empty house. `IllegalAction` where it is not empty; nothing half done.

    What comes is reconciled before it counts: where it shows anything that its journals do not say the file
    was tampered with, and it is refused. `even_so` takes it, and tells what differs; so is a file of an older
    house taken, which wrote its lines in words of its own.
    """
    here = found(file.read_bytes())
    for title, fault in here.faults:
        raise InvalidInput(fault.path, f"{fault.message} {f'It is in the {title}.' if title else ''}".strip())
    check_schema(here.head, (OLDEST, VERSION), "line 1")
    try:
        with transaction.atomic(using=_shop()), writing():
            _check_empty()
            count = sum(_fill(group, here.head) for group in here.groups)
            _brought_up(here.head)
            _count_on()
            differing = reconcile(COUNTS).differing
            if differing and not even_so and here.head.get("schema") == schema():
                raise InvalidInput("", "\n".join([AGAINST, *differing]))
    except IntegrityError as error:
        raise InvalidInput("", "This is no whole backup: a row points to another that is missing.") from error
    return Salvaged(count, [f"{said} It is back as it is." for said in differing])


def salvaged(file: Path) -> Salvaged:
    """Fill an empty house with each thing that is whole in a damaged file."""
    here = found(file.read_bytes())
    lost = [f"{title or 'a part'}: {fault.path}: {fault.message}" for title, fault in here.faults]
    if here.head:
        check_schema(here.head, (OLDEST, VERSION), "line 1")
    able, unable = together(here.groups)
    lost += [f"{group.title}: something that it needs is lost." for group in unable]
    with transaction.atomic(using=_shop()), writing():
        _check_empty()
        counts = [_filled(group, here.head, lost) for group in able]
        _brought_up(here.head)
        _count_on()
        lost += reconcile(COUNTS).differing
    return Salvaged(sum(counts), lost)


def _filled(group: Group, head: Row, lost: list[str]) -> int:
    """How many rows of it came; none, and why among what is lost, where one of them cannot be."""
    try:
        with transaction.atomic(using=_shop()), transaction.atomic():
            return _fill(group, head)
    except InvalidInput as fault:
        lost.append(f"{group.title}: {fault}")
        return 0


def _fill(group: Group, head: Row) -> int:
    first = int(group.place.removeprefix("line ")) + 1
    older = head.get("schema") != schema()
    for place, row in ((f"line {n}", row) for n, row in enumerate(group.rows, first)):
        save(wanted(row, kept(), place, older=older), place)
    return len(group.rows)


def _brought_up(head: Row) -> None:
    """What later changes of the tables' form did to the rows of a house is done to those of an older one."""
    stood = {*map(str, head.get("schema") or schema())}
    changes = sorted(MigrationLoader(None).disk_migrations.items())
    later = (change for (app, name), change in changes if app in HOUSES and f"{app}.{name}" not in stood)
    for step in chain.from_iterable(change.operations for change in later):
        if isinstance(step, RunPython):
            step.code(cast("StateApps", apps), connection.schema_editor())


def _pack(raw: IO[bytes]) -> int:
    parts.write(raw, [{"format": FORMAT, "version": VERSION, "schema": schema()}])
    counts = []
    for group in groups():
        counts.append(len(group.rows))
        parts.write(raw, [{"title": group.title, "rows": len(group.rows)}, *group.rows])
    parts.write(raw, [{"end": len(counts)}])
    return sum(counts)


def schema() -> list[str]:
    """The changes of the tables' form that this house has seen."""
    seen = MigrationRecorder(connections["default"]).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in seen if app in HOUSES)


def check_schema(head: Row, versions: Sequence[int], place: str) -> None:
    """`InvalidInput` where a file comes from a house that knows more than this one."""
    known = head.get("schema")
    if head.get("version") not in versions or not isinstance(known, list):
        raise InvalidInput(place, "A newer house made this file; bring this one up to date first.")
    if not {*map(str, known)} <= {*schema()}:
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
