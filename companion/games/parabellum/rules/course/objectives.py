"""Objectives: held, lost, completed, taken over; and the table's own findings (E1, specification 6.20)."""

from collections.abc import Iterator

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.state.binder import Objective
from companion.games.parabellum.state.naming import player_named, spoken
from companion.games.parabellum.state.pieces import Standing
from companion.games.parabellum.state.table import State


def holders(state: State, square: str) -> set[str]:
    """Whose units stand on a square."""
    return {each.owner for each in state.units.values() if each.square == square}


def holds(state: State, objective: Objective, player: str) -> bool:
    """Whether enough of its squares have units of this player alone."""
    held = sum(holders(state, square) == {player} for square in set(objective.squares))
    return held >= objective.count


def evaluate(state: State, *, turn_of: str | None = None) -> Outcome[State]:
    """Every objective looked at, in booklet order; `turn_of` at the end of that player's turn."""
    told: list[Step] = []
    for objective in state.booklet.objectives:
        before = state.objectives[objective.id]
        state = _evaluated(state, objective, turn_of)
        told += _changes(objective, before, state.objectives[objective.id])
    return Outcome(state, tuple(told))


def _evaluated(state: State, objective: Objective, turn_of: str | None) -> State:
    if not state.tracked and objective.kind == "hold":
        # Who stands where only the table sees: such an objective is its finding.
        return state
    if objective.kind == "hold":
        state = _given_up(state, objective)
        return _held(state, objective, turn_of) if turn_of else state
    return state if objective.kind == "manual" else _counted(state, objective)


def _given_up(state: State, objective: Objective) -> State:
    """Completed, but held no more by players still in (R49)."""
    standing = state.objectives[objective.id]
    lost = [player for player in standing.done if _loses(state, objective, player)]
    if not lost:
        return state
    streak = {player: 0 if player in lost else n for player, n in standing.streak.items()}
    return _with(state, objective, Standing(tuple(p for p in standing.done if p not in lost), streak))


def _loses(state: State, objective: Objective, player: str) -> bool:
    until = state.options.hold_until
    gone = state.players[player].status != "in"
    if gone or until == "completed" or holds(state, objective, player):
        return False
    return until == "withdrawal" or any(holders(state, square) - {player} for square in objective.squares)


def _held(state: State, objective: Objective, player: str) -> State:
    """One more turn held, or the count starts again (R49)."""
    standing = state.objectives[objective.id]
    if player not in standing.streak:
        return state
    turns = standing.streak[player] + 1 if holds(state, objective, player) else 0
    state = _with(state, objective, standing._replace(streak={**standing.streak, player: turns}))
    if turns < objective.turns or _kept_by_another(state, objective, player):
        return state
    return complete(state, objective, player)


def _kept_by_another(state: State, objective: Objective, player: str) -> bool:
    """Whether an exclusive objective stays with somebody else."""
    if not objective.exclusive:
        return False
    return any(
        _keeps(state, objective, other) for other in state.objectives[objective.id].done if other != player
    )


def _keeps(state: State, objective: Objective, player: str) -> bool:
    if state.players[player].status == "in":
        return holds(state, objective, player)
    return state.options.hold_until == "completed"


def _counted(state: State, objective: Objective) -> State:
    """Units destroyed or reconnoitred so far."""
    for player in state.order:
        done = state.objectives[objective.id].done
        if player in done or (objective.exclusive and done) or not entitled(state, objective, player):
            continue
        tally = state.tally[player]
        reached = tally.destroyed if objective.kind == "destroy" else len(tally.spotted)
        if reached >= objective.count:
            state = complete(state, objective, player)
    return state


def complete(state: State, objective: Objective, player: str) -> State:
    """The objective is this player's; an exclusive one nobody else's."""
    standing = state.objectives[objective.id]
    done = {player} if objective.exclusive else {*standing.done, player}
    return _with(state, objective, standing._replace(done=tuple(p for p in state.seated if p in done)))


def _with(state: State, objective: Objective, standing: Standing) -> State:
    return state.changed(objectives={**state.objectives, objective.id: standing})


def _changes(objective: Objective, before: Standing, after: Standing) -> Iterator[Step]:
    values = {"name": objective.name, "turns": objective.turns}
    for player in before.done:
        if player not in after.done:
            words = "“{name}”: {who} does not hold it any more; it must be earned anew."
            yield Step("RULING R49", words, {**values, "who": player_named(player)})
    for player in after.done:
        if player not in before.done:
            yield Step("E1", "“{name}” is completed by {who}.", {**values, "who": player_named(player)})
    for player, turns in after.streak.items():
        if turns > before.streak.get(player, 0) and player not in after.done:
            told = {**values, "who": player_named(player), "held": turns}
            yield Step(
                "RULING R49", "“{name}”: {who} has held it for {held} of {turns:# turn|# turns}.", told
            )


def ending_one(state: State) -> Objective | None:
    """A completed objective that ends the scenario, if there is one."""
    done = (each for each in state.booklet.objectives if state.objectives[each.id].done)
    return next((each for each in done if each.ends_scenario), None)


def check_finding(state: State, action: kinds.Find) -> Objective:
    """The objective of a finding that changes something."""
    objective = state.booklet.objective(action.objective)
    if objective is None:
        known = ", ".join(each.id for each in state.booklet.objectives) or "none"
        raise IllegalAction("objective", f"This booklet has no “{action.objective}”; it has {known}.")
    if not entitled(state, objective, action.player):
        raise IllegalAction("player", f"“{objective.name}” is not for {spoken(action.player)}'s seat.")
    if (action.player in state.objectives[objective.id].done) == action.complete:
        so = "completed" if action.complete else "not completed"
        raise IllegalAction("complete", f"It stands as {so} already.")
    return objective


def record(state: State, action: kinds.Find, objective: Objective) -> State:
    """The finding written down."""
    if action.complete:
        return complete(state, objective, action.player)
    standing = state.objectives[objective.id]
    left = tuple(player for player in standing.done if player != action.player)
    return _with(state, objective, standing._replace(done=left))
