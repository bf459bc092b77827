"""The field: who stands next to whom, who is bound, where a unit can go, what drives it off (7.2, 8.2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.records import replace
from companion.engine.shape import Between, Sized
from companion.engine.squares import row_of
from companion.games.proelii import data
from companion.games.proelii.procedures import questions
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.state import (
    FIRST_ROW,
    FORWARD,
    Energy,
    Id,
    State,
    Unit,
    Way,
    crosses,
    first_row,
    hit,
    is_square,
    neighbours,
    step_from,
    way,
)


def binds(state: State, enemy: str, unit: Unit) -> bool:
    """Whether an enemy next to a unit binds it: by its energy, or by a charge in this round (R14)."""
    return state.units[enemy].has_energy or enemy in unit.charged_by


def binders(state: State, name: str) -> list[str]:
    """The enemies that bind a unit, by id."""
    return [each for each in state.facing[name] if binds(state, each, state.units[name])]


def is_bound(state: State, name: str) -> bool:
    unit = state.units[name]
    if unit.at in state.halts[unit.side]:
        return True
    return bool(unit.charged_by) and bool(binders(state, name))


def binding_cp(state: State, name: str) -> int:
    return sum(state.units[each].cp for each in binders(state, name))


def is_outnumbered(state: State, name: str) -> bool:
    """Whether it faces four times its cohesion, and has not just escaped (7.2, R22)."""
    unit = state.units[name]
    return not unit.inactive and binding_cp(state, name) >= data.OUTNUMBERED * unit.cp > 0


def stops(state: State, unit: Unit, at: str) -> bool:
    """Whether an enemy with energy stands next to a place that the unit enters (8.2.5)."""
    return at in state.halts[unit.side]


def reachers(state: State, name: str) -> list[str]:
    """The enemies that could come next to a unit with one move, by id: free ones with energy left."""
    unit, board = state.units[name], state.board
    near = {unit.at} & {data.DISTANT}
    if is_square(unit.at):
        near = {unit.at, *neighbours(unit.at, board.columns, state.options.adjacency)}
    able = ((each, enemy) for each, enemy in state.army(data.OTHER[unit.side]) if near)
    return [
        each
        for each, enemy in able
        if enemy.has_energy
        and not enemy.inactive
        and (not near.isdisjoint(ways(state, each, enemy.kind.mp)) or enemy.at in near)
        and not is_bound(state, each)
    ]


def escaping(state: State, side: data.Side) -> list[str]:
    """The bound units of a side that can break away: with energy, and somewhere to go (8.2.1)."""
    board = state.board

    def has_way(at: str) -> bool:
        if at == data.DISTANT or at in first_row(side, board.columns):
            return True
        near = neighbours(at, board.columns, state.options.adjacency)
        return any(each not in state.standing and each not in board.closed for each in near)

    able = ((name, unit) for name, unit in state.army(side) if unit.has_energy and not unit.inactive)
    return [name for name, unit in able if is_bound(state, name) and has_way(unit.at)]


class Place(NamedTuple):
    """Where a way has come: the place, whether the unit fell back on it, whether its ambush still holds."""

    at: str
    fell: bool = False
    ambush: bool = False


class Arrived(NamedTuple):
    """Where a way ends: the place, the points left, those paid into the line, whether it is stopped."""

    at: str
    left: int
    crossing: int
    ambush: bool
    stopped: bool


class Ground(NamedTuple):
    """The field as who goes over it finds it: whose he is, what is taken, where an enemy would stop him.

    All that decides where a way leads, but for the unit's own place: two units of a side, and the same unit
    after others did something elsewhere, find the same ground and so the same ways.
    """

    side: data.Side
    columns: int
    adjacency: data.Adjacency
    taken: frozenset[str]
    halts: frozenset[str]

    def steps(self, place: Place, crossing: int) -> Iterable[tuple[Place, int]]:
        """Where one goes from a place, squares in string order, each with its price (8.2.2)."""
        if place.at in (data.ENTRY, data.DISTANT):
            return self._from_zone(place, crossing)
        taken = self.taken
        near = onto(place.at, self.side, self.columns, self.adjacency)
        return [step for step in near if step[0].at not in taken]

    def _from_zone(self, place: Place, crossing: int) -> Iterator[tuple[Place, int]]:
        if place.at == data.ENTRY:
            if not place.fell:
                yield from ((Place(each), 1) for each in self._free(self.side))
            yield place._replace(at=data.DISTANT), crossing
            return
        yield Place(data.ESCAPED), 1
        yield Place(data.ENTRY, place.fell), crossing
        if place.ambush:
            yield from ((Place(each), crossing) for each in self._free(data.OTHER[self.side]))

    def _free(self, side: data.Side) -> Iterator[str]:
        return (each for each in first_row(side, self.columns) if each not in self.taken)

    def stops(self, at: str) -> bool:
        """Whether nothing follows there: an enemy with energy beside it, or it has left the battle."""
        return at in self.halts or at == data.ESCAPED


@cache
def onto(at: str, side: data.Side, columns: int, adjacency: data.Adjacency) -> tuple[tuple[Place, int], ...]:
    """One step on from a square, in order: to its neighbours, from the first row to the own reserves."""
    back = [Place(data.ENTRY, fell=True)] if at in first_row(side, columns) else []
    return tuple((to, 1) for to in sorted([*map(Place, neighbours(at, columns, adjacency)), *back]))


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

    @cached_property
    def ground(self) -> Ground:
        state, unit = self.state, self.unit
        taken = state.taken - {unit.at}
        return Ground(unit.side, state.board.columns, state.options.adjacency, taken, state.halts[unit.side])

    def is_free(self, at: str) -> bool:
        """Whether it may enter a square: not blocked, and nobody else there (R16)."""
        return at not in self.ground.taken

    def steps(self, place: Place, *, first: bool) -> Iterable[tuple[Place, int]]:
        return self.ground.steps(place, data.CROSSING - (self.unit.crossing if first else 0))

    def stops(self, place: Place) -> bool:
        return self.ground.stops(place.at)

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


def ways(state: State, name: str, mp: int) -> Mapping[str, Way]:
    """The cheapest way to every place that can be reached, the smallest in string order among equals.

    Looked for once a ground and place, as far as an escape goes: a shorter move is the beginning of it, and
    who waits beside another, or somewhere else acts, changes nothing.
    """
    answer = state.ways.get((name, mp))
    if answer is None:
        walk = Walk(state, name, mp)
        far = max(mp, 2 * walk.unit.kind.mp)
        every = _ways(walk.ground, walk.begun, walk.unit.crossing, far)
        answer = every if far == mp else {at: way for at, way in every.items() if way.mp <= mp}
        state.ways[name, mp] = answer
    return answer


@lru_cache(maxsize=256)
def _ways(ground: Ground, begun: Place, paid: int, mp: int) -> Mapping[str, Way]:
    """Every way by its price; of equal ones those come first that are smaller, place by place (Dijkstra)."""
    by_price: list[list[tuple[Place, ...]]] = [[] for _ in range(mp + 1)]
    for place, price in ground.steps(begun, data.CROSSING - paid):
        if price <= mp:
            by_price[price].append((place,))
    reach: dict[str, Way] = {}
    seen: set[Place] = set()
    for spent, paths in enumerate(by_price):
        # A step costs 1 nearly everywhere, so that a price's ways lie in order but for those over the line.
        paths.sort()
        for path in paths:
            place = path[-1]
            if place in seen:
                continue
            seen.add(place)
            at = place.at
            if at not in reach:
                reach[at] = Way(spent, tuple([each.at for each in path]))
            left = 0 if ground.stops(at) else mp - spent
            onward = [step for step in ground.steps(place, data.CROSSING) if step[1] <= left] if left else ()
            for to, price in onward:
                by_price[spent + price].append((*path, to))
    reach.pop(begun.at, None)
    return reach


def reached(state: State, name: str, mp: int) -> Mapping[str, Way]:
    """Every destination within these movement points, the line among them, in string order."""
    walk, reach = Walk(state, name, mp), dict(ways(state, name, mp))
    # All that is left may be paid into the crossing (R12), from the nearer zone.
    zones = {at: reach[at] for at in (data.ENTRY, data.DISTANT) if at in reach and not walk.stops(Place(at))}
    if walk.unit.at in (data.ENTRY, data.DISTANT):
        zones[walk.unit.at] = Way(0, ())
    paying = [
        way for at, way in zones.items() if walk.into_line(Place(at), walk.mp - way.mp, first=not way.path)
    ]
    if paying:
        reach[data.LINE] = Way(walk.mp, (*min(paying).path, data.LINE))
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


def push(play: Play, begun: str, name: str) -> Play:
    """Push a unit away from a square; without room it loses 1 CP."""
    unit = play.unit(name)
    to = pushed_to(play.state, unit, way(begun, unit.at))
    if to is not None:
        place = "its Entry Position" if to == data.ENTRY else to
        after = play.put(name, replace(unit, at=to, crossing=0))
        return after.step("8.2.4.3", "{unit} are pushed to {to}.", unit=unit.name, to=place)
    words = "{unit} cannot give way and lose 1 CP."
    after = play.put(name, hit(unit, 1)).step("8.2.4.3", words, unit=unit.name, to=to)
    if after.unit(name).is_living:
        return after
    return after.step("7.2", "{unit} are destroyed.", unit=unit.name, to=to)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedQuestion:
    """Procedure 6.8's input."""

    board: questions.OnBoard
    options: questions.FieldOptions = questions.USUAL
    units: questions.FieldUnits


