"""Which missions are fulfilled on a given board (4.3 E, specification 6.11)."""

from companion.engine.errors import InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.reading import say
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, FIRST_YEAR, LAST_YEAR, MORALE_END, SIDE_NAMES
from companion.games.scarper.procedures.asked import Asked
from companion.games.scarper.procedures.conditions import holds
from companion.games.scarper.procedures.position import Position, Standing
from companion.games.scarper.state.conditions import Judged
from companion.games.scarper.state.library import Mission

FACTS = ("year", "morale", "propaganda", "economy", "battlefields", "in_play")
FARTHEST_MARKER = 99


def resolve(question: Json) -> Resolution:
    """Procedure 6.11: each mission's verdict, read from its own side."""
    asked = Asked(question, ("missions", "facts", "board", "library"))
    missions = [_mission(asked, each, n) for n, each in enumerate(asked.items("missions", 1))]
    at = _facts(asked)
    asked.done()
    verdicts = [(mission, judged(mission, at)) for mission in missions]
    result = {
        "missions": [
            {"id": mission.id, "side": mission.side, "success": found} for mission, found in verdicts
        ]
    }
    return Resolution(result, tuple(_step(mission, found) for mission, found in verdicts))


def judged(mission: Mission, at: Standing) -> bool | None:
    """Whether a mission is fulfilled; `None` where the table judges."""
    return None if isinstance(mission.condition, Judged) else holds(mission.condition, mission.side, at)


def _mission(asked: Asked, value: Json, n: int) -> Mission:
    if type(value) is not str or value not in asked.library.missions:
        wanted = f"{say(value)} is no mission of “{asked.library.title}”; name one of its missions."
        raise InvalidInput(asked.at("missions", n), wanted)
    return asked.library.missions[value]


def _facts(asked: Asked) -> Position:
    facts = Asked(asked.raw("facts"), FACTS, "facts")
    facts.board, facts.library = asked.board, asked.library
    return Position(
        year=facts.integer("year", FIRST_YEAR, LAST_YEAR),
        morale=facts.integer("morale", -MORALE_END, MORALE_END),
        propaganda=facts.per_side("propaganda", FARTHEST_MARKER),
        economy=facts.per_side("economy", FARTHEST_MARKER),
        battlefields=facts.battlefields(BATTLEFIELDS),
        in_play=facts.in_play(),
        front=asked.board,
        box=asked.library,
    )


VERDICTS = {
    True: "{side} mission “{title}” is fulfilled: {text}",
    False: "{side} mission “{title}” is not fulfilled: {text}",
    None: "{side} mission “{title}” is for the table to judge: {text}",
}


def _step(mission: Mission, found: bool | None) -> Step:
    values = {"side": SIDE_NAMES[mission.side], "title": mission.title, "text": mission.text}
    return Step("4.3 E", VERDICTS[found], values)
