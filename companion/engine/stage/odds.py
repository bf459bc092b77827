"""What the dice may do, as bars, and the dice to tap."""

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from companion.engine.stage.part import Icon
from companion.engine.stage.said import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsBar:
    """One outcome of the dice: its share of the highest (0 to 1), its chance, what it does.

    `key` is what the tapped dice come to when it happens.
    """

    label: str
    share: float
    chance: str
    words: Words
    side: str = ""
    key: int | None = None
    struck: bool = False
    grave: bool = False

    @property
    def height(self) -> int:
        """How high it stands of 100, never so low that it is not seen."""
        return max(3, round(100 * self.share))

    @property
    def top(self) -> int:
        """Where it begins from above."""
        return 100 - self.height


class Chance(NamedTuple):
    """A chance of one end, for the line under the bars."""

    words: Words
    chance: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Odds as bars; under them the chances in a line, or `quiet` words until the dice are known."""

    template: ClassVar = "stage/pieces/bars.html"
    label: Words
    bars: tuple[OddsBar, ...]
    chances: tuple[Chance, ...] = ()
    quiet: Words = ""
    shows: Literal["outcome", "chance"] = "outcome"


class Die(NamedTuple):
    """One die to tap: the form's field, whose it is, how many faces it has."""

    name: str
    legend: Words
    side: str = ""
    icon: Icon | None = None
    faces: int = 6
    face: int | None = None

    @property
    def all(self) -> range:
        """Its faces."""
        return range(1, self.faces + 1)


@dataclass(frozen=True, slots=True)
class Dice:
    """Real dice, a row of faces each; the main deed waits until every one is tapped."""

    template: ClassVar = "stage/pieces/dice.html"
    dice: tuple[Die, ...]