class Pair(TypedDict):
    """Two units attached to each other, and which of them binds."""

    white: str
    black: str
    white_binds: bool
    black_binds: bool


class Bound(TypedDict):
    unit: str
    by: list[str]
    enemy_cp: int
    outnumbered: bool


class Attachments(TypedDict):
    """Procedure 6.8's result."""

    pairs: list[Pair]
    bound: list[Bound]


def resolve_attached(question: object) -> Resolution[Attachments]:
    """Procedure 6.8: all attached pairs, and every unit that something binds."""
    query = shape.read(AttachedQuestion, question)
    state = questions.field_state(query.board, query.units, query.options)
    units = state.units
    pairs: list[Pair] = [
        {
            "white": name,
            "black": enemy,
            "white_binds": units[name].has_energy,
            "black_binds": units[enemy].has_energy,
        }
        for name in state.ids
        if units[name].side == "white"
        for enemy in state.facing[name]
    ]
    bound = {name: by for name in state.ids if (by := binders(state, name))}
    cp = {name: binding_cp(state, name) for name in bound}
    out = [name for name in bound if cp[name] >= data.OUTNUMBERED * units[name].cp]
    rows: list[Bound] = [
        {"unit": name, "by": by, "enemy_cp": cp[name], "outnumbered": name in out}
        for name, by in bound.items()
    ]
    words = "{pairs:# pair stands|# pairs stand} next to each other; {bound:# unit is|# units are} bound."
    steps = [Step("8.2.5", words, {"pairs": len(pairs), "bound": len(bound)})]
    if out:
        steps.append(Step("7.2", "{out:# unit faces|# units face} four times its CP.", {"out": len(out)}))
    return Resolution(Attachments(pairs=pairs, bound=rows), tuple(steps))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachableQuestion:
    """Procedure 6.7's input."""

    board: questions.OnBoard
    options: questions.FieldOptions = questions.USUAL
    unit: Id
    mode: Literal["move", "escape"] = "move"
    red_line_used: bool = False
    units: questions.FieldUnits


