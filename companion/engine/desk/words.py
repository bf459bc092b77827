"""What a sheet says of its fields, what a game adds, and one field in the making."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from companion.engine.form.choice import Picks
from companion.engine.form.field import Field
from companion.engine.form.place import LEFT_OUT
from companion.engine.wire import Json

type Schema = Mapping[str, Json]
type Kind = Callable[..., Field]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a sheet says of one field, or of a heading over those that it `has`.

    `begin` is its first value (else that of the example with which the sheet begins), `names` are the words
    for its values. With `form` a number is picked from all that there are, and a record shows every field.
    `rows` is an area's height, `high` a bound of the rules below the record's. With `blank` it begins empty,
    as a row's first field does. `kind` is one of the game's own.
    """

    label: str
    help: str = ""
    begin: Json = LEFT_OUT
    names: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    form: Literal["", "row", "list", "beside", "below", "folded"] = ""
    has: tuple[str, ...] = ()
    rows: int = 8
    high: int | None = None
    blank: bool = False


type Words = Mapping[str, Said]
"""What a sheet says of its fields, by their paths, in the order of the form."""


class Kinds(NamedTuple):
    """What a game adds: words for values, picks for each kind of names, its own kinds of fields."""

    names: Mapping[Json, str]
    picks: Mapping[str, Picks]
    own: Mapping[str, Kind]


class Part(NamedTuple):
    """One field in the making; `optional` may be left out, `first` is what a new form begins with."""

    key: str
    said: Said
    schema: Schema
    optional: bool
    first: Json
    inside: Words
    path: str

    @property
    def told(self) -> dict[str, Json]:
        """What every field is told."""
        return {"key": self.key, "label": self.said.label, "help": self.said.help}

    @property
    def quiet(self) -> bool:
        """Whether it is left out of the question while it is the usual one."""
        return self.optional and self.first is LEFT_OUT

    @property
    def default(self) -> Json:
        """What a new form begins with, or the usual value."""
        return self.schema.get("default", LEFT_OUT) if self.quiet else self.first
