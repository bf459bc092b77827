"""The Start and Move phases: the march, activations, escapes, moves, special attacks (5.1, 5.4, 8.2)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii import actions
from companion.games.proelii.actions import Roll
from companion.games.proelii.data import DISTANT, ENTRY, LINE, QUARTER, SIDE_NAMES, Ability, Side
from companion.games.proelii.procedures import field
from companion.games.proelii.procedures.attacks import Blow, charge_home, check_answer, struck, volley
from companion.games.proelii.procedures.energy import crossed, may_cross
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.state import (
    FORWARD,
    Activation,
    State,
    Unit,
    Waiting,
    crosses,
    fighting,
    first_row,
    is_square,
    moved,
    neighbours,
    step_from,
    still,
    way,
)


def is_eligible(state: State, name: str, unit: Unit) -> bool:
    """Whether a unit can be activated in this tier and rank (R18)."""
    if unit.inactive or state.tier is None or unit.energy < state.tier or not unit.is_living:
        return False
    if state.rank not in ("all", unit.experience) or name in state.acted:
        return False
    return not field.is_bound(state, name)


def eligible(state: State, side: Side) -> list[str]:
    return [name for name, unit in state.army(side) if is_eligible(state, name, unit)]


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


def deploy(state: State, action: actions.Deploy) -> Play:
    """Put a unit somewhere else before the battle."""
    unit = own(state, action.unit)
    if unit.at == DISTANT:
        raise IllegalAction("unit", "It begins on the distant battlefield and stays there.")
    if action.to not in free_places(state, unit):
        raise IllegalAction("to", "A free square of the own first row is wanted, or the Entry Position.")
    put = state.with_unit(action.unit, replace(unit, at=action.to))
    return Play(put).step("5.1", "{side} deploys a unit behind the screen.", side=SIDE_NAMES[unit.side])


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


def march(state: State, action: actions.March) -> Play:
    """Units go to the contact line, free."""
    play = Play(state)
    for n, name in enumerate(action.units):
        unit = own(play.state, name, f"units.{n}")
        to = None if name in play.state.acted else marches_to(play.state, unit)
        if to is None:
            words = "Only a unit of the first row with two free squares ahead marches, once."
            raise IllegalAction(f"units.{n}", words)
        play = play.now(play.state.acting(name)).put(name, replace(unit, at=to))
        play = play.step("5.1", "{unit} march to {to}.", unit=unit.name, to=to)
    return play


def may_start_move(state: State, name: str, unit: Unit) -> bool:
    return unit.has_energy and name not in state.acted and not field.is_bound(state, name)


def start_move(state: State, action: actions.StartMove) -> Play:
    """One move before the battle, paid when the Start phase closes."""
    unit = own(state, action.unit)
    if not may_start_move(state, action.unit, unit):
        raise IllegalAction("unit", "It has acted already, is bound, or has no 25 energy.")
    arrived = field.follow(field.Walk(state, action.unit, unit.kind.mp), action.path)
    unpaid = tuple(sorted({*state.unpaid, action.unit}))
    after = Play(replace(state.acting(action.unit), unpaid=unpaid)).put(action.unit, placed(unit, arrived))
    words = "{unit} move to {to} and will pay 25 energy."
    return after.step("5.1", words, unit=unit.name, to=arrived.at)


def without_gone(state: State) -> State:
    """The state with nobody owing for a start move who has left the battle."""
    unpaid = tuple(name for name in state.unpaid if state.units[name].is_living)
    return state if unpaid == state.unpaid else replace(state, unpaid=unpaid)


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


def escape(state: State, action: actions.Escape) -> Play:
    """Break away: the way is told, the enemy strikes, then the unit pays and goes (8.2.3, R20)."""
    unit = _escaper(state, action.unit)
    arrived = field.follow(field.Walk(state, action.unit, 2 * unit.kind.mp), action.path)
    play = volleys(Play(state), action)
    unit = play.unit(action.unit)
    if state.step == "movement":
        play = play.now(play.state.acting(action.unit))
    if not unit.is_living:
        return play
    gone = replace(placed(moved(without_swords(unit), -QUARTER), arrived), inactive=True)
    words = "{unit} escape to {to} for 25 energy and do nothing more this round."
    return play.put(action.unit, gone).step("8.2.3", words, unit=unit.name, to=arrived.at)


def _escaper(state: State, name: str) -> Unit:
    if state.step == "movement":
        return check_activation(state, name)
    unit = own(state, name)
    if unit.inactive or not unit.has_energy or not field.is_bound(state, name):
        raise IllegalAction("unit", "Only a bound unit that is active and has 25 energy escapes here.")
    return unit


def volleys(play: Play, action: actions.Escape) -> Play:
    """The one-sided attacks of the enemies that bind who escapes (7.1, R21)."""
    binding = field.binders(play.state, action.unit)
    for n, each in enumerate(action.attacks):
        attacker = play.state.units.get(each.unit)
        again = each.unit in [before.unit for before in action.attacks[:n]]
        one = n and play.state.options.escape_attacks == "one"
        if attacker is None or each.unit not in binding or again or one:
            raise IllegalAction(f"attacks.{n}.unit", "An enemy that binds the unit strikes at it, once.")
        if attacker.inactive or not attacker.has_energy:
            raise IllegalAction(f"attacks.{n}.unit", "It is inactive, or has no 25 energy.")
        play = volley(play, action.unit, each.unit, Roll(each.faces, each.rerolls), f"attacks.{n}")
    return play


def without_swords(unit: Unit) -> Unit:
    """Of a roll that it kept from a defence, only shields are left to who escapes (R41)."""
    return replace(unit, roll=replace(unit.roll, swords=0)) if unit.roll else unit


def move(state: State, action: actions.Move) -> Play:
    """Activate a unit, or go on with the one whose move is open (8.2.2)."""
    side = state.on_move
    activation = state.open[side]
    if activation is not None:
        own(state, action.unit)
        if activation.unit != action.unit:
            raise IllegalAction("unit", "Another unit's move is held open; it goes on, or halts.")
        unit, mp, begun = state.units[action.unit], activation.mp, activation.begun
    else:
        unit = check_activation(state, action.unit)
        mp, begun = unit.kind.mp, unit.at
    arrived = field.follow(field.Walk(state, action.unit, mp), action.path)
    if action.hold and (arrived.stopped or not arrived.left or not field.ends_on_square(action.path, unit)):
        raise IllegalAction("hold", "The move cannot be held open: it is stopped, or at its end.")
    play = Play(state) if activation else paid(Play(state), action.unit)
    play = play.put(action.unit, placed(play.unit(action.unit), arrived))
    place = action.path[-1]
    play = play.step(
        "8.2.2",
        "{unit} move to {to}.",
        unit=unit.name,
        to={"line": "the line to the distant battlefield", "entry": "the Entry Position"}.get(place, place),
    )
    if action.hold:
        return play.now(opened(play.state, side, Activation(action.unit, arrived.left, begun)))
    return closed(play.now(opened(play.state, side, None)), action.unit, begun)


def halt(state: State, action: actions.Halt) -> Play:
    side = state.on_move
    activation = state.open[side]
    if activation is None:
        raise IllegalAction("type", "No move of the side to act is held open.")
    halted = Play(state).step("8.2.2", "{unit} halt.", unit=state.units[activation.unit].name)
    return close(halted, side)


def pass_on(state: State, action: actions.Pass) -> Play:
    """A unit waits in this tier, at no cost (R18)."""
    unit = check_activation(state, action.unit)
    waits = Play(state.acting(action.unit))
    return waits.step("8.2.2", "{unit} wait in this tier.", unit=unit.name)


def wait(state: State, action: actions.Wait) -> Play:
    """Units of the side to act that pass by themselves from now on; nobody moves by this (R18)."""
    if state.open[state.on_move] is not None:
        raise IllegalAction("type", "A move is held open; it is closed first.")
    waits = dict(state.waiting)
    for n, each in enumerate(action.units):
        own(state, each.unit, f"units.{n}.unit")
        if each.unit in [before.unit for before in action.units[:n]]:
            raise IllegalAction(f"units.{n}.unit", "It is named before.")
        waits.pop(each.unit, None)
        if each.until != "asked":
            waits[each.unit] = each.until
    bidden = tuple(sorted(Waiting(unit, until) for unit, until in waits.items()))
    return Play(still(state, replace(state, waits=bidden)))


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


def exchange(state: State, action: actions.Exchange) -> Play:
    """Two neighbours change places, 25 energy each (8.2.6)."""
    for n, name in enumerate(action.units):
        unit = own(state, name, f"units.{n}")
        if not may_exchange(unit):
            words = "It stands on a square, is active and has 25 energy."
            raise IllegalAction(f"units.{n}", words)
    one, other = action.units
    if not fit(state, one, other):
        raise IllegalAction("units", "Two neighbours change places, at most one of them bound.")
    first, second = state.units[one], state.units[other]
    changed = {
        one: moved(replace(first, at=second.at), -QUARTER),
        other: moved(replace(second, at=first.at), -QUARTER),
    }
    words = "{one} and {other} change places for 25 energy each."
    return Play(state.with_units(changed)).step("8.2.6", words, one=first.name, other=second.name)


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


HIT_AND_RUN_ENERGY = 50


def able(state: State, name: str, ability: Ability, energy: int = QUARTER) -> Unit:
    unit = check_activation(state, name, energy)
    if ability not in unit.kind.abilities:
        raise IllegalAction("type", "This type of unit has no such ability.")
    return unit


def came(play: Play, name: str, arrived: field.Arrived) -> Play:
    """The unit paid for and at the end of its way."""
    after = paid(play, name)
    return after.put(name, placed(after.unit(name), arrived))


def check_target(state: State, action: actions.HitAndRun | actions.PushOut, arrived: field.Arrived) -> None:
    unit, target = state.units[action.unit], state.units.get(action.target)
    ends = field.ends_on_square(action.path, unit) and action.path[-1:] != (LINE,)
    there = target is not None and target.is_living and is_square(target.at)
    if not ends or not there or action.target not in state.beside(unit, arrived.at):
        raise IllegalAction("target", "A living enemy on a square next to the way's end is wanted.")


def hit_and_run(state: State, action: actions.HitAndRun) -> Play:
    """Strike from where the way ends, and go on if nobody answers (8.2.4.1, R23, R24)."""
    unit = able(state, action.unit, "hit_and_run", HIT_AND_RUN_ENERGY)
    arrived = field.follow(field.Walk(state, action.unit, unit.kind.mp), action.path)
    check_target(state, action, arrived)
    check_response(state, action)
    play = came(Play(state), action.unit, arrived)
    play = play.put(action.unit, fighting(play.unit(action.unit), -QUARTER))
    blow = Blow(action.attack, action.defence, action.response, action.response_attack)
    play = struck(play, action.unit, action.target, blow).play
    return gone_on(play, action.unit, action.after, arrived.left)


def check_response(state: State, action: actions.HitAndRun) -> None:
    """Refuse an answer that the target cannot give (R24)."""
    if action.response is None:
        if action.response_attack is not None:
            raise IllegalAction("response_attack", "Without an answer there are no dice for it.")
        return
    target = state.units[action.target]
    others = [each for each in field.binders(state, action.target) if each != action.unit]
    can = action.response in target.kind.abilities and target.has_energy and not target.inactive
    if not can or others:
        raise IllegalAction("response", "The target lacks that ability or the energy, or others bind it.")
    if action.after:
        raise IllegalAction("after", "Who is answered goes no further.")
    check_answer(action.response, action.defence, action.response_attack)


def gone_on(play: Play, name: str, path: tuple[str, ...], mp: int) -> Play:
    """The unit on the rest of its way after an attack."""
    if not path:
        return play
    arrived = field.follow(field.Walk(play.state, name, mp), path, "after")
    unit = play.unit(name)
    gone = play.put(name, placed(unit, arrived))
    return gone.step("8.2.4.1", "{unit} go on to {to}.", unit=unit.name, to=arrived.at)


def charge(state: State, action: actions.Charge) -> Play:
    """A free attack at the end of a straight last step; the charger binds whom it charged (8.2.4.2)."""
    unit = able(state, action.unit, "charge")
    arrived = field.follow(field.Walk(state, action.unit, unit.kind.mp - 1), action.path)
    _check_charge(state, action)
    play = came(Play(state), action.unit, arrived)
    return charge_home(play, action.unit, action.target, Blow(action.attack, action.defence)).play


def _check_charge(state: State, action: actions.Charge) -> None:
    unit, target = state.units[action.unit], state.units.get(action.target)
    if target is None or not target.is_living or target.side == unit.side or not is_square(target.at):
        raise IllegalAction("target", "A living enemy on a square is wanted.")
    before, end = (unit.at, *action.path)[-2:]
    if not is_square(end) or before == DISTANT:
        raise IllegalAction("target", "A charge ends on a square, and does not come from afar.")
    step = (0, FORWARD[unit.side]) if before == ENTRY else way(before, end)
    if way(end, target.at) != step:
        raise IllegalAction("target", "The target stands one step on, straight ahead of the last step.")
    if unit.type == "cavalry" and target.type == "war_elephants":
        raise IllegalAction("target", "Cavalry does not charge war elephants.")


def push_out(state: State, action: actions.PushOut) -> Play:
    """Elephants drive an enemy one step on, and go on where nothing binds them (8.2.4.3)."""
    unit = able(state, action.unit, "push_out")
    arrived = field.follow(field.Walk(state, action.unit, unit.kind.mp - 1), action.path)
    check_target(state, action, arrived)
    play = came(Play(state), action.unit, arrived)
    play = field.push(play, play.unit(action.unit).at, action.target)
    if action.after and field.is_bound(play.state, action.unit):
        raise IllegalAction("after.0", "Something binds the elephants: they go no further.")
    return gone_on(play, action.unit, action.after, arrived.left)
