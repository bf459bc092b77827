"""The rows that every tap reads and writes, each by a statement that is put together once.

Columns and conversions are the model's own, and nothing is remembered: a row is read whenever it is asked
for, at a seventh of what a query costs that is built anew. None of these models has signals.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.db import connection, models
from django.db.models.expressions import Col

PLACE = "%s"
type Column = models.Field[Any, Any]
type Conversion = tuple[int, Callable[..., Any], Col]


def read[Row: models.Model](model: type[Row], by: str, value: str | int, *, held: bool = False) -> Row | None:
    """The row whose field `by` has that value, or None; `held` against every other writer."""
    words, names, conversions = _select(model, by, held and connection.features.has_select_for_update)
    with connection.cursor() as cursor:
        cursor.execute(words, [value])
        record = cursor.fetchone()
    if record is None:
        return None
    row = list(record)
    for at, convert, column in conversions:
        row[at] = convert(row[at], column, connection)
    return model.from_db(connection.alias, names, row)


def insert(row: models.Model) -> None:
    """Write a new row, which has its key then; `IntegrityError` where it may not be."""
    words, fields = _insert(type(row), (), ())
    with connection.cursor() as cursor:
        cursor.execute(words, _values(row, fields, add=True))
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias


def put(row: models.Model, unique: Sequence[str], over: Sequence[str]) -> None:
    """Write a new row, or these fields `over` those of the one with which it shares the fields `unique`."""
    words, fields = _insert(type(row), tuple(unique), tuple(over))
    with connection.cursor() as cursor:
        cursor.execute(words, _values(row, fields, add=True))


def update(row: models.Model, *names: str) -> None:
    """Write these fields of a row that is there."""
    words, fields = _update(type(row), names)
    with connection.cursor() as cursor:
        cursor.execute(words, [*_values(row, fields, add=False), row.pk])


def _values(row: models.Model, fields: Sequence[Column], *, add: bool) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, add), connection) for field in fields]


@cache
def _select(model: type[models.Model], by: str, held: bool) -> tuple[str, list[str], list[Conversion]]:
    fields, (key,) = _every(model), _named(model, (by,))
    columns = [field.get_col(model._meta.db_table) for field in fields]
    conversions = [
        (at, convert, column)
        for at, column in enumerate(columns)
        for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
    ]
    words = f"SELECT {_listed(fields)} FROM {_table(model)} WHERE {_listed([key])} = {PLACE}"
    return words + (" FOR UPDATE" if held else ""), [field.attname for field in fields], conversions


@cache
def _insert(
    model: type[models.Model], unique: tuple[str, ...], over: tuple[str, ...]
) -> tuple[str, list[Column]]:
    fields = [field for field in _every(model) if not field.primary_key]
    places = ", ".join([PLACE] * len(fields))
    words = f"INSERT INTO {_table(model)} ({_listed(fields)}) VALUES ({places})"
    if not unique:
        return f"{words} RETURNING {_key(model)}", fields
    anew = ", ".join(f"{column} = EXCLUDED.{column}" for column in map(_column, _named(model, over)))
    return f"{words} ON CONFLICT ({_listed(_named(model, unique))}) DO UPDATE SET {anew}", fields


@cache
def _update(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, list[Column]]:
    fields = _named(model, names)
    anew = ", ".join(f"{_column(field)} = {PLACE}" for field in fields)
    return f"UPDATE {_table(model)} SET {anew} WHERE {_key(model)} = {PLACE}", fields


def _every(model: type[models.Model]) -> list[Column]:
    return list(model._meta.concrete_fields)


def _named(model: type[models.Model], names: tuple[str, ...]) -> list[Column]:
    fields = {field.name: field for field in _every(model)}
    return [fields[name] for name in names]


def _key(model: type[models.Model]) -> str:
    return _listed([field for field in _every(model) if field.primary_key])


def _table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _listed(fields: Sequence[Column]) -> str:
    return ", ".join(map(_column, fields))


def _column(field: Column) -> str:
    return connection.ops.quote_name(str(field.column))
