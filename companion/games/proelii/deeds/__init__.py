"""All that people do in Proelii: read, open or refused, done, told in words (4, 5, 8)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.deed import Entry
from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome, Result
from companion.engine.shape import By, Then
from companion.engine.wording import by_hand, change, count, listed
from companion.games.proelii import data
from companion.games.proelii.data import DISTANT, ENTRY, SIDES, STEP_NAMES
from companion.games.proelii.deeds.attacking import ATTACKING
from companion.games.proelii.deeds.fighting import FIGHTING, Adjust, setting
from companion.games.proelii.deeds.moving import MOVING, Deed, Wait
from companion.games.proelii.rules import course
from companion.games.proelii.rules.course import measured
from companion.games.proelii.state import State, Unit

THINGS = data.WORDS["things"]
"""What the parts of an action are called."""
EACH: tuple[type[Deed], ...] = (*MOVING, *ATTACKING, *FIGHTING)
DEEDS: Mapping[str, type[Deed]] = {each.kind: each for each in EACH}
ACTION = Annotated[Any, By("type", {**DEEDS, Adjust.kind: Annotated[Adjust, Then(setting)]})]


def read_action(value: object, state: State) -> Deed:
    """One action; `InvalidInput` at the fault."""
    squares = state.board.squares
    names = {
        "squares": squares,
        "fronts": (*squares, ENTRY),
        "elements": (*squares, ENTRY, DISTANT, data.ESCAPED, data.LINE),
        "places": (*squares, ENTRY, DISTANT, data.ESCAPED, data.DESTROYED),
    }
    action: Deed = shape.read(ACTION, value, names=names)
    return action


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, state)
    if state.is_over:
        raise IllegalAction("type", "The battle is over; only an undo leads back into it.")
    if deed.steps and state.step not in deed.steps:
        belongs = " or ".join(f"“{STEP_NAMES[each]}”" for each in deed.steps)
        now = STEP_NAMES[state.step or ""]
        raise IllegalAction("type", f"This belongs to {belongs}; the battle is at “{now}”.")
    after = deed.act(state)
    if after.state.phase == "start":
        return Outcome(*after)
    order = course.order_after(state, adjusted=deed.stays) if state.step == "movement" else SIDES
    return Outcome(*course.settled(course.checked(after), order))


def legal(state: State) -> list[Entry]:
    """All entries; surrender, stalemate and `adjust` are possible before the end and not listed."""
    deeds = [each for each in EACH if state.step in each.steps]
    entries = [{"type": each.kind, **row} for each in deeds for row in each.offers(state)]
    return sorted(entries, key=lambda each: (each["type"], each.get("unit", ""), each.get("units", [])))


LOGS = {each.kind: each.log for each in EACH} | {f"wait_{until}": log for until, log in Wait.logs.items()}
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
    words = LOGS.get(kind) if type(kind) is str else None
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
