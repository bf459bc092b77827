"""The season's standings, and who beats whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from campaigns.series.plays import Play, Score, key_of


@dataclass(slots=True)
class Line:
    """One player's season. `victories` counts a shared one as its part: a half of two, a third of three."""

    name: str
    played: int = 0
    won: int = 0
    shared: int = 0
    victories: Fraction = field(default_factory=Fraction)
    points: int = 0
    scored: int = 0
    carried: int = 0

    @property
    def share(self) -> Fraction:
        """The part of its plays that it won."""
        return self.victories / self.played if self.played else Fraction(0)

    @property
    def percent(self) -> int:
        """The same in per cent, rounded."""
        return round(self.share * 100)

    @property
    def average(self) -> float | None:
        """Points a play, of those in which points were counted."""
        return round(self.points / self.scored, 1) if self.scored else None


class Duel(NamedTuple):
    """How often one came off better than another in the same play, worse, and level."""

    better: int = 0
    worse: int = 0
    level: int = 0

    @property
    def met(self) -> int:
        """How often they met."""
        return sum(self)


def of_players(play: Play) -> dict[str, Score]:
    """The best score of each who gave a name: who held two seats has played once."""
    found: dict[str, Score] = {}
    for score in play.scores:
        key = key_of(score.player)
        if key and (key not in found or score.rank < found[key].rank):
            found[key] = score
    return found


def standings(plays: Sequence[Play], *, carries: bool = False) -> list[Line]:
    """Everybody who played, most victories first, then the larger share of its plays, then points.

    Where a programme carries points from night to night, those come first of all.
    """
    lines: dict[str, Line] = {}
    for play in plays:
        for key, score in of_players(play).items():
            line = lines.setdefault(key, Line(score.player))
            line.name = score.player
            _count(line, score, worth(play))
    return sorted(
        lines.values(),
        key=lambda each: (
            -each.carried if carries else 0,
            -each.victories,
            -each.share,
            -each.points,
            key_of(each.name),
        ),
    )


def worth(play: Play) -> Fraction:
    """What a victory in this play counts: one, or its part where several share it."""
    named = sum(score.won for score in of_players(play).values())
    nameless = sum(score.won and not score.player for score in play.scores)
    return Fraction(1, max(named + nameless, 1))


def _count(line: Line, score: Score, worth: Fraction) -> None:
    line.played += 1
    line.carried += score.carried
    if score.won:
        line.victories += worth
        line.won += worth == 1
        line.shared += worth != 1
    if score.points is not None:
        line.points += score.points
        line.scored += 1


def duels(plays: Sequence[Play]) -> Mapping[tuple[str, str], Duel]:
    """Everybody against everybody whom they met, by the keys of their names."""
    found: dict[tuple[str, str], Duel] = {}
    for play in plays:
        for pair, met in _met(play):
            found[pair] = Duel(*map(sum, zip(found.get(pair, Duel()), met, strict=True)))
    return found


def _met(play: Play) -> Iterator[tuple[tuple[str, str], Duel]]:
    for (one, mine), (two, theirs) in permutations(of_players(play).items(), 2):
        yield (one, two), Duel(mine.rank < theirs.rank, mine.rank > theirs.rank, mine.rank == theirs.rank)
