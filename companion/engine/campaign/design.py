"""How a game's setup binder is made by hand: its rooms, what an entry is asked, what a new one begins with.

The content of a binder is JSON; a dotted path leads to each of its entries and fields, and is the name of the
field in every form and the place of every refusal.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from companion.engine.campaign.trials import Setup, Trial
from companion.engine.errors import GameError
from companion.engine.form import Field
from companion.engine.form.written import Written
from companion.engine.tree import Tree
from companion.engine.wire import Json

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
        """All its fields in order."""
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
class Plays:
    """How a binder plays itself; each takes a content that can be played.

    `players` are the numbers of sides that can sit down, `trial` is one play and `journal` the same line by
    line, `sides` and `objectives` their names by id, the latter for each scenario.
    """

    players: Callable[[Json], Sequence[int]]
    trial: Callable[[Json, Setup], Trial]
    journal: Callable[[Json, Setup], Json]
    sides: Callable[[Json], Mapping[str, str]]
    objectives: Callable[[Json], Mapping[str, Mapping[str, str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A game's binder, made by hand.

    `file` is the key of the owner's file of which the binder is the content. `faults(content)` gives what
    stands in the way of playing it, none only where the file's own check passes. `follow(before, after)`
    carries what hangs on a change. `lead(content, origin, goal)` lets one scenario lead to another, or
    no longer; `InvalidInput` where it cannot. `write` makes a spreadsheet of a content that can be played.
    `papers` are the printables that show a binder, each with the place in the content where its own refusals
    begin. With `plays` it can play itself. `style` is a sheet of the game's, with the tones of its signs.
    """

    file: str
    rooms: tuple[Room, ...]
    faults: Callable[[Json], Sequence[GameError]]
    write: Callable[[Json], bytes]
    tree: Callable[[Json], Tree]
    lead: Callable[[Json, str, str], Json]
    follow: Callable[[Json, Json], Json] = lambda before, after: after
    papers: Mapping[str, str] = field(default_factory=dict)
    plays: Plays | None = None
    style: str = ""

    def parts(self) -> tuple[Part, ...]:
        """Every part once, in the order of the rooms."""
        return tuple({part.key: part for room in self.rooms for part in room.parts}.values())


def rooms_of(file: Path, names: Mapping[str, Any]) -> tuple[Room, ...]:
    """The rooms that a file says, their parts by name, each after those that are inside it.

    A part is what `Part` takes, its name its key where that is not said; fields, and the `names` for what
    code says, are as `Written` reads them. The file's `shared` lists of fields are names too.
    """
    said = json.loads(file.read_text("utf-8"))
    written = Written({**names, **said["shared"]})
    parts: dict[str, Part] = {}
    for name, part in said["parts"].items():
        parts[name] = _part({"key": name, **part}, written, parts)
    rooms = ({**room, "parts": tuple(parts[name] for name in room["parts"])} for room in said["rooms"])
    return tuple(Room(**room) for room in rooms)


def _part(said: dict[str, Any], written: Written, parts: Mapping[str, Part]) -> Part:
    sections = tuple(
        Section(**{**section, "fields": written.fields(section["fields"])})
        for section in said.pop("sections")
    )
    inside = tuple(parts[name] for name in said.pop("inside", ()))
    told: dict[str, Any] = {}
    for name, given in said.items():
        value = written.named(given)
        told[name] = tuple(value) if isinstance(value, list) else value
    return Part(sections=sections, inside=inside, **told)
