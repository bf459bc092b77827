"""How a game's setup binder is made by hand: its rooms and entries; and what its own plays tell.

The content of a binder is JSON; a dotted path leads to each of its entries and fields, and is the name of the
field in every form and the place of every refusal. A trial is one play as a value; of many the bounds are
said between which a true share lies.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Literal, NamedTuple

from companion.engine.errors import GameError
from companion.engine.form import Field
from companion.engine.form.rows import Written
from companion.engine.tree import Tree
from companion.engine.wire import Json

SURE = 1.959964
"""Standard deviations on each side of nineteen cases in twenty."""


class Share(NamedTuple):
    """`n` cases `of` so many.

    >>> str(Share(30, 40)), Share(30, 40).percent, Share(30, 40).bounds
    ('30 of 40', 75, (60, 86))
    """

    n: int
    of: int

    def __str__(self) -> str:
        return f"{self.n} of {self.of}"

    @property
    def percent(self) -> int:
        """Of a hundred; none of nothing is 0."""
        return round(100 * self.n / self.of) if self.of else 0

    @property
    def bounds(self) -> tuple[int, int]:
        """Between how many of a hundred the true share lies, in 19 cases of 20 (Wilson's score interval).

        >>> Share(0, 10).bounds, Share(10, 10).bounds, Share(0, 0).bounds
        ((0, 28), (72, 100), (0, 100))
        """
        low, high = self._wilson()
        return round(100 * low), round(100 * high)

    def against(self, fair: float) -> int:
        """1 where it is more than a fair share for certain, -1 where it is less, 0 where it may be either."""
        low, high = self._wilson()
        return (low > fair) - (high < fair)

    def _wilson(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        seen, square = self.n / self.of, SURE * SURE / self.of
        middle = (seen + square / 2) / (1 + square)
        reach = sqrt(seen * (1 - seen) * square + square * square / 4) / (1 + square)
        return max(0.0, middle - reach), min(1.0, middle + reach)


class Fought(NamedTuple):
    """A scenario in one play: who began it, in the order in which they came out of it, and who went bankrupt.

    `ranking` leaves out who is bankrupt; `done` are the objectives that somebody had completed at its end.
    """

    scenario: str
    rounds: int
    sides: tuple[str, ...]
    ranking: tuple[str, ...]
    bankrupt: tuple[str, ...]
    done: tuple[str, ...]


class Broken(NamedTuple):
    """Where a play could not go on: its line, what was done there, why, and whether the app broke down."""

    scenario: str
    line: int
    deed: str
    words: str
    crash: bool


class Trial(NamedTuple):
    """One game that the house played against itself: its seed and lines, who came first, how it ended.

    By seat, how it came off and what it did: `left` is the share of the others whom it left behind, `ahead`
    its points beyond theirs on average, `open` and `done` its deeds. `gained` is what a card brought by the
    game's measure, against the same moment without it. Of a campaign `fought` are its scenarios. `broken` is
    where it did not come to an end.
    """

    seed: int
    lines: int
    first: tuple[str, ...] = ()
    ends: str = ""
    left: Mapping[str, float] = {}
    ahead: Mapping[str, float] = {}
    open: Mapping[str, tuple[str, ...]] = {}
    done: Mapping[str, tuple[str, ...]] = {}
    gained: Mapping[str, float] = {}
    fought: tuple[Fought, ...] = ()
    broken: Broken | None = None


class Side(NamedTuple):
    """How often one side came first in a scenario; `leans` as `Share.against` its fair share."""

    side: str
    first: Share
    leans: int


class Tried(NamedTuple):
    """One scenario over all plays: in how many it was fought, how many of its sides went bankrupt in it."""

    scenario: str
    fought: Share
    bankrupt: Share
    rounds: float
    sides: tuple[Side, ...]
    unmet: tuple[str, ...]


class Length(NamedTuple):
    """So many plays lasted so many scenarios."""

    scenarios: int
    plays: Share


class Summary(NamedTuple):
    """What the plays come to. `bankrupt` is by side: in how many plays it went bankrupt anywhere."""

    plays: int
    lines: int
    lasted: tuple[Length, ...]
    bankrupt: tuple[tuple[str, Share], ...]
    tried: tuple[Tried, ...]
    unreached: tuple[str, ...]
    broken: tuple[Trial, ...]


def summed(trials: Sequence[Trial], objectives: Mapping[str, Sequence[str]]) -> Summary:
    """All plays together; `objectives` names every scenario of the binder, and what can be won there."""
    fought = [each for trial in trials for each in trial.fought]
    by_scenario = {key: [each for each in fought if each.scenario == key] for key in objectives}
    return Summary(
        plays=len(trials),
        lines=round(median(trial.lines for trial in trials)) if trials else 0,
        lasted=tuple(_lasted(trials)),
        bankrupt=tuple(_bankrupt(trials)),
        tried=tuple(
            _tried(key, each, len(trials), objectives[key]) for key, each in by_scenario.items() if each
        ),
        unreached=tuple(key for key, each in by_scenario.items() if not each),
        broken=tuple(trial for trial in trials if trial.broken),
    )


def _lasted(trials: Sequence[Trial]) -> Iterable[Length]:
    whole = [len(trial.fought) for trial in trials if not trial.broken]
    counts = Counter(whole)
    return (Length(n, Share(counts[n], len(whole))) for n in sorted(counts))


def _bankrupt(trials: Sequence[Trial]) -> Iterable[tuple[str, Share]]:
    sides = dict.fromkeys(side for trial in trials for each in trial.fought[:1] for side in each.sides)
    for side in sorted(sides):
        out = sum(any(side in each.bankrupt for each in trial.fought) for trial in trials)
        yield side, Share(out, len(trials))


def _tried(scenario: str, fought: Sequence[Fought], plays: int, objectives: Sequence[str]) -> Tried:
    deeds = {each for one in fought for each in one.done}
    return Tried(
        scenario=scenario,
        fought=Share(len(fought), plays),
        bankrupt=Share(sum(len(each.bankrupt) for each in fought), sum(len(each.sides) for each in fought)),
        rounds=median(each.rounds for each in fought),
        sides=tuple(_side(side, fought) for side in sorted({s for each in fought for s in each.sides})),
        unmet=tuple(each for each in objectives if each not in deeds),
    )


def _side(side: str, fought: Sequence[Fought]) -> Side:
    there = [each for each in fought if side in each.sides]
    first = Share(sum(each.ranking[:1] == (side,) for each in there), len(there))
    # Some of a war's sides may be out by then: a fair share is that among those who are left.
    fair = sum(1 / len(each.sides) for each in there) / len(there)
    return Side(side, first, first.against(fair))


type Form = Literal["single", "keyed", "fixed", "listed"]


class Section(NamedTuple):
    """Fields that stand together under a heading; `folded` ones are seldom needed."""

    title: str
    fields: tuple[Field, ...]
    folded: bool = False


class Ids(NamedTuple):
    """What an entry's own name may be: its pattern, and the words for it. A `typed` one is asked for."""

    shape: re.Pattern[str]
    words: str
    typed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One kind of entry. `key` is its place in the content, or in the entry that it is `inside` of.

    A `single` entry is the object at the key itself (empty: the content), `keyed` ones are an object by their
    ids, `fixed` ones too and none can be added, `listed` ones are a list. `named_at` are the places elsewhere
    that name an id: `*` is any key, a last `@` says that the key itself is it. `usual` are entries that are
    there without standing in the content, which then holds what differs. `glance` names the fields that can
    be changed for all entries on one page, `gist` those that a card shows first.
    """

    key: str
    title: str
    one: str
    sections: tuple[Section, ...]
    help: str = ""
    form: Form = "keyed"
    new: Callable[[Json], dict[str, Json]] = lambda content: {}
    ids: Ids | None = None
    named_at: tuple[str, ...] = ()
    usual: Mapping[str, Json] = field(default_factory=dict)
    inside: tuple["Part", ...] = ()
    gist: tuple[str, ...] = ()
    glance: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        return tuple(each for section in self.sections for each in section.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A page of the designer. `at_once` lays its parts' `glance` out in one form; `tree` draws the ways."""

    key: str
    title: str
    help: str
    parts: tuple[Part, ...]
    at_once: bool = False
    tree: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plays[S]:
    """What the lab needs to know of a binder's campaigns; a content is one that can be played.

    `players` are the numbers of sides that can sit down, `setup` is a table of so many, `sides` and
    `objectives` their names by id, the latter for each scenario. `scenario` is where a state stands,
    `fought` what became of those that a play's states went through. `chance` is what only people at a table
    can see, which comes true for a seat now and then. A campaign of more than `most` lines does not end.
    """

    players: Callable[[Json], Sequence[int]]
    setup: Callable[[Json, int], Json]
    sides: Callable[[Json], Mapping[str, str]]
    objectives: Callable[[Json], Mapping[str, Mapping[str, str]]]
    scenario: Callable[[S], str]
    fought: Callable[[Sequence[S]], Iterable[Fought]]
    chance: Callable[[S, str, Random], Json]
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A game's binder, made by hand.

    `file` is the key of the owner's file of which the binder is the content. `faults(content)` gives what
    stands in the way of playing it, none only where the file's own check passes. `follow(before, after)`
    carries what hangs on a change. `lead(content, origin, goal)` lets one scenario lead to another, or
    no longer; `InvalidInput` where it cannot. `write` makes a spreadsheet of a content that can be played.
    `papers` are the printables that show a binder, each with the place in the content where its own refusals
    begin. `style` is a sheet of the game's, with the tones of its signs.
    """

    file: str
    rooms: tuple[Room, ...]
    faults: Callable[[Json], Sequence[GameError]]
    write: Callable[[Json], bytes]
    tree: Callable[[Json], Tree]
    lead: Callable[[Json, str, str], Json]
    follow: Callable[[Json, Json], Json] = lambda before, after: after
    papers: Mapping[str, str] = field(default_factory=dict)
    style: str = ""

    def parts(self) -> tuple[Part, ...]:
        """Every part once, in the order of the rooms."""
        return tuple({part.key: part for room in self.rooms for part in room.parts}.values())


def rooms_of(file: Path, names: Mapping[str, object]) -> tuple[Room, ...]:
    """The rooms that a file says, their parts by name, each after those that are inside it.

    A part is what `Part` takes, its name its key where that is not said; fields, and the `names` for what
    code says, are as `Written` reads them. The file's `shared` lists of fields are names too.
    """
    sheets = json.loads(file.read_text("utf-8"))
    written = Written({**names, **sheets["shared"]})
    parts: dict[str, Part] = {}
    for name, part in sheets["parts"].items():
        parts[name] = _part({"key": name, **part}, written, parts)
    rooms = ({**room, "parts": tuple(parts[name] for name in room["parts"])} for room in sheets["rooms"])
    return tuple(Room(**room) for room in rooms)


def _part(record: dict[str, Any], written: Written, parts: Mapping[str, Part]) -> Part:
    sections = tuple(
        Section(**{**section, "fields": written.fields(section["fields"])})
        for section in record.pop("sections")
    )
    inside = tuple(parts[name] for name in record.pop("inside", ()))
    values: dict[str, Any] = {}
    for name, given in record.items():
        value = written.named(given)
        values[name] = tuple(value) if isinstance(value, list) else value
    return Part(sections=sections, inside=inside, **values)
