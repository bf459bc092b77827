"""What questions share: fields of units, fighters, settings; a state in the making, line by line (6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, Protocol, TypedDict

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Step
from companion.engine.shape import Between, DistinctBy, Given, InFull, Known, Learns, Sized
from companion.games.proelii import data
from companion.games.proelii.procedures.energy import lying
from companion.games.proelii.state import (
    Army,
    Board,
    Dice,
    Energy,
    Few,
    Id,
    Options,
    Rolled,
    State,
    Unit,
    is_square,
)


class Play(NamedTuple):
    """What a deed has done so far: the state, and why."""

    state: State
    steps: tuple[Step, ...] = ()

    def step(self, rule: str, template: str, /, **values: object) -> "Play":
        return self._replace(steps=(*self.steps, Step(rule, template, values)))

    def now(self, state: State) -> "Play":
        return self._replace(state=state)

    def unit(self, name: str) -> Unit:
        return self.state.units[name]

    def put(self, name: str, unit: Unit) -> "Play":
        return self.now(self.state.with_unit(name, unit))

    def named(self, name: str) -> str:
        return self.state.units[name].name


type Cp = Annotated[int, Between(1, 2)]
type Saved = Annotated[int, Between(0, 4)]
type OnBoard = Annotated[
    Board, Learns(lambda board, _: {"begins": (*board.squares, data.ENTRY, data.DISTANT)})
]


@dataclass(frozen=True, slots=True)
class FieldUnit:
    """A unit on the field, as a question describes it."""

    id: Id
    side: data.Side
    type: data.Kind
    at: Annotated[str, Known("begins")]
    energy: Energy = data.START
    cp: Annotated[Cp | None, Given] = None
    experience: data.Experience = "regular"
    crossing: Saved = 0
    ambush: bool = False
    inactive: bool = False

    @property
    def unit(self) -> Unit:
        return Unit(
            side=self.side,
            name=self.id,
            type=self.type,
            experience=self.experience,
            at=self.at,
            energy=self.energy,
            cp=data.UNITS[self.type].cp if self.cp is None else self.cp,
            inactive=self.inactive,
            crossing=self.crossing,
            ambush=self.ambush,
        )


class FieldOptions(NamedTuple):
    """The house rules that a question about ground needs."""

    adjacency: data.Adjacency = "orthogonal"
    crossing_saved: bool = True


USUAL = FieldOptions()
DIFFERENT = DistinctBy("id", "“{given}” is named before.")
type FieldUnits = Annotated[tuple[FieldUnit, ...], Sized(1, 80), DIFFERENT]


def field_state(board: Board, units: Sequence[FieldUnit], options: FieldOptions) -> State:
    """The field of a question as a state; refused where units cannot stand so."""
    taken = set(board.closed)
    for n, each in enumerate(units):
        check_cp(each.type, each.unit.cp, f"units.{n}.cp")
    for n, each in enumerate(units):
        if each.at in taken:
            raise IllegalAction(f"units.{n}.at", f"{each.at} is blocked or taken.")
        if is_square(each.at):
            taken.add(each.at)
    house = Options(adjacency=options.adjacency, crossing_saved=options.crossing_saved)
    return state_of({each.id: each.unit for each in units}, house, board)


def check_cp(kind: data.Kind, cp: int, path: str) -> None:
    if cp > data.UNITS[kind].cp:
        raise InvalidInput(path, f"This type has {data.UNITS[kind].cp} CP at most; {cp} was given.")


def state_of(
    units: Mapping[str, Unit],
    options: Options,
    board: Board | None = None,
    sides: Mapping[data.Side, Army] | None = None,
) -> State:
    calm = Army("", 0, "low", "bad")
    return State(
        scenario="asked",
        options=options,
        board=board or Board(LEAST),
        sides=sides or dict.fromkeys(data.SIDES, calm),
        units=units,
        round=1,
        phase="move",
        step="movement",
        tier=25,
        rank="all",
        to_act=None,
        acted=(),
        unpaid=(),
        open=dict.fromkeys(data.SIDES),
        may_advance=(),
        result=None,
    )


LEAST = 7


class Tokens(NamedTuple):
    """What is left of a roll kept from earlier in the round."""

    swords: Few
    shields: Few

    @property
    def roll(self) -> Rolled:
        kept = lying("blank", retained=True)
        return Rolled(face=kept.face, swords=self.swords, shields=self.shields, retained=True)


class Banner(NamedTuple):
    """A side's morale, command and prestige, as a question says them."""

    morale: data.Morale = "low"
    command: data.Command = "bad"
    prestige: Annotated[int, Between(0, 999)] = 0


