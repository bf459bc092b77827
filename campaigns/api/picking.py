"""An answer made of a thing of the rooms: what both call by the same name is said once, in the answer."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def picked[T: "DataclassInstance"](kind: type[T], thing: object, **own: Any) -> T:
    """An answer of that kind: `own` as it is given, every other field as the thing has it.

    >>> from dataclasses import dataclass
    >>> from types import SimpleNamespace
    >>> @dataclass
    ... class Told:
    ...     name: str
    ...     number: int
    >>> picked(Told, SimpleNamespace(name="Ada", secret=9), number=2)
    Told(name='Ada', number=2)
    """
    of_thing = (each.name for each in fields(kind) if each.name not in own)
    return kind(**{name: getattr(thing, name) for name in of_thing}, **own)
