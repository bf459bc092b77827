"""An action, where the battle stands, and how it ended for each side, in a few words."""

from collections.abc import Iterator, Mapping

from companion.engine.game import Result
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change, listed
from companion.games.proelii.data import (
    CONVERSION_NAMES,
    FACE_NAMES,
    SIDE_NAMES,
    SIDES,
    SOURCE_NAMES,
    STEP_NAMES,
    Reason,
)
from companion.games.proelii.rules.course import measured
from companion.games.proelii.state import State, Unit

WORDS: Mapping[str, str] = {
    "deploy": "A unit is deployed",
    "march": "March to the contact line: {units}",
    "start_move": "{unit} makes a start move",
    "done": "Ready",
    "escape": "{unit} escapes",
    "move": "{unit} moves",
    "halt": "The open move halts",
    "pass": "{unit} waits",
    "hit_and_run": "{unit} hits and runs at {target}",
    "charge": "{unit} charges {target}",
    "push_out": "{unit} pushes {target} out",
    "exchange": "{units} change places",
    "roll": "{unit} rolls {face}",
    "reroll": "{unit} rolls again {source}: {face}",
    "cancel": "{unit} gives its roll up",
    "convert": "{unit}: {kind}",
    "close": "Both sides are ready",
    "losses": "The losses are taken",
    "advance": "{unit} steps forward to {to}",
    "surrender": "{side} surrenders",
    "stalemate": "Nothing can lead to combat any more: the centre decides",
}
NAMED: Mapping[str, Mapping[str, str]] = {
    "face": FACE_NAMES,
    "source": SOURCE_NAMES,
    "kind": CONVERSION_NAMES,
    "side": SIDE_NAMES,
}
KEYS = ("unit", "units", "target", "to", *NAMED)


def describe(action: Json) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "Both armies are set up"
    if kind == "adjust":
        return f"Set by hand: {action.get('reason')}"
    words = WORDS.get(kind) if type(kind) is str else None
    if words is None:
        return f"“{kind}”"
    return words.format_map({key: _spoken(key, action.get(key)) for key in KEYS})


def _spoken(key: str, value: Json) -> str:
    if type(value) is list:
        return " and ".join(map(str, value))
    text = str(value) if value is not None else "somebody"
    return NAMED.get(key, {}).get(text, text)


def tell(state: State, action: Json, sight: object) -> str:
    """The same with the units' own names."""
    if type(action) is not dict:
        return describe(action)
    if action.get("type") == "adjust":
        return by_hand(_set(state, action), action.get("reason"))
    named = {key: _named(state, action[key]) for key in ("unit", "units", "target") if key in action}
    return describe({**action, **named})


def is_by_hand(state: State, action: Json) -> bool:
    """Whether the table sets it, or decides it, and not the rules."""
    return type(action) is dict and action.get("type") in ("adjust", "stalemate")


def _set(state: State, action: dict[str, Json]) -> Iterator[str]:
    """What is set from what to what; where a unit stood is not told while it is hidden."""
    unit, given = state.units.get(str(action.get("unit"))), action.get("set")
    side, given = action.get("side"), given if type(given) is dict else {}
    if side in SIDES:
        yield change(f"{SIDE_NAMES[side]}: prestige", state.sides[side].prestige, given.get("prestige"))
    elif unit is not None:
        changes = (_figure(unit, key, value, hidden=state.step == "deploy") for key, value in given.items())
        told = listed(each for each in changes if each)
        yield f"{unit.name}: {told}" if told else f"{unit.name}, as it is"


def _figure(unit: Unit, key: str, value: Json, *, hidden: bool) -> str:
    name = {"cp": "CP", "at": "place", "inactive": "spent"}.get(key, key)
    was = None if key == "at" and hidden else getattr(unit, key, None)
    words = {True: "yes", False: "no"}
    return change(name, *(words[each] if type(each) is bool else each for each in (was, value)))


def _named(state: State, value: Json) -> Json:
    if type(value) is list:
        return [_named(state, each) for each in value]
    unit = state.units.get(value) if isinstance(value, str) else None
    return unit.name if unit else value


def headline(state: State) -> str:
    """Where the battle stands, in a few words: round, step, cohesion on the field."""
    both = measured(state)
    cp = " : ".join(str(both[side].cp) for side in SIDES)
    if state.result is not None:
        winner = state.result.winner
        return f"{SIDE_NAMES[winner]} has won · {cp} CP" if winner in SIDE_NAMES else f"a draw · {cp} CP"
    return f"round {state.round} · {STEP_NAMES[state.step or '']} · {cp} CP"


WON_BY: Mapping[Reason, str] = {
    "surrender": "the enemy surrendered",
    "destroyed": "the enemy was destroyed",
    "escaped": "the enemy fled",
    "mutual": "nobody was left",
    "centre": "more units in the centre",
    "centre_cp": "more CP in the centre",
    "field_cp": "more CP on the field",
    "even": "both sides were even",
}


def result(state: State) -> tuple[Result, ...]:
    """Both sides, the winner first, with the CP that each has left; empty while the battle goes on."""
    ending = state.result
    if ending is None:
        return ()
    both = measured(state)
    words = WON_BY[ending.reason]
    told = words if ending.winner == "draw" else f"{SIDE_NAMES[ending.winner]}: {words}"
    ranks = {side: 1 if ending.winner in (side, "draw") else 2 for side in SIDES}
    ranked = sorted(SIDES, key=ranks.__getitem__)
    return tuple(Result(side, ranks[side], both[side].cp, told) for side in ranked)
