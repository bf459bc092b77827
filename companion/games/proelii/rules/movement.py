"""The Start and Move phases: the march, activations, escapes, moves, special attacks (5.1, 5.4, 8.2)."""

from collections.abc import Iterator

from companion.engine.errors import IllegalAction
from companion.engine.records import replace
from companion.games.proelii.data import ENTRY, QUARTER, Side
from companion.games.proelii.procedures import field
from companion.games.proelii.procedures.energy import crossed, may_cross
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.state import (
    FORWARD,
    Activation,
    State,
    Unit,
    crosses,
    first_row,
    is_square,
    moved,
    neighbours,
    step_from,
)


def is_eligible(state: State, name: str, unit: Unit) -> bool:
    """Whether a unit can be activated in this tier and rank (R18)."""
    if unit.inactive or state.tier is None or unit.energy < state.tier or not unit.is_living:
        return False
    if state.rank not in ("all", unit.experience) or name in state.acted:
        return False
    return not field.is_bound(state, name)


def eligible(state: State, side: Side) -> list[str]:
    if side not in state.eligible:
        army = state.army(side)
        state.eligible[side] = [name for name, unit in army if is_eligible(state, name, unit)]
    return state.eligible[side]


def ready(state: State) -> list[str]:
    """Who of the side to act can be activated now; nobody while a move is held open."""
    return eligible(state, state.on_move) if state.open[state.on_move] is None else []


def own(state: State, name: str, path: str = "unit") -> Unit:
    """A living unit of the side to act; refused at `path` otherwise."""
    unit = state.units.get(name)
    if unit is None or not unit.is_living or unit.side != state.to_act:
        raise IllegalAction(path, f"A living unit of the side to act is wanted; {name} is none.")
    return unit


def check_activation(state: State, name: str, energy: int = QUARTER) -> Unit:
    unit = own(state, name)
    if state.open[unit.side] is not None:
        raise IllegalAction("type", "A move is held open; it is closed first.")
    not_now = "It cannot be activated now: by its tier, its experience, what binds it, or what it did."
    if not is_eligible(state, name, unit) or unit.energy < energy:
        raise IllegalAction("unit", not_now)
    return unit


def paid(play: Play, name: str) -> Play:
    """A unit's activation paid and noted (7.5)."""
    unit = play.unit(name)
    words = "{unit} are activated for 25 energy."
    after = play.now(play.state.acting(name)).put(name, moved(unit, -QUARTER))
    return after.step("8.2.2", words, unit=unit.name)


def placed(unit: Unit, arrived: field.Arrived) -> Unit:
    """The unit at the end of its way; outside the battle it keeps no roll."""
    roll = unit.roll if arrived.at != "escaped" else None
    return replace(unit, at=arrived.at, crossing=arrived.crossing, ambush=arrived.ambush, roll=roll)


def opened(state: State, side: Side, activation: Activation | None) -> State:
    return replace(state, open={**state.open, side: activation})


def closed(play: Play, name: str, begun: str) -> Play:
    """An activation closed, with the bonus of a red line that infantry has crossed (6.1, 7.5, R9)."""
    unit = play.unit(name)
    if "red_line" not in unit.kind.abilities or not is_square(unit.at) or not may_cross(play.state, unit):
        return play
    if not crosses(play.state.board.red_lines, unit.side, begun, unit.at):
        return play
    return play.put(name, crossed(unit)).step(
        "6.1", "{unit} cross a red line forward: 25 energy.", unit=unit.name
    )


def close(play: Play, side: Side) -> Play:
    activation = play.state.open[side]
    if activation is None:
        return play
    return closed(play.now(opened(play.state, side, None)), activation.unit, activation.begun)


def free_places(state: State, unit: Unit) -> list[str]:
    """Where a unit may be deployed: the free squares of its first row, and the Entry Position."""
    row = first_row(unit.side, state.board.columns)
    squares = [at for at in row if at not in state.standing and at not in state.board.closed]
    return sorted(squares if unit.at == ENTRY else [*squares, ENTRY])


def marches_to(state: State, unit: Unit) -> str | None:
    """Where a unit of the first row marches: two squares straight ahead, both free."""
    if unit.at not in first_row(unit.side, state.board.columns):
        return None
    at: str | None = unit.at
    for _ in range(2):
        at = step_from(at, (0, FORWARD[unit.side]), state.board.columns) if at else None
        if at is None or at in state.standing or at in state.board.closed:
            return None
    return at


def may_start_move(state: State, name: str, unit: Unit) -> bool:
    return unit.has_energy and name not in state.acted and not field.is_bound(state, name)


def settle_up(play: Play) -> Play:
    """Who made a start move pays for it (R17)."""
    for name in play.state.unpaid:
        unit = play.unit(name)
        if unit.is_living and unit.has_energy:
            words = "{unit} pay 25 energy for their start move."
            play = play.put(name, moved(unit, -QUARTER)).step("5.1", words, unit=unit.name)
    return play


def could_march(state: State, side: Side) -> list[str]:
    army = state.army(side)
    return [name for name, unit in army if name not in state.acted and marches_to(state, unit)]


def passes(state: State) -> str:
    """Who of the side to act passes by itself, as it was told; empty where the side is asked.

    It is asked as long as any unit that may act was not told to wait, or an enemy can reach one that
    waits for that. One passes at a time, so that the other side answers as it would to a tap.
    """
    side = state.on_move
    if not state.waits or state.open[side] is not None:
        return ""
    able = eligible(state, side)
    if any(name not in state.waiting or is_roused(state, name) for name in able):
        return ""
    return able[0] if able else ""


def is_roused(state: State, name: str) -> bool:
    """Whether a unit waits until it is reached, and an enemy can reach it now."""
    return state.waiting.get(name) == "reached" and bool(field.reachers(state, name))


def may_exchange(unit: Unit) -> bool:
    return is_square(unit.at) and unit.has_energy and not unit.inactive


def fit(state: State, one: str, other: str) -> bool:
    """Whether two units that may exchange stand next to each other, at most one of them bound (R26)."""
    near = neighbours(state.units[one].at, state.board.columns, state.options.adjacency)
    return state.units[other].at in near and not (field.is_bound(state, one) and field.is_bound(state, other))


def exchanges(state: State, side: Side) -> Iterator[tuple[str, str]]:
    able = [name for name, unit in state.army(side) if may_exchange(unit)]
    for n, one in enumerate(able):
        yield from ((one, other) for other in able[n + 1 :] if fit(state, one, other))
