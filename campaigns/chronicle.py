"""A campaign as it went: the lines of its journal that stand, each with its evening and its states."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models import Campaign, Evening
from companion.engine.game import Game
from companion.engine.wire import Json
from companion.tables.models import Entry, Table
from companion.tables.position import Position, position


@dataclass(frozen=True, slots=True)
class Passage:
    """One line that stands: the state before it (None before the setup) and after it, and its evening.

    `number` is the entry's in the journal, which links to it; an amendment bears its own number.
    """

    number: int
    action: Json
    before: Any
    after: Any
    evening: Evening | None


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What stands in a campaign's journal, oldest first. Every page of a campaign is a fold of it."""

    campaign: Campaign
    table: Table
    position: Position
    passages: Sequence[Passage]
    evenings: Sequence[Evening]

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.position.game

    @property
    def state(self) -> Any:
        """Where the campaign stands."""
        return self.position.state

    def of(self, evening: Evening) -> list[Passage]:
        """The lines of one evening."""
        return [passage for passage in self.passages if passage.evening == evening]

    def entry(self, number: int) -> Entry:
        """One line as it was written: its steps, its dice, who tapped it and when."""
        return Entry.objects.get(table=self.table, number=number)


def chronicle(campaign: Campaign) -> Chronicle:
    """The campaign's journal as it stands; `BrokenJournal` where the rules no longer follow it."""
    table = Table.objects.get(pk=campaign.table_id)
    known = position(table)
    evenings = list(Evening.objects.filter(campaign=campaign))
    passages: list[Passage] = []
    before, amended = None, _amended(table)
    for place in known.standing.places:
        after = known.states[place]
        evening = _evening(evenings, origin(place.number, amended))
        passages.append(Passage(place.number, known.actions[place.number], before, after, evening))
        before = after
    return Chronicle(campaign, table, known, passages, evenings)


def _amended(table: Table) -> dict[int, int]:
    """The line in whose place each amendment stands."""
    rows = Entry.objects.filter(table=table, kind="amend")
    return dict(rows.values_list("number", "to"))


def origin(number: int, amended: dict[int, int]) -> int:
    """The line that was written first in this place: an old battle that is corrected stays in its evening."""
    while number in amended:
        number = amended[number]
    return number


def _evening(evenings: Sequence[Evening], number: int) -> Evening | None:
    """The evening in which that line was written: the last that began no later."""
    at = bisect_right([evening.first for evening in evenings], number)
    return evenings[at - 1] if at else None
