"""Proelii's rules: each deed by its step, when it may be done, what it does, how it is told (4, 5, 8)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome, Result
from companion.engine.squares import row_of
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change, count, listed
from companion.games.proelii import actions, data
from companion.games.proelii.actions import THINGS, Orders, read_action
from companion.games.proelii.data import DISTANT, ENTRY, SIDES, STEP_NAMES, Step
from companion.games.proelii.procedures import field
from companion.games.proelii.procedures.combat import Melee
from companion.games.proelii.procedures.energy import conversions, open_sources
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules import course, movement
from companion.games.proelii.rules.course import measured
from companion.games.proelii.rules.movement import eligible, exchanges
from companion.games.proelii.state import (
    CORNERS,
    FIRST_ROW,
    FORWARD,
    STRAIGHT,
    State,
    Unit,
    Way,
    is_square,
    neighbours,
    step_from,
)


class Rule(NamedTuple):
    """What an action does, and the steps to which it belongs; none: any before the end."""

    act: Callable[[State, Any], Play]
    steps: tuple[Step, ...] = ()


def finish(state: State, action: actions.Finish) -> Play:
    if state.step == "detachment" and course.must_escape(state, state.on_move):
        raise IllegalAction("type", "A unit that faces four times its CP must escape while it can.")
    return course.part_ended(Play(state))


def close(state: State, action: actions.Close) -> Play:
    return course.part_ended(Play(state))


PARTS: tuple[Step, ...] = ("deploy", "march", "start_moves", "detachment", "exchange")
CLOSED: tuple[Step, ...] = ("roll", "cancel", "convert", "advance")
RULES: Mapping[type, Rule] = {
    actions.Deploy: Rule(movement.deploy, ("deploy",)),
    actions.March: Rule(movement.march, ("march",)),
    actions.StartMove: Rule(movement.start_move, ("start_moves",)),
    actions.Finish: Rule(finish, PARTS),
    actions.Escape: Rule(movement.escape, ("detachment", "movement")),
    actions.Move: Rule(movement.move, ("movement",)),
    actions.Halt: Rule(movement.halt, ("movement",)),
    actions.Pass: Rule(movement.pass_on, ("movement",)),
    actions.Wait: Rule(movement.wait, ("movement",)),
    actions.HitAndRun: Rule(movement.hit_and_run, ("movement",)),
    actions.Charge: Rule(movement.charge, ("movement",)),
    actions.PushOut: Rule(movement.push_out, ("movement",)),
    actions.Exchange: Rule(movement.exchange, ("exchange",)),
    actions.CombatRoll: Rule(course.roll, ("roll",)),
    actions.Rolls: Rule(course.roll_several, ("roll",)),
    actions.Reroll: Rule(course.again, ("roll",)),
    actions.Cancel: Rule(course.cancel, ("cancel",)),
    actions.Convert: Rule(course.convert, ("convert",)),
    actions.Close: Rule(close, CLOSED),
    Orders: Rule(course.losses, ("losses",)),
    actions.Follow: Rule(course.advance, ("advance",)),
    actions.Surrender: Rule(course.surrender),
    actions.Stalemate: Rule(course.stalemate),
    actions.Adjust: Rule(course.adjust),
}


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, state)
    if state.is_over:
        raise IllegalAction("type", "The battle is over; only an undo leads back into it.")
    rule = RULES[type(deed)]
    if rule.steps and state.step not in rule.steps:
        belongs = " or ".join(f"“{STEP_NAMES[each]}”" for each in rule.steps)
        now = STEP_NAMES[state.step or ""]
        raise IllegalAction("type", f"This belongs to {belongs}; the battle is at “{now}”.")
    adjusted = isinstance(deed, actions.Adjust | actions.Wait)
    after = rule.act(state, deed)
    if isinstance(deed, actions.Adjust):
        listed = course.still_open(after.state, after.state.may_advance)
        after = after.now(replace(after.state, may_advance=listed))
    if after.state.phase == "start":
        return Outcome(*after.now(movement.without_gone(after.state)))
    order = course.order_after(state, adjusted=adjusted) if state.step == "movement" else SIDES
    return Outcome(*course.settled(course.checked(after), order))


STAYING = Way(0, ())


def strike_targets(state: State, name: str, mp: int, energy: int) -> Mapping[str, str]:
    unit = state.units[name]
    if unit.energy < energy:
        return {}
    there = dict(field.ways(state, name, mp))
    there[unit.at] = STAYING
    targets = {}
    for target, enemy in state.units.items():
        if enemy.side != unit.side and is_square(enemy.at):
            near = neighbours(enemy.at, state.board.columns, state.options.adjacency)
            froms = [(there[at], at) for at in near if at in there]
            if froms:
                targets[target] = min(froms)[1]
    return targets


def charge_targets(state: State, name: str) -> Mapping[str, str]:
    """The enemies that a unit can charge, each with the square where the way to it ends."""
    targets = charges(field.Walk(state, name, state.units[name].kind.mp - 1))
    return {target: way.path[-1] for target, way in targets.items()}


def charges(walk: field.Walk) -> Mapping[str, Way]:
    unit, there = walk.unit, dict(field.ways(walk.state, walk.name, walk.mp))
    there[unit.at] = STAYING
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


type Entry = dict[str, Json]
DONE: Entry = {"type": "done"}
CLOSE: Entry = {"type": "close"}


def legal(state: State) -> list[Entry]:
    """All entries; surrender, stalemate and `adjust` are possible before the end and not listed."""
    if state.is_over or state.step is None:
        return []
    entries = STEPS[state.step](state)
    return sorted(entries, key=lambda each: (each["type"], each.get("unit", ""), each.get("units", [])))


def _deploy(state: State) -> Iterator[Entry]:
    for name, unit in state.army(state.on_move):
        if unit.at != "distant" and (to := movement.free_places(state, unit)):
            yield {"type": "deploy", "unit": name, "to": to}
    yield DONE


def _march(state: State) -> Iterator[Entry]:
    if units := movement.could_march(state, state.on_move):
        yield {"type": "march", "units": units}
    yield DONE


def _start_moves(state: State) -> Iterator[Entry]:
    for name, unit in state.army(state.on_move):
        if movement.may_start_move(state, name, unit) and (to := _to(state, name, unit.kind.mp)):
            yield {"type": "start_move", "unit": name, "to": to}
    yield DONE


def _to(state: State, name: str, mp: int) -> list[str]:
    return list(field.reached(state, name, mp))


def _detachment(state: State) -> Iterator[Entry]:
    side = state.on_move
    for name in field.escaping(state, side):
        attackers = [
            each
            for each in field.binders(state, name)
            if (state.units[each].has_energy and not state.units[each].inactive)
        ]
        if to := _to(state, name, 2 * state.units[name].kind.mp):
            yield {"type": "escape", "unit": name, "to": to, "attackers": attackers}
    if not course.must_escape(state, side):
        yield DONE


def _movement(state: State) -> Iterator[Entry]:
    side = state.on_move
    activation = state.open[side]
    if activation is not None:
        if to := _to(state, activation.unit, activation.mp):
            yield {"type": "move", "unit": activation.unit, "to": to}
        yield {"type": "halt"}
        return
    for name in eligible(state, side):
        yield from _activations(state, name)


def _activations(state: State, name: str) -> Iterator[Entry]:
    unit = state.units[name]
    if to := _to(state, name, 2 * unit.kind.mp):
        yield {"type": "escape", "unit": name, "to": to, "attackers": []}
    if to := _to(state, name, unit.kind.mp):
        yield {"type": "move", "unit": name, "to": to}
    yield {"type": "pass", "unit": name}
    for ability in unit.kind.abilities:
        if ability in TARGETS and (targets := TARGETS[ability](state, name)):
            listed = [{"target": target, "from": at} for target, at in sorted(targets.items())]
            yield {"type": ability, "unit": name, "targets": listed}


TARGETS: Mapping[str, Callable[[State, str], Mapping[str, str]]] = {
    "hit_and_run": lambda state, name: strike_targets(state, name, state.units[name].kind.mp, 50),
    "charge": charge_targets,
    "push_out": lambda state, name: strike_targets(state, name, state.units[name].kind.mp - 1, 25),
}


def _exchange(state: State) -> Iterator[Entry]:
    yield from ({"type": "exchange", "units": list(pair)} for pair in exchanges(state, state.on_move))
    yield DONE


def _roll(state: State) -> Iterator[Entry]:
    for name, unit in state.units.items():
        if course.may_roll(state, unit):
            yield {"type": "roll", "unit": name}
        elif unit.is_living and (sources := open_sources(state, unit)):
            yield {"type": "reroll", "unit": name, "sources": sources}
    yield CLOSE


def _cancel(state: State) -> Iterator[Entry]:
    able = (name for name, unit in state.units.items() if course.may_cancel(state, unit))
    yield from ({"type": "cancel", "unit": name} for name in able)
    yield CLOSE


def _convert(state: State) -> Iterator[Entry]:
    for name, unit in state.units.items():
        if kinds := conversions(state, unit):
            yield {"type": "convert", "unit": name, "kinds": kinds}
    yield CLOSE


def _losses(state: State) -> Iterator[Entry]:
    melee = Melee(state)
    listed = [
        {"unit": name, "swords": state.units[name].swords, "targets": melee.targets(name)}
        for name in course.strikers(state)
    ]
    yield {"type": "losses", "strikers": listed}


def _advance(state: State) -> Iterator[Entry]:
    for name in sorted({each.unit for each in state.may_advance}):
        yield {"type": "advance", "unit": name, "to": [e.to for e in state.may_advance if e.unit == name]}
    yield CLOSE


STEPS: Mapping[str, Callable[[State], Iterator[Entry]]] = {
    "deploy": _deploy,
    "march": _march,
    "start_moves": _start_moves,
    "detachment": _detachment,
    "movement": _movement,
    "exchange": _exchange,
    "roll": _roll,
    "cancel": _cancel,
    "convert": _convert,
    "losses": _losses,
    "advance": _advance,
}


WORDS = data.WORDS["deeds"]
NAMED: Mapping[str, Mapping[str, str]] = {
    "face": data.FACE_NAMES,
    "source": data.SOURCE_NAMES,
    "kind": data.CONVERSION_NAMES,
    "side": data.SIDE_NAMES,
}
KEYS = ("unit", "units", "target", "to", *NAMED)
NAMED_AT_MOST = 3
"""Units of one deed whose names a line holds; of more it says how many they are."""


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    action = _listing(action)
    kind = action.get("type")
    if kind is None:
        return "Both armies are set up"
    if kind == "adjust":
        return f"Set by hand: {action.get('reason')}"
    words = WORDS.get(kind) if type(kind) is str else None
    if words is None:
        return f"“{kind}”"
    return words.format_map({key: _spoken(key, action.get(key)) for key in KEYS} | {"way": _way(action)})


def _listing(action: dict[str, object]) -> dict[str, object]:
    """A deed of several units with its units in a list, as other deeds have them; any other as it is."""
    kind = action.get("type")
    several = action.get("units" if kind == "wait" else str(kind)) if kind in ("wait", "rolls") else None
    if type(several) is not list:
        return action
    each = [one for one in several if type(one) is dict]
    until = {one.get("until") for one in each}
    alike = kind == "wait" and len(until) == 1 and until <= {"over", "reached", "asked"}
    return {"type": f"wait_{until.pop()}" if alike else kind, "units": [one.get("unit") for one in each]}


def _way(action: dict[str, object]) -> str:
    """From which square to which, as far as the action says."""
    path, start = action.get("path"), action.get("from")
    if type(path) is not list or not path:
        return ""
    origin = f" from {data.place_name(str(start))}" if start else ""
    return f"{origin} to {data.place_name(str(path[-1]))}"


def _spoken(key: str, value: object) -> str:
    if type(value) is list:
        return listed(map(str, value)) if len(value) <= NAMED_AT_MOST else count(len(value), "unit")
    text = str(value) if value is not None else "somebody"
    return NAMED.get(key, {}).get(text, text)


def tell(state: State, action: object, sight: object) -> str:
    """The same with the units' own names."""
    if type(action) is not dict:
        return describe(action)
    if action.get("type") == "adjust":
        return by_hand(_set(state, action), action.get("reason"))
    action = _listing(action)
    keys: tuple[str, ...] = ("unit", "units", "target")
    named = {key: _named(state, action[key]) for key in keys if key in action}
    unit = state.units.get(str(action.get("unit")))
    return describe({**action, **named, "from": unit.at if unit else None})


