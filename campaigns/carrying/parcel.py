"""One campaign in one file: into another house, with the same journal and the same figures.

The file is JSON: `rows` of the tables with their seats and journals, of the campaign, and of all that is its
own. No device goes along: in the new house, whoever unpacks it is the host and hands out the seats.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Model, Q, QuerySet

from campaigns.carrying.backup import check_schema, schema
from campaigns.carrying.fitting import check_fits
from campaigns.carrying.groups import links
from campaigns.carrying.parts import as_bytes, sealed, unsealed
from campaigns.carrying.rows import Row, rows, save, wanted
from campaigns.models import Campaign, Evening, Member
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads
from companion.tables.codes import LENGTH, LETTERS, hashed, new_code
from companion.tables.models import Block, Entry, Seat, Snapshot, Table
from companion.tables.position import forget
from companion.tables.reconciling import folded, kept_amiss
from companion.tables.seating import seats
from companion.tables.writing import writing

FORMAT, VERSION = "companion-campaign", 2
OLDEST = 1
"""Rows of the first version have no checksums."""
KEYS = {"format", "version", "schema", "title", "rows"}
type Numbers = dict[tuple[str, int], int]


def pack(campaign: Campaign) -> bytes:
    """The file, the same from whichever house. It holds the secrets of every seat, as the journal does."""
    found = _numbered(chain.from_iterable(rows(each) for each in _parts(campaign)))
    head = {"format": FORMAT, "version": VERSION, "schema": schema(), "title": campaign.title}
    return as_bytes({**head, "rows": [sealed(row) for row in found]})


def unpack(file: bytes, secret: str, label: str = "") -> Campaign:
    """The campaign in this house, hosted by the device with this secret; or `InvalidInput`."""
    given = loads(file)
    _check(given)
    tables: list[Table] = []
    try:
        with writing():
            campaign = _saved(given, tables)
            for table in tables:
                _check_journal(table)
            check_fits(campaign, tables)
            for table in tables:
                seats.host(table, secret, label)
            Member.objects.create(campaign=campaign, hash=hashed(secret), host=True, label=label)
    except Exception:
        for table in tables:
            forget(table)
        raise
    return campaign


def belongings() -> Iterator[type[Model]]:
    """What hangs on a campaign and goes along: all but who may look, and what points out of the campaign."""
    inside = (Campaign, Table, Evening)
    for model in apps.get_app_config("campaigns").get_models():
        ends = [field.related_model for field in links(model)]
        if model is not Member and Campaign in ends and all(end in inside for end in ends):
            yield model


def tables_of(campaign: Campaign) -> QuerySet[Table]:
    """The campaign's own table, and those of its evenings."""
    return Table.objects.filter(Q(campaign=campaign) | Q(evenings__campaign=campaign)).distinct()


def _parts(campaign: Campaign) -> Iterator[QuerySet[Any]]:
    tables = tables_of(campaign)
    yield tables
    yield Seat.objects.filter(table__in=tables)
    yield Entry.objects.filter(table__in=tables)
    yield Snapshot.objects.filter(table__in=tables)
    yield Block.objects.filter(table__in=tables)
    yield Campaign.objects.filter(pk=campaign.pk)
    for model in sorted(belongings(), key=lambda model: (model is not Evening, model.__name__)):
        yield model._base_manager.filter(campaign=campaign)


def _numbered(found: Iterable[Row]) -> list[Row]:
    """The rows, each kind counted from 1: what numbers this house gave them is nothing to another."""
    counts: Counter[str] = Counter()
    numbers: Numbers = {}
    told = []
    for row in found:
        model = apps.get_model(row["model"])
        counts[row["model"]] += 1
        numbers[row["model"], row["pk"]] = counts[row["model"]]
        ends = {link.name: numbers.get(_end(link, row)) for link in links(model)}
        told.append(row | {"pk": counts[row["model"]], "fields": row["fields"] | ends | _still(model)})
    return told


def _end(link: "models.ForeignKey[Any, Any]", row: Row) -> tuple[str, Any]:
    return link.related_model._meta.label_lower, row["fields"][link.name]


def _still(model: type[Model]) -> Row:
    """How often this house has stirred a table is no part of it, nor what it has told of an evening."""
    return {"stir": 0} if model is Table else {"chapters": None} if model is Evening else {}


def _check(given: Any) -> None:
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise InvalidInput("format", f"This is no campaign's file: its format is “{FORMAT}”.")
    check_schema(given, (OLDEST, VERSION), "version")
    if not isinstance(given.get("rows"), list):
        raise InvalidInput("rows", "A campaign's file holds a list of rows.")
    for key in sorted(KEYS ^ set(given)):
        said = "is missing" if key in KEYS else "does not belong here"
        raise InvalidInput(key, f"A campaign's file holds {', '.join(sorted(KEYS))}; this {said}.")


def _saved(given: Row, tables: list[Table]) -> Campaign:
    older = given["schema"] != schema()
    allowed: tuple[type[Model], ...] = (Table, Seat, Entry, Snapshot, Block, Campaign, *belongings())
    numbers: Numbers = {}
    found: list[Campaign] = []
    for n, each in enumerate(given["rows"]):
        told = each if given["version"] == OLDEST else unsealed(each, f"rows.{n}")
        row = wanted(told, allowed, f"rows.{n}", older=older)
        made = save(_moved(row, numbers, f"rows.{n}"), f"rows.{n}")
        numbers[row["model"], row["pk"]] = made.pk
        if isinstance(made, Table):
            tables.append(made)
        elif isinstance(made, Campaign):
            found.append(made)
    if len(found) != 1:
        raise InvalidInput("rows", f"A campaign's file holds one campaign; this one holds {len(found)}.")
    return found[0]


def _moved(row: Row, numbers: Numbers, place: str) -> Row:
    """The row as this house numbers it."""
    model = apps.get_model(row["model"])
    fields = dict(row["fields"])
    for link in links(model):
        if fields.get(link.name) is not None:
            points_to = link.related_model
            fields[link.name] = _number(points_to, fields[link.name], numbers, place)
    if "code" in fields:
        fields["code"] = _free_code(model, fields["code"])
    return {"model": row["model"], "pk": None, "fields": fields}


def _free_code(model: type[Model], code: object) -> str:
    """The code that is on people's notes, where this house has not given it to another."""
    own = isinstance(code, str) and len(code) == LENGTH and set(code) <= set(LETTERS)
    return str(code) if own and not model._base_manager.filter(code=code).exists() else new_code()


def _number(model: type[Model], old: Any, numbers: Mapping[tuple[str, int], int], place: str) -> int:
    new = numbers.get((model._meta.label_lower, old)) if isinstance(old, int) else None
    if new is None:
        raise InvalidInput(place, f"This row points to a {model._meta.verbose_name} that is not before it.")
    return new


def _check_journal(table: Table) -> None:
    """Whether the rules follow the journal from its first line to its last."""
    written = list(Entry.objects.filter(table=table).values_list("number", flat=True))
    if written != list(range(1, table.version + 1)):
        raise InvalidInput(
            "rows", f"“{table.title}” has {table.version} lines, and not all of them are here."
        )
    known = folded(table, Entry.objects.filter(table=table))
    faults = [known] if isinstance(known, str) else list(kept_amiss(table, known))
    if faults:
        raise InvalidInput("rows", f"“{table.title}” cannot be played on here: {faults[0]}")
