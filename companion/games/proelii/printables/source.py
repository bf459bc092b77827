"""Which battle a print is of: a live table's, one of the project's, or an owner's file."""

from collections.abc import Mapping
from typing import Any

from companion.engine.errors import under
from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import SIDES, Side
from companion.games.proelii.rules.own_battle import BATTLES, Battle, battle_of, starter
from companion.games.proelii.rules.setting_up import effective, opening
from companion.games.proelii.state import State, Unit
from companion.games.proelii.state.options import DEFAULTS
from companion.press.options import leading, owner_file, pick

BATTLE = leading(
    pick(
        "battle",
        "Battle",
        "A live table brings its own.",
        tuple((each, str(starter()[each]["title"])) for each in BATTLES),
    )
)
OWN = owner_file("scenario", "A battle of your own", "As a table takes it; instead of the one above.")
PROJECTS_OWN = "A set-up of this project's own, not the publisher's"


def battle(choices: Mapping[str, Json]) -> Battle:
    """The battle that is chosen; `InvalidInput` with the path of a file's first bad value."""
    given = choices.get("scenario")
    with under("scenario" if given is not None else "battle"):
        return battle_of(given if given is not None else choices["battle"])


def state_of(choices: Mapping[str, Json], scene: Scene[Any] | None) -> State:
    """The live battle, or the chosen one as it is set up."""
    if scene is not None:
        state: State = scene.state
        return state
    chosen = battle(choices)
    return opening(chosen, effective(DEFAULTS, chosen))


def title_of(choices: Mapping[str, Json], scene: Scene[Any] | None) -> str:
    """What the battle is called."""
    if scene is None:
        return battle(choices).title
    known = starter().get(scene.state.scenario)
    return str(known["title"]) if known else str(scene.state.scenario).replace("_", " ").capitalize()


def army(state: State, side: Side) -> list[tuple[str, Unit]]:
    """All units of a side, by id."""
    return [(name, state.units[name]) for name in state.ids if state.units[name].side == side]


__all__ = ["BATTLE", "OWN", "PROJECTS_OWN", "SIDES", "army", "battle", "state_of", "title_of"]
