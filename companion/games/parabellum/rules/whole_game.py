"""Set up, played again, what may be done, who sees what: a whole campaign's procedures (6.1)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Step
from companion.engine.whole_game import WholeGame, questions
from companion.engine.wire import Json
from companion.games.parabellum.data import PHASE_NAMES
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.course.setting_up import set_up
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.seating import open_table
from companion.games.parabellum.rules.secrets import view_of
from companion.games.parabellum.state import State, state_json
from companion.games.parabellum.state.naming import PlayerId, player_named, read_id
from companion.games.parabellum.state.table import read_state


def _may(state: State) -> tuple[Json, Step]:
    entries = legal(state)
    values = {
        "phase": PHASE_NAMES[state.phase],
        "who": player_named(state.active) if state.active else "the whole table",
        "n": len(entries),
    }
    words = "{phase}: {n:# kind|# kinds} of thing can be done, and it is for {who} to act."
    step = Step("P1", words if entries else "{phase}: nothing is left to do.", values)
    return {"actions": entries}, step


def _sees(state: State, given: Json) -> tuple[Json, Step]:
    viewer = read_id(given, "viewer")
    if viewer not in state.players:
        raise IllegalAction("viewer", f"“{viewer}” does not sit here; {', '.join(state.seated)} do.")
    words = "{who} sees own units, reserve and sheet whole; of the others what stands on the table."
    return {"view": view_of(state, viewer)}, Step("RULING R61", words, {"who": player_named(viewer)})


LONGEST = 20000
"""Actions: the longest journal that is played again."""

WHOLE_GAME = WholeGame(
    set_up=set_up,
    opens=open_table,
    apply=apply,
    read_state=read_state,
    state_json=state_json,
    may=_may,
    sees=_sees,
    looks="viewer",
    title="Set the campaign up",
    opening="Seats, companies, the budget, the first scenario.",
    most=LONGEST,
    missing_first=True,
    described=questions(State, most=LONGEST, looker={"viewer": PlayerId}),
)
