"""What the table sets by hand (specification 5.7)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.shape import Between, Given, Then
from companion.engine.thing import THING
from companion.games.parabellum.data import CACHE_LIMIT, Position
from companion.games.parabellum.state.amounts import Text
from companion.games.parabellum.state.naming import Id, UnitId
from companion.games.parabellum.state.pieces import Load
from companion.games.parabellum.state.squares import SquareName

type More = Annotated[Annotated[int, Between(-999999, 999999)] | None, Given]
"""A change, if there is one."""
type New = Annotated[Annotated[int, Between(0, 99)] | None, Given]
"""A new value, if there is one."""
type Cached = Annotated[int, Between(0, CACHE_LIMIT)]


class UnitChange(NamedTuple):
    """New facts of one unit; None leaves as it is."""

    id: UnitId
    strength: New = None
    fuel: New = None
    ammunition: New = None
    entrench: New = None
    square: Annotated[SquareName | None, Given] = None
    position: Annotated[Position | None, Given] = None


def changing(change: UnitChange, _: Mapping[str, Any]) -> UnitChange:
    """A change of a unit that was read, if it changes something, and its place as a whole."""
    if not any(each is not None for each in change[1:]):
        raise InvalidInput("", f"Say what changes: {', '.join(UnitChange._fields[1:])}.")
    for key, other in (("square", change.position), ("position", change.square)):
        if getattr(change, key) is None and other is not None:
            raise InvalidInput(key, f"Still to say: {THING}.")
    return change


class FeatureChange(NamedTuple):
    """What stands on a square now. A bridge belongs to the unit that opened it: no table sets one by hand."""

    square: SquareName
    kind: Literal["barricade", "earthwork", "mine"] | None


class CacheChange(NamedTuple):
    """What lies on a square now."""

    square: SquareName
    fuel: Cached
    ammunition: Cached

    @property
    def load(self) -> Load:
        """The tokens."""
        return Load(self.fuel, self.ammunition)


class Adjust(NamedTuple):
    """Overrule the app, with a reason; None leaves as it is."""

    player: Id
    reason: Text
    credits: More = None
    personnel: More = None
    fuel: More = None
    ammunition: More = None
    unit: Annotated[Annotated[UnitChange, Then(changing)] | None, Given] = None
    feature: Annotated[FeatureChange | None, Given] = None
    cache: Annotated[CacheChange | None, Given] = None


def correcting(action: Adjust, _: Mapping[str, Any]) -> Adjust:
    """A correction that was read, if it changes something."""
    if all(each is None for each in action[2:]):
        raise InvalidInput("", f"A correction changes something: {', '.join(Adjust._fields[2:])}.")
    return action
