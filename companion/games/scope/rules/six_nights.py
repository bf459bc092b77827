"""Six Nights: the project's own season, from a courtyard to the tractor works (specification 9.3)."""

import json
from functools import cache

from companion.engine.result import Night, Program
from companion.engine.wire import Json
from companion.games.scope.data import FOLDER
from companion.games.scope.rules.own_scenario import starter_scenarios


@cache
def six_nights() -> Program:
    """Its nights in order."""
    told = json.loads((FOLDER / "starter" / "six_nights.json").read_text("utf-8"))
    return Program(told["name"], told["told"], tuple(_night(each) for each in told["nights"]))


def _night(each: dict[str, Json]) -> Night:
    """A night; one of the project's own scenarios is played from its file."""
    setup = {key: each[key] for key in ("mode", "theme")}
    if "own" in each:
        custom = next(file for file in starter_scenarios() if file["name"] == each["own"])
        return Night(each["name"], each["told"], {**setup, "custom": custom})
    return Night(each["name"], each["told"], {**setup, "scenario": each["scenario"]})
