"""What a campaign remembers: units' lives, what happened on an evening, who lost what.

All of it is a fold of the journal. Every line names the entries that it rests on, so that a reader can look
them up.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from companion.engine.luck import Throw
from companion.engine.phrase import read
from companion.engine.wire import Json


class Passage(Protocol):
    """One line of a journal that stands, and the states before it (None before the setup) and after it."""

    @property
    def number(self) -> int:
        """The entry's."""
        ...

    @property
    def action(self) -> Json:
        """What was done."""
        ...

    @property
    def before(self) -> Any:
        """The state in which it was done."""
        ...

    @property
    def after(self) -> Any:
        """The state that it made."""
        ...


type Passages = Sequence[Passage]
"""Lines in the order in which they stand."""


class Deed(NamedTuple):
    """What happened to a unit in one line of the journal: when, and a sentence with named values."""

    number: int
    moment: str
    template: str
    values: Mapping[str, object] = {}

    @property
    def text(self) -> str:
        """The sentence, its values filled in."""
        return read(self.template, self.values)


type Whereabouts = Literal["field", "waiting", "reserve", "unseen", "gone"]


class Record(NamedTuple):
    """A unit's life as one sight may know it.

    `kind` is the sort of unit, `flag` its beads as colour and letter. `now` says in words where it is.
    `fights` it was in, `felled` people it took, `fallen` people it lost. `own` means that nothing is kept
    back: then `given` is what its owner calls it, `note` what he says of it, and `drawn` a name that he may
    take; each empty for none.
    """

    id: str
    seat: str
    name: str
    kind: str
    flag: tuple[tuple[str, str], ...]
    place: Whereabouts
    now: str
    own: bool
    fights: int
    felled: int
    fallen: int
    facts: tuple[tuple[str, str], ...]
    deeds: tuple[Deed, ...]
    given: str = ""
    note: str = ""
    drawn: str = ""


type Tone = Literal["course", "rear", "field", "fight", "goal", "money", "end"]


class Happening(NamedTuple):
    """A sentence of a report, and the entries that it rests on, the first of them first.

    `weight` is how heavily it counts as a turning point, and `because` says what it counts for.
    """

    numbers: tuple[int, ...]
    moment: str
    tone: Tone
    template: str
    values: Mapping[str, object] = {}
    weight: int = 0
    because: str = ""

    @property
    def text(self) -> str:
        """The sentence, its values filled in."""
        return read(self.template, self.values)


def lasting(story: Sequence[Happening]) -> list[Happening]:
    """The story with each goal of a scenario told once, by what became of it in the end.

    It bears the lines of all that happened to it; one that lies in the end as it lay at first weighs nothing.
    """
    kept: list[Happening] = []
    goals: dict[tuple[str, object], list[Happening]] = {}
    for each in story:
        if each.tone != "goal":
            kept.append(each)
            continue
        goals.setdefault((each.moment.partition(",")[0], each.values.get("goal")), []).append(each)
    return sorted((*kept, *map(_in_the_end, goals.values())), key=lambda each: each.numbers[-1])


def _in_the_end(changes: Sequence[Happening]) -> Happening:
    """What became of one goal: the weightiest word of its last line, with the lines before it."""
    last = max(changes, key=lambda each: (each.numbers[-1], each.values.get("won", False)))
    numbers = tuple(sorted({number for each in changes for number in each.numbers}))
    first = changes[0]
    undone = first is not last and first.values.get("won") and not last.values.get("won")
    return last._replace(numbers=numbers, weight=0 if undone else last.weight)


class Loss(NamedTuple):
    """People of one unit who fell in one line, `by` whose dice (None: nobody's); `gone` if it was the end."""

    number: int
    moment: str
    seat: str
    by: str | None
    unit: str
    people: int
    gone: bool


class Stage(NamedTuple):
    """One scenario of the way: its lines from `first` to `last`; how it ended and what came next."""

    first: int
    last: int
    title: str
    ended: str
    next: str


class Rank(NamedTuple):
    """How one side stands: facts by their names, None where this sight may not know one."""

    seat: str
    status: str
    facts: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, kw_only=True)
class Annals[S]:
    """What a game tells of a journal's lines. `sees` are the seats whose secrets the reader may know.

    * `records(passages, sees)`: the life of every unit that this reader knows of, in order of purchase;
    * `story(passages, sees)`: what happened, sentence by sentence;
    * `losses(passages)`: who fell, fight by fight;
    * `throws(passages)`: the dice that were thrown at people, with their exact chances;
    * `stages(passages)`: the scenarios one after another; all passages from the setup on are wanted;
    * `ranks(state, sees)`: how everybody stands, the first first;
    * `naming(seat, unit, name, note)`: the action by which a seat names a unit; None where units have no
      names;
    * `aloud`: the kinds of bookings whose sums the whole table hears;
    * `unnamed`: those of them of which it does not hear what they were for;
    * `weighing`: by which rule turning points are weighed, in words.
    """

    records: Callable[[Passages, Collection[str]], tuple[Record, ...]]
    story: Callable[[Passages, Collection[str]], tuple[Happening, ...]]
    losses: Callable[[Passages], tuple[Loss, ...]]
    throws: Callable[[Passages], tuple[Throw, ...]]
    stages: Callable[[Passages], tuple[Stage, ...]]
    ranks: Callable[[S, Collection[str]], tuple[Rank, ...]]
    aloud: frozenset[str]
    unnamed: frozenset[str]
    weighing: str
    naming: Callable[[str, str, str, str], Json] | None = None
