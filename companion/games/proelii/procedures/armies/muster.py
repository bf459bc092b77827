"""Map units as battle units, three for one (6.16, 5.1)."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.proelii.data import PIECE_LIMIT, Experience, Kind, Pieces
from companion.games.proelii.state.table import Id

LONGEST = 14
THREE = 3


@dataclass(frozen=True, slots=True)
class MapUnit:
    """A unit of the strategic map."""

    id: Id
    type: Kind
    experience: Experience


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.16's input."""

    units: Annotated[tuple[MapUnit, ...], Sized(1, 60)]
    pieces: Pieces = "cubes"


def resolve(question: Json) -> Resolution:
    """Procedure 6.16: every map unit becomes three, the first of them the original."""
    said: Question = shape.read(Question, question)
    check_ids(said.units)
    count, limit = THREE * len(said.units), PIECE_LIMIT[said.pieces]
    if count > limit:
        raise IllegalAction("units", f"{count} pieces are wanted; a side has {limit}.")
    rows = [_row(unit, n) for unit in said.units for n in range(1, THREE + 1)]
    values = {"units": len(said.units), "count": count, "limit": limit}
    words = "{units:# map unit becomes|# map units become} {count} battle units, of {limit} that there are."
    return Resolution({"units": rows, "count": count, "limit": limit}, (Step("5.1", words, values),))


def check_ids(units: tuple[MapUnit, ...], longest: int = LONGEST) -> None:
    """Refuse an id that is named twice, or too long to be numbered."""
    for n, each in enumerate(units):
        if each.id in [before.id for before in units[:n]]:
            raise InvalidInput(f"units.{n}.id", f"“{each.id}” is named before.")
        if len(each.id) > longest:
            raise InvalidInput(
                f"units.{n}.id", f"At most {longest} characters, so that a number fits behind."
            )


def _row(unit: MapUnit, n: int) -> dict[str, Json]:
    named = {"id": f"{unit.id}_{n}", "from": unit.id}
    return {**named, "type": unit.type, "experience": unit.experience, "original": n == 1}
