"""The deeds of the Start and Move phases: what each asks, when it is possible, what it does (5.1, 8.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

from companion.engine import deed
from companion.engine.deed import Entry, record
from companion.engine.errors import IllegalAction
from companion.engine.records import replace
from companion.engine.shape import Known, Sized, Then
from companion.games.proelii import data
from companion.games.proelii.data import DISTANT, ENTRY, LINE, QUARTER, SIDE_NAMES, Step
from companion.games.proelii.procedures import field
from companion.games.proelii.procedures.attacks import volley
from companion.games.proelii.procedures.energy import Roll, one_more_face
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules import course
from companion.games.proelii.rules.movement import (
    check_activation,
    close,
    closed,
    could_march,
    exchanges,
    fit,
    free_places,
    marches_to,
    may_exchange,
    may_start_move,
    opened,
    own,
    paid,
    placed,
    ready,
)
from companion.games.proelii.state import Activation, Id, State, Unit, Waiting, moved, still

type Offers = Iterator[Entry]
type Path = Annotated[tuple[Annotated[str, Known("elements")], ...], Sized(1, 16)]
type MaybePath = Annotated[tuple[Annotated[str, Known("elements")], ...], Sized(0, 16)]


class Deed(deed.Deed[State]):
    """What is done in a battle; `steps` are those to which it belongs, none: any before the end.

    `stays`: who did it is asked again, as if nothing had been done.
    """

    steps: ClassVar[tuple[Step, ...]] = ()
    stays: ClassVar[bool] = False

    @classmethod
    def offers(cls, state: State) -> Offers:
        """What may be chosen with it now, a row for each entry of `legal`; some are not listed."""
        yield from ()

    def act(self, state: State) -> Play:
        """The state after it, and why, before the battle goes on by itself."""
        raise NotImplementedError


def reach(state: State, name: str, mp: int) -> list[str]:
    """Where a unit's way may end."""
    return list(field.reached(state, name, mp))


@record
class Deploy(Deed):
    """Put a unit on the first row, or back into the Entry Position (5.1)."""

    log = "A unit is deployed"
    steps = ("deploy",)
    unit: Id
    to: Annotated[str, Known("fronts")]

    @classmethod
    def offers(cls, state: State) -> Offers:
        for name, unit in state.army(state.on_move):
            if unit.at != DISTANT and (to := free_places(state, unit)):
                yield {"unit": name, "to": to}

    def act(self, state: State) -> Play:
        unit = own(state, self.unit)
        if unit.at == DISTANT:
            raise IllegalAction("unit", "It begins on the distant battlefield and stays there.")
        if self.to not in free_places(state, unit):
            raise IllegalAction("to", "A free square of the own first row is wanted, or the Entry Position.")
        put = state.with_unit(self.unit, replace(unit, at=self.to))
        return Play(put).step("5.1", "{side} deploys a unit behind the screen.", side=SIDE_NAMES[unit.side])


@record
class March(Deed):
    """Send units two squares straight ahead to the contact line, free (R17)."""

    log = "To the contact line: {units}"
    steps = ("march",)
    units: Annotated[tuple[Id, ...], Sized(1, 10)]

    @classmethod
    def offers(cls, state: State) -> Offers:
        if units := could_march(state, state.on_move):
            yield {"units": units}

    def act(self, state: State) -> Play:
        play = Play(state)
        for n, name in enumerate(self.units):
            unit = own(play.state, name, f"units.{n}")
            to = None if name in play.state.acted else marches_to(play.state, unit)
            if to is None:
                words = "Only a unit of the first row with two free squares ahead marches, once."
                raise IllegalAction(f"units.{n}", words)
            play = play.now(play.state.acting(name)).put(name, replace(unit, at=to))
            play = play.step("5.1", "{unit} march to {to}.", unit=unit.name, to=to)
        return play


@record
class StartMove(Deed):
    """Move one unit before the battle, paid when the Start phase closes (R17)."""

    log = "{unit} make a start move{way}"
    steps = ("start_moves",)
    unit: Id
    path: Path

    @classmethod
    def offers(cls, state: State) -> Offers:
        for name, unit in state.army(state.on_move):
            if may_start_move(state, name, unit) and (to := reach(state, name, unit.kind.mp)):
                yield {"unit": name, "to": to}

    def act(self, state: State) -> Play:
        unit = own(state, self.unit)
        if not may_start_move(state, self.unit, unit):
            raise IllegalAction("unit", "It has acted already, is bound, or has no 25 energy.")
        arrived = field.follow(field.Walk(state, self.unit, unit.kind.mp), self.path)
        unpaid = tuple(sorted({*state.unpaid, self.unit}))
        after = Play(replace(state.acting(self.unit), unpaid=unpaid)).put(self.unit, placed(unit, arrived))
        words = "{unit} move to {to} and will pay 25 energy."
        return after.step("5.1", words, unit=unit.name, to=arrived.at)