class Destination(TypedDict):
    """Where a unit may go, by which way."""

    to: str
    mp: int
    stops: bool
    red_line: bool
    path: list[str]


class Reaches(TypedDict):
    """Procedure 6.7's result."""

    unit: str
    mode: str
    mp: int
    squares: list[Destination]


def resolve_reachable(question: object) -> Resolution[Reaches]:
    """Procedure 6.7: every destination with its price, its way, whether it stops there."""
    query = shape.read(ReachableQuestion, question)
    state = questions.field_state(query.board, query.units, query.options)
    unit = state.units.get(query.unit)
    if unit is None:
        raise IllegalAction("unit", f"There is no unit {query.unit} on this field.")
    if unit.inactive or not unit.has_energy or (query.mode == "move" and is_bound(state, query.unit)):
        raise IllegalAction("unit", "It is inactive, has no 25 energy, or is bound.")
    mp = unit.kind.mp * (2 if query.mode == "escape" else 1)
    bonus = query.mode == "move" and "red_line" in unit.kind.abilities and not query.red_line_used
    reach = reached(state, query.unit, mp)
    halts = {to for to in reach if stops(state, unit, to)}
    rows: list[Destination] = [
        {
            "to": to,
            "mp": way.mp,
            "stops": to in halts,
            "red_line": bonus and crosses(state.board.red_lines, unit.side, unit.at, to),
            "path": list(way.path),
        }
        for to, way in reach.items()
    ]
    words = "{mp} movement points reach {places:# place|# places}; enemies with energy stop it at {stops}."
    step = Step("8.2.2", words, {"mp": mp, "places": len(rows), "stops": len(halts)})
    return Resolution(Reaches(unit=query.unit, mode=query.mode, mp=mp, squares=rows), (step,))


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
    enemies: Annotated[tuple[Enemy, ...], Sized(0, 8), questions.DIFFERENT]
    open_squares: Annotated[int, Between(0, 9)]
    inactive: bool = False


