"""What the people at the table may do at any time: set things right by hand, or give up."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.shape.changing import but
from companion.games.scarper.actions import kinds
from companion.games.scarper.actions.adjusting import Change
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, OTHER, SIDE_NAMES
from companion.games.scarper.rules.sequence import morale_set, over
from companion.games.scarper.state.fronts import Battlefield
from companion.games.scarper.state.table import Hand, State


def still_on(state: State) -> None:
    """Refuse what comes after the end."""
    if state.phase == "over":
        raise IllegalAction("type", "The war is over; only an undo leads back into it.")


def adjust(state: State, action: kinds.Adjust) -> Outcome[State]:
    """The table sets figures by hand; the sequence of play does not move."""
    still_on(state)
    for n, change in enumerate(action.changes):
        _hand_left(state, change, n)
    for change in action.changes:
        state = _changed(state, change)
    for each in BATTLEFIELDS:
        if state.battlefields[each].frontline in state.battlefields[each].trenches:
            where = BATTLEFIELD_NAMES[each]
            raise IllegalAction(
                "changes", f"A trench would lie in the frontline's space of {where}; move one of them."
            )
    return morale_set(state, state.morale).after(*_steps(action))


def _hand_left(state: State, change: Change, n: int) -> None:
    turn = state.turn
    if turn and turn.step == "start" and change.path == ("hands", turn.side, "count") and not change.value:
        said = "The side whose round it is must hold a card; adjust before its round begins."
        raise IllegalAction(f"changes.{n}.value", said)


def _changed(state: State, change: Change) -> State:
    value = change.value
    match change.path:
        case ("propaganda" | "economy" as track, "allied" | "german" as side):
            return state.with_track(track, state.track(track).put(side, value))
        case ("hands", "allied" | "german" as side, _):
            return but(state, hands=state.hands.put(side, Hand(value, None)))
        case ("battlefields", battlefield, "frontline"):
            trenches = state.battlefields[battlefield].trenches
            return state.with_battlefield(battlefield, Battlefield(value, trenches))
        case ("battlefields", battlefield, _):
            frontline = state.battlefields[battlefield].frontline
            return state.with_battlefield(battlefield, Battlefield(frontline, value))
        case _:
            return but(state, morale=value)


def _steps(action: kinds.Adjust) -> tuple[Step, ...]:
    reason = Step("adjust", "The table sets things by hand: {reason}", {"reason": action.reason})
    sets = (
        Step("adjust", "{path} is set to {value}.", {"path": ".".join(change.path), "value": change.value})
        for change in action.changes
    )
    return (reason, *sets)


def resign(state: State, action: kinds.Resign) -> Outcome[State]:
    """A side gives up; the other has won."""
    still_on(state)
    winner = OTHER[action.side]
    values = {"side": SIDE_NAMES[action.side], "winner": SIDE_NAMES[winner]}
    given_up = Step("8", "The {side} side gives the war up; the {winner} side has won.", values)
    return Outcome(over(state, winner, "resignation"), (given_up,))
