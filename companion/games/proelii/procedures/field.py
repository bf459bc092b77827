"""The field: who stands next to whom, who is bound, where a unit can go, what drives it off (7.2, 8.2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Sized
from companion.engine.squares import Onward, cheapest, row_of
from companion.engine.wire import Json
from companion.games.proelii import data
from companion.games.proelii.procedures import questions
from companion.games.proelii.state import (
    FIRST_ROW,
    FORWARD,
    Energy,
    Id,
    State,
    Unit,
    crosses,
    first_row,
    hit,
    is_square,
    neighbours,
    step_from,
    way,
)


def beside(state: State, unit: Unit, at: str | None = None) -> Iterator[str]:
    """The enemies next to a unit, where it stands or would stand."""
    place = unit.at if at is None else at
    if place == data.DISTANT:
        yield from (name for name in state.distant if state.units[name].side != unit.side)
    elif is_square(place):
        standing, units = state.standing, state.units
        for each in neighbours(place, state.board.columns, state.options.adjacency):
            name = standing.get(each)
            if name is not None and units[name].side != unit.side:
                yield name


def attached(state: State, name: str) -> list[str]:
    """The enemies next to a unit, whatever their energy, by id."""
    return sorted(beside(state, state.units[name]))


def binds(state: State, enemy: str, unit: Unit) -> bool:
    """Whether an enemy next to a unit binds it: by its energy, or by a charge in this round (R14)."""
    return state.units[enemy].has_energy or enemy in unit.charged_by


def binders(state: State, name: str) -> list[str]:
    """The enemies that bind a unit, by id."""
    unit = state.units[name]
    return sorted(each for each in beside(state, unit) if binds(state, each, unit))


def is_bound(state: State, name: str) -> bool:
    unit = state.units[name]
    return any(binds(state, each, unit) for each in beside(state, unit))


def enemy_cp(state: State, names: Iterable[str]) -> int:
    return sum(state.units[each].cp for each in names)


def is_outnumbered(state: State, name: str) -> bool:
    """Whether it faces four times its cohesion, and has not just escaped (7.2, R22)."""
    unit = state.units[name]
    return not unit.inactive and enemy_cp(state, binders(state, name)) >= data.OUTNUMBERED * unit.cp > 0


def stops(state: State, unit: Unit, at: str) -> bool:
    """Whether an enemy with energy stands next to a place that the unit enters (8.2.5)."""
    return any(state.units[each].has_energy for each in beside(state, unit, at))


def escaping(state: State, side: data.Side) -> list[str]:
    """The bound units of a side that can break away: with energy, and somewhere to go (8.2.1)."""
    return [name for name, unit in state.army(side) if can_escape(state, name, unit)]


def can_escape(state: State, name: str, unit: Unit) -> bool:
    """Whether a unit is bound, still active, pays for it, and is not walled in."""
    if unit.inactive or not unit.has_energy or not is_bound(state, name):
        return False
    return unit.at == data.DISTANT or not is_walled_in(state, unit)


def is_walled_in(state: State, unit: Unit) -> bool:
    board = state.board
    if unit.at in first_row(unit.side, board.columns):
        return False
    near = neighbours(unit.at, board.columns, state.options.adjacency)
    return all(each in state.standing or each in board.closed for each in near)


class Place(NamedTuple):
    """Where a way has come: the place, whether the unit fell back on it, whether its ambush still holds."""

    at: str
    fell: bool = False
    ambush: bool = False


class Way(NamedTuple):
    """A way to a place: its price in movement points, and its elements."""

    mp: int
    path: tuple[str, ...]


class Arrived(NamedTuple):
    """Where a way ends: the place, the points left, those paid into the line, whether it is stopped."""

    at: str
    left: int
    crossing: int
    ambush: bool
    stopped: bool


@dataclass(frozen=True)
class Walk:
    """A unit that is about to go, with so many movement points."""

    state: State
    name: str
    mp: int

    @cached_property
    def unit(self) -> Unit:
        return self.state.units[self.name]

    @cached_property
    def begun(self) -> Place:
        return Place(self.unit.at, ambush=self.unit.ambush)

    @cached_property
    def is_bound(self) -> bool:
        return is_bound(self.state, self.name)

    def is_free(self, at: str) -> bool:
        """Whether it may enter a square: not blocked, and nobody else there (R16)."""
        return at not in self.state.board.closed and self.state.standing.get(at, self.name) == self.name

    def steps(self, place: Place, *, first: bool) -> Iterator[tuple[Place, int]]:
        board, at = self.state.board, place.at
        if at in (data.ENTRY, data.DISTANT):
            yield from self._from_zone(place, data.CROSSING - (self.unit.crossing if first else 0))
            return
        for each in neighbours(at, board.columns, self.state.options.adjacency):
            if self.is_free(each):
                yield Place(each), 1
        if at in first_row(self.unit.side, board.columns):
            yield Place(data.ENTRY, fell=True), 1

    def _from_zone(self, place: Place, crossing: int) -> Iterator[tuple[Place, int]]:
        side, columns = self.unit.side, self.state.board.columns
        if place.at == data.ENTRY:
            if not place.fell:
                yield from ((Place(each), 1) for each in first_row(side, columns) if self.is_free(each))
            yield place._replace(at=data.DISTANT), crossing
            return
        yield Place(data.ESCAPED), 1
        yield Place(data.ENTRY, place.fell), crossing
        if place.ambush:
            enemy = first_row(data.OTHER[side], columns)
            yield from ((Place(each), crossing) for each in enemy if self.is_free(each))

    def stops(self, place: Place) -> bool:
        """Whether nothing follows there: an enemy with energy beside it, or it has left the battle."""
        return place.at == data.ESCAPED or stops(self.state, self.unit, place.at)

    def into_line(self, place: Place, left: int, *, first: bool) -> bool:
        """Whether what is left may be paid into the crossing (R12)."""
        price = data.CROSSING - (self.unit.crossing if first else 0)
        barred = (first and self.is_bound) or place.at not in (data.ENTRY, data.DISTANT)
        return self.state.options.crossing_saved and not barred and 1 <= left < price


def follow(walk: Walk, path: Sequence[str], at: str = "path") -> Arrived:
    """The end of a way; `IllegalAction` at its first element that cannot be gone."""
    place, left, crossing, stopped = walk.begun, walk.mp, walk.unit.crossing, False
    for n, to in enumerate(path):
        if stopped:
            raise IllegalAction(f"{at}.{n}", f"The way ends at {path[n - 1]}; nothing may follow.")
        if to == data.LINE:
            if not walk.into_line(place, left, first=n == 0):
                raise IllegalAction(f"{at}.{n}", "Nothing can be paid into the crossing here.")
            saved = crossing + left if n == 0 else left
            place, left, crossing, stopped = place, 0, saved, True
            continue
        step = next((each for each in walk.steps(place, first=n == 0) if each[0].at == to), None)
        if step is None:
            raise IllegalAction(f"{at}.{n}", f"There is no step from {place.at} to {to}.")
        place, price = step
        if price > left:
            raise IllegalAction(
                f"{at}.{n}", f"The step to {to} costs {price}; {left} movement points are left."
            )
        left, crossing, stopped = left - price, 0, walk.stops(place)
    return Arrived(place.at, left, crossing, place.ambush, stopped)


def ways(walk: Walk) -> Mapping[str, Way]:
    """The cheapest way to every place that can be reached, the smallest in string order among equals."""
    reach: dict[str, Way] = {}
    for mp, path in cheapest(_onward(walk, walk.begun, 0, first=True), partial(_onward, walk)):
        reach.setdefault(path[-1].at, Way(mp, tuple(place.at for place in path)))
    reach.pop(walk.unit.at, None)
    return reach


def _onward(walk: Walk, place: Place, spent: int, *, first: bool = False) -> Iterator[Onward[Place]]:
    """The steps that are left from a place at which so many points are spent."""
    if first or not walk.stops(place):
        yield from (step for step in walk.steps(place, first=first) if spent + step[1] <= walk.mp)


def line_way(walk: Walk, reach: Mapping[str, Way]) -> Way | None:
    """The way after which all that is left is paid into the crossing (R12), from the nearer zone."""
    zones = {at: reach[at] for at in (data.ENTRY, data.DISTANT) if at in reach and not walk.stops(Place(at))}
    if walk.unit.at in (data.ENTRY, data.DISTANT):
        zones[walk.unit.at] = Way(0, ())
    allowed = [
        way for at, way in zones.items() if walk.into_line(Place(at), walk.mp - way.mp, first=not way.path)
    ]
    return Way(walk.mp, (*min(allowed).path, data.LINE)) if allowed else None


def reached(walk: Walk) -> dict[str, Way]:
    """Every destination within the movement points, the line among them, in string order."""
    reach = dict(ways(walk))
    line = line_way(walk, reach)
    if line is not None:
        reach[data.LINE] = line
    return dict(sorted(reach.items()))


def ends_on_square(path: Sequence[str], unit: Unit) -> bool:
    return is_square(path[-1] if path else unit.at)


def pushed_to(state: State, unit: Unit, step: tuple[int, int]) -> str | None:
    """Where a pushed unit goes: the free square behind it, its Entry Position, or nowhere."""
    board = state.board
    behind = step_from(unit.at, step, board.columns)
    if behind is not None:
        return None if behind in board.closed or behind in state.standing else behind
    backwards = step == (0, -FORWARD[unit.side]) and row_of(unit.at) == FIRST_ROW[unit.side]
    return data.ENTRY if backwards else None


def push(play: questions.Play, begun: str, name: str) -> questions.Play:
    """Push a unit away from a square; without room it loses 1 CP."""
    unit = play.unit(name)
    to = pushed_to(play.state, unit, way(begun, unit.at))
    values = {"unit": unit.name, "to": "its Entry Position" if to == data.ENTRY else to}
    if to is not None:
        after = play.put(name, replace(unit, at=to, crossing=0))
        return after.step("8.2.4.3", "{unit} is pushed to {to}.", values)
    after = play.put(name, hit(unit, 1)).step("8.2.4.3", "{unit} cannot give way and loses 1 CP.", values)
    return after if after.unit(name).is_living else after.step("7.2", "{unit} is destroyed.", values)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedQuestion:
    """Procedure 6.8's input."""

    board: questions.OnBoard
    options: questions.FieldOptions = questions.USUAL
    units: questions.FieldUnits


