"""A sheet of the desk: what is asked, in which order, and how the answer reads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as made

from companion.engine.errors import GameError, InvalidInput
from companion.engine.form.field import Field
from companion.engine.form.place import Place, Widget
from companion.engine.form.rows import misread, start
from companion.engine.told import Told
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One procedure on the desk.

    `group` is the heading under which it stands, `button` what pressing it does, `tries` the words for worked
    examples by their id. `read_out(question, result)` is how an answer reads; without it, as tables.
    `chance` names the keys that the app fills by rolling or shuffling; `again` is the button that asks it to.
    """

    group: str
    button: str
    fields: tuple[Field, ...]
    chance: tuple[str, ...] = ()
    again: str = ""
    tries: Mapping[str, str] = made(default_factory=dict)
    read_out: Callable[[Json, Json], Told] | None = None

    def start(self) -> dict[str, Json]:
        """The question that a new form begins with."""
        return start(self.fields)

    def show(self, question: Json, refusal: GameError | None = None) -> list[Widget]:
        """Every field, filled from the question, with the refusal beside the field that it concerns."""
        place = Place(question, "", refusal)
        return [field.show(place.at(field.key)) for field in self.fields]

    def misread(self, question: Json) -> InvalidInput | None:
        """The refusal of text that is not what its field takes."""
        return misread(self.fields, Place(question))
