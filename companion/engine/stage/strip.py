"""The strip under the board: one line of facts, each a number with its name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.engine.stage.choosing import Choices
from companion.engine.stage.part import Icon, Part
from companion.engine.stage.said import Words


class Chip(NamedTuple):
    """A number in its side's colour."""

    value: str
    side: str = ""


class Would(NamedTuple):
    """What a number would be, in its side's colour; `key` is what the tapped dice come to then."""

    key: str
    value: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripFact:
    """One fact: its name, its number or a chip a side, what it would be after the deed that is weighed.

    `woulds` are what it would be with each outcome of the dice.

    `signs` are things that it counts, drawn one by one; `pips` how many are left of how many.
    `key` names it on the page. `href` makes it a choice of the question; `rule` is the entry of the game's
    rules that tells more.
    """

    key: str
    name: Words
    value: str = ""
    chips: tuple[Chip, ...] = ()
    would: str = ""
    woulds: tuple[Would, ...] = ()
    small: Words = ""
    side: str = ""
    icon: Icon | None = None
    signs: tuple[Icon, ...] = ()
    pips: tuple[int, int] | None = None
    href: str = ""
    rule: str = ""
    acting: bool = False

    @property
    def points(self) -> tuple[bool, ...]:
        """Its pips, whether each is left."""
        left, of = self.pips or (0, 0)
        return tuple(n < left for n in range(of))

    @property
    def rules(self) -> tuple[str, ...]:
        """Where its rule may stand: under its own key, or its name on the page."""
        return tuple(filter(None, (self.rule, self.key)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """The facts in a row, and above them, where there is height, a picture of the game's own (a track).

    At their end a `switch` of what the board tells; on a phone it is one button that goes on to the next.
    """

    facts: tuple[StripFact, ...] = ()
    lead: Part | None = None
    switch: Choices | None = None

    def saying(self, says: Mapping[str, str]) -> "Strip":
        """The same with each seat's plate saying that about its turn; one that is next is framed."""
        facts = (
            replace(fact, small=says[fact.key], acting=says[fact.key] == "next") if fact.key in says else fact
            for fact in self.facts
        )
        return replace(self, facts=tuple(facts))