def resolve_attached(question: object) -> Resolution:
    """Procedure 6.8: all attached pairs, and every unit that something binds."""
    query: AttachedQuestion = shape.read(AttachedQuestion, question)
    state = questions.field_state(query.board, query.units, query.options)
    pairs = [
        {
            "white": name,
            "black": enemy,
            "white_binds": state.units[name].has_energy,
            "black_binds": state.units[enemy].has_energy,
        }
        for name in state.ids
        if state.units[name].side == "white"
        for enemy in attached(state, name)
    ]
    bound = [row for name in state.ids if (row := _bound(state, name))]
    return Resolution({"pairs": pairs, "bound": bound}, _steps(len(pairs), bound))


def _bound(state: State, name: str) -> dict[str, object] | None:
    by = binders(state, name)
    if not by:
        return None
    enemies = enemy_cp(state, by)
    out = enemies >= data.OUTNUMBERED * state.units[name].cp
    return {"unit": name, "by": by, "enemy_cp": enemies, "outnumbered": out}


def _steps(pairs: int, bound: list[dict[str, Json]]) -> tuple[Step, ...]:
    values = {"pairs": pairs, "bound": len(bound)}
    words = "{pairs:# pair stands|# pairs stand} next to each other; {bound:# unit is|# units are} bound."
    out = sum(row["outnumbered"] for row in bound)
    step = Step("8.2.5", words, values)
    if not out:
        return (step,)
    return (step, Step("7.2", "{out:# unit faces|# units face} four times its CP.", {"out": out}))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachableQuestion:
    """Procedure 6.7's input."""

    board: questions.OnBoard
    options: questions.FieldOptions = questions.USUAL
    unit: Id
    mode: Literal["move", "escape"] = "move"
    red_line_used: bool = False
    units: questions.FieldUnits


