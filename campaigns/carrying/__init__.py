"""Carrying things from house to house: everything in one file, read through before it is written."""

import dataclasses
import gzip
import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypedDict, cast

from django.apps import apps
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.db import DatabaseError, IntegrityError, connection, connections, models, router, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import JSONField, Model, QuerySet

from campaigns.books.proof import reconcile
from campaigns.models import Brought
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.shape import read as read_shape
from companion.engine.wire import Json, loads
from companion.shop.models import Printer
from companion.tables.models import Guess, Table, writing

type Came = tuple[str, int, int | None, str]
"""How one came off: seat, rank, points, words."""
type Carrying = tuple[str, int, int | None, str, int | None]
"""The same with what it takes on to the next night."""


class Row(TypedDict):
    """A row of a file: its model's label, its number there, its fields by their names."""

    model: str
    pk: int | None
    fields: dict[str, Json]


class Written(NamedTuple):
    player: str
    points: int | None
    rank: int
    seat: str = ""


class Kept(NamedTuple):
    """One step of a line: its text, its sentence and its values, which of these are seats."""

    rule: str
    text: str
    template: str = ""
    values: Mapping[str, str | int | bool] = {}
    seats: Mapping[str, str] = {}
    once: str = ""


class Settled(NamedTuple):
    version: int
    rows: list[Carrying | Came] | None


class Played(NamedTuple):
    """What was played between two places of the journal."""

    first: tuple[int, int]
    last: tuple[int, int]
    told: list[str]


SHAPES: Mapping[str, object] = {
    "tables.entry.action": dict[str, Json] | None,
    "tables.entry.dropped": list[int] | None,
    "tables.entry.steps": list[Kept],
    "tables.snapshot.blocks": dict[str, list[str]],
    "tables.table.laid_out": dict[str, Json] | None,
    "tables.table.ready": list[str],
    "tables.request.answers": dict[str, Json],
    "tables.request.body": dict[str, Json],
    "campaigns.evening.came": list[str],
    "campaigns.evening.result": list[Written] | None,
    "campaigns.evening.handed": dict[str, str] | None,
    "campaigns.evening.chapters": Played | None,
    "campaigns.evening.settled": Settled | None,
}


def check_shape(field: "JSONField[Any, Any]", value: Json, place: str) -> None:
    """`InvalidInput` at the place inside the value that is not as it must be."""
    shape = SHAPES.get(f"{field.model._meta.label_lower}.{field.name}")
    if shape is not None:
        read_shape(shape, value, place)


MOST = 2**63
"""Rows' numbers are lower: no database counts further."""


def rows(records: QuerySet[Model]) -> Iterator[Row]:
    yield from serializers.serialize("python", records.order_by("pk"))


def wanted(given: Json, allowed: Iterable[type[Model]], place: str, *, older: bool = False) -> Row:
    """One row of a file, if it is one; `InvalidInput` with its place in the file where it is not.

    A file of an `older` house lacks the fields that have come since.
    """
    models = {model._meta.label_lower: model for model in allowed}
    if not isinstance(given, dict) or set(given) != {"model", "pk", "fields"}:
        raise InvalidInput(place, "A row is an object with “model”, “pk” and “fields”, and nothing else.")
    if not isinstance(given["model"], str) or given["model"] not in models:
        raise InvalidInput(f"{place}.model", f"A row is one of {', '.join(models)}.")
    if isinstance(given["pk"], bool) or not isinstance(given["pk"], int) or not 0 < given["pk"] < MOST:
        raise InvalidInput(f"{place}.pk", "A row has its number, from 1 on.")
    if not isinstance(given["fields"], dict):
        raise InvalidInput(f"{place}.fields", "A row's fields are an object.")
    _check_names(models[given["model"]], given["fields"], f"{place}.fields", older=older)
    return cast("Row", given)


