"""A record with some of its parts changed, as every deed changes a state: thousands of times a thought."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

type Slot = tuple[Callable[[object], Any], Callable[[object, Any], None]]

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(record, /, **changes):
        """`dataclasses.replace`, at half of its cost where a record keeps its parts in slots."""
        slots = slots_of(type(record))
        if slots is None:
            return record.__replace__(**changes)
        changed = object.__new__(type(record))
        for read, write in slots.values():
            write(changed, read(record))
        for name, value in changes.items():
            slots[name][1](changed, value)
        return changed


@cache
def slots_of(kind: type) -> dict[str, Slot] | None:
    """How each part of a record is read and written, by name; None where it is made in a way of its own."""
    parts = fields(kind)
    slots: dict[str, Any] = {each.name: getattr(kind, each.name, None) for each in parts}
    its_own = hasattr(kind, "__post_init__") or not all(each.init for each in parts)
    if its_own or not all(hasattr(slot, "__set__") for slot in slots.values()):
        return None
    return {name: (slot.__get__, slot.__set__) for name, slot in slots.items()}


__all__ = ["replace"]
