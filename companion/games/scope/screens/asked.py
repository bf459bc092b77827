"""What a side may do now, as this screen may know it, and the choice that is half made."""

from dataclasses import dataclass

from companion.engine.looking import keep, may_tap
from companion.engine.scene import Scene
from companion.engine.stage import Question
from companion.engine.wire import Json
from companion.games.scope.data import Side
from companion.games.scope.rules.secrets import seen_legal, sides_of
from companion.games.scope.screens.city import Taps
from companion.games.scope.state import State

type Asked = tuple[Question, Taps]


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of the acting seat on one screen."""

    scene: Scene[State]

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.scene.state

    @property
    def side(self) -> Side:
        """Whose turn it is."""
        return self.state.side

    @property
    def seat(self) -> str:
        """The seat whose turn it is."""
        return self.state.slot

    def entry(self, kind: str) -> dict[str, Json] | None:
        """The entry of `legal` of that kind, as far as this screen may know it."""
        entries = self.scene.once(seen_legal, self.scene.sight)
        return next((each for each in entries if each["type"] == kind), None)

    def chosen(self, key: str, among: object) -> str:
        """A part of the half-made choice, where it is one of these; else nothing."""
        found = self.scene.draft.get(key, "")
        return found if isinstance(among, list | tuple | set | frozenset | dict) and found in among else ""

    def link(self, **changes: str | None) -> str:
        """The same choice with some of it changed."""
        return keep(self.scene, **changes)

    def action(self, kind: str, **keys: Json) -> dict[str, Json]:
        """An action of the acting seat."""
        return {"type": kind, "seat": self.seat, **keys}


def own_side(scene: Scene[State]) -> Side | None:
    """The side whose cards may lie open on this screen; none where they lie on the table."""
    shows = scene.room != "tv" and not scene.state.cards
    sides = sides_of(scene.sight.sees) if shows else frozenset()
    return next(iter(sides)) if len(sides) == 1 else None


def may_decide(scene: Scene[State]) -> bool:
    """Whether this screen has the acting seat's controls, and may know what they are chosen from."""
    return may_tap(scene, scene.state.slot) and own_side(scene) == scene.state.side
