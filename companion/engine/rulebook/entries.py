"""A game's rules where a question arises: what each thing is, in the house's own words, and every ruling.

A game that has them keeps two files in its folder `rulebook/`: `entries.toml`, chapter by chapter, and
`rulings.toml`, by number.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from companion.engine.phrase import phrase
from companion.engine.shape import read
from companion.engine.wire import Json

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
        return phrase(self.words, {name: (own or {}).get(name, value) for name, value in self.values.items()})


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
        found: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            found.setdefault(entry.chapter, []).append(entry)
        return found

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


def _loaded(file: Path) -> Json:
    return tomllib.loads(file.read_text("utf-8"))
