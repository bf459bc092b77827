"""What speaks for a unit that is struck: terrain, layers, earthworks, and what a scout told (M3, M6, A4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from companion.engine.game import Step
from companion.engine.shape import Between, OneOf
from companion.engine.wording import signed
from companion.games.parabellum.data import SPOTTED, STANDARD_TERRAIN
from companion.games.parabellum.state.binder.ground import STANDARD


@dataclass(frozen=True, slots=True)
class Cover:
    """`attack` is what its terrain does to attack dice, `defense` to its own; `other` is all else."""

    terrain: str = "open"
    attack: int = 0
    defense: int = 0
    entrench: int = 0
    earthwork: int = 0
    other: int = 0
    spotted: bool = False

    @property
    def direct(self) -> int:
        """What its defence dice gain against direct fire (R32: without floor or ceiling)."""
        return self.defense + self.entrench + self.earthwork + self.other

    @property
    def indirect(self) -> int:
        """What they gain against artillery: a unit that was reconnoitred loses 2 (A4)."""
        return self.direct - SPOTTED * self.spotted


BARE = Cover()


type Modifier = Annotated[int, Between(-20, 20)]
"""A number that a table adds to dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What a question says of a unit that is struck: a standard terrain, layers, and a modifier."""

    terrain: Annotated[str, OneOf(tuple(STANDARD_TERRAIN))] = "open"
    entrench: Annotated[int, Between(0, 4)] = 0
    defense_modifier: Modifier = 0

    @property
    def cover(self) -> Cover:
        """The cover that follows."""
        ground = STANDARD[self.terrain]
        return Cover(
            terrain=ground.id,
            attack=ground.attack,
            defense=ground.defense,
            entrench=self.entrench,
            other=self.defense_modifier,
            spotted=getattr(self, "spotted", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Covered):
    """The same before artillery, which a scout may help."""

    spotted: bool = False


def cover_steps(cover: Cover, defender: str, *, artillery: bool = False) -> Iterator[Step]:
    """Each modifier with its source."""
    who = {"who": defender, "terrain": cover.terrain.replace("_", " ")}
    if cover.attack or cover.defense:
        values = who | {"attack": signed(cover.attack, "+0"), "defense": signed(cover.defense, "+0")}
        yield Step("M3", "{who} on {terrain} ground: attack dice {attack}, defence dice {defense}.", values)
    else:
        yield Step("M3", "{who} on {terrain} ground: no dice change.", who)
    if cover.entrench:
        yield Step("M6", "{who} is dug in: defence dice +{layers}.", who | {"layers": cover.entrench})
    if cover.earthwork:
        sheltered = who | {"n": cover.earthwork}
        yield Step("RULING R28", "An earthwork shelters {who}: defence dice +{n}.", sheltered)
    if cover.other:
        yield Step("A1", "What else counts for {who}: defence dice {n}.", who | {"n": signed(cover.other)})
    if cover.spotted and artillery:
        yield Step("A4", "{who} was reconnoitred: defence dice −{n} against artillery.", who | {"n": SPOTTED})