def _check_names(model: type[Model], fields: Mapping[str, Json], place: str, *, older: bool) -> None:
    own = {field.name: field for field in model._meta.concrete_fields if not field.primary_key}
    what = model._meta.verbose_name
    for name in fields:
        if name not in own:
            raise InvalidInput(f"{place}.{name}", f"A {what} has nothing of that name.")
    for name, field in own.items():
        if name not in fields and not (older and (field.has_default() or field.null)):
            raise InvalidInput(f"{place}.{name}", f"A {what} has this too; it is missing.")


def save(row: Row, place: str) -> Model:
    """Write a row as it is; `InvalidInput` where its fields are not what they should be."""
    read = _deserialized(row, place)
    _check(read.object, f"{place}.fields")
    try:
        read.save(force_insert=True)
    except (DatabaseError, OverflowError, ValueError, TypeError) as error:
        raise InvalidInput(place, f"This row does not fit the others: {error}.") from error
    return read.object


def _check(row: Model, place: str) -> None:
    """Whether each field holds what it may. Whether a row that it points to is there, the database looks."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(field, models.JSONField):
            check_shape(field, value, f"{place}.{field.name}")
        if value in field.empty_values or isinstance(field, models.ForeignKey):
            continue
        try:
            field.clean(value, row)
        except ValidationError as error:
            raise InvalidInput(f"{place}.{field.name}", error.messages[0]) from error


def _deserialized(row: Row, place: str) -> DeserializedObject:
    try:
        (read,) = serializers.deserialize("python", [row])
    except (
        DeserializationError,
        FieldDoesNotExist,
        ValueError,
        TypeError,
        AttributeError,
        OverflowError,
    ) as error:
        raise InvalidInput(place, f"This row cannot be read: {error}.") from error
    return read


MAGIC = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""How every part begins: no name, no time, packed as small as can be."""
CHUNK = 256
"""Bytes unpacked at once: what comes before a damaged byte is still had."""
LARGEST = 512 * 1024 * 1024
"""No part of a house's own file unpacks to so many bytes."""
SUM = "sum"


class Part(NamedTuple):
    """What was unpacked of one part, the byte at which it begins, and what is wrong with it, if anything."""

    at: int
    text: bytes
    fault: str


def write(raw: IO[bytes], lines: Iterable[Mapping[str, object]]) -> int:
    """Write one part; how many lines it has."""
    texts = [as_bytes(sealed(line)) for line in lines]
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        packed.writelines(texts)
    return len(texts)


def read(data: bytes) -> Iterator[Part]:
    """The parts of a file, damaged ones among them."""
    view, at = memoryview(data), 0
    while at < len(data):
        text, fault, end = _unpacked(view, at)
        yield Part(at, text, fault)
        following = data.find(MAGIC, at + 1) if fault else end
        at = following if following >= 0 else len(data)


def _unpacked(view: memoryview, at: int) -> tuple[bytes, str, int]:
    packed, size = zlib.decompressobj(zlib.MAX_WBITS | 16), 0
    rows: list[bytes] = []
    while not packed.eof:
        if at >= len(view):
            return b"".join(rows), "it ends in the middle", at
        chunk = view[at : at + CHUNK]
        try:
            rows.append(packed.decompress(chunk, LARGEST))
        except zlib.error:
            return b"".join(rows), "a byte of it is damaged", at
        size += len(rows[-1])
        if size >= LARGEST:
            return b"", "it unpacks to more than any house holds", at
        at += len(chunk)
    return b"".join(rows), "", at - len(packed.unused_data)


def sealed(line: Mapping[str, object]) -> dict[str, object]:
    return {**line, SUM: checksum(line)}


def unsealed(given: object, place: str) -> dict[str, object]:
    """The line without its checksum; `InvalidInput` where that is not its own."""
    if not isinstance(given, dict) or SUM not in given:
        raise InvalidInput(place, "This is no whole backup: a row without its checksum.")
    line = {key: value for key, value in given.items() if key != SUM}
    if given[SUM] != checksum(line):
        raise InvalidInput(place, "This row is not as it was written: its checksum differs.")
    return line


def checksum(line: Mapping[str, object]) -> str:
    """The first 16 digits of the SHA-256 of a row as it is written."""
    return sha256(as_bytes(line)).hexdigest()[:16]


