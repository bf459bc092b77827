"""The plays of a series: of a finished table its game says who won, of others it was written down."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from campaigns.models import Campaign, Evening
from companion import shelf
from companion.engine.wire import Json
from companion.tables.models import Seat, Table
from companion.tables.position import BrokenJournal, position
from companion.tables.writing import writing


class Score(NamedTuple):
    """How one came off: rank 1 has won, alone or with others. `player` is empty where nobody gave a name.

    `carried` is what it takes on in its game's own programme.
    """

    player: str
    seat: str
    points: int | None
    rank: int
    carried: int = 0

    @property
    def won(self) -> bool:
        """Whether it was a victory, be it a shared one."""
        return self.rank == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One evening of a series; without scores it has no result yet. `by_hand`: people wrote it down."""

    evening: Evening
    scores: Sequence[Score]
    words: str = ""
    by_hand: bool = False
    nameless: Sequence[str] = ()

    @property
    def winners(self) -> list[str]:
        """Who won, by name, or by seat where there is none."""
        return [score.player or score.seat for score in self.scores if score.won]

    @property
    def others(self) -> list[str]:
        """Who did not."""
        return [score.player or score.seat for score in self.scores if not score.won]


def key_of(name: str) -> str:
    """What tells one player from another: the name, however it is spaced and capitalised.

    >>> key_of("  Ada  LOVELACE ") == key_of("Ada Lovelace")
    True
    """
    return " ".join(name.split()).casefold()


def plays(campaign: Campaign) -> list[Play]:
    """Every play, in the order in which they were played."""
    evenings = list(Evening.objects.filter(campaign=campaign).select_related("table"))
    settle([evening for evening in evenings if evening.table and evening.result is None])
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__evenings__campaign=campaign):
        seats.setdefault(seat.table_id, []).append(seat)
    found = [_play(evening, seats.get(evening.table_id or 0, [])) for evening in evenings]
    return sorted(found, key=lambda play: (play.evening.date, play.evening.number))


def settle(evenings: Iterable[Evening]) -> None:
    """Remember what each table's journal gives, where that is not known of its version yet."""
    fresh = [evening for evening in evenings if (evening.settled or {}).get("version") != _version(evening)]
    for evening in fresh:
        evening.settled = _settled(evening)
    if fresh:
        with writing():
            Evening.objects.bulk_update(fresh, ["settled"])


def _version(evening: Evening) -> int:
    return evening.table.version if evening.table else 0


def _settled(evening: Evening) -> Json:
    """Seat, rank, points and words of each, or None while the game goes on; nothing of a broken journal."""
    try:
        return {"version": _version(evening), "rows": _rows(evening.table)}
    except BrokenJournal:
        return None


def _rows(table: Table | None) -> Json:
    if table is None or table.system not in shelf.slugs():
        return None
    game = shelf.game(table.system)
    if game.result is None:
        return None
    return [list(row) for row in game.result(position(table).state)] or None


def _play(evening: Evening, seats: Sequence[Seat]) -> Play:
    if evening.result is not None:
        return Play(evening=evening, scores=_written(evening.result), by_hand=True)
    rows = (evening.settled or {}).get("rows") if evening.table else None
    known = {seat.chair: seat for seat in seats}
    scores = tuple(_score(row, known) for row in rows or ())
    return Play(
        evening=evening,
        scores=scores,
        words=rows[0][3] if rows else "",
        nameless=[score.seat for score in scores if not score.player],
    )


def _score(row: Sequence[Json], seats: Mapping[str, Seat]) -> Score:
    chair, rank, points = row[0], row[1], row[2]
    seat = seats.get(chair)
    carried = (row[4] if len(row) > 4 else None) or 0
    return Score(seat.player.strip() if seat else "", seat.name if seat else chair, points, rank, carried)


def _written(rows: Sequence[Mapping[str, Json]]) -> tuple[Score, ...]:
    found = [
        Score(row["player"], row.get("seat", ""), row["points"], row["rank"], int(row["rank"] == 1))
        for row in rows
    ]
    return tuple(sorted(found, key=lambda score: score.rank))
