"""A binder on paper: what it prints, and what stands in the way of it."""

from collections.abc import Mapping
from hashlib import sha256
from threading import Lock

from cachetools import LRUCache, cached

from campaigns.designer.keeping import design_of
from campaigns.models import BinderVersion
from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.wire import Json
from companion.press.text import CannotPrint
from companion.printing import Plate, find, make

CHECKED = 64


def plates_of(system: str) -> list[Plate]:
    """What is printed of that game's binders, in the order of the shop."""
    return [find(system, name) for name in design_of(system).papers]


def pdf(version: BinderVersion, name: str, given: Mapping[str, Json]) -> bytes:
    """One print of a version; `GameError` where it cannot be printed as asked."""
    design, plate = design_of(version.binder.system), find(version.binder.system, name)
    if name not in design.papers:
        raise InvalidInput("printable", f"{plate.printable.title} is not printed of a binder.")
    made: bytes = make(plate, {**given, design.file: version.content}).pdf()
    return made


def _content(version: BinderVersion) -> str:
    return sha256(version.text.encode()).hexdigest()


@cached(LRUCache(CHECKED), _content, Lock())
def faults(version: BinderVersion) -> tuple[GameError, ...]:
    """What stands in the way of printing a version that can be played: the first of each print."""
    if version.fault:
        return ()
    found: dict[str, GameError] = {}
    for name, base in design_of(version.binder.system).papers.items():
        fault = _fault(version, name, base)
        if fault and not any(_is_told(fault, each) for each in found.values()):
            found[fault.path] = fault
    return tuple(found.values())


def _is_told(fault: GameError, before: GameError) -> bool:
    """The binder's book holds the cards too, and sets whole tables: it says the same again, less exactly."""
    return fault.message == before.message or before.path.startswith(fault.path)


def _fault(version: BinderVersion, name: str, base: str) -> GameError | None:
    design = design_of(version.binder.system)
    try:
        make(find(version.binder.system, name), {design.file: version.content})
    except CannotPrint as error:
        return type(error)(join(base, error.path), error.message)
    return None