@record
class Done(Deed):
    """A side's part of this step is over."""

    log = "Ready"
    steps = ("deploy", "march", "start_moves", "detachment", "exchange")

    @classmethod
    def offers(cls, state: State) -> Offers:
        if state.step != "detachment" or not course.must_escape(state, state.on_move):
            yield {}

    def act(self, state: State) -> Play:
        if state.step == "detachment" and course.must_escape(state, state.on_move):
            raise IllegalAction("type", "A unit that faces four times its CP must escape while it can.")
        return course.part_ended(Play(state))


@dataclass(frozen=True, slots=True)
class Volley:
    """An enemy's one-sided attack on who escapes (8.2.3)."""

    unit: Id
    faces: Annotated[tuple[data.Face, ...], Sized(1, 8)]
    rerolls: Annotated[tuple[data.Source, ...], Sized(0, 7)]


@record
class Escape(Deed):
    """Break away with double movement points: the enemy strikes, and who lives goes (8.2.3, R20)."""

    log = "{unit} escape{way}"
    steps = ("detachment", "movement")
    unit: Id
    path: Path
    attacks: Annotated[tuple[Annotated[Volley, Then(one_more_face)], ...], Sized(0, 8)] = ()

    @classmethod
    def offers(cls, state: State) -> Offers:
        bound = state.step == "detachment"
        for name in field.escaping(state, state.on_move) if bound else ready(state):
            enemies = field.binders(state, name) if bound else ()
            if to := reach(state, name, 2 * state.units[name].kind.mp):
                strikers = [each for each in enemies if _may_strike(state.units[each])]
                yield {"unit": name, "to": to, "attackers": strikers}

    def act(self, state: State) -> Play:
        unit = self._escaper(state)
        arrived = field.follow(field.Walk(state, self.unit, 2 * unit.kind.mp), self.path)
        play = self._struck_at(Play(state))
        unit = play.unit(self.unit)
        if state.step == "movement":
            play = play.now(play.state.acting(self.unit))
        if not unit.is_living:
            return play
        # Of a roll that it kept from a defence, only shields are left to it (R41).
        shielded = replace(unit, roll=replace(unit.roll, swords=0)) if unit.roll else unit
        gone = replace(placed(moved(shielded, -QUARTER), arrived), inactive=True)
        words = "{unit} escape to {to} for 25 energy and do nothing more this round."
        return play.put(self.unit, gone).step("8.2.3", words, unit=unit.name, to=arrived.at)

    def _escaper(self, state: State) -> Unit:
        if state.step == "movement":
            return check_activation(state, self.unit)
        unit = own(state, self.unit)
        if unit.inactive or not unit.has_energy or not field.is_bound(state, self.unit):
            raise IllegalAction("unit", "Only a bound unit that is active and has 25 energy escapes here.")
        return unit

    def _struck_at(self, play: Play) -> Play:
        """The one-sided attacks of the enemies that bind who escapes (7.1, R21)."""
        binding = field.binders(play.state, self.unit)
        for n, each in enumerate(self.attacks):
            attacker = play.state.units.get(each.unit)
            again = each.unit in [before.unit for before in self.attacks[:n]]
            one = n and play.state.options.escape_attacks == "one"
            if attacker is None or each.unit not in binding or again or one:
                raise IllegalAction(f"attacks.{n}.unit", "An enemy that binds the unit strikes at it, once.")
            if not _may_strike(attacker):
                raise IllegalAction(f"attacks.{n}.unit", "It is inactive, or has no 25 energy.")
            play = volley(play, self.unit, each.unit, Roll(each.faces, each.rerolls), f"attacks.{n}")
        return play


def _may_strike(unit: Unit) -> bool:
    return unit.has_energy and not unit.inactive


