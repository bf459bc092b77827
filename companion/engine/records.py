"""A record with some of its parts changed, as every deed changes a state: thousands of times a thought."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

type Slot = tuple[Callable[[object], Any], Callable[[object, Any], None]]

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(record, /, **changes):
        """`dataclasses.replace`, at half of its cost for a record with slots, at a tenth for one without.

        What a record without slots has worked out of itself is worked out again, and nothing is checked.

        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Turn:
        ...     side: str
        ...     left: int
        >>> replace(Turn("german", 3), left=2)
        Turn(side='german', left=2)
        """
        kind = type(record)
        worked_out, slots = _worked_out(kind), _slots(kind)
        if worked_out is None and slots is None:
            return record.__replace__(**changes)
        changed = object.__new__(kind)
        if worked_out is not None:
            values = {**record.__dict__, **changes}
            for name in worked_out:
                values.pop(name, None)
            object.__setattr__(changed, "__dict__", values)
            return changed
        for read, write in slots.values():
            write(changed, read(record))
        for name, value in changes.items():
            slots[name][1](changed, value)
        return changed


@cache
def _worked_out(kind: type[object]) -> tuple[str, ...] | None:
    """The names of what such records work out once; None where their values lie in slots."""
    every = [each for base in kind.__mro__ for each in vars(base).items()]
    if any(name == "__slots__" and value for name, value in every):
        return None
    return tuple(name for name, value in every if isinstance(value, cached_property))


@cache
def _slots(kind: type[Any]) -> dict[str, Slot] | None:
    """How each part is read and written, by name; None where a record looks at its parts as it is made."""
    parts = fields(kind)
    slots: dict[str, Any] = {each.name: getattr(kind, each.name, None) for each in parts}
    its_own = hasattr(kind, "__post_init__") or not all(each.init for each in parts)
    if its_own or not all(hasattr(slot, "__set__") for slot in slots.values()):
        return None
    return {name: (slot.__get__, slot.__set__) for name, slot in slots.items()}


__all__ = ["replace"]
