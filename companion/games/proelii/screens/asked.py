"""What this screen may do now, and the choice that is half made."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.looking import keep, may_tap
from companion.engine.scene import Scene
from companion.engine.stage import Question
from companion.engine.wire import Json
from companion.games.proelii.data import SIDES, Side
from companion.games.proelii.rules.secrets import is_secret, seen_legal
from companion.games.proelii.state import State, Unit


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the field does: links by square, zone and unit, and what each place would cost.

    `binds` are the places where something would bind, `targets` the enemies that a deed can reach, `ghost`
    the unit that would stand on a square, `chosen` what is chosen, `aim` the place that is aimed at. Where
    somebody is asked, `lit` are the squares that it is about, all else dimmed, and `way` the squares that a
    unit goes over, its own first.
    """

    places: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    mp: Mapping[str, int] = field(default_factory=dict)
    binds: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    aim: str = ""
    ghost: Mapping[str, Unit] = field(default_factory=dict)
    pairs: Mapping[str, str] = field(default_factory=dict)
    lit: frozenset[str] = frozenset()
    way: tuple[str, ...] = ()


type Asked = tuple[Question, Taps]


@dataclass(frozen=True, slots=True)
class Turn:
    """The step of the battle on one screen."""

    scene: Scene[State]

    @property
    def state(self) -> State:
        """Where the battle stands."""
        return self.scene.state

    @property
    def side(self) -> Side:
        """The side to act; white where both do."""
        return self.state.to_act or "white"

    def entries(self, kind: str) -> dict[str, dict[str, Json]]:
        """The entries of `legal` of that kind by unit, as far as this screen may know them."""
        listed = self.scene.once(seen_legal, self.scene.sight)
        return {each.get("unit", ""): each for each in listed if each["type"] == kind}

    def has(self, kind: str) -> bool:
        """Whether such a deed is possible here."""
        return bool(self.entries(kind))

    def chosen(self, key: str, among: object) -> str:
        """A part of the half-made choice, where it is one of these; else nothing."""
        found = self.scene.draft.get(key, "")
        return found if isinstance(among, list | tuple | set | frozenset | dict) and found in among else ""

    def listed(self, key: str) -> tuple[str, ...]:
        """A part of the half-made choice that holds several."""
        return tuple(filter(None, self.scene.draft.get(key, "").split("~")))

    def link(self, **changes: str | None) -> str:
        """The same choice with some of it changed."""
        return keep(self.scene, **changes)

    def toggled(self, key: str, value: str) -> str:
        """The same choice with one of several put in or taken out."""
        now = self.listed(key)
        after = [each for each in now if each != value] if value in now else [*now, value]
        return self.link(**{key: "~".join(after) or None})


def may_decide(scene: Scene[State]) -> bool:
    """Whether this screen has the controls of who acts, and may know what they are chosen from."""
    side = scene.state.to_act
    if side is None:
        return any(may_tap(scene, each) for each in SIDES)
    hidden = is_secret(scene.state) and scene.own != side
    return may_tap(scene, side) and not hidden
