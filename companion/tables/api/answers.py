"""What programs send and are answered, each with its shape."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple, dataclass_transform

from companion.engine.film import Series
from companion.engine.shape import Between, Sized, Unusual
from companion.engine.step import Step
from companion.engine.wire import Json
from companion.tables import lines, pleas
from companion.tables.comparing import BranchFigure

type Object = Mapping[str, Json]
type Count = Annotated[int, Between(0, 2**31)]
type Key = Annotated[str, Sized(1, 100)]


@dataclass_transform(frozen_default=True)
class Record:
    """What is sent or answered: a frozen dataclass, whose docstring and fields programs read as its shape."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Error(Record):
    """What is wrong, where, and what would be right."""

    code: str
    path: str
    message: str


class Refused(Record):
    """A refusal; a stale one says how far the table is."""

    error: Error
    version: int | None = None


class Chair(Record):
    """A seat and its token, told this once."""

    id: str
    name: str
    token: str


class Opened(Record):
    """A new table: its code, every seat's token, and the host's."""

    code: str
    version: int
    seats: tuple[Chair, ...]
    host: str


class Walked(Record):
    """How many beats of the newest line all screens have been shown."""

    beat: int
    of: int


class Sealed(Record):
    """A step that belongs to several seats: whose, who is ready, and this token's own seats' marks."""

    owners: tuple[str, ...]
    ready: tuple[str, ...]
    marks: Object


class Stands(Record):
    """Where a table stands for a token, and what may be done.

    `walk` while the newest line is being shown, `hands` while several seats mark under their seals.
    """

    system: str
    version: int
    seat: str | None
    state: Object
    legal: tuple[Object, ...]
    walk: Annotated[Walked | None, Unusual] = None
    hands: Annotated[Sealed | None, Unusual] = None


class Written(Record):
    """The version after a tap, why, and the dice of it; `waiting` where others must speak first."""

    version: int
    steps: tuple[Step, ...]
    dice: Json
    waiting: Object | None = None


class Version(Record):
    """Where the table stands."""

    version: int


class Waiting(Record):
    """All of them."""

    requests: tuple[pleas.Waiting, ...]


class Journal(Record):
    """Every entry, undone ones among them."""

    version: int
    entries: tuple[lines.Line, ...]


class Replay(Record):
    """What `replay` takes."""

    setup: Object
    actions: tuple[Object, ...]


class Branch(Record):
    """A branch: the line of its true table after which it begins, and how it stands."""

    code: str
    title: str
    line: int
    version: int
    headline: str
    put_away: bool


class Branches(Record):
    """All of a table's, the newest first."""

    branches: tuple[Branch, ...]


class Beside(Record):
    """A branch beside its true line, as everybody at either table may see them."""

    true: str
    line: int
    figures: tuple[BranchFigure, ...]
    courses: tuple[Series, ...]


class Whole(Record):
    """What `legal`, `audit` and their like take."""

    state: Object


class Doubt(Record):
    """A box in doubt: what a tick in it would ask for, and its picture (JPEG in Base64)."""

    tick: str
    words: str
    picture: str


class Ticked(Record):
    """What ticks ask for, as an action to send; `why` it cannot be done now, `note` what else counts."""

    words: str
    action: Json
    ticks: tuple[str, ...]
    why: str
    note: str


class Filled(Record):
    """A sheet in a photo: which, printed at which line, the table's version, what is ticked and in doubt.

    `changes` are those of the boxes that are ticked for sure, in the order in which they can be done;
    `taken_back` are the lines of which nothing counts, as a tick at their end says.
    """

    sheet: str
    page: int
    printed: int
    version: int
    ticked: tuple[str, ...]
    doubtful: tuple[Doubt, ...]
    changes: tuple[Ticked, ...]
    taken_back: tuple[str, ...]


class TakenByHouse(Record):
    """A seat that the house plays, and how strongly: `plays_along`, `thinks` or `thinks_long`."""

    house: Literal["plays_along", "thinks", "thinks_long"]


class NewTable(Record):
    """A table to open: the game, a title, the game's setup (its options; shuffles may be left out).

    `seats` names those that the house plays, by their ids.
    """

    system: str
    title: Annotated[str, Sized(1, 80)]
    setup: Json = field(default_factory=dict)
    kind: Literal["open", "seated"] = "seated"
    seats: Mapping[str, TakenByHouse] = field(default_factory=dict)


class Tap(Record):
    """An action, the version that was seen, and the tap's own key."""

    action: Json
    seen: Count
    key: Key


class Mark(Record):
    """What a seat marks in a step that belongs to several, and whether it is ready then (null: as it was)."""

    seat: str
    seen: Count
    key: Key
    marks: tuple[Json, ...] = ()
    ready: bool | None = None


class Undo(Record):
    """The last line to keep, the version that was seen, and the tap's own key."""

    to: Count
    seen: Count
    key: Key


class Chosen(NamedTuple):
    """A later line that cannot follow, and by which of the ways that a preview names it goes on."""

    line: Count
    how: Literal["as_made", "less", "booked", "skip"]


class Amend(Record):
    """The line to correct, what should have been done (null strikes it out), the version, the tap's key.

    `repairs` are the ways that were chosen for later lines; for the others it is the one that saves most.
    """

    to: Count
    action: Json
    seen: Count
    key: Key
    repairs: tuple[Chosen, ...] = ()


class Preview(Record):
    """The line to correct, what should have been done (null strikes it out), ways chosen for later lines."""

    to: Count
    action: Json
    repairs: tuple[Chosen, ...] = ()


class From(Record):
    """The line after which a branch begins."""

    line: Count


class Photo(Record):
    """A photo of a filled sheet: its bytes in Base64 (JPEG, PNG or WebP)."""

    photo: str


class Nothing(Record):
    """Nothing is to be said."""


class Redo(Record):
    """The version that was seen, and the tap's own key."""

    seen: Count
    key: Key


class Walk(Record):
    """On to that beat of line `seen` on every screen; a number beyond the last is its end."""

    seen: int
    beat: int


class Word(Record):
    """A word on a request: `agree` to an undo or correction or not, or the `answer` to a question."""

    agree: bool | None = None
    answer: Json = None
