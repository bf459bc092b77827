"""What stands around the decision: the bar, both armies, units as rows, a choice half made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import stage
from companion.engine.scene import Scene, keep, may_tap
from companion.engine.stage import Bar, Choice, Choices, Icon, Own, Piece, Question, Strip, StripFact, said
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.proelii.data import (
    EXPERIENCE_NAMES,
    KIND_NAMES,
    PHASE_NAMES,
    SIDE_NAMES,
    SIDES,
    STEP_NAMES,
    TITLE,
    Side,
)
from companion.games.proelii.rules.course import measured
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


SIGNS = "proelii/signs.svg"
ROUND = {
    "detachment": "Detach",
    "movement": "Move",
    "exchange": "Exchange",
    "roll": "Roll",
    "cancel": "Cancel",
    "convert": "Convert",
    "losses": "Losses",
    "advance": "Advance",
}
START = {"deploy": "Deploy", "march": "March", "start_moves": "Start moves"}


def own_sign(name: str, look: str = "icon") -> Icon:
    """A sign of the game's own."""
    return Icon(name, SIGNS, look)


def bar(state: State, hand: str | None) -> Bar:
    """The round, the step, who acts."""
    acts = stage.Turn(SIDE_NAMES[state.to_act], state.to_act) if state.to_act else None
    most = state.options.max_rounds
    plate = f"{state.round}/{most}" if most and state.round else f"Round {state.round}"
    return Bar(
        title=TITLE,
        plate=plate if state.round else "Start",
        phase=STEP_NAMES[state.step] if state.step else PHASE_NAMES["over"],
        turn=acts,
        hand=hand,
        board="attack",
        rule=f"phase-{state.phase}",
    )


def strip(scene: Scene[State]) -> Strip:
    """Both sides: units, cohesion, prestige."""
    both = measured(scene.state)
    return Strip(facts=tuple(_side(scene.state, side, both[side].on_field, both[side].cp) for side in SIDES))


def _side(state: State, side: Side, units: int, cp: int) -> StripFact:
    army = state.sides[side]
    prestige = "" if state.options.level == "white" else f" · prestige {army.prestige}"
    return StripFact(
        key=side,
        name=SIDE_NAMES[side],
        value=f"{cp} CP",
        small=f"{units} units{prestige}",
        side=side,
        icon=own_sign(side),
        acting=state.to_act == side,
        rule="cohesion",
    )


def steps(state: State) -> Own:
    """The subphases in a line."""
    names = START if state.phase == "start" else ROUND
    listed = [{"words": words, "now": key == state.step} for key, words in names.items()]
    return Own(template="proelii/steps.html", values={"steps": listed})


def changes(before: State, now: State) -> list[str]:
    """What the last line changed for everybody, in a few words each."""
    was, is_ = measured(before), measured(now)
    lost = [(side, is_[side].cp - was[side].cp) for side in SIDES]
    return [f"{SIDE_NAMES[side]} {signed(by)} CP" for side, by in lost if by]


def unit_rows(turn: Turn, names: Sequence[str], chosen: str, key: str = "u") -> tuple[Piece, ...]:
    """Units to choose one of."""
    rows = tuple(
        unit_row(turn.state.units[name], turn.link(**{key: name, "at": None}), chosen=name == chosen)
        for name in names
    )
    return (Choices(label="Units", choices=rows),) if rows else ()


def unit_row(unit: Unit, href: str, *, chosen: bool = False) -> Choice:
    """One unit: its sign, what it is, its energy."""
    return Choice(
        words=unit.name,
        small=said("{what} at {at}", what=what(unit), at=unit.at),
        end=str(unit.energy),
        icon=own_sign(unit.type),
        side=unit.side,
        href=href,
        chosen=chosen,
    )


def what(unit: Unit) -> str:
    """A unit's experience and type."""
    return f"{EXPERIENCE_NAMES[unit.experience]} {KIND_NAMES[unit.type].lower()}"
