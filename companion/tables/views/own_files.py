"""Own cards that a floor above keeps, lent to the page that opens tables: it says so here itself."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.http import HttpRequest

from companion.tables.devices import secret_of

KEY = "made"


class Lending(NamedTuple):
    """`offers(secret, system)` are the sets of a device, each with its name; `file(secret, system, name)` its
    file by the key of the owner's file, or a refusal."""

    offers: Callable[[str | None, str], list[tuple[str, str]]]
    file: Callable[[str | None, str, str], Mapping[str, str]]


LENT: list[Lending] = []


def offers(request: HttpRequest, system: str) -> list[tuple[str, str]]:
    """The sets with which this device can open a table of that game."""
    return [offer for each in LENT for offer in each.offers(secret_of(request), system)]


def lent(request: HttpRequest, system: str) -> Mapping[str, str]:
    """The files of the set that the address names; `InvalidInput` where it cannot be lent."""
    name, found = request.GET.get(KEY, ""), dict[str, str]()
    for each in LENT if name else ():
        found |= each.file(secret_of(request), system, name)
    return found
