"""Picking units out of the rosters: by company, by where they are, by kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engine.campaign.annals import Record, Whereabouts
from companion.engine.wording import count

PLACES: Mapping[Whereabouts, str] = {
    "field": "On the map",
    "waiting": "Waiting",
    "reserve": "In reserve",
    "unseen": "Out of sight",
    "gone": "Gone",
}


class Choice(NamedTuple):
    """Something to filter by: its value in the address, its words, and whether it is chosen."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Sieve:
    """What is asked for; an empty text asks for all. What no unit can be is asked for in vain."""

    company: str = ""
    place: str = ""
    kind: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    def passes(self, record: Record) -> bool:
        """Whether a unit is wanted."""
        wanted = (self.company, record.seat), (self.place, record.place), (self.kind, record.kind)
        return all(not asked or asked == has for asked, has in wanted)

    def companies(self, records: Iterable[Record]) -> list[Choice]:
        """The companies that have units."""
        seats = dict.fromkeys(record.seat for record in records)
        return [
            Choice(seat, name, seat == self.company) for seat, name in self.names.items() if seat in seats
        ]

    def places(self, records: Iterable[Record]) -> list[Choice]:
        """Where units are."""
        there = {record.place for record in records}
        return [
            Choice(place, words, place == self.place) for place, words in PLACES.items() if place in there
        ]

    def kinds(self, records: Iterable[Record]) -> list[Choice]:
        """The kinds of units that there are."""
        kinds = sorted({record.kind for record in records})
        return [Choice(kind, kind, kind == self.kind) for kind in kinds]


@dataclass(frozen=True, slots=True)
class Roster:
    """One company's units, as far as they were asked for."""

    name: str
    records: Sequence[Record]

    @property
    def alive(self) -> int:
        """How many of them there still are."""
        return sum(record.place != "gone" for record in self.records)

    @property
    def told_alive(self) -> str:
        """The same in words."""
        if self.alive == len(self.records):
            return "all still there" if self.alive > 1 else "still there"
        return f"{count(self.alive, 'of them', 'of them')} still there" if self.alive else "none left"

    @property
    def fallen(self) -> int:
        """People that they have lost."""
        return sum(record.fallen for record in self.records)

    @property
    def felled(self) -> int:
        """People of others that they took."""
        return sum(record.felled for record in self.records)


def rosters(records: Sequence[Record], sieve: Sieve) -> list[Roster]:
    """Company by company, those without a wanted unit left out."""
    wanted = [record for record in records if sieve.passes(record)]
    found = (
        Roster(name, [record for record in wanted if record.seat == seat])
        for seat, name in sieve.names.items()
    )
    return [roster for roster in found if roster.records]
