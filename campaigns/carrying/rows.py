"""What the database keeps, row by row, as JSON: the same rows give the same lines, and come back so."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.db import IntegrityError, models
from django.db.models import Model, QuerySet

from companion.engine.errors import InvalidInput

type Row = dict[str, Any]


def rows(found: QuerySet[Any]) -> Iterator[Row]:
    """Each row with its model, its number and its fields."""
    yield from serializers.serialize("python", found.order_by("pk"))


def wanted(given: Any, allowed: Iterable[type[Model]], place: str) -> Row:
    """One row of a file, if it is one; `InvalidInput` with its place in the file where it is not."""
    names = [model._meta.label_lower for model in allowed]
    if not isinstance(given, dict) or not isinstance(given.get("fields"), dict):
        raise InvalidInput(place, "A row is an object with “model”, “pk” and “fields”.")
    if given.get("model") not in names:
        raise InvalidInput(f"{place}.model", f"A row is one of {', '.join(names)}.")
    if not isinstance(given.get("pk"), int | str):
        raise InvalidInput(f"{place}.pk", "A row has its number.")
    return given


def save(row: Row, place: str) -> Model:
    """Write a row as it is; `InvalidInput` where its fields are not what they should be."""
    read = _read(row, place)
    _check(read.object, f"{place}.fields")
    try:
        read.save(force_insert=True)
    except IntegrityError as error:
        raise InvalidInput(place, f"This row does not fit the others: {error}.") from error
    return read.object


def _check(row: Model, place: str) -> None:
    """Whether each field holds what it may. Whether a row that it points to is there, the database looks."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if value in field.empty_values or isinstance(field, models.ForeignKey):
            continue
        try:
            field.clean(value, row)
        except ValidationError as error:
            raise InvalidInput(f"{place}.{field.name}", error.messages[0]) from error


def _read(row: Row, place: str) -> DeserializedObject:
    try:
        (read,) = serializers.deserialize("python", [row])
    except (DeserializationError, ValueError, TypeError, AttributeError) as error:
        raise InvalidInput(place, f"This row cannot be read: {error}.") from error
    return read