def resolve_reachable(question: object) -> Resolution:
    """Procedure 6.7: every destination with its price, its way, whether it stops there."""
    query: ReachableQuestion = shape.read(ReachableQuestion, question)
    state = questions.field_state(query.board, query.units, query.options)
    unit = state.units.get(query.unit)
    if unit is None:
        raise IllegalAction("unit", f"There is no unit {query.unit} on this field.")
    if unit.inactive or not unit.has_energy or (query.mode == "move" and is_bound(state, query.unit)):
        raise IllegalAction("unit", "It is inactive, has no 25 energy, or is bound.")
    mp = unit.kind.mp * (2 if query.mode == "escape" else 1)
    bonus = query.mode == "move" and "red_line" in unit.kind.abilities and not query.red_line_used
    reach = reached(Walk(state, query.unit, mp))
    rows = [_row(state, query.unit, to, way, bonus=bonus) for to, way in reach.items()]
    values = {"mp": mp, "places": len(rows), "stops": sum(row["stops"] for row in rows)}
    words = "{mp} movement points reach {places:# place|# places}; enemies with energy stop it at {stops}."
    result = {"unit": query.unit, "mode": query.mode, "mp": mp, "squares": rows}
    return Resolution(result, (Step("8.2.2", words, values),))


def _row(state: State, name: str, to: str, way: Way, *, bonus: bool) -> dict[str, Json]:
    unit = state.units[name]
    crossed = bonus and to != data.LINE and crosses(state.board.red_lines, unit.side, unit.at, to)
    halted = to not in (data.LINE, "escaped", "entry") and stops(state, unit, to)
    return {"to": to, "mp": way.mp, "stops": halted, "red_line": crossed, "path": list(way.path)}


