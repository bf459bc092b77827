"""What a whole print held is remembered, so that another time only what has changed is printed."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from django.db import DatabaseError

from companion.engine.wire import Json
from companion.press.whole.everything import NAME, of_setting
from companion.shop.files import HOLDS, Finished, held_in
from companion.shop.models import WholePrint
from companion.shop.orders import Order


def recalled(order: Order, device: str) -> Order:
    """The same order; one for what has changed knows the device's last whole print, or else the house's.

    What jammed is in that print already: on from a sheet, it is the print before it that counts.
    """
    if order.plate.printable.name != NAME or order.given.get("which") != "changed":
        return order
    held = None
    with suppress(DatabaseError):  # a fresh house, which prints on the command line alone, remembers nothing
        row = last(order.plate.game.slug, of_setting(order.choices), device)
        held = row and (row.before if order.from_sheet > 1 else row.holds)
    return replace(order, given={**order.given, "known": held}) if held else order


def last(system: str, setting: str, device: str) -> WholePrint | None:
    """The last whole print of that device, or of anybody in the house; `None` before the first."""
    found = WholePrint.objects.filter(system=system, setting=setting).order_by("-printed_at")
    return found.filter(device=device).first() or found.first()


def was_printed_whole(system: str) -> bool:
    """Whether anybody in the house has printed everything of that game."""
    return WholePrint.objects.filter(system=system).exists()


def taken(file: Finished, device: str) -> None:
    """Remember what a whole print held once somebody has its file."""
    with suppress(FileNotFoundError):
        _remember(json.loads((file.folder / HOLDS).read_bytes()), device)


def written(order: Order) -> None:
    """The same for a print that a command wrote down: it is the house's own."""
    if held_in(order):
        with suppress(DatabaseError):
            _remember(held_in(order), "")


def _remember(told: Mapping[str, Json], device: str) -> None:
    row, new = WholePrint.objects.get_or_create(
        system=told["system"], setting=told["setting"], device=device, defaults={"holds": told["holds"]}
    )
    if not new and row.holds != told["holds"]:
        row.before, row.holds = row.holds, told["holds"]
        row.save()
