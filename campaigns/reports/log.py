"""A report from nothing but the log: for a game, or an evening, that has no annals of its own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.engine.game import Sight
from companion.tables import lines
from companion.tables.devices import device
from companion.tables.lines import LineShown
from companion.tables.may import sight
from companion.tables.models import Seat, Table
from companion.tables.position import position


@dataclass(frozen=True, slots=True)
class Told:
    """The lines of one evening as its reader may see them, oldest first; where the game came to stand.

    `joined` says whether the reader may open the table's own log.
    """

    table: Table
    headline: str
    lines: Sequence[LineShown]
    joined: bool

    @property
    def thrown(self) -> int:
        """Lines in which the app or the table threw dice."""
        return sum(bool(line.dice) for line in self.lines)


def log_of(table: Table, secret: str | None, numbers: Collection[int] | None = None) -> Told:
    """What stands in a table's journal, or these lines of it, redacted for the holder of that secret."""
    known, seats = position(table), list(Seat.objects.filter(table=table))
    who = device(table, secret) if secret else None
    eyes = sight(table, who, {seat.chair: seat.name for seat in seats}) if who else Sight()
    shown = lines.last(table, known, eyes, seats, len(known.past) + len(known.numbers))
    told = [line for line in reversed(shown) if numbers is None or line.number in numbers]
    return Told(table, known.game.headline(known.state), told, bool(who and who.joined))
