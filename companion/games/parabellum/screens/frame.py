"""What stands around the decision: the bar, the phases of the turn, the companies, what changed."""

from companion.engine.game import Scene
from companion.engine.stage import Bar, Turn
from companion.engine.wording import Values, count
from companion.games.parabellum.data import PHASE_NAMES, TITLE, TURN_PHASES
from companion.games.parabellum.procedures.money.prices import next_price
from companion.games.parabellum.rules.words import called
from companion.games.parabellum.screens.cards import beads, seat_of
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
    where = f"Round {state.round}" if state.round else state.booklet.name
    acting = state.active or next(iter(state.choosers), None)
    return Bar(
        title=TITLE,
        plate=state.scenario.upper(),
        phase=f"{where} · {phase}",
        turn=Turn(who(state, acting)) if acting else None,
        hand=own_seat(scene) if scene.room == "hand" else None,
        board="attack",
    )


def flow(state: State) -> list[Values]:
    """The turn as a row of phases, the one of now among them; none outside a turn."""
    if state.phase not in TURN_PHASES:
        return []
    now = TURN_PHASES.index(state.phase)
    return [
        {
            "name": SHORT[phase][0],
            "rule": SHORT[phase][1],
            "words": SHORT[phase][2],
            "done": n < now,
            "now": n == now,
        }
        for n, phase in enumerate(TURN_PHASES)
    ]


def companies(scene: Scene[State]) -> list[Values]:
    """Everybody's public figures, in turn order once there is one."""
    state = scene.state
    order = [*state.order, *(player for player in state.seated if player not in state.order)]
    return [_company(state, player) for player in order]


def _company(state: State, player: str) -> Values:
    each, tally = state.players[player], state.tally.get(player)
    livery = state.binder.companies[each.company].livery
    fights = sum(1 for _ in state.of(player, "map"))
    waits = sum(1 for _ in state.of(player, "predeploy"))
    words = [f"{fights} on the map, {waits} waiting"]
    if tally and (tally.destroyed or tally.lost):
        words.append(f"{tally.destroyed} destroyed, {tally.lost} lost")
    words += [STATUS[each.status]] if STATUS[each.status] else []
    words += ["done with Set-up"] if player in state.done else []
    return {
        "id": player, "name": who(state, player), "seat": seat_of(state, player), "number": each.seat,
        "livery": beads(state, livery), "acting": player == state.active, "words": " · ".join(words),
        "out": each.status != "in",
    }  # fmt: skip


def pool(state: State) -> Values:
    """The manpower that all share, and what the next person costs."""
    left = state.supply.manpower
    price = next_price(state.booklet.bands["manpower"], left)
    return {"left": left, "next": price, "casualties": state.casualties, "wrecks": state.wrecks}


def changes(before: State, now: State) -> list[str]:
    """What the last line changed for everybody to see, in a few words each."""
    if before.scenario != now.scenario:
        return [f"Scenario {now.scenario.upper()} opens"]
    found = []
    for player in now.tally:
        if player in before.tally:
            more = now.tally[player].destroyed - before.tally[player].destroyed
            found += [f"{who(now, player)} destroys {count(more, 'unit')}"] if more > 0 else []
    if now.casualties > before.casualties:
        found.append(f"{count(now.casualties - before.casualties, 'casualty', 'casualties')}")
    if now.phase != before.phase or now.active != before.active:
        found.append(PHASE_NAMES[now.phase] + (f": {who(now, now.active)}" if now.active else ""))
    return found
