"""A unit's account: what its round has paid and gained, and what the caps kept from it (7.5)."""

import re
from collections.abc import Iterator

from companion.engine.scene import Scene
from companion.engine.stage import Piece, Row, Rows
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.proelii.data import FULL, QUARTER, STEP_NAMES
from companion.games.proelii.deeds import apply, read_action
from companion.games.proelii.procedures.combat import Orders
from companion.games.proelii.procedures.combat import lost as losses_of
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.state import State, Unit, crosses


def its_round(scene: Scene[State], name: str) -> Iterator[Piece]:
    """What the round has paid and gained, line by line with its rule."""
    rows = list(_lines(scene, name))
    now = scene.state.units[name].energy
    begun = now - sum(by for _, by in rows)
    cells = (Row((words, signed(by) if by else "0")) for words, by in rows)
    listed = (Row(("At the start of the round", str(begun))), *cells, Row(("Now", str(now)), sum=True))
    yield Rows(label="Its round", rows=listed)


def _lines(scene: Scene[State], name: str) -> Iterator[tuple[str, int]]:
    """What touched the unit in this round, oldest first, and by how much its energy moved."""
    number, lines = scene.state.round, []
    for line in reversed(scene.passages):
        if line.before is None or line.before.round != number:
            break
        by = line.after.units[name].energy - line.before.units[name].energy
        lost = capped(line.before, line.action, name)
        if by or lost or name in str(line.action):
            steps = apply(line.before, line.action).steps
            named = re.compile(rf"\b{re.escape(line.before.units[name].name)}(?!\w)")
            reasons = [step for step in steps if named.search(step.text)] or [
                s for s in steps if s.rule == "7.5"
            ]
            lines.append(
                (
                    " ".join(filter(None, (*(f"{step.text} ({step.rule})" for step in reasons), lost)))
                    or STEP_NAMES[line.before.step or ""],
                    by,
                )
            )
    yield from reversed(lines)


def capped(before: State, action: Json, name: str) -> str:
    """The energy that a line would have brought a unit, had no cap kept it from it; empty for none."""
    kind, unit = action.get("type") if type(action) is dict else "", before.units[name]
    if not unit.is_living:
        return ""
    if kind == "close" and before.step == "roll" and not unit.fought and not unit.inactive:
        return _kept(before, unit, "Its rest")
    if kind == "move" and action.get("unit") == name and not action.get("hold"):
        to = action["path"][-1]
        begun = activation.begun if (activation := before.open[unit.side]) else unit.at
        if "red_line" not in unit.kind.abilities or not crosses(before.board.red_lines, unit.side, begun, to):
            return ""
        if unit.ledger.red_line:
            return "The red line brings nothing: one a round. (6.1)"
        return _kept(before, unit, "The red line") if unit.energy < FULL else ""
    if kind == "losses":
        orders = read_action(action, before)
        assert isinstance(orders, Orders)
        after = losses_of(Play(before), orders)[0].unit(name)
        whole = after.is_living and after.shields > 0
        return _shield(before, unit) if whole and after.energy == unit.energy else ""
    return ""


def _kept(state: State, unit: Unit, what: str) -> str:
    """Why a gain that is due brings nothing: 100 is the most, or the round's one gain is taken."""
    if unit.energy >= FULL:
        return f"{what} brings nothing: 100 is the most. (7.5)"
    if state.options.gain_cap == "gross" and unit.ledger.gains:
        return f"{what} brings nothing: one gain a round at this table. (7.5)"
    return ""


def _shield(state: State, unit: Unit) -> str:
    what = "Its unbroken shield"
    if unit.ledger.conversions:
        return f"{what} brings nothing: it has converted in this round. (7.5)"
    if unit.ledger.combat + QUARTER > 0:
        return f"{what} brings nothing: more than its fight has cost never comes back. (7.5)"
    return _kept(state, unit, what)
