"""What a table may set by hand: points, oaths, landscapes, buildings, the strategy card (`adjust`)."""

from collections.abc import Callable, Mapping

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, text
from companion.engine.wire import Json
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.actions.discriminating import known_name
from companion.games.verraeter.data import BUILDING_SIDES, HOUSES
from companion.games.verraeter.state.naming import read_player, read_player_or_none, read_position
from companion.games.verraeter.state.table import State

LONGEST_REASON = 200
MOST_CHANGES = 20
MOST_POINTS = 99


def read_adjust(reading: Reading, state: State) -> kinds.Adjust:
    """Read `adjust`; whether a change may be made is for the rules."""
    reason = text(reading.raw("reason"), "reason")
    if len(reason) > LONGEST_REASON:
        said = f"A reason has at most {LONGEST_REASON} characters; {len(reason)} were given."
        raise InvalidInput("reason", said)
    listed = reading.items("changes", 1, MOST_CHANGES)
    return kinds.Adjust(reason, tuple(_change(each, f"changes.{n}", state) for n, each in enumerate(listed)))


def _change(value: Json, path: str, state: State) -> kinds.Change:
    keys, read = TARGETS[known_name(value, "target", TARGETS, path)]
    return read(Reading(value, ("target", *keys), path), state)


def _player(reading: Reading, state: State) -> str:
    return read_player(reading.raw("player"), reading.at("player"), state.ids)


def _points(reading: Reading, state: State) -> kinds.ChangePoints:
    return kinds.ChangePoints(_player(reading, state), reading.integer("by", -MOST_POINTS, MOST_POINTS))


def _allegiance(reading: Reading, state: State) -> kinds.ChangeAllegiance:
    return kinds.ChangeAllegiance(_player(reading, state), reading.name("house", HOUSES))


def _landscape(reading: Reading, state: State) -> kinds.ChangeLandscape:
    return kinds.ChangeLandscape(read_position(reading, "landscape"), reading.name("house", HOUSES))


def _building(reading: Reading, state: State) -> kinds.ChangeBuilding:
    landscape = read_position(reading, "landscape")
    player = read_player_or_none(reading.raw("player"), reading.at("player"), state.ids)
    side = reading.name("side", BUILDING_SIDES) if "side" in reading else "estate"
    return kinds.ChangeBuilding(landscape, player, side)


def _strategy(reading: Reading, state: State) -> kinds.ChangeStrategy:
    return kinds.ChangeStrategy(_player(reading, state))


type Reader = Callable[[Reading, State], kinds.Change]

TARGETS: Mapping[str, tuple[tuple[str, ...], Reader]] = {
    "vp": (("player", "by"), _points),
    "allegiance": (("player", "house"), _allegiance),
    "landscape": (("landscape", "house"), _landscape),
    "building": (("landscape", "player", "side"), _building),
    "strategy": (("player",), _strategy),
}
