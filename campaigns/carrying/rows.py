"""What the database keeps, row by row, as JSON: the same rows give the same lines, and come back so."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.db import DatabaseError, models
from django.db.models import Model, QuerySet

from campaigns.carrying.shapes import check_shape
from companion.engine.errors import InvalidInput

type Row = dict[str, Any]
MOST = 2**63
"""Rows' numbers are lower: no database counts further."""


def rows(found: QuerySet[Any]) -> Iterator[Row]:
    """Each row with its model, its number and its fields."""
    yield from serializers.serialize("python", found.order_by("pk"))


def wanted(given: Any, allowed: Iterable[type[Model]], place: str, *, older: bool = False) -> Row:
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
    return given


def _check_names(model: type[Model], fields: Row, place: str, *, older: bool) -> None:
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
    read = _read(row, place)
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


def _read(row: Row, place: str) -> DeserializedObject:
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
