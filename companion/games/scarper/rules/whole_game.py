"""Set up, played again, and what may be done: the procedures of a whole war (specification 6.1 to 6.3)."""

from companion.engine.game import Step
from companion.engine.whole_game import WholeGame, questions
from companion.engine.wire import Json
from companion.games.scarper.data import PHASE_NAMES
from companion.games.scarper.rules import apply, chance, set_up
from companion.games.scarper.rules.legal import actors, legal
from companion.games.scarper.state.table import State, read_state, state_json


def _may(state: State) -> tuple[Json, Step]:
    acting, entries = actors(state), legal(state)
    actor = "both" if len(acting) == 2 else acting[0] if acting else None
    step = state.turn.step if state.turn else None
    values = {"count": len(entries), "phase": PHASE_NAMES[state.phase]}
    told = Step("4.3", "At “{phase}” {count:# kind|# kinds} of action can be chosen.", values)
    return {"actor": actor, "phase": state.phase, "step": step, "actions": entries}, told


WHOLE_GAME = WholeGame(
    set_up=set_up,
    apply=apply,
    read_state=read_state,
    state_json=state_json,
    may=_may,
    opening="The opening state, decks shuffled where the app deals.",
    deal=chance.shuffle_setup,
    described=questions(State),
)
