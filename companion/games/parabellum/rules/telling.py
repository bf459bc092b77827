"""An action, and where the campaign stands, in a few words."""

from collections.abc import Mapping
from pathlib import Path

from companion.engine.game import Sight
from companion.engine.wire import Json, loads
from companion.games.parabellum.data import PHASE_NAMES, WORK_NAMES
from companion.games.parabellum.rules.names import Known, Names, bought_words, load_words, shots_words
from companion.games.parabellum.rules.words import called
from companion.games.parabellum.state.table import State

WORDS: Mapping[str, str] = loads(Path(__file__).with_name("told.json").read_bytes())
"""What is told of each type of action: a line of words, with gaps for what the action says."""


def describe(action: Json) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    return _words(action, Names())


def tell(state: State, action: Json, sight: Sight) -> str:
    """The same by the names of the state before it: cards for their owner, classes for all others (R61)."""
    return _words(action, Known(state, sight, action))


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
