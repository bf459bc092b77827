"""How two journals of one campaign stand to each other: by their lines, each sealed with all before it."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain
from typing import Literal, NamedTuple

from campaigns.carrying.parts import as_bytes
from campaigns.models import Campaign, Evening
from companion.tables.models import Entry, Table

Kind = Literal["same", "newer", "older", "branches"]
BESIDE = {"id", "table"}
"""What a house gives a line: its number there, and the table's."""
WRITTEN = [field.attname for field in Entry._meta.concrete_fields if field.name not in BESIDE]
BY_HAND = ("number", "date", "result")
"""What makes an evening of a series that was played at no table."""


class Kinship(NamedTuple):
    """How many lines both have from the beginning, and how many each has."""

    common: int
    here: int
    brought: int

    @property
    def kind(self) -> Kind:
        """What the journal that was brought is to the one here."""
        if self.common == self.here:
            return "same" if self.brought == self.here else "newer"
        return "older" if self.common == self.brought else "branches"

    @property
    def newer(self) -> int:
        """The lines that only the brought one has."""
        return self.brought - self.common

    @property
    def ahead(self) -> int:
        """The lines that only the one here has."""
        return self.here - self.common


def kinship(here: Sequence[str], brought: Sequence[str]) -> Kinship:
    """Two journals as `sealed_lines` tells them.

    >>> kinship(["a", "b"], ["a", "b", "c"])
    Kinship(common=2, here=2, brought=3)
    """
    shorter = range(min(len(here), len(brought)))
    common = bisect_left(shorter, True, key=lambda n: here[n] != brought[n])
    return Kinship(common, len(here), len(brought))


def sealed_lines(lines: Iterable[bytes]) -> list[str]:
    """For each line a digest of it and of all before it: two are the same only where all of that is."""
    found, seal = list[str](), sha256()
    for line in lines:
        seal.update(sha256(line).digest())
        found.append(seal.hexdigest())
    return found


def journal_of(campaign: Campaign) -> list[str]:
    """The sealed lines of a campaign, or of all evenings of a series, one after the other."""
    if campaign.table_id is not None:
        return sealed_lines(_lines(campaign.table_id))
    evenings = Evening.objects.filter(campaign=campaign).order_by("number")
    return sealed_lines(chain.from_iterable(map(_evening, evenings)))


def _evening(evening: Evening) -> Iterable[bytes]:
    if evening.table_id is not None:
        return _lines(evening.table_id)
    return [as_bytes({name: getattr(evening, name) for name in BY_HAND})]


def _lines(table: int) -> Iterable[bytes]:
    return map(as_bytes, Entry.objects.filter(table=table).order_by("number").values(*WRITTEN))


def many_lines(campaign: Campaign) -> int:
    """How many lines have been written in it, over all its tables."""
    tables = Table.objects.filter(campaign=campaign) | Table.objects.filter(evenings__campaign=campaign)
    return sum(tables.distinct().values_list("version", flat=True))
