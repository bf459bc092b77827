"""What programs are answered at a table, for the description: a test holds every answer against it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.wire import Json
from companion.tables.correcting.foresight import Change, Fallen
from companion.tables.correcting.telling import Broken, Evening
from companion.tables.correcting.telling import Figure as Foretold

type Object = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Error:
    """What is wrong, where, and what would be right."""

    code: str
    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A refusal; a stale one says how far the table is."""

    error: Error
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and its token, told this once."""

    id: str
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: its code, every seat's token, and the host's."""

    code: str
    version: int
    seats: tuple[Chair, ...]
    host: str


@dataclass(frozen=True, slots=True)
class Walked:
    """How many beats of the newest line all screens have been shown."""

    beat: int
    of: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """A step that belongs to several seats: whose, who is ready, and this token's own seats' marks."""

    owners: tuple[str, ...]
    ready: tuple[str, ...]
    marks: Object


@dataclass(frozen=True, slots=True)
class Stands:
    """Where a table stands for a token, and what may be done.

    `walk` while the newest line is being shown, `hands` while several seats mark under their seals.
    """

    system: str
    version: int
    seat: str | None
    state: Object
    legal: tuple[Object, ...]
    walk: Walked | None = None
    hands: Sealed | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """One step of an explanation, with its rule."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """The version after a tap, why, and the dice of it; `waiting` where others must speak first."""

    version: int
    steps: tuple[Why, ...]
    dice: Json
    waiting: Object | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """Where the table stands."""

    version: int


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a correction would change, and nothing of it is written yet.

    `broken` are the later lines that cannot follow as they are, each with the ways to go on there: send them
    as `repairs`. `evenings` sums the later lines up, `told` says what would be otherwise at the end, `own`
    what of it this token alone may know and `figures` which of its own figures, `over` why the game would end
    sooner, `changes` each value of the state. `hidden` later lines hang on what others hide: of them nothing
    is told, and with `secret` all else goes only as far as the first of them.
    """

    words: str
    dice: Json
    steps: tuple[Why, ...]
    broken: tuple[Broken, ...]
    dropped: tuple[Fallen, ...]
    evenings: tuple[Evening, ...]
    told: tuple[str, ...]
    own: tuple[str, ...]
    figures: tuple[Foretold, ...]
    over: tuple[str, ...]
    changes: tuple[Change, ...]
    hidden: int
    secret: bool


@dataclass(frozen=True, slots=True)
class Plea:
    """A request that waits for a word; `deed` says what would be done."""

    id: int
    kind: str
    by: str
    to: int | None
    deed: str
    ask: Json
    may_say: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """All of them."""

    requests: tuple[Plea, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the journal, as the token may read it.

    A line that a correction repaired is told as it counts: `first` are the entries that are booked before it.
    `repairs` are those that an amendment holds: how each of its later lines is played, by its number.
    """

    number: int
    kind: Literal["setup", "action", "undo", "redo", "amend", "edition"]
    seat: str | None
    by: str
    as_host: bool
    to: int | None
    action: Object | None
    dice: Json
    rolled: bool
    first: tuple[Object | None, ...]
    dropped: tuple[int, ...] | None
    repairs: Mapping[str, str]
    struck: bool
    steps: tuple[Why, ...]
    stands: bool
    edition: str
    at: str


@dataclass(frozen=True, slots=True)
class Journal:
    """Every entry, undone ones among them."""

    version: int
    entries: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What `replay` takes."""

    setup: Object
    actions: tuple[Object, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch: the line of its true table after which it begins, and how it stands."""

    code: str
    title: str
    line: int
    version: int
    headline: str
    put_away: bool


@dataclass(frozen=True, slots=True)
class Branches:
    """All of a table's, the newest first."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of both tables; `more` is how much more it is in the branch, empty where it is no number.

    `true_words` and `branch_words` are what is said beside it.
    """

    name: str
    side: str
    true: str
    branch: str
    more: str
    true_words: str
    branch_words: str


@dataclass(frozen=True, slots=True)
class Course:
    """A line of the chart of both: a value for each line of the journal."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """A branch beside its true line, as everybody at either table may see them."""

    true: str
    line: int
    figures: tuple[Figure, ...]
    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """What `legal`, `audit` and their like take."""

    state: Object
