"""What a print's cards are worth and are called: a live table's points, or an owner's file of his box."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from companion.engine import shape
from companion.engine.errors import under
from companion.engine.game import Scene
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.scope.data import CARD_NAMES, Card, Side
from companion.games.scope.state import State
from companion.games.scope.state.options import WORTH, Points
from companion.press.options import owner_file

type Name = Annotated[str, Sized(1, 40)]
type Named = Annotated[tuple[Name, ...], Sized(0, 14)]

BOX = owner_file(
    "box", "Your own box", "Points and names of your own cards as a file; without it the table's points."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names on the cards of one side's box, of each kind in turn."""

    decoy: Named = ()
    infantry: Named = ()
    machine_gun: Named = ()
    mortar: Named = ()
    officer: Named = ()
    scout: Named = ()
    sniper: Named = ()

    def of(self, card: Card, n: int) -> str:
        """The name on a side's n-th card of a kind, counted from 0; empty where it has none."""
        named: Named = getattr(self, card, ())
        return named[n] if n < len(named) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothNames:
    """The names of both sides."""

    german: Names = Names()
    soviet: Names = Names()


@dataclass(frozen=True, slots=True)
class Box:
    """A group's own box (9.4): what its cards are worth, and what they are called."""

    format: Literal["scope-box/1"]
    name: Annotated[str, Sized(1, 80)]
    points: Points = WORTH
    names: BothNames = BothNames()


PLAIN = Box("scope-box/1", "The box")


def state_of(scene: Scene[Any] | None) -> State | None:
    """The live game, if one is printed."""
    return scene.state if scene else None


def box_of(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Box:
    """The box to print; `InvalidInput` with the path of a file's first bad value."""
    given = choices.get("box")
    if given is not None:
        with under("box"):
            read: Box = shape.read(Box, given)
            return read
    state = state_of(scene)
    return Box("scope-box/1", "The box", state.options.points) if state else PLAIN


def title_of(card: Card) -> str:
    """A card's kind, as it is printed large."""
    return CARD_NAMES[card].upper()


def own_name(box: Box, side: Side, card: Card, n: int) -> str:
    """What a group calls its n-th card of a kind, empty where it calls it nothing."""
    names: Names = getattr(box.names, side)
    return names.of(card, n)