type Fate = Literal["free", "must_escape", "loses_1_cp", "may_escape", "stands"]


class Escaper(NamedTuple):
    """The unit that is asked about."""

    type: data.Kind
    cp: questions.Cp
    energy: Energy


class Enemy(NamedTuple):
    """An enemy next to it."""

    id: Id
    cp: questions.Cp
    energy: Energy


@dataclass(frozen=True, slots=True)
class EscapeCheckQuestion:
    """Procedure 6.10's input: `open_squares` are the places to which it could step."""

    unit: Escaper
    enemies: Annotated[tuple[Enemy, ...], Sized(0, 8)]
    open_squares: Annotated[int, Between(0, 9)]
    inactive: bool = False


WORDS: dict[Fate, str] = {
    "free": "Nothing binds it.",
    "must_escape": "It must escape.",
    "loses_1_cp": "It cannot escape and loses 1 CP.",
    "may_escape": "It may escape.",
    "stands": "It stands and cannot escape.",
}


def resolve_escape_check(question: object) -> Resolution:
    """Procedure 6.10: who binds it, at what odds, and what follows."""
    query: EscapeCheckQuestion = shape.read(EscapeCheckQuestion, question)
    questions.check_cp(query.unit.type, query.unit.cp, "unit.cp")
    for n, each in enumerate(query.enemies):
        if each.id in [before.id for before in query.enemies[:n]]:
            raise InvalidInput(f"enemies.{n}.id", f"“{each.id}” is named before.")
    binding = sorted(each.id for each in query.enemies if each.energy >= data.QUARTER)
    enemies = sum(each.cp for each in query.enemies if each.energy >= data.QUARTER)
    out = not query.inactive and enemies >= data.OUTNUMBERED * query.unit.cp
    can = (
        bool(binding) and not query.inactive and query.unit.energy >= data.QUARTER and query.open_squares > 0
    )
    outcome = _outcome(bool(binding), out, can)
    cp = query.unit.cp - (outcome == "loses_1_cp")
    result = {
        "binding": binding,
        "enemy_cp": enemies,
        "own_cp": query.unit.cp,
        "ratio": fraction_text(Fraction(enemies, query.unit.cp)),
        "outnumbered": out,
        "can_escape": can,
        "outcome": outcome,
        "mp": 2 * data.UNITS[query.unit.type].mp,
        "cp_after": cp,
        "destroyed": not cp,
    }
    values = {"enemies": enemies, "own": query.unit.cp}
    ratio = Step("7.2", "{enemies} CP of enemies with energy against {own}.", values)
    return Resolution(result, (ratio, Step("8.2.3", WORDS[outcome])))


def _outcome(is_bound: bool, is_outnumbered: bool, can: bool) -> Fate:  # three plain facts
    if not is_bound:
        return "free"
    if is_outnumbered:
        return "must_escape" if can else "loses_1_cp"
    return "may_escape" if can else "stands"


MP = data.UNITS["war_elephants"].mp


@dataclass(frozen=True, slots=True, kw_only=True)
class PushOutQuestion:
    """Procedure 6.9's input."""

    board: questions.OnBoard
    options: questions.FieldOptions = questions.USUAL
    unit: Id
    target: Id
    mp_used: Annotated[int, Between(0, MP)] = 0
    units: questions.FieldUnits


def resolve_push_out(question: object) -> Resolution:
    """Procedure 6.9: where the target is now, and whether the elephants may go on."""
    query: PushOutQuestion = shape.read(PushOutQuestion, question)
    state = questions.field_state(query.board, query.units, query.options)
    unit, target = state.units.get(query.unit), state.units.get(query.target)
    if unit is None or "push_out" not in unit.kind.abilities or not is_square(unit.at) or query.mp_used >= MP:
        raise IllegalAction("unit", "War elephants on a square, with a movement point left, are wanted.")
    if target is None or query.target not in beside(state, unit):
        raise IllegalAction("target", "An enemy next to the elephants is wanted.")
    play = push(questions.Play(state), unit.at, query.target)
    after, left = play.unit(query.target), MP - query.mp_used - 1
    result = {
        "pushed": after.at not in (target.at, "destroyed"),
        "to": after.at,
        "cp": after.cp,
        "destroyed": not after.cp,
        "mp_left": left,
        "may_go_on": left > 0 and not is_bound(play.state, query.unit),
    }
    return Resolution(result, play.steps)
