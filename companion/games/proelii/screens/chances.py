"""The exact odds of a fight of one against one, before the die falls (6.15)."""

from collections.abc import Iterator

from companion.engine.stage import Fact, Facts
from companion.engine.wire import Json
from companion.engine.wording import percent
from companion.games.proelii.data import QUARTER
from companion.games.proelii.procedures.field.binding import attached
from companion.games.proelii.procedures.fights.combat_odds import resolve as odds
from companion.games.proelii.screens.attacking import opponent
from companion.games.proelii.state import State


def duel(state: State, name: str) -> Iterator[Facts]:
    """The odds of a unit that has not rolled, against the one enemy that has none but it."""
    enemies = attached(state, name)
    if state.units[name].roll is None and len(enemies) == 1 == len(attached(state, enemies[0])):
        yield _duel(state, name, enemies[0])


def _duel(state: State, name: str, enemy: str) -> Facts:
    """The exact odds, the free rerolls of who asks used at their best."""
    ours: dict[str, Json] = {**opponent(state, state.units[name]), "policy": "optimal"}
    theirs = opponent(state, state.units[enemy])
    if state.units[enemy].roll is not None:
        theirs["tokens"] = {"swords": state.units[enemy].swords, "shields": state.units[enemy].shields}
    ours["energy"] = max(QUARTER, state.units[name].energy)
    dice = {key: list(getattr(state.options.dice, key)) for key in ("white", "blue", "red")}
    asked = {"attacker": ours, "defender": theirs, "combat": state.options.combat, "dice": dice}
    found = odds(asked).result
    best = "free rerolls at their best"
    return Facts(
        (
            Fact("They fall", percent(found["defender_destroyed"]["value"]), best),
            Fact("It falls", percent(found["attacker_destroyed"]["value"]), best),
        )
    )
