"""What the dice may do, as bars, and the dice to tap."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.engine.stage.part import Icon
from companion.engine.stage.said import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsBar:
    """One outcome of the dice: its share of the highest (0 to 1), its chance, what it does.

    `key` is what the tapped dice come to when it happens, or all that they may come to (“1 2”).
    """

    label: str
    share: float
    chance: str
    words: Words
    side: str = ""
    key: str = ""
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
    """Odds as bars; under them the chances in a line."""

    template: ClassVar = "stage/pieces/bars.html"
    label: Words
    bars: tuple[OddsBar, ...]
    chances: tuple[Chance, ...] = ()
    small: Words = ""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What the tapped dice will do, in words: that of the bars which they give; until then `quiet`."""

    template: ClassVar = "stage/pieces/outcomes.html"
    bars: tuple[OddsBar, ...]
    quiet: Words


class Die(NamedTuple):
    """One die to tap: the form's field, whose it is, how many faces it has.

    `plus` begins a sum of its own, to which so much is added; the second sum is taken from the first.
    """

    name: str
    legend: Words
    side: str = ""
    icon: Icon | None = None
    faces: int = 6
    plus: int = 0

    @property
    def all(self) -> range:
        """Its faces."""
        return range(1, self.faces + 1)


@dataclass(frozen=True, slots=True)
class Dice:
    """Real dice, a row of faces each; the main deed waits until every one is tapped."""

    template: ClassVar = "stage/pieces/dice.html"
    dice: tuple[Die, ...]
