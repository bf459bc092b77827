"""What a company calls its units, and what their commander notes of them: no rule looks at either."""

from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.claims import own
from companion.games.parabellum.state.naming import player_named
from companion.games.parabellum.state.table import State


def name(state: State, action: kinds.Name) -> Outcome[State]:
    """A unit's name and note, at any time; which unit, and what is written, its owner alone reads."""
    own(state, action.player, action.unit)
    said = {"name": action.name, "note": action.note}
    written = {key: text.strip() for key, text in said.items() if text is not None}
    step = Step("RULING R61", "{who} writes on a unit card.", {"who": player_named(action.player)})
    return Outcome(state.with_unit(action.unit, **written), (step,))