class EscapeCheck(TypedDict):
    """Procedure 6.10's result."""

    binding: list[str]
    enemy_cp: int
    own_cp: int
    ratio: str
    outnumbered: bool
    can_escape: bool
    outcome: Fate
    mp: int
    cp_after: int
    destroyed: bool


def resolve_escape_check(question: object) -> Resolution[EscapeCheck]:
    """Procedure 6.10: who binds it, at what odds, and what follows."""
    query = shape.read(EscapeCheckQuestion, question)
    questions.check_cp(query.unit.type, query.unit.cp, "unit.cp")
    awake = [each for each in query.enemies if each.energy >= data.QUARTER]
    binding, enemies = sorted(each.id for each in awake), sum(each.cp for each in awake)
    out = not query.inactive and enemies >= data.OUTNUMBERED * query.unit.cp
    pays = query.unit.energy >= data.QUARTER and not query.inactive
    can = bool(binding) and pays and query.open_squares > 0
    fates: tuple[Fate, Fate] = ("may_escape", "stands")
    if not binding:
        fates = ("free", "free")
    elif out:
        fates = ("must_escape", "loses_1_cp")
    outcome = fates[0] if can else fates[1]
    cp = query.unit.cp - (outcome == "loses_1_cp")
    result: EscapeCheck = {
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
    return Resolution(result, (ratio, Step("8.2.3", data.WORDS["escapes"][outcome])))


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


class PushedOut(TypedDict):
    """Procedure 6.9's result."""

    pushed: bool
    to: str
    cp: int
    destroyed: bool
    mp_left: int
    may_go_on: bool


def resolve_push_out(question: object) -> Resolution[PushedOut]:
    """Procedure 6.9: where the target is now, and whether the elephants may go on."""
    query = shape.read(PushOutQuestion, question)
    state = questions.field_state(query.board, query.units, query.options)
    unit, target = state.units.get(query.unit), state.units.get(query.target)
    if unit is None or "push_out" not in unit.kind.abilities or not is_square(unit.at) or query.mp_used >= MP:
        raise IllegalAction("unit", "War elephants on a square, with a movement point left, are wanted.")
    if target is None or query.target not in state.facing[query.unit]:
        raise IllegalAction("target", "An enemy next to the elephants is wanted.")
    play = push(Play(state), unit.at, query.target)
    after, left = play.unit(query.target), MP - query.mp_used - 1
    result: PushedOut = {
        "pushed": after.at not in (target.at, "destroyed"),
        "to": after.at,
        "cp": after.cp,
        "destroyed": not after.cp,
        "mp_left": left,
        "may_go_on": left > 0 and not is_bound(play.state, query.unit),
    }
    return Resolution(result, play.steps)
