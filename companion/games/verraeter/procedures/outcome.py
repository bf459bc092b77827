"""A conflict's two ends: who fights where, and how it ended for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.verraeter.data import HOUSES, MOST_SUPPLY_PLAYED, OTHER, ActionCard, House
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.state.cards import Cards, Words
from companion.games.verraeter.state.naming import Id, SupplyCards
from companion.games.verraeter.state.options import Options

PLAIN = Words()


@dataclass(frozen=True, slots=True)
class Fighter:
    """One player in a conflict: his house before the traitor, the supply before him, his action card."""

    id: Id
    allegiance: House
    supply: Annotated[SupplyCards, Sized(0, MOST_SUPPLY_PLAYED)]
    action: ActionCard | None = None

    @property
    def serves(self) -> House:
        """The house for which all of his counts in the end: the traitor's is the other one (R13)."""
        return OTHER[self.allegiance] if self.action == "traitor" else self.allegiance


class Field(NamedTuple):
    """Where a conflict is fought, by whose rules and cards, and what they are called."""

    grounds: tuple[Ground, ...]
    options: Options
    cards: Cards
    words: Words = PLAIN


class Total(NamedTuple):
    """What speaks for one house: its landscape, its players' supply, its diplomats."""

    base: int
    supply: int
    diplomats: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.base + self.supply + self.diplomats


class Points(NamedTuple):
    """One player's victory points of one conflict."""

    conflict: int
    bonus: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.conflict + self.bonus


@dataclass(frozen=True, slots=True)
class Fought:
    """One conflict evaluated. `flipped` is 0 or 1, the landscape that turns; `prize` is each winner's."""

    allegiances: Mapping[str, House]
    totals: Mapping[House, Total]
    winner: House | None
    margin: int
    flipped: int | None
    prize: int
    points: Mapping[str, Points]

    def as_json(self) -> dict[str, Json]:
        """The result of procedure 6.5."""
        return {
            "allegiances": dict(self.allegiances),
            "totals": {
                house: {**self.totals[house]._asdict(), "total": self.totals[house].total} for house in HOUSES
            },
            "winner": self.winner,
            "margin": self.margin,
            "flipped": self.flipped,
            "prize": self.prize,
            "vp": {who: {**points._asdict(), "total": points.total} for who, points in self.points.items()},
        }