def is_by_hand(state: State, action: object) -> bool:
    """Whether the table sets it, or decides it, and not the rules."""
    return type(action) is dict and action.get("type") in ("adjust", "stalemate")


def _set(state: State, action: dict[str, object]) -> Iterator[str]:
    unit, given = state.units.get(str(action.get("unit"))), action.get("set")
    side, given = action.get("side"), given if type(given) is dict else {}
    if side in data.SIDES:
        yield change(f"{data.SIDE_NAMES[side]}: prestige", state.sides[side].prestige, given.get("prestige"))
    elif unit is not None:
        changes = (_figure(unit, key, value, hidden=state.step == "deploy") for key, value in given.items())
        words = listed(each for each in changes if each)
        name = data.short_name(unit.name)
        yield f"{name}: {words}" if words else f"{name}, as it is"


def _figure(unit: Unit, key: str, value: object, *, hidden: bool) -> str:
    name = {"cp": "CP", "at": "place", "inactive": "spent"}.get(key, key)
    was = None if key == "at" and hidden else getattr(unit, key, None)
    words = {True: "yes", False: "no"}
    return change(name, *(words[each] if type(each) is bool else each for each in (was, value)))


def _named(state: State, value: object) -> object:
    if type(value) is list:
        return [_named(state, each) for each in value]
    unit = state.units.get(value) if isinstance(value, str) else None
    return data.short_name(unit.name) if unit else value


def headline(state: State) -> str:
    """Where the battle stands, in a few words: round, step, cohesion on the field."""
    both = measured(state)
    cp = " : ".join(str(both[side].cp) for side in data.SIDES)
    if state.result is not None:
        winner = state.result.winner
        return (
            f"{data.SIDE_NAMES[winner]} has won · {cp} CP"
            if winner in data.SIDE_NAMES
            else f"a draw · {cp} CP"
        )
    return f"round {state.round} · {data.STEP_NAMES[state.step or '']} · {cp} CP"


WON_BY = data.WORDS["won_by"]


def result(state: State) -> tuple[Result, ...]:
    """Both sides, the winner first, with the CP that each has left; empty while the battle goes on."""
    ending = state.result
    if ending is None:
        return ()
    both = measured(state)
    words = WON_BY[ending.reason]
    ends = words if ending.winner == "draw" else f"{data.SIDE_NAMES[ending.winner]}: {words}"
    ranks = {side: 1 if ending.winner in (side, "draw") else 2 for side in data.SIDES}
    ranked = sorted(data.SIDES, key=ranks.__getitem__)
    return tuple(Result(side, ranks[side], both[side].cp, ends) for side in ranked)
