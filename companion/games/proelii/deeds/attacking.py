"""The attacks that some kinds of units make in their move: Hit & Run, charge, push out (8.2.4)."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from companion.engine.deed import record
from companion.engine.errors import IllegalAction
from companion.engine.squares import row_of
from companion.games.proelii.data import DISTANT, ENTRY, LINE, QUARTER
from companion.games.proelii.deeds.moving import Deed, MaybePath, Offers, Path
from companion.games.proelii.procedures import field
from companion.games.proelii.procedures.attacks import Blow, charge_home, check_answer, struck
from companion.games.proelii.procedures.energy import Thrown
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules.movement import check_activation, paid, placed, ready
from companion.games.proelii.state import (
    CORNERS,
    FIRST_ROW,
    FORWARD,
    STRAIGHT,
    Id,
    State,
    Unit,
    Way,
    fighting,
    is_square,
    neighbours,
    step_from,
    way,
)


@record
class Special(Deed):
    """An attack that a kind of unit is able to in its move, for `energy` in all (8.2.4)."""

    steps = ("movement",)
    energy: ClassVar[int] = QUARTER
    less: ClassVar[int] = 0
    """Movement points that the attack itself takes."""
    unit: Id
    path: MaybePath
    target: Id

    @classmethod
    def offers(cls, state: State) -> Offers:
        for name in ready(state):
            able = cls.kind in state.units[name].kind.abilities
            if able and (targets := cls.targets(state, name)):
                listed = [{"target": target, "from": at} for target, at in sorted(targets.items())]
                yield {"unit": name, "targets": listed}

    @classmethod
    def targets(cls, state: State, name: str) -> Mapping[str, str]:
        """The enemies within reach, each with the square where the way to it ends."""
        unit = state.units[name]
        if unit.energy < cls.energy:
            return {}
        there = {**field.ways(state, name, unit.kind.mp - cls.less), unit.at: STAYING}
        targets = {}
        for target, enemy in state.units.items():
            if enemy.side != unit.side and is_square(enemy.at):
                near = neighbours(enemy.at, state.board.columns, state.options.adjacency)
                froms = [(there[at], at) for at in near if at in there]
                if froms:
                    targets[target] = min(froms)[1]
        return targets

    def able(self, state: State) -> Unit:
        """Who attacks; refused where it cannot be activated, or its kind has no such ability."""
        unit = check_activation(state, self.unit, self.energy)
        if self.kind not in unit.kind.abilities:
            raise IllegalAction("type", "This type of unit has no such ability.")
        return unit

    def way(self, state: State, unit: Unit) -> field.Arrived:
        return field.follow(field.Walk(state, self.unit, unit.kind.mp - self.less), self.path)

    def came(self, play: Play, arrived: field.Arrived) -> Play:
        """The unit paid for and at the end of its way."""
        after = paid(play, self.unit)
        return after.put(self.unit, placed(after.unit(self.unit), arrived))

    def check_target(self, state: State, arrived: field.Arrived) -> None:
        unit, target = state.units[self.unit], state.units.get(self.target)
        ends = field.ends_on_square(self.path, unit) and self.path[-1:] != (LINE,)
        there = target is not None and target.is_living and is_square(target.at)
        if not ends or not there or self.target not in state.beside(unit, arrived.at):
            raise IllegalAction("target", "A living enemy on a square next to the way's end is wanted.")

    def gone_on(self, play: Play, path: tuple[str, ...], mp: int) -> Play:
        """The unit on the rest of its way after the attack."""
        if not path:
            return play
        arrived = field.follow(field.Walk(play.state, self.unit, mp), path, "after")
        unit = play.unit(self.unit)
        gone = play.put(self.unit, placed(unit, arrived))
        return gone.step("8.2.4.1", "{unit} go on to {to}.", unit=unit.name, to=arrived.at)


@record
class HitAndRun(Special):
    """Strike from where the way ends, and ride on if nobody answers (8.2.4.1, R23, R24)."""

    log = "{unit} hit and run at {target}"
    energy = 2 * QUARTER
    attack: Thrown
    defence: Thrown | None = None
    after: MaybePath = ()
    response: Literal["charge", "push_out"] | None = None
    response_attack: Thrown | None = None

    def act(self, state: State) -> Play:
        arrived = self.way(state, self.able(state))
        self.check_target(state, arrived)
        self._check_response(state)
        play = self.came(Play(state), arrived)
        play = play.put(self.unit, fighting(play.unit(self.unit), -QUARTER))
        blow = Blow(self.attack, self.defence, self.response, self.response_attack)
        play = struck(play, self.unit, self.target, blow).play
        return self.gone_on(play, self.after, arrived.left)

    def _check_response(self, state: State) -> None:
        """Refuse an answer that the target cannot give (R24)."""
        if self.response is None:
            if self.response_attack is not None:
                raise IllegalAction("response_attack", "Without an answer there are no dice for it.")
            return
        target = state.units[self.target]
        others = [each for each in field.binders(state, self.target) if each != self.unit]
        can = self.response in target.kind.abilities and target.has_energy and not target.inactive
        if not can or others:
            raise IllegalAction("response", "The target lacks that ability or the energy, or others bind it.")
        if self.after:
            raise IllegalAction("after", "Who is answered goes no further.")
        check_answer(self.response, self.defence, self.response_attack)


@record
class Charge(Special):
    """Ride an enemy down: a free attack at the end of a straight last step, which binds him (8.2.4.2)."""

    log = "{unit} charge {target}"
    less = 1
    path: Path
    attack: Thrown
    defence: Thrown | None = None

    @classmethod
    def targets(cls, state: State, name: str) -> Mapping[str, str]:
        targets = charges(field.Walk(state, name, state.units[name].kind.mp - cls.less))
        return {target: way.path[-1] for target, way in targets.items()}

    def act(self, state: State) -> Play:
        arrived = self.way(state, self.able(state))
        self._check(state)
        play = self.came(Play(state), arrived)
        return charge_home(play, self.unit, self.target, Blow(self.attack, self.defence)).play

    def _check(self, state: State) -> None:
        unit, target = state.units[self.unit], state.units.get(self.target)
        if target is None or not target.is_living or target.side == unit.side or not is_square(target.at):
            raise IllegalAction("target", "A living enemy on a square is wanted.")
        before, end = (unit.at, *self.path)[-2:]
        if not is_square(end) or before == DISTANT:
            raise IllegalAction("target", "A charge ends on a square, and does not come from afar.")
        step = (0, FORWARD[unit.side]) if before == ENTRY else way(before, end)
        if way(end, target.at) != step:
            raise IllegalAction("target", "The target stands one step on, straight ahead of the last step.")
        if unit.type == "cavalry" and target.type == "war_elephants":
            raise IllegalAction("target", "Cavalry does not charge war elephants.")


@record
class PushOut(Special):
    """Elephants drive an enemy one step on, and go on where nothing binds them (8.2.4.3)."""

    log = "{unit} push {target} out"
    less = 1
    after: MaybePath = ()

    def act(self, state: State) -> Play:
        arrived = self.way(state, self.able(state))
        self.check_target(state, arrived)
        play = self.came(Play(state), arrived)
        play = field.push(play, play.unit(self.unit).at, self.target)
        if self.after and field.is_bound(play.state, self.unit):
            raise IllegalAction("after.0", "Something binds the elephants: they go no further.")
        return self.gone_on(play, self.after, arrived.left)


STAYING = Way(0, ())


def charges(walk: field.Walk) -> Mapping[str, Way]:
    """The enemies that a unit can charge, each with the way to it."""
    unit, there = walk.unit, {**field.ways(walk.state, walk.name, walk.mp), walk.unit.at: STAYING}
    targets = {}
    for target, enemy in walk.state.units.items():
        barred = unit.type == "cavalry" and enemy.type == "war_elephants"
        if enemy.side != unit.side and is_square(enemy.at) and not barred:
            each = list(_approaches(walk, there, enemy))
            if each:
                targets[target] = min(each)
    return targets


def _approaches(walk: field.Walk, there: Mapping[str, Way], enemy: Unit) -> Iterator[Way]:
    state, unit = walk.state, walk.unit
    steps = STRAIGHT + CORNERS if state.options.adjacency == "all" else STRAIGHT
    for step in steps:
        back = (-step[0], -step[1])
        end = step_from(enemy.at, back, state.board.columns)
        if end is None or not walk.is_free(end):
            continue
        before = _before(unit, end, step, step_from(end, back, state.board.columns))
        way = there.get(before) if before else None
        if way is None or way.mp + 1 > walk.mp or (way.path and field.stops(state, unit, way.path[-1])):
            continue
        yield Way(way.mp + 1, (*way.path, end))


def _before(unit: Unit, end: str, step: tuple[int, int], square: str | None) -> str | None:
    """Where the last step begins: a square, or the Entry Position for the step straight out of it."""
    straight = step == (0, FORWARD[unit.side]) and row_of(end) == FIRST_ROW[unit.side]
    if straight and unit.at in (ENTRY, DISTANT):
        return ENTRY
    return square


ATTACKING: tuple[type[Deed], ...] = (HitAndRun, Charge, PushOut)
