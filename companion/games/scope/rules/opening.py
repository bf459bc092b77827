"""A table opens: with fronts that are dealt and sealed, or that its people will lay out themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine import shape
from companion.engine.game import Outcome, Step
from companion.engine.reading import name
from companion.engine.shape import Every, Matching
from companion.engine.wire import Json
from companion.games.scope.data import SIDES, Side
from companion.games.scope.rules.chance import OF_THE_TABLE, unshuffled
from companion.games.scope.rules.own_scenario import own_scenario
from companion.games.scope.rules.remembering import arranged
from companion.games.scope.rules.sealing import seals
from companion.games.scope.rules.setting_up import set_up
from companion.games.scope.state import State

LAID_BY = ("players", "table")
"""Who lays the fronts out after the table has opened; where nobody is named they are in the setup."""
ON_TABLE = Step("setup", "Your own cards lie on the table: say what is turned up.")
EACH_LAYS = Step("setup", "Each side lays out its front in secret, and seals it.")


@dataclass(frozen=True, slots=True)
class Salts:
    """The salts with which fronts that were dealt are sealed."""

    salts: Annotated[
        Mapping[Side, Annotated[str, Matching("[0-9a-f]{32}", "32 hexadecimal digits")]], Every(SIDES)
    ]


def open_table(setup: Json) -> Outcome[State]:
    """The opening state of a table; its scenario may be the owner's file (9.4)."""
    if type(setup) is not dict:
        return set_up(setup)
    asked = {key: value for key, value in setup.items() if key not in OF_THE_TABLE}
    asked |= own_scenario(asked)
    if "laying" in setup:
        name(setup["laying"], "laying", LAID_BY)
        opened = set_up(asked | {"fronts": unshuffled(asked)})
        return _to_lay(opened) if setup["laying"] == "players" else _on_table(opened)
    opened = set_up(asked)
    return _sealed(opened, setup) if "salts" in setup else opened


def _to_lay(opened: Outcome[State]) -> Outcome[State]:
    """Nothing lies there yet: what is in the grid means nothing."""
    state = replace(opened.state, phase="laying_out", laying_out=SIDES)
    return Outcome(state, (*opened.steps[:-1], EACH_LAYS))


def _on_table(opened: Outcome[State]) -> Outcome[State]:
    """The cards lie on the table: the app has laid them as it likes, and shows them to nobody."""
    return Outcome(
        arranged(replace(opened.state, cards="table")), (*opened.steps[:-1], ON_TABLE, opened.steps[-1])
    )


def _sealed(opened: Outcome[State], setup: dict[str, Json]) -> Outcome[State]:
    shape.read(Salts, {"salts": setup["salts"]})
    digests = {side: each.digest for side, each in seals(setup).items()}
    return Outcome(replace(opened.state, seals=digests), opened.steps)
