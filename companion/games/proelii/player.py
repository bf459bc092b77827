"""Proelii as the house plays it: a line behind the screen, ground that pays, and every sword its enemy."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import exp
from random import Random

from companion.engine.playing import Move, Player, View, picked
from companion.engine.squares import column_of
from companion.engine.wire import Json
from companion.games.proelii.data import DISTANT, ENTRY, ESCAPED, FACES, OTHER, QUARTER, SIDES, Die, Side
from companion.games.proelii.deeds.attacking import HitAndRun, charges
from companion.games.proelii.deeds.secrets import ATTACK, CANCEL, ESCAPE
from companion.games.proelii.procedures.energy import conversions, open_sources
from companion.games.proelii.procedures.field import Walk, escaping, ways
from companion.games.proelii.rules import course, movement
from companion.games.proelii.state import (
    State,
    Unit,
    centre,
    depth,
    first_row,
    is_square,
    neighbours,
    read_state,
)

HIDDEN = "hidden"
"""How a place behind the enemy's screen is seen."""
FEW = 3
"""So many places are thought of for each unit that may go."""
LINES: tuple[Json, ...] = ({"line": "rank"}, {"line": "rank"}, {"line": "mirror"}, {"clear": True})
"""How an army may be laid out: the most experienced in the middle, turned round, or as it was."""


def side_of(seat: str) -> Side:
    return "white" if seat == "white" else "black"


def guess(view: View) -> Callable[[Random], State]:
    """Behind the screen anybody may stand anywhere in the first row, or wait; all else lies open."""
    seen = view.state
    unknown = [name for name, unit in sorted(seen["units"].items()) if unit["at"] == HIDDEN]
    units = {name: {**unit, "at": ENTRY} if name in unknown else unit for name, unit in seen["units"].items()}
    state = read_state({**seen, "units": units}, "")
    row = first_row(OTHER[side_of(view.seat)], state.board.columns)
    free = [at for at in row if at not in state.board.closed]

    def guessed(random: Random) -> State:
        places = random.sample(free, min(len(free), len(unknown)))
        stand = dict(zip(random.sample(unknown, len(unknown)), places, strict=False))
        return state.with_units({name: replace(state.units[name], at=at) for name, at in stand.items()})

    return guessed if unknown else lambda random: state


def moves(state: State, seat: str, random: Random) -> list[Move]:
    """A few deeds of some sense; where the step is both sides', what a side throws, and its word."""
    if state.is_over or state.step is None:
        return []
    sides = (side_of(seat),) if seat else SIDES
    return [move for side in sides for move in THOUGHT[state.step](state, side, random)]


def _end(state: State, side: Side, random: Random) -> Iterator[Move]:
    """What is laid out at a table is marked: see `marks`. What only costs energy is left alone."""
    ends = {"losses": "losses", "cancel": "close", "convert": "close"}
    yield Move({"type": ends.get(str(state.step), "done")})


def _march(state: State, side: Side, random: Random) -> Iterator[Move]:
    if units := movement.could_march(state, side):
        foot = [name for name in units if state.units[name].kind.mp < 5]
        yield from (Move({"type": "march", "units": each[:10]}, 2.0) for each in (units, foot) if each)
    yield Move({"type": "done"}, 0.5)


def _detachment(state: State, side: Side, random: Random) -> Iterator[Move]:
    """Who must run runs; of the others who stands badly."""
    must = course.must_escape(state, side)
    for name in must or escaping(state, side):
        unit = state.units[name]
        stays = worth(state, name, unit.at, unit.energy)
        for gain, path in _best(state, name, 2 * unit.kind.mp, unit.energy - QUARTER)[:2]:
            weight = 1.0 if must else 0.5 * exp(min(gain - stays - 1.5, 0.0))
            yield Move({"type": "escape", "unit": name, "path": path}, weight)
    if not must:
        yield Move({"type": "done"})


def _best(state: State, name: str, mp: int, energy: int) -> list[tuple[float, list[str]]]:
    """The ways of a unit, those to the best places first; nobody leaves the battle of himself."""
    reach = ways(state, name, mp)
    rated = [(worth(state, name, at, energy), list(way.path)) for at, way in reach.items() if at != ESCAPED]
    return sorted(rated, key=lambda each: (-each[0], each[1]))


def _movement(state: State, side: Side, random: Random) -> Iterator[Move]:
    if state.open[side] is not None:
        yield Move({"type": "halt"})
        return
    for name in movement.eligible(state, side):
        yield from _moved(state, name)