@record
class Move(Deed):
    """Activate a unit, or go on with one; `hold` keeps the move open (8.2.2, R19)."""

    log = "{unit} move{way}"
    steps = ("movement",)
    unit: Id
    path: Path
    hold: bool = False

    @classmethod
    def offers(cls, state: State) -> Offers:
        activation = state.open[state.on_move]
        going = [(name, state.units[name].kind.mp) for name in ready(state)]
        for name, mp in [(activation.unit, activation.mp)] if activation else going:
            if to := reach(state, name, mp):
                yield {"unit": name, "to": to}

    def act(self, state: State) -> Play:
        side = state.on_move
        activation = state.open[side]
        if activation is not None:
            own(state, self.unit)
            if activation.unit != self.unit:
                raise IllegalAction("unit", "Another unit's move is held open; it goes on, or halts.")
            unit, mp, begun = state.units[self.unit], activation.mp, activation.begun
        else:
            unit = check_activation(state, self.unit)
            mp, begun = unit.kind.mp, unit.at
        arrived = field.follow(field.Walk(state, self.unit, mp), self.path)
        ends = arrived.stopped or not arrived.left or not field.ends_on_square(self.path, unit)
        if self.hold and ends:
            raise IllegalAction("hold", "The move cannot be held open: it is stopped, or at its end.")
        play = Play(state) if activation else paid(Play(state), self.unit)
        play = play.put(self.unit, placed(play.unit(self.unit), arrived))
        place = self.path[-1]
        far = {LINE: "the line to the distant battlefield", ENTRY: "the Entry Position"}
        play = play.step("8.2.2", "{unit} move to {to}.", unit=unit.name, to=far.get(place, place))
        if self.hold:
            return play.now(opened(play.state, side, Activation(self.unit, arrived.left, begun)))
        return closed(play.now(opened(play.state, side, None)), self.unit, begun)


@record
class Halt(Deed):
    """Close a move that was held open (R19)."""

    log = "The open move halts"
    steps = ("movement",)

    @classmethod
    def offers(cls, state: State) -> Offers:
        if state.open[state.on_move] is not None:
            yield {}

    def act(self, state: State) -> Play:
        side = state.on_move
        activation = state.open[side]
        if activation is None:
            raise IllegalAction("type", "No move of the side to act is held open.")
        halted = Play(state).step("8.2.2", "{unit} halt.", unit=state.units[activation.unit].name)
        return close(halted, side)


@record
class Pass(Deed):
    """Let a unit wait in this tier, at no cost (R18)."""

    log = "{unit} wait"
    steps = ("movement",)
    unit: Id

    @classmethod
    def offers(cls, state: State) -> Offers:
        yield from ({"unit": name} for name in ready(state))

    def act(self, state: State) -> Play:
        unit = check_activation(state, self.unit)
        waits = Play(state.acting(self.unit))
        return waits.step("8.2.2", "{unit} wait in this tier.", unit=unit.name)


class Bidden(NamedTuple):
    """How long a unit is to wait without being asked; `asked` takes it back."""

    unit: Id
    until: data.Waits | Literal["asked"]


@record
class Wait(Deed):
    """Say of several units at once how long they wait: each of them passes when its turn comes (R18)."""

    log = "{units} are told when to wait"
    logs: ClassVar[Mapping[str, str]] = {
        "over": "{units} wait to the end of the moves",
        "reached": "{units} wait until an enemy can reach them",
        "asked": "{units} wait no longer unasked",
    }
    steps = ("movement",)
    stays = True
    units: Annotated[tuple[Bidden, ...], Sized(1, 80)]

    def act(self, state: State) -> Play:
        if state.open[state.on_move] is not None:
            raise IllegalAction("type", "A move is held open; it is closed first.")
        waits = dict(state.waiting)
        for n, each in enumerate(self.units):
            own(state, each.unit, f"units.{n}.unit")
            if each.unit in [before.unit for before in self.units[:n]]:
                raise IllegalAction(f"units.{n}.unit", "It is named before.")
            waits.pop(each.unit, None)
            if each.until != "asked":
                waits[each.unit] = each.until
        bidden = tuple(sorted(Waiting(unit, until) for unit, until in waits.items()))
        return Play(still(state, replace(state, waits=bidden)))


@record
class Exchange(Deed):
    """Two neighbours change places, 25 energy each (8.2.6)."""

    log = "{units} change places"
    steps = ("exchange",)
    units: Annotated[tuple[Id, ...], Sized(2, 2)]

    @classmethod
    def offers(cls, state: State) -> Offers:
        yield from ({"units": list(pair)} for pair in exchanges(state, state.on_move))

    def act(self, state: State) -> Play:
        for n, name in enumerate(self.units):
            if not may_exchange(own(state, name, f"units.{n}")):
                raise IllegalAction(f"units.{n}", "It stands on a square, is active and has 25 energy.")
        one, other = self.units
        if not fit(state, one, other):
            raise IllegalAction("units", "Two neighbours change places, at most one of them bound.")
        first, second = state.units[one], state.units[other]
        changed = {
            one: moved(replace(first, at=second.at), -QUARTER),
            other: moved(replace(second, at=first.at), -QUARTER),
        }
        words = "{one} and {other} change places for 25 energy each."
        return Play(state.with_units(changed)).step("8.2.6", words, one=first.name, other=second.name)


MOVING: tuple[type[Deed], ...] = (Deploy, March, StartMove, Done, Escape, Move, Halt, Pass, Wait, Exchange)
