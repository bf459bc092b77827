"""What a miniature has given away of its card so far: nothing here that the whole table did not see."""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from companion.games.parabellum.data import Work
from companion.games.parabellum.state.binder import Terrain
from companion.games.parabellum.state.pieces import Report

type How = Literal["attacked", "answered", "defended", "withstood", "fired"]
"""Struck, struck back, was struck, stood near a cache that went up, shelled."""
type Turn = tuple[str, int]
"""Scenario and round: a unit moves once in them."""


class Throw(NamedTuple):
    """Dice that a unit threw in the open, as they fell, from high to low, without any modifier.

    `number` is the line of the journal.
    """

    number: int
    how: How
    faces: tuple[int, ...]


class Tread(NamedTuple):
    """A square that a unit walked onto: in which turn, and its terrain as the booklet then had it."""

    turn: Turn
    terrain: Terrain


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One unit. Distances are in squares; −1 where it never did that.

    `people` are known to be left (None: nobody has counted them since it came onto the map), `most` is how
    many were once counted, `lost` how many fell in the open. `struck` and `looked` are the farthest targets
    of its attacks and its scouting, `arc` the nearest and the farthest of its shells, `shots` how many it
    fired at once, `dug` its deepest entrenchment, `load` the most tokens seen to go through its cargo. `told`
    is what this company has heard by reconnaissance.
    """

    throws: tuple[Throw, ...] = ()
    people: int | None = None
    most: int = 0
    lost: int = 0
    struck: int = -1
    looked: int = -1
    arc: tuple[int, int] | None = None
    shots: int = 0
    treads: tuple[Tread, ...] = ()
    works: frozenset[Work] = frozenset()
    dug: int = 0
    load: int = 0
    square: str | None = None
    told: Report | None = None

    def then(self, more: "Trace") -> "Trace":
        """The same with what was seen after it."""
        return Trace(
            throws=self.throws + more.throws,
            people=self.people if more.people is None else more.people,
            most=max(self.most, more.most),
            lost=self.lost + more.lost,
            struck=max(self.struck, more.struck),
            looked=max(self.looked, more.looked),
            arc=_wider(self.arc, more.arc),
            shots=max(self.shots, more.shots),
            treads=self.treads + more.treads,
            works=self.works | more.works,
            dug=max(self.dug, more.dug),
            load=max(self.load, more.load),
            square=more.square or self.square,
            told=more.told or self.told,
        )

    def uncounted(self) -> "Trace":
        """The same once it has left the map: behind a screen, people come and go unseen."""
        return replace(self, people=None)

    @property
    def ways(self) -> frozenset[tuple[Terrain, ...]]:
        """The terrains that it walked onto, turn by turn."""
        turns = dict.fromkeys(tread.turn for tread in self.treads)
        return frozenset(tuple(each.terrain for each in self.treads if each.turn == turn) for turn in turns)

    def faces(self, *hows: How) -> tuple[int, ...]:
        """All dice that it threw in these ways."""
        return tuple(face for throw in self.throws if throw.how in hows for face in throw.faces)


def _wider(one: tuple[int, int] | None, other: tuple[int, int] | None) -> tuple[int, int] | None:
    known = [arc for arc in (one, other) if arc is not None]
    return (min(arc[0] for arc in known), max(arc[1] for arc in known)) if known else None


BLANK = Trace()