def _moved(state: State, name: str) -> Iterator[Move]:
    unit = state.units[name]
    stays = worth(state, name, unit.at, unit.energy) + 0.35
    yield Move({"type": "pass", "unit": name}, 0.4)
    for gain, path in _best(state, name, unit.kind.mp, unit.energy - QUARTER)[:FEW]:
        yield Move({"type": "move", "unit": name, "path": path}, exp(2 * min(gain - stays, 1.5)))
    for ability, strike in (("hit_and_run", _hit_and_run), ("charge", _charge)):
        if ability in unit.kind.abilities:
            yield from strike(state, name, stays)


def quick(state: State, seat: str, random: Random) -> Move | None:
    """Of the units that may move one, with whatever comes to mind of it."""
    side = side_of(seat)
    if not seat or state.step != "movement" or state.open[side] is not None:
        return None
    names = movement.eligible(state, side)
    return picked(list(_moved(state, random.choice(names))), random) if names else None


def _hit_and_run(state: State, name: str, stays: float) -> Iterator[Move]:
    unit = state.units[name]
    for target, at in HitAndRun.targets(state, name).items():
        way = None if at == unit.at else ways(state, name, unit.kind.mp)[at]
        path, left = (list(way.path), unit.kind.mp - way.mp) if way else ([], unit.kind.mp)
        there = state.with_unit(name, replace(unit, at=at, energy=unit.energy - 2 * QUARTER))
        back = _best(there, name, left, unit.energy - 2 * QUARTER)[:1] if left else []
        after = back[0][1] if back else []
        gain = _hurt(state, name, target) + (back[0][0] if back else worth(state, name, at, 0)) - stays
        deed = {"type": "hit_and_run", "unit": name, "path": path, "target": target}
        yield Move({**deed, **({"after": after} if after else {})}, exp(2 * min(gain, 1.5)))


def _charge(state: State, name: str, stays: float) -> Iterator[Move]:
    unit = state.units[name]
    for target, way in charges(Walk(state, name, unit.kind.mp - 1)).items():
        gain = _hurt(state, name, target) + worth(state, name, way.path[-1], unit.energy - QUARTER) - stays
        deed = {"type": "charge", "unit": name, "path": list(way.path), "target": target}
        yield Move(deed, exp(2 * min(gain, 1.5)))


def _hurt(state: State, name: str, target: str) -> float:
    """The cohesion that a strike takes on average, about."""
    enemy = state.units[target]
    shields = enemy.shields if enemy.roll else (0.5 if enemy.has_energy and not enemy.inactive else 0.0)
    return max(0.0, _mean(_die(state, state.units[name]), 0) - shields) / max(enemy.cp, 1)


def worth(state: State, name: str, at: str, energy: int) -> float:
    """How well a unit stands at a place with so much energy left: whom it fights there, and the ground."""
    unit = state.units[name]
    if not is_square(at):
        return -0.6 if at in (ENTRY, DISTANT) else -3.0
    mine, shields = _mean(_die(state, unit), 0), _mean(_die(state, unit), 1)
    value = 0.12 * (at[0] in centre(state.board.columns))
    foes = [state.units[each] for each in state.beside(unit, at)]
    if not foes:
        return value - 0.07 * _far(state, unit, at)
    threat = sum(_mean(_die(state, foe), 0) for foe in foes if foe.has_energy and not foe.inactive)
    if energy >= QUARTER:
        value += mine / min(foe.cp for foe in foes)
        value += 0.35 * any(_also(state, foe, name) for foe in foes)
        threat = max(0.0, threat - shields)
    return value - 0.6 * threat / max(unit.cp, 1)


def _also(state: State, foe: Unit, name: str) -> bool:
    """Whether others of the side stand next to that enemy as well."""
    near = (state.standing.get(at) for at in neighbours(foe.at, state.board.columns, state.options.adjacency))
    return any(each not in (None, name) and state.units[each or ""].side != foe.side for each in near)


def _far(state: State, unit: Unit, at: str) -> int:
    """How far the nearest enemy on the field is."""
    column, row = column_of(at), depth(at, unit.side)
    foes = state.squares[OTHER[unit.side]]
    return min([abs(there[0] - column) + abs(there[1] - row) for there in foes], default=0)


def _die(state: State, unit: Unit) -> Die:
    die: Die = getattr(state.options.dice, unit.kind.die)
    return die


@cache
def _mean(die: Die, token: int) -> float:
    """The swords (0) or shields (1) of a die on average."""
    return sum(FACES[face][token] for face in die) / len(die)