class Banners(NamedTuple):
    """Both sides'."""

    white: Banner = Banner()
    black: Banner = Banner()


CALM = Banners()


PaidRerolls = Annotated[int, Between(1, 3)]
HouseDice = Annotated[Dice, InFull()]


class Settings(Protocol):
    """What every question about dice says besides (specification 6), each in its own record."""

    @property
    def level(self) -> data.Level: ...
    @property
    def sides(self) -> Banners: ...
    @property
    def dice(self) -> Dice: ...
    @property
    def paid_rerolls(self) -> int: ...


def house_rules(settings: Settings, **more: Any) -> Options:
    return Options(level=settings.level, dice=settings.dice, paid_rerolls=settings.paid_rerolls, **more)


def armies(settings: Settings) -> Mapping[data.Side, Army]:
    """Both sides; outside the red rules morale and command have no effect."""
    banners = {"white": settings.sides.white, "black": settings.sides.black}
    return {side: _army(banners[side], settings.level) for side in data.SIDES}


def _army(banner: Banner, level: data.Level) -> Army:
    if level != "red":
        return Army("", banner.prestige, "low", "bad")
    return Army("", banner.prestige, banner.morale, banner.command)


@dataclass(frozen=True, slots=True)
class Fighter:
    """One unit of a special attack, as a question describes it."""

    side: data.Side
    type: data.Kind
    experience: data.Experience
    energy: Energy
    cp: Cp
    tokens: Tokens | None = None
    inactive: bool = False

    def unit(self, at: str) -> Unit:
        return Unit(
            side=self.side,
            name="the attacker" if at == HERE else "the target",
            type=self.type,
            experience=self.experience,
            at=at,
            energy=self.energy,
            cp=self.cp,
            roll=self.tokens.roll if self.tokens else None,
            inactive=self.inactive,
        )


HERE, THERE, BEHIND = "d3", "d4", "d2"


def duel(attacker: Fighter, target: Fighter, settings: Settings, *, closed: bool = False) -> State:
    """Two fighters face to face in the middle of a board; `closed`: nobody can be pushed back."""
    board = Board(LEAST, blocked=(BEHIND,) if closed else ())
    units = {"attacker": attacker.unit(HERE), "target": target.unit(THERE)}
    return state_of(units, house_rules(settings), board, armies(settings))


class FighterRow(TypedDict):
    """A unit after a blow; its tokens are those that it has thrown."""

    energy: int
    cp: int
    destroyed: bool
    tokens: dict[str, int] | None


def fighter_out(unit: Unit) -> FighterRow:
    tokens = {"swords": unit.swords, "shields": unit.shields} if unit.roll else None
    return {"energy": unit.energy, "cp": unit.cp, "destroyed": not unit.cp, "tokens": tokens}


def prestige_left(state: State) -> dict[data.Side, int]:
    return {side: state.sides[side].prestige for side in data.SIDES}


def check_fighters(attacker: Fighter, target: Fighter) -> None:
    """Refuse fighters with too much cohesion, or of one side."""
    check_cp(attacker.type, attacker.cp, "attacker.cp")
    check_cp(target.type, target.cp, "target.cp")
    if attacker.side == target.side:
        raise IllegalAction("target.side", "The target is an enemy.")
