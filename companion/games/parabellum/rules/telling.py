"""An action, and where the campaign stands, in a few words."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.engine.game import Sight
from companion.engine.wire import Json, loads
from companion.engine.wording import by_hand, change, listed, signed
from companion.games.parabellum.data import PHASE_NAMES, WORK_NAMES
from companion.games.parabellum.rules.names import Known, Names, bought_words, load_words, shots_words
from companion.games.parabellum.rules.words import called
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.table import State

WORDS: Mapping[str, str] = loads(Path(__file__).with_name("told.json").read_bytes())
"""What is told of each type of action: a line of words, with gaps for what the action says."""


def describe(action: Json) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    return _words(action, Names())


def tell(state: State, action: Json, sight: Sight) -> str:
    """The same by the names of the state before it: cards for their owner, classes for all others (R61)."""
    names = Known(state, sight, action)
    kind = action.get("type") if type(action) is dict else None
    if kind == "adjust":
        who = names.player(action.get("player"))
        return by_hand((f"{who}, {each}" for each in _set(state, action, names, sight)), action.get("reason"))
    if kind == "objective" and is_judged(state, action.get("objective")):
        return f"The app is overruled: {_words(action, names)}"
    return _words(action, names)


def is_by_hand(state: State, action: Json) -> bool:
    """Whether the table sets or finds it, and not the rules."""
    return type(action) is dict and action.get("type") in ("adjust", "objective", "end_scenario")


def is_judged(state: State, objective: Json) -> bool:
    """Whether the app itself sees when that objective is completed."""
    kinds = [each.kind for each in state.booklet.objectives if each.id == objective]
    return any(kind != "manual" and (state.tracked or kind != "hold") for kind in kinds)


UNTOLD = "what only that company knows"
HELD = ("credits", "personnel", "fuel", "ammunition")


def _set(state: State, action: dict[str, Json], names: Names, sight: Sight) -> Iterator[str]:
    """What is set from what to what, as far as who reads it may know."""
    own, held = action.get("player") in sight.sees, [key for key in HELD if action.get(key)]
    yield from (f"{key} {signed(action[key])}" for key in held if type(action[key]) is int)
    if type(given := action.get("unit")) is dict:
        yield from _unit_set(state, given, names)
    if type(given := action.get("feature")) is dict:
        there = state.features.get(given.get("square", ""))
        yield change(
            f"{str(given.get('square')).upper()}:", there or "nothing", given.get("kind") or "nothing"
        )
    if type(given := action.get("cache")) is dict:
        lying = state.caches.get(given.get("square", ""))
        was = load_words(lying._asdict()) if lying else "nothing"
        now = load_words(given) if given.get("fuel") or given.get("ammunition") else "nothing"
        yield change(f"cache on {str(given.get('square')).upper()}:", was, now)
    if not own and set(action) <= {"type", "player", "reason"}:
        yield UNTOLD


def _unit_set(state: State, given: dict[str, Json], names: Names) -> Iterator[str]:
    """What is set of a unit; what is left out of it is told by that alone."""
    unit = state.units.get(str(given.get("id")))
    if unit is None:
        return
    changes = [_unit_figure(unit, key, value) for key, value in given.items() if key != "id"]
    is_untold = set(given) == {"id"}
    told = UNTOLD if is_untold else listed(each for each in changes if each) or "as it is"
    yield f"{names.unit(str(given['id']))}: {told}"


def _unit_figure(unit: Unit, key: str, value: Json) -> str:
    if value is None:
        return ""
    name = {"strength": "people", "entrench": "layers dug"}.get(key, key)
    was, now = (str(each).upper() if key == "square" else each for each in (getattr(unit, key, None), value))
    return change(name, was, now)


def _words(action: Json, names: Names) -> str:
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The campaign begins"
    words = WORDS.get(kind) if type(kind) is str else None
    return words.format_map(_Told(action, names)) if words else f"“{kind}”"


class _Told(dict[str, str]):
    """What an action says, in words; what it does not say is a unit, where one is meant, or something."""

    def __init__(self, action: dict[str, Json], names: Names) -> None:
        super().__init__({key: _said(key, value, names) for key, value in action.items()})
        self["who"] = names.player(action.get("player"))
        self["load"] = load_words(action)
        self["bought"] = bought_words(action, names)
        path = action.get("path")
        if type(path) is list and path:
            self["goal"] = str(path[-1]).upper()
        else:
            self["goal"] = str(action.get("terrain", "open"))

    def __missing__(self, key: str) -> str:
        return UNSAID.get(key, "something")


UNITS = ("unit", "target", "from", "to", "keep", "scrap", "transport")
UNSAID = {**dict.fromkeys(UNITS, "a unit"), "counter": "", "square": "the map", "transport": "a transport"}


def _said(key: str, value: Json, names: Names) -> str:
    if key == "counter":
        return ", which hits back" if value else ""
    if key == "complete":
        return "completed" if value else "not completed"
    if key == "work":
        return WORK_NAMES.get(str(value), str(value)).lower()
    if type(value) is list:
        return shots_words(value, names) if key == "shots" else f"{len(value)} sources"
    if type(value) is str and key in UNITS:
        return names.unit(value)
    if key in ("scenario", "objective"):
        word: str = getattr(names, key)(value)
        return word
    return str(value).upper() if key == "square" else str(value)


def headline(state: State) -> str:
    """Where the campaign stands, in a few words: scenario, round, phase, whose turn."""
    where = f"{state.scenario.upper()} {state.booklet.name}"
    if state.phase == "over":
        won = f"{called(state, state.winner)} has won" if state.winner else "nobody has won"
        return f"{where} · {PHASE_NAMES['over'].lower()} · {won}"
    acting = state.active or (state.choosers[0] if state.choosers else None)
    phase = PHASE_NAMES[state.phase].lower()
    moment = f"{phase}: {called(state, acting)}" if acting else phase
    return " · ".join((where, f"round {state.round}", moment) if state.round else (where, moment))
