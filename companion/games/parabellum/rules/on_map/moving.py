"""The Movement phase: moving, repositioning, digging in and out (M1–M6, specification 5.3)."""

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import POSITIONS_OF, Position
from companion.games.parabellum.procedures.movement.move_check import against, walk_steps
from companion.games.parabellum.procedures.movement.moves import Goal, check_path, reach
from companion.games.parabellum.rules.claims import own, refuse
from companion.games.parabellum.rules.field import entered, free, ground_of, mover_of, on
from companion.games.parabellum.rules.words import at, named
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.squares import side_towards
from companion.games.parabellum.state.table import State


def _mobile(state: State, player: str, unit: str) -> Unit:
    """An own unit on the map that is not pinned this turn."""
    found = own(state, player, unit, "map")
    refuse("dug_out" in found.marks, "unit", f"{unit} spent this turn on digging out (R18).")
    refuse(found.bridge is not None, "unit", f"{unit} holds a bridge open; close it in Logistics first.")
    return found


def check_position(state: State, unit: str, position: Position, key: str = "position") -> None:
    """Refuse a place in the square that the footprint does not know (C6)."""
    known = POSITIONS_OF[state.footprint(unit)]
    if position not in known:
        raise InvalidInput(key, f"A unit of this size stands at {', '.join(known)}, not at “{position}”.")


def check_move(state: State, player: str, unit: str) -> Unit:
    """A unit that may move at all."""
    found = _mobile(state, player, unit)
    both = state.options.reposition_with_move
    still = "repositioned" in found.marks and not both
    refuse(still, "unit", f"{unit} has repositioned this turn, which is instead of moving (R17).")
    return found


def goals(state: State, player: str, unit: str) -> tuple[Goal, ...]:
    """Where a unit can be after one path, and how; nowhere if it may not move."""
    check_move(state, player, unit)
    return reach(ground_of(state, unit), mover_of(state, unit))


def move(state: State, action: kinds.Move) -> Outcome[State]:
    """A path walked; it may be followed by another."""
    unit = _mobile(state, action.player, action.unit)
    check_position(state, action.unit, action.position)
    check_move(state, action.player, action.unit)
    walk = check_path(
        ground_of(state, action.unit), mover_of(state, action.unit), action.path, action.position
    )
    if walk.reason is not None:
        key = "unit" if walk.at is None else f"path.{walk.at}"
        key = "position" if walk.reason == "position" else key
        raise IllegalAction(key, against(walk, action.path).text)
    last, before = action.path[-1], (on(unit), *action.path)[-2]
    came = side_towards(last, before)
    marks = (unit.marks - {f"from_{entered(unit)}"}) | {f"from_{came}"}
    moved = state.with_unit(
        action.unit,
        square=last,
        position=action.position,
        mp_used=unit.mp_used + walk.cost,
        marks=marks,
    )
    values = {"unit": named(state, action.unit), "a": at(unit.square), "b": at(last)}
    said = Step("M1", "{unit} moves from {a} to {b}.", values)
    return Outcome(moved, (said, *walk_steps(walk, action.path)))


def check_reposition(state: State, player: str, unit: str) -> Unit:
    """A unit that may stand elsewhere in its square (M5, R17)."""
    found = _mobile(state, player, unit)
    whole = state.footprint(unit) == "large"
    refuse(whole, "unit", f"{unit} fills its square; there is no other place in it.")
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; repositioning needs one.")
    refuse(found.entrench > 0, "unit", f"{unit} is entrenched; it digs out first.")
    refuse("repositioned" in found.marks, "unit", f"{unit} has repositioned this turn already.")
    moved = found.mp_used > 0 and not state.options.reposition_with_move
    refuse(moved, "unit", f"{unit} has moved this turn; repositioning is instead of moving (R17).")
    return found


def other_positions(state: State, unit: str) -> list[Position]:
    """The free places in its square where a unit does not stand already, in listing order."""
    each = state.units[unit]
    return [spot for spot in free(state, unit, on(each)) if spot != each.position]


def reposition(state: State, action: kinds.Reposition) -> Outcome[State]:
    """Another place in the same square, free of fuel and movement."""
    check_reposition(state, action.player, action.unit)
    check_position(state, action.unit, action.position)
    spots = other_positions(state, action.unit)
    refuse(action.position not in spots, "position", f"Free are: {', '.join(spots) or 'no other places'}.")
    moved = state.with_unit(action.unit, position=action.position).marked(action.unit, "repositioned")
    values = {"unit": named(state, action.unit), "where": at(state.units[action.unit].square)}
    return Outcome(moved, (Step("M5", "{unit} repositions within {where}.", values),))


def check_entrench(state: State, player: str, unit: str) -> Unit:
    """A unit that may dig in one layer deeper (M6, R18)."""
    found = _mobile(state, player, unit)
    most = state.card(unit).entrench
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; digging in needs one.")
    refuse(found.mp_used > 0, "unit", f"{unit} has moved this turn; it digs in when it stays.")
    refuse("repositioned" in found.marks, "unit", f"{unit} has repositioned this turn; it digs in next turn.")
    refuse("entrenched" in found.marks, "unit", f"{unit} dug one layer this turn; the next comes next turn.")
    refuse(found.entrench >= most, "unit", f"{unit} is as deep as its card allows: {most}.")
    return found


def entrench(state: State, action: kinds.Entrench) -> Outcome[State]:
    """One layer deeper."""
    unit = check_entrench(state, action.player, action.unit)
    dug = state.with_unit(action.unit, entrench=unit.entrench + 1).marked(action.unit, "entrenched")
    values = {"unit": named(state, action.unit), "layers": unit.entrench + 1}
    return Outcome(dug, (Step("M6", "{unit} digs in: +{layers} to its defence dice.", values),))


def check_dig_out(state: State, player: str, unit: str) -> Unit:
    """A unit that may dig out (R18)."""
    found = _mobile(state, player, unit)
    refuse(found.entrench == 0, "unit", f"{unit} is not entrenched.")
    refuse(found.fuel == 0, "unit", f"{unit} has no fuel counter left; digging out needs one.")
    refuse("entrenched" in found.marks, "unit", f"{unit} dug in this turn; it digs out from the next on.")
    return found


def dig_out(state: State, action: kinds.DigOut) -> Outcome[State]:
    """All layers left behind, for the unit's whole movement phase."""
    check_dig_out(state, action.player, action.unit)
    out = state.with_unit(action.unit, entrench=0).marked(action.unit, "dug_out")
    values = {"unit": named(state, action.unit)}
    return Outcome(out, (Step("M6", "{unit} digs out and can move from its next turn on.", values),))
