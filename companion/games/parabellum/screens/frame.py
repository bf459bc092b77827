"""What stands around the decision: the bar, the phases of the turn, the companies, what changed."""

from companion.engine.game import Scene
from companion.engine.stage import Bar, Turn, Words, said
from companion.engine.wording import count
from companion.games.parabellum.data import PHASE_NAMES, TITLE
from companion.games.parabellum.rules.words import called
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.seeing import own_seat
from companion.games.parabellum.state import State

SHORT = {
    "movement": ("Move", "M1", "Move, reposition, dig in or out"),
    "deployment": ("Deploy", "M7", "Take units off and onto the map"),
    "logistics": ("Logistics", "L1", "Hand over, cache, resupply, board, build"),
    "special": ("Special", "A4", "Reconnoitre and shell"),
    "direct": ("Direct", "A1", "Attack; who is left may hit back"),
    "boardroom": ("Boardroom", "B1", "Buy, muster, merge, disband, scrap"),
}
STATUS = {"in": "", "withdrawn": "withdrawn", "eliminated": "out of the campaign", "abstained": "abstains"}


def who(state: State, player: str) -> str:
    """A player as the table calls it."""
    return called(state, player)


def bar(scene: Scene[State]) -> Bar:
    """The scenario, round, phase, whose turn."""
    state = scene.state
    phase = SHORT[state.phase][0] if state.phase in SHORT else PHASE_NAMES[state.phase]
    acting = state.active or next(iter(state.choosers), None)
    return Bar(
        title=TITLE,
        plate=f"R{state.round}" if state.round else state.scenario.upper(),
        phase=phase if state.round else f"{state.booklet.name} · {phase}",
        turn=Turn(who(state, acting), seat_of(state, acting)) if acting else None,
        hand=own_seat(scene) if scene.room == "hand" else None,
        board="attack",
        rule=f"phase-{state.phase}",
    )


def companies(state: State) -> list[str]:
    """Everybody, in turn order once there is one."""
    return [*state.order, *(player for player in state.seated if player not in state.order)]


def changes(before: State, now: State) -> list[Words]:
    """What the last line changed for everybody to see, in a few words each."""
    if before.scenario != now.scenario:
        return [f"Scenario {now.scenario.upper()} opens"]
    found: list[Words] = []
    for player in now.tally:
        if player in before.tally:
            more = now.tally[player].destroyed - before.tally[player].destroyed
            told = said("{who} destroys {units}", who=who(now, player), units=count(more, "unit"))
            found += [told] if more > 0 else []
    if now.casualties > before.casualties:
        found.append(f"{count(now.casualties - before.casualties, 'casualty', 'casualties')}")
    if now.phase != before.phase or now.active != before.active:
        phase = PHASE_NAMES[now.phase]
        found.append(said("{phase}: {who}", phase=phase, who=who(now, now.active)) if now.active else phase)
    return found
