"""A sheet of the desk: what is asked, in which order, and how the answer reads."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.errors import GameError, InvalidInput
from companion.engine.form.area import Area
from companion.engine.form.field import Field
from companion.engine.form.place import Place, Widget
from companion.engine.form.rows import misread, start
from companion.engine.told import Told
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """One question on the desk; where nothing more is said of it, JSON is asked.

    `group` is the heading under which it stands, `button` what pressing it does, `chance` the keys that the
    app fills by rolling or shuffling; `told(question, result)` is how an answer reads.
    """

    group: str = "More"
    button: str = "Answer"
    fields: tuple[Field, ...] = (Area(key="", label="The question, as JSON", rows=20),)
    chance: tuple[str, ...] = ()
    told: Callable[[Json, Json], Told]

    @property
    def again(self) -> str:
        """The button that has the app do it once more; empty where there is no chance in it."""
        how = "Roll" if "rolls" in self.chance else "Shuffle"
        return f"{how} for us" if self.chance else ""

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
