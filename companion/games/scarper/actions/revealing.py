"""Revealed missions as they are entered: physical cards by name, the table's own verdicts (4.3 E)."""

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading, boolean, say
from companion.engine.wire import Json
from companion.games.scarper.actions.kinds import RevealMissions
from companion.games.scarper.data import SIDE_NAMES, SIDES, Side
from companion.games.scarper.state.table import PerSide, State


def read_reveal(reading: Reading, state: State) -> RevealMissions:
    """Read `reveal_missions`: `missions` belongs to physical cards and is forbidden with the app's."""
    missions = None
    if state.options.cards == "table":
        sides = Reading(reading.raw("missions"), SIDES, "missions")
        missions = PerSide(_named(sides, "allied", state), _named(sides, "german", state))
    elif "missions" in reading:
        raise InvalidInput("missions", "The app knows which missions were kept; leave them out.")
    verdicts = _verdicts(reading.raw("verdicts")) if "verdicts" in reading else None
    return RevealMissions(missions, verdicts)


def _named(sides: Reading, side: Side, state: State) -> tuple[str, ...]:
    listed = sides.items(side)
    deck = state.box.missions_of(side)
    for n, each in enumerate(listed):
        if type(each) is not str or each not in deck:
            wanted = f"“{state.box.title}” has no such {SIDE_NAMES[side]} mission; {say(each)} was given."
            raise InvalidInput(sides.at(side, n), wanted)
        if each in listed[:n]:
            raise InvalidInput(sides.at(side, n), f"“{each}” is named twice; name each mission once.")
    return tuple(listed)


def _verdicts(value: Json) -> dict[str, bool]:
    reading = Reading(value, value if type(value) is dict else (), "verdicts")
    return {key: boolean(reading.raw(key), reading.at(key)) for key in sorted(reading.value)}
