"""What may be done now, entry by entry, out of the same checks that the rules make (specification 6.1)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.games.parabellum.data import TURN_PHASES, Phase
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.rules.legal import combat, field, on_table, rear
from companion.games.parabellum.rules.rear.buying import cards_shown
from companion.games.parabellum.state.table import State

type Entry = dict[str, Json]
type Entries = Iterator[Entry]


def legal(state: State) -> list[Entry]:
    """All entries, sorted by their JSON text; `adjust` and `end_scenario` are always possible."""
    if state.phase in TURN_PHASES and (state.active is None or state.active not in state.order):
        raise InvalidInput("state.active", "In the phases of a turn somebody of the turn order is active.")
    return _sorted(_entries(state))


def legal_at_table(state: State) -> list[Entry]:
    """The same as a table shows it: of the card binder only what its buyer may know (R62)."""
    entries = legal(state)
    if state.binder_open or state.active is None or state.phase not in ("setup", "boardroom"):
        return entries
    player = state.active
    shown = {kind: cards_shown(state, player, kind) for kind in state.binder.units}
    others = [entry for entry in entries if entry.get("resource") != "units"]
    return _sorted([*others, *rear.cards(state, player, shown)])


def _sorted(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: json.dumps(entry, sort_keys=True, separators=(",", ":")))


def _entries(state: State) -> Entries:
    if state.phase == "turn_order":
        yield {"type": "turn_order", "dice": {player: state.players[player].die for player in state.playing}}
    elif state.phase == "setup":
        yield from _setup(state)
    elif state.phase == "choose_next":
        yield from _choices(state)
    elif state.phase in TURN_PHASES and state.active is not None:
        yield from (PHASES if state.tracked else ON_TABLE)[state.phase](state, state.active)
        if not state.tracked:
            yield from on_table.standing(state, state.active)
        yield {"type": "end_phase", "player": state.active}
        yield {"type": "withdraw", "player": state.active}
        yield from _findings(state)


def _setup(state: State) -> Entries:
    if state.active is not None:
        yield from rear.purchases(state, state.active)
        yield {"type": "done", "player": state.active}
    for player in state.playing:
        yield from rear.preparing(state, player)
        if state.options.setup_manipulation:
            yield from rear.manipulating(state, player)


def _boardroom(state: State, player: str) -> Entries:
    yield from rear.purchases(state, player)
    yield from rear.preparing(state, player)
    yield from rear.manipulating(state, player)


def _choices(state: State) -> Entries:
    if state.choosers:
        ways = sorted(state.booklet.next)
        yield {"type": "choose", "player": state.choosers[0], "scenarios": ways}
    for player in state.having("in", "withdrawn"):
        yield {"type": "abstain", "player": player}


def _findings(state: State) -> Entries:
    for objective in state.booklet.objectives:
        for player in state.playing:
            if entitled(state, objective, player):
                done = player in state.objectives[objective.id].done
                finding = {"type": "objective", "objective": objective.id, "complete": not done}
                yield {**finding, "player": player}


PHASES: Mapping[Phase, Callable[[State, str], Entries]] = {
    "movement": field.movement,
    "deployment": field.deployment,
    "logistics": field.logistics,
    "special": combat.special,
    "direct": combat.direct,
    "boardroom": _boardroom,
}
ON_TABLE: Mapping[Phase, Callable[[State, str], Entries]] = {
    **PHASES,
    "movement": on_table.movement,
    "deployment": on_table.deployment,
    "logistics": on_table.logistics,
}