def as_bytes(line: Mapping[str, object]) -> bytes:
    """One row, or a file of them, as a line of JSON: the same always."""
    return json.dumps(line, ensure_ascii=False, sort_keys=True, default=_moment).encode() + b"\n"


def _moment(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    raise TypeError(f"{value!r} is nothing that a row holds.")


HOUSES = ("tables", "campaigns", "workshop")
PASSING = (Guess, Brought)
"""What is gone in a day, and can be asked for anew."""


class Group(NamedTuple):
    """One thing with all that is its own; what people call it, and the line or byte where it begins."""

    title: str
    rows: list[Row]
    place: str


def kept() -> list[type[Model]]:
    """What a backup holds: all but what makes itself again."""
    own = [model for name in HOUSES for model in apps.get_app_config(name).get_models()]
    return [*(model for model in own if model not in PASSING), Printer]


def groups() -> Iterator[Group]:
    """Everything in the house, one thing after the other, always in the same order."""
    for root in (model for model, (of, _) in _homes().items() if of is model):
        yield from map(group, root._base_manager.order_by("pk"))


def group(thing: Model) -> Group:
    """One thing with all that is its own."""
    own = (
        rows(model._base_manager.filter(**{path: thing.pk}))
        for model, (of, path) in _homes().items()
        if of is type(thing)
    )
    title = f"{thing._meta.verbose_name} “{getattr(thing, 'title', '') or thing}”"
    return Group(title, list(chain.from_iterable(own)), "")


@cache
def _homes() -> dict[type[Model], tuple[type[Model], str]]:
    return {model: home(model) for model in kept()}


def home(model: type[Model]) -> tuple[type[Model], str]:
    """What a row of this kind is a part of, and the way there: of what it cannot be without."""
    link = next((link for link in links(model) if not link.null), None)
    if link is None:
        return model, "pk"
    of, path = home(link.related_model)
    return of, link.name if path == "pk" else f"{link.name}__{path}"


def links(model: type[Model]) -> list["models.ForeignKey[Any, Any]"]:
    return [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]


def together(rows: Iterable[Group]) -> tuple[list[Group], list[Group]]:
    """Those that can stand without the others that are missing, and those that cannot."""
    able, unable = list(rows), list[Group]()
    while True:
        there = {(row["model"], row["pk"]) for group in able for row in group.rows}
        lost = [group for group in able if not all(_finds(row, there) for row in group.rows)]
        if not lost:
            return able, unable
        able, unable = [group for group in able if group not in lost], [*unable, *lost]


def _finds(row: Row, there: Collection[tuple[str, object]]) -> bool:
    ends = ((link.related_model, link.name) for link in links(apps.get_model(row["model"])))
    wanted = [(of._meta.label_lower, row["fields"].get(name)) for of, name in ends]
    return all(pk is None or (label, pk) in there for label, pk in wanted)


FORMAT, VERSION = "companion-backup", 2
OLDEST = 1
"""Files of the first version are one part, and have no checksums."""


@dataclass
class Contents:
    """What is whole in a file, and for each fault of it which thing it spoils and why."""

    head: dict[str, object] = dataclasses.field(default_factory=dict)
    groups: list[Group] = dataclasses.field(default_factory=list)
    faults: list[tuple[str, InvalidInput]] = dataclasses.field(default_factory=list)


def contents_of(data: bytes) -> Contents:
    """Everything in a file, as far as it can be read."""
    contents, lines, ended = Contents(), 0, False
    for part in read(data):
        first, texts = lines + 1, part.text.splitlines()
        lines += len(texts)
        try:
            ended |= _taken(contents, list(_read_rows(part, texts, first, contents.head)), f"line {first}")
        except InvalidInput as fault:
            contents.faults.append((_part_title(texts), fault))
    if not contents.head and not contents.faults:
        contents.faults.append(("", InvalidInput("line 1", "This is no backup: there is nothing in it.")))
    elif not ended and not contents.faults:
        cut = InvalidInput(f"line {lines + 1}", "This is no whole backup: its end is missing.")
        contents.faults.append(("", cut))
    return contents


def _read_rows(
    part: Part, texts: list[bytes], first: int, head: dict[str, object]
) -> Iterator[dict[str, object]]:
    for number, text in enumerate(texts, first):
        if part.fault and number == first + len(texts) - 1:
            break
        try:
            given = loads(text)
        except InvalidInput as error:
            raise InvalidInput(f"line {number}", f"This is no whole backup. {error.message}") from error
        yield _checked(given, f"line {number}", head)
    if part.fault:
        where = f"line {max(first + len(texts) - 1, 1)}"
        raise InvalidInput(where, f"This is no whole backup: {part.fault} (from byte {part.at:,} on).")


def _checked(given: object, place: str, head: dict[str, object]) -> dict[str, object]:
    """A line as it was written; the head says whether lines have checksums, and is looked at first."""
    if place == "line 1" and (not isinstance(given, dict) or given.get("format") != FORMAT):
        raise InvalidInput(place, f"This is no backup: one begins with its format, “{FORMAT}”.")
    if place == "line 1" and isinstance(given, dict):
        head.update(given)
    if head.get("version") == OLDEST:
        return given if isinstance(given, dict) else {}
    return unsealed(given, place)


def _taken(contents: Contents, lines: list[dict[str, object]], place: str) -> bool:
    """Put what was read where it belongs; true at the end of the file."""
    if contents.head.get("version") == OLDEST:
        contents.groups.append(Group("everything", cast("list[Row]", lines[1:]), place))
        return True
    first, *rows = lines or [{}]
    if "format" in first:
        return False
    if "end" in first:
        _check_count(first["end"], len(contents.groups) + len(contents.faults), place)
        return True
    _check_count(first.get("rows"), len(rows), place)
    contents.groups.append(Group(str(first.get("title")), cast("list[Row]", rows), place))
    return False


def _check_count(count: object, there: int, place: str) -> None:
    if count != there:
        raise InvalidInput(place, f"This is no whole backup: of {count} parts or rows {there} are here.")


def _part_title(texts: list[bytes]) -> str:
    """What the damaged part was called, if its first line can still be read."""
    try:
        return str(loads(texts[0])["title"])
    except (InvalidInput, LookupError, TypeError):
        return ""


if TYPE_CHECKING:
    from django.db.migrations.state import StateApps

COUNTS = "counts on the table"
"""What people counted may differ from the books in any house: that is no tampering."""
AGAINST = "What this file shows is not what its journals say; --even-so brings it back as it is."


class Salvaged(NamedTuple):
    """How many rows came back; in words, each thing that did not; how many journals were folded again."""

    rows: int
    lost: Sequence[str]
    journals: int = 0


def back_up(file: Path) -> int:
    """Write the file; how many rows it holds. What stood there is replaced once the new one is whole."""
    part = file.with_name(f"{file.name}.part")
    with transaction.atomic(), part.open("wb") as raw:
        if connection.vendor == "postgresql":  # As it was at one instant, whoever taps meanwhile.
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        count = write_groups(raw, groups())
    part.replace(file)
    return count


def restore(file: Path | bytes, *, even_so: bool = False, instead: bool = False) -> Salvaged:
    """Fill an empty house, or `instead` of what is there; nothing half done. `IllegalAction` if full.

    What comes is reconciled before it counts: where it shows anything that its journals do not say the file
    was tampered with, and it is refused. `even_so` takes it, and tells what differs; so is a file of an older
    house taken, which wrote its lines in words of its own.
    """
    contents = contents_of(file if isinstance(file, bytes) else file.read_bytes())
    for title, fault in contents.faults:
        raise InvalidInput(fault.path, f"{fault.message} {f'It is in the {title}.' if title else ''}".strip())
    check_schema(contents.head, (OLDEST, VERSION), "line 1")
    try:
        with transaction.atomic(using=_shop()), writing():
            _empty() if instead else _check_empty()
            count = sum(_fill(group, contents.head) for group in contents.groups)
            _brought_up(contents.head)
            _count_on()
            differing = reconcile(COUNTS).differing
            if differing and not even_so and contents.head.get("schema") == schema():
                raise InvalidInput("", "\n".join([AGAINST, *differing]))
    except IntegrityError as error:
        raise InvalidInput("", "This is no whole backup: a row points to another that is missing.") from error
    back = [f"{line} It is back as it is." for line in differing]
    return Salvaged(count, back, Table.objects.count())


def salvaged(file: Path) -> Salvaged:
    """Fill an empty house with each thing that is whole in a damaged file."""
    contents = contents_of(file.read_bytes())
    lost = [f"{title or 'a part'}: {fault.path}: {fault.message}" for title, fault in contents.faults]
    if contents.head:
        check_schema(contents.head, (OLDEST, VERSION), "line 1")
    able, unable = together(contents.groups)
    lost += [f"{group.title}: something that it needs is lost." for group in unable]
    with transaction.atomic(using=_shop()), writing():
        _check_empty()
        counts = [_filled(group, contents.head, lost) for group in able]
        _brought_up(contents.head)
        _count_on()
        lost += reconcile(COUNTS).differing
    return Salvaged(sum(counts), lost)


def _filled(group: Group, head: Mapping[str, object], lost: list[str]) -> int:
    """How many rows of it came; none, and why among what is lost, where one of them cannot be."""
    try:
        with transaction.atomic(using=_shop()), transaction.atomic():
            return _fill(group, head)
    except InvalidInput as fault:
        lost.append(f"{group.title}: {fault}")
        return 0


def _fill(group: Group, head: Mapping[str, object]) -> int:
    first = int(group.place.removeprefix("line ")) + 1
    older = head.get("schema") != schema()
    for place, row in ((f"line {n}", row) for n, row in enumerate(group.rows, first)):
        save(wanted(row, kept(), place, older=older), place)
    return len(group.rows)


def _brought_up(head: Mapping[str, object]) -> None:
    """What later changes of the tables' form did to the rows of a house is done to those of an older one."""
    stood = {*map(str, cast("list[object]", head.get("schema")) or schema())}
    changes = sorted(MigrationLoader(None).disk_migrations.items())
    later = (change for (app, name), change in changes if app in HOUSES and f"{app}.{name}" not in stood)
    for step in chain.from_iterable(change.operations for change in later):
        if isinstance(step, RunPython):
            step.code(cast("StateApps", apps), connection.schema_editor())


def write_groups(raw: IO[bytes], listed: Iterable[Group]) -> int:
    """Write a whole file of these; how many rows it holds."""
    write(raw, [{"format": FORMAT, "version": VERSION, "schema": schema()}])
    counts = []
    for each in listed:
        counts.append(len(each.rows))
        lines: list[Mapping[str, object]] = [{"title": each.title, "rows": len(each.rows)}, *each.rows]
        write(raw, lines)
    write(raw, [{"end": len(counts)}])
    return sum(counts)


def schema() -> list[str]:
    """The changes of the tables' form that this house has seen."""
    seen = MigrationRecorder(connections["default"]).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in seen if app in HOUSES)


def check_schema(head: Mapping[str, object], versions: Sequence[int], place: str) -> None:
    """`InvalidInput` where a file comes from a house that knows more than this one."""
    version = head.get("schema")
    if head.get("version") not in versions or not isinstance(version, list):
        raise InvalidInput(place, "A newer house made this file; bring this one up to date first.")
    if not {*map(str, version)} <= {*schema()}:
        raise InvalidInput(place, "A newer house made this file; bring this one up to date first.")


def _empty() -> None:
    """Take away all that a file brings, and what passes; in the transaction that fills the house again."""
    models: list[type[Model]] = [*kept(), *PASSING]
    for model in models:
        model._base_manager.all()._raw_delete(router.db_for_write(model) or "default")


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
            for statement in keeper.ops.sequence_reset_sql(no_style(), [model]):
                cursor.execute(statement)


def _shop() -> str:
    return router.db_for_write(Printer) or "default"
