"""What belongs together: a table with its seats and its journal, a campaign with its evenings, a printer."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models
from django.db.models import Model

from campaigns.carrying.rows import Row, rows
from campaigns.models import Brought
from companion.shop.models import Printer
from companion.tables.models import Guess

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
    homes = {model: home(model) for model in kept()}
    for root in (model for model, (of, _) in homes.items() if of is model):
        for thing in root._base_manager.order_by("pk"):
            own = (
                rows(model._base_manager.filter(**{path: thing.pk}))
                for model, (of, path) in homes.items()
                if of is root
            )
            yield Group(_title(thing), list(chain.from_iterable(own)), "")


def home(model: type[Model]) -> tuple[type[Model], str]:
    """What a row of this kind is a part of, and the way there: of what it cannot be without."""
    link = next((link for link in links(model) if not link.null), None)
    if link is None:
        return model, "pk"
    of, path = home(link.related_model)
    return of, link.name if path == "pk" else f"{link.name}__{path}"


def links(model: type[Model]) -> list["models.ForeignKey[Any, Any]"]:
    """The fields in which a row points to another."""
    return [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]


def together(found: Iterable[Group]) -> tuple[list[Group], list[Group]]:
    """Those that can stand without the others that are missing, and those that cannot."""
    able, unable = list(found), list[Group]()
    while True:
        there = {(row["model"], row["pk"]) for group in able for row in group.rows}
        lost = [group for group in able if not all(_finds(row, there) for row in group.rows)]
        if not lost:
            return able, unable
        able, unable = [group for group in able if group not in lost], [*unable, *lost]


def _finds(row: Row, there: set[tuple[str, Any]]) -> bool:
    ends = ((link.related_model, link) for link in links(apps.get_model(row["model"])))
    wanted = [(of._meta.label_lower, row["fields"].get(link.name)) for of, link in ends]
    return all(pk is None or (label, pk) in there for label, pk in wanted)


def _title(thing: Model) -> str:
    return f"{thing._meta.verbose_name} “{getattr(thing, 'title', '') or thing}”"
