"""A binder on the desk: one's own or the starter, and what a question can choose out of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import Area, Pick
from companion.engine.form.place import Data, Place, first
from companion.engine.wire import Json
from companion.games.parabellum.state.binder import Binder, read_binder, starter_binder
from companion.games.parabellum.state.binder.reading import STARTER


@dataclass(frozen=True, slots=True, kw_only=True)
class BinderArea(Area):
    """A binder: the word `starter`, or a file."""

    accept: str = ".json,.xlsx,application/json"

    def read(self, data: Data, path: str) -> Json:
        """The word, or the file's JSON."""
        text = first(data, path).strip('"')
        return STARTER if text == STARTER else Area.read(self, data, path)

    def misread(self, place: Place) -> InvalidInput | None:
        """What is wrong with text that is neither."""
        return None if place.value == STARTER else Area.misread(self, place)


OWN_BINDER = BinderArea(
    key="binder", label="Your own binder", help="Left empty, the starter campaign.", rows=6
)
ANY_BINDER = BinderArea(
    key="binder",
    label="The binder",
    help="The word starter, or your own binder as a file.",
    rows=20,
    sample=lambda: STARTER,
)


def binder_of(question: Json) -> Binder:
    """The binder that a question brings, or the starter where it brings none that can be read."""
    given = question.get("binder") if isinstance(question, Mapping) else None
    try:
        return starter_binder() if given is None else read_binder(given)
    except GameError:
        return starter_binder()


def unit_types(question: Json) -> tuple[Pick, ...]:
    """The catalogue's unit types."""
    return tuple(Pick(each.id, each.name, each.unit_class) for each in binder_of(question).units.values())


def companies(question: Json) -> tuple[Pick, ...]:
    """The binder's companies."""
    return tuple(Pick(each.id, each.name) for each in binder_of(question).companies.values())