def _roll(state: State, side: Side, random: Random) -> Iterator[Move]:
    """All throw at once; a blank is thrown again where that is free, or the unit has plenty."""
    army = list(state.army(side))
    fresh = [name for name, unit in army if course.may_roll(state, unit)]
    strong = [name for name in fresh if state.units[name].energy > QUARTER]
    for names, weight in ((fresh, 8.0), (strong, 0.5)):
        if names:
            yield Move({"type": "rolls", "rolls": [{"unit": each} for each in names]}, weight)
    throws = ((name, each) for name, unit in army if not fresh for each in open_sources(state, unit))
    for name, source in throws:
        if weight := _again(state.units[name], source):
            yield Move({"type": "reroll", "unit": name, "source": source}, weight)
    yield Move({"type": "close"}, 0.2 if fresh else 1.0)


def _again(unit: Unit, source: str) -> float:
    if source == "forced" or unit.roll is None or unit.roll.face != "blank":
        return 0.0
    return {"energy": 0.5 if unit.energy > QUARTER else 0.0, "prestige": 0.5}.get(source, 6.0)


def _advance(state: State, side: Side, random: Random) -> Iterator[Move]:
    for each in state.may_advance:
        unit = state.units[each.unit]
        if unit.side == side:
            there, here = (worth(state, each.unit, at, unit.energy) for at in (each.to, unit.at))
            yield Move({"type": "advance", "unit": each.unit, "to": each.to}, exp(2 * min(there - here, 1.0)))
    yield Move({"type": "close"})


THOUGHT: Mapping[str, Callable[[State, Side, Random], Iterator[Move]]] = {
    "deploy": _end,
    "march": _march,
    "start_moves": _end,
    "detachment": _detachment,
    "movement": _movement,
    "exchange": _end,
    "roll": _roll,
    "cancel": _end,
    "convert": _end,
    "losses": _end,
    "advance": _advance,
}


def marks(state: State, seat: str, random: Random) -> Sequence[Json]:
    """Behind the screen how the army stands; in the fight what each unit does with its roll."""
    if state.step == "deploy":
        return [random.choice(LINES)]
    if state.step not in ("roll", "cancel", "convert"):
        return []
    ways_of = ((name, _way(state, name)) for name, unit in state.army(side_of(seat)) if unit.roll)
    return [{"unit": name, "way": way} for name, way in ways_of if way]


def _way(state: State, name: str) -> str:
    """A blank pays; where no sword comes two shields make one; who would die makes a shield of two swords."""
    unit, open_now = state.units[name], conversions(state, state.units[name])
    coming = sum(state.units[each].swords for each in state.facing[name])
    if "blank_to_energy" in open_now:
        return "blank_to_energy"
    if "shields_to_sword" in open_now and not coming and state.facing[name]:
        return "shields_to_sword"
    if "swords_to_shield" in open_now and unit.cp <= coming - unit.shields <= unit.cp:
        return "swords_to_shield"
    return CANCEL if unit.swords and not state.facing[name] and course.may_cancel(state, unit) else ""


def reply(state: State, seat: str, ask: Json, random: Random) -> Json:
    """Whoever may strike at a fleeing unit does; who is attacked defends itself."""
    if ask["type"] == ESCAPE:
        by_die = sorted(ask["attackers"], key=lambda each: (-_mean(_die(state, state.units[each]), 0), each))
        return {"attacks": [{"unit": each} for each in by_die[: ask["most"]]]}
    return {"defence": {}} if ask["type"] == ATTACK and ask["defends"] else {}


def value(state: State, seat: str) -> float:
    """Cohesion and energy left, rolls, who fights and where: weighed as some thousand battles ended."""
    own = side_of(seat)
    if state.result is not None:
        return 0.5 if state.result.winner == "draw" else float(state.result.winner == own)
    mine, theirs = _strength(state, own), _strength(state, OTHER[own])
    cohesion = sum(unit.cp for side in SIDES for _, unit in state.army(side))
    return 1 / (1 + exp(-20 * (mine - theirs) / max(cohesion, 1)))


COHESION: Mapping[str, float] = {"white": 0.14, "blue": 0.43, "red": 0.49}
"""What a point of cohesion is worth, by the die that its unit rolls."""


def _strength(state: State, side: Side) -> float:
    middle, total = centre(state.board.columns), 0.0
    for _, unit in state.army(side):
        quarters, at = unit.energy / QUARTER, unit.at
        total += 0.25 + unit.cp * (COHESION[unit.kind.die] + 0.05 * quarters)
        total += 0.35 * unit.swords + 0.13 * unit.shields - 1.8 * (at == DISTANT)
        if is_square(at):
            total += 0.06 * (at[0] in middle) + 0.13 * (quarters >= 1 and bool(state.beside(unit, at)))
    return total


PLAYER: Player[State] = Player(
    guess=guess, moves=moves, quick=quick, marks=marks, reply=reply, value=value, depth=6, deep=18, width=16
)
