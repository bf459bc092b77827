"""Play with the real map on the table: the app keeps units, money and combat, the players the squares.

Fuel, marks and costs count as ever. What a unit stands on is said by the players: its cover hangs on it.
"""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.rules.claims import refuse
from companion.games.parabellum.rules.on_map.deploying import check_deployable
from companion.games.parabellum.rules.on_map.engineering import check_engineer
from companion.games.parabellum.rules.on_map.moving import check_move, check_reposition
from companion.games.parabellum.rules.on_map.passengers import check_alight
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.rules.words import named
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.table import State

OPEN = "open"


def open_on_table(state: State) -> State:
    """The same for a table that keeps the map itself."""
    return replace(state, positions="table")


def _terrain(state: State, ground: str | None) -> str:
    """A terrain of this scenario; open ground where nothing is said."""
    known = state.booklet.ground
    if ground is not None and ground not in known:
        raise IllegalAction("terrain", f"There is no terrain “{ground}”; there is {', '.join(known)}.")
    return ground or OPEN


def _placed(state: State, unit: str, ground: str | None, earthwork: bool) -> State:
    return state.with_unit(unit, ground=_terrain(state, ground), earthwork=earthwork)


def check_mobile(state: State, player: str, unit: str) -> Unit:
    """A unit that may move once more on the real map."""
    found = check_move(state, player, unit)
    speed = state.card(unit).speed
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; it moves once it is refuelled.")
    refuse(found.entrench > 0, "unit", f"{unit} is entrenched; digging out comes first.")
    refuse(found.mp_used >= speed, "unit", f"{unit} has used its {speed} squares of movement.")
    return found


def move(state: State, action: kinds.TableMove) -> Outcome[State]:
    """Some squares walked on the real map; each move counts for one square at least."""
    unit = check_mobile(state, action.player, action.unit)
    moved = _placed(state, action.unit, action.ground, action.earthwork)
    moved = moved.with_unit(action.unit, mp_used=unit.mp_used + 1)
    return Outcome(
        moved, (_stands(moved, action.unit, "M1", "{unit} moves on the map; it stands on {ground}."),)
    )


def reposition(state: State, action: kinds.TableReposition) -> Outcome[State]:
    """Elsewhere in the same square."""
    check_reposition(state, action.player, action.unit)
    values = {"unit": named(state, action.unit)}
    step = Step("M5", "{unit} repositions within its square.", values)
    return Outcome(state.marked(action.unit, "repositioned"), (step,))


def deploy(state: State, action: kinds.TableDeploy) -> Outcome[State]:
    """Onto a deployment square of the real map."""
    unit = check_deployable(state, action.player, action.unit)
    cost = state.booklet.deployment_cost
    landed = _placed(state, action.unit, action.ground, action.earthwork)
    landed = landed.with_unit(action.unit, where="map").marked(action.unit, "fresh")
    landed = post(landed, Payment(action.player, "deployment", unit.type, -cost))
    values = {"unit": named(state, action.unit), "cost": cost}
    step = Step("M7", "{unit} is deployed for {cost} credits; it rests until next turn.", values)
    return Outcome(landed, (step,))


def alight(state: State, action: kinds.TableAlight) -> Outcome[State]:
    """Off a transport; on the map next to it."""
    check_alight(state, action.player, action.unit)
    values = {"unit": named(state, action.unit)}
    if state.phase != "logistics":
        back = state.with_unit(action.unit, where="predeploy", transport=None)
        return Outcome(back, (Step("RULING R12", "{unit} gets off in the pre-deployment area.", values),))
    landed = _placed(state, action.unit, action.ground, action.earthwork)
    landed = landed.with_unit(action.unit, where="map", transport=None).marked(action.unit, "unloaded")
    return Outcome(
        landed, (_stands(landed, action.unit, "RULING R22", "{unit} gets off; it stands on {ground}."),)
    )


def engineer(state: State, action: kinds.TableWork) -> Outcome[State]:
    """The one work of a turn, done on the real map."""
    check_engineer(state, action.player, action.unit)
    works = state.card(action.unit).engineering
    known = ", ".join(WORK_NAMES[work] for work in works) or "no engineering"
    refuse(action.work not in works, "work", f"{action.unit}'s card can do: {known}.")
    values = {"unit": named(state, action.unit), "work": WORK_NAMES[action.work].lower()}
    step = Step("RULING R28", "{unit}: {work}, on the map.", values)
    return Outcome(state.marked(action.unit, "worked"), (step,))


def stand(state: State, action: kinds.Stand) -> Outcome[State]:
    """What a unit stands on now, whoever's it is."""
    found = state.units.get(action.unit)
    refuse(found is None or found.where != "map", "unit", f"{action.unit} is no unit on the map.")
    placed = _placed(state, action.unit, action.ground, action.earthwork)
    return Outcome(placed, (_stands(placed, action.unit, "M3", "{unit} stands on {ground}."),))


def _stands(state: State, unit: str, rule: str, words: str) -> Step:
    each = state.units[unit]
    ground = f"{each.ground} ground" + (" with an earthwork" if each.earthwork else "")
    return Step(rule, words, {"unit": named(state, unit), "ground": ground})
