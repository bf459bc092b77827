"""Own cards that a floor above keeps, lent to the page that opens tables: it says so here itself."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest

from companion.engine.errors import GameError
from companion.tables.devices import secret_of
from companion.tables.forms.way_in import WayIn

KEY = "made"


class Lending(NamedTuple):
    """`offers(secret, system)` are the sets of a device, each with its name; `file(secret, system, name)` its
    file by the key of the owner's file, or a refusal."""

    offers: Callable[[str | None, str], list[tuple[str, str]]]
    file: Callable[[str | None, str, str], Mapping[str, str]]


LENT: list[Lending] = []


def fill[F: WayIn](request: HttpRequest, form: F) -> F:
    """A form that opens a table, with the own cards that its address names, and those that it may name.

    Cards that are not there, or not this device's, are none.
    """
    secret, system, name = secret_of(request), form.game.slug, request.GET.get(KEY, "")
    rest = request.GET.copy()
    rest.pop(KEY, None)
    for each in LENT:
        for title, key in each.offers(secret, system):
            form.own_sets.append((title, urlencode([*rest.items(), (KEY, key)])))
        with suppress(GameError):
            for key, written in (each.file(secret, system, name) if name else {}).items():
                form.fields[f"j.{key}"].initial = written
    return form
