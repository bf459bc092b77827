"""What a game says of its own rules: each thing and every ruling to look up, and a guided first round.

A game that has them keeps its files in its folder `rulebook/`: `entries.toml`, chapter by chapter, and
`rulings.toml`, by number.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from companion.engine.shape import read
from companion.engine.wording import fill

type Values = Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One card, icon, phase, marker or number: its title, and in two sentences what it means.

    `rule` is its number in the rulebook, empty for what is the house's own; `also` others that it covers;
    `ruling` the one that bears on it.
    `words` may name `values`, which say how it is unless a table's own are given.
    """

    title: str
    words: str
    rule: str = ""
    also: tuple[str, ...] = ()
    ruling: str = ""
    values: Mapping[str, str | int] = field(default_factory=dict)
    key: str = ""
    chapter: str = ""

    def told(self, own: Values | None = None) -> str:
        """The two sentences, with a table's own values where they are given.

        >>> track = Entry(title="Track", words="It ends at {most}.", rule="1", values={"most": 10})
        >>> track.told(), track.told({"most": 12, "other": 3})
        ('It ends at 10.', 'It ends at 12.')
        """
        return fill(self.words, {name: (own or {}).get(name, value) for name, value in self.values.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Where the rulebook is silent or at odds with itself: what counts here, and why.

    `option` says what a table may choose instead.
    """

    title: str
    words: str
    option: str = ""
    number: str = ""


@dataclass(frozen=True)
class Rulebook:
    """All that can be looked up in a game, by key (`trench`) and by number (`R14`)."""

    entries: Mapping[str, Entry]
    rulings: Mapping[str, Ruling]

    def __bool__(self) -> bool:
        return bool(self.entries)

    @cached_property
    def chapters(self) -> Mapping[str, list[Entry]]:
        """The entries under their chapters' headings, as they are written."""
        chapters: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            chapters.setdefault(entry.chapter, []).append(entry)
        return chapters

    def key(self, rule: str) -> str:
        """Where the rule of a step is told: an entry's key, a ruling's (`r14`), or "" for nowhere.

        What no entry names is told with the rule above it, and a whole chapter with its first rule.
        """
        ruling = re.fullmatch(r"(?:RULING )?(R\d+)", rule)
        if ruling:
            return ruling[1].lower() if ruling[1] in self.rulings else ""
        if rule in self.entries:
            return rule
        above = rule
        while above and above not in self._cited:
            above = re.sub(r"^[^. ]*$|[. ][^. ]*$", "", above)
        first = (key for each, key in self._cited.items() if each.startswith((f"{rule}.", f"{rule} ")))
        return self._cited[above] if above else next(first, "")

    @cached_property
    def _cited(self) -> Mapping[str, str]:
        """By rule, the entry that tells it: the first whose own it is, else the first that covers it."""
        own = [(entry.rule, key) for key, entry in self.entries.items() if entry.rule]
        covered = [(rule, key) for key, entry in self.entries.items() for rule in entry.also]
        return dict(reversed([*own, *covered]))


NO_RULES = Rulebook({}, {})


@cache
def rulebook(folder: Path) -> Rulebook:
    """What a game's folder tells of its rules; `NO_RULES` where it has no such files.

    `InvalidInput` with the place where one of them is not as it must be.
    """
    room = folder / "rulebook"
    if not room.is_dir():
        return NO_RULES
    chapters = read(Mapping[str, Mapping[str, Entry]], _loaded(room / "entries.toml"), "entries")
    entries = [(key, title, entry) for title, each in chapters.items() for key, entry in each.items()]
    rulings = read(Mapping[str, Ruling], _loaded(room / "rulings.toml"), "rulings")
    return Rulebook(
        {key: replace(entry, key=key, chapter=title) for key, title, entry in entries},
        {number: replace(ruling, number=number) for number, ruling in rulings.items()},
    )


def _loaded(file: Path) -> object:
    return tomllib.loads(file.read_text("utf-8"))


PARTS = ("board", "strip", "hand", "cards", "dice", "wares")
"""What of the stage is boxed whole: a picture, a row of facts, edges, ticks, faces of dice, counters."""


class Done(NamedTuple):
    """What a line of the journal did, and the seat that did it ("": nobody's own)."""

    seat: str
    action: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One step of the round: what to `do` in bold, one sentence `why`, and the names of what to `tap`.

    Those are kinds of deeds, keys of choices, and `PARTS` of the stage.

    It is done when one of the deeds `done` stands in the journal: an action that says the same under every
    key that is named, done `by` the seat that learns, by anyone, or by another. Where `chosen` names keys of
    a half-made choice, it is also done on a screen that has chosen them. One that is `in_turn` is done by
    nothing before its seat has come to it. `entry` is the key of what the rules say of it.
    """

    do: str
    why: str
    tap: tuple[str, ...]
    done: tuple[Mapping[str, str], ...] = ()
    by: Literal["pupil", "anyone", "other"] = "pupil"
    chosen: tuple[str, ...] = ()
    entry: str = ""
    in_turn: bool = False

    def is_done(self, deed: Done, pupil: str) -> bool:
        """Whether this deed is what the step waits for, for the seat that learns ("": any of the table's)."""
        whose = (
            self.by == "anyone" or not (pupil and deed.seat) or (deed.seat == pupil) == (self.by == "pupil")
        )
        return whose and any(all(deed.action.get(k) == v for k, v in each.items()) for each in self.done)


@dataclass(frozen=True, slots=True)
class _Round:
    lessons: tuple[Lesson, ...]


@cache
def lessons(folder: Path) -> tuple[Lesson, ...]:
    """The steps of a game's guided round, `rulebook/guided.toml` of its folder; none where it has none.

    `InvalidInput` with the place where the file is not as it must be.
    """
    file = folder / "rulebook" / "guided.toml"
    return read(_Round, tomllib.loads(file.read_text("utf-8"))).lessons if file.is_file() else ()


def lesson_at(
    steps: Sequence[Lesson], deeds: Iterable[Done], pupil: str = "", chosen: Collection[str] = ()
) -> int:
    """The place in `steps` at which the seat `pupil` stands after these deeds; their number at its end.

    Who acts on his own is followed: a deed that a later step waits for passes those before it. `chosen` are
    the keys of the half-made choice on the screen that asks.
    """
    at = 0
    for deed in deeds:
        open_ = (n for n in range(at, len(steps)) if n == at or not steps[n].in_turn)
        at = next((n + 1 for n in open_ if steps[n].is_done(deed, pupil)), at)
    while at < len(steps) and steps[at].chosen and set(steps[at].chosen) <= set(chosen):
        at += 1
    return at
