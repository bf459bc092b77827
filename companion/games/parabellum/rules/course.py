"""The course of a scenario: turns, objectives, leaving it, its end, the campaign's result (T1, E1 to E4)."""

from collections.abc import Callable, Iterator, Mapping

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Result, Step
from companion.engine.records import replace
from companion.games.parabellum import actions
from companion.games.parabellum.data import PHASE_NAMES, TURN_PHASES, Phase
from companion.games.parabellum.procedures import course
from companion.games.parabellum.procedures.money import left_behind, post, scrap_value
from companion.games.parabellum.rules.combat import forget_spotted
from companion.games.parabellum.rules.setting_up import entitled, open_scenario, opening_steps
from companion.games.parabellum.state import (
    EMPTY,
    Chapter,
    EndedBy,
    Load,
    Objective,
    Payment,
    Reserve,
    Standing,
    State,
    player_named,
    spoken,
)


def holders(state: State, square: str) -> set[str]:
    return {each.owner for each in state.units.values() if each.square == square}


def holds(state: State, objective: Objective, player: str) -> bool:
    """Whether enough of its squares have units of this player alone."""
    held = sum(holders(state, square) == {player} for square in set(objective.squares))
    return held >= objective.count


def evaluate(state: State, *, turn_of: str | None = None) -> Outcome[State]:
    """Every objective looked at, in booklet order; `turn_of` at the end of that player's turn."""
    steps: list[Step] = []
    for objective in state.booklet.objectives:
        before = state.objectives[objective.id]
        state = _evaluated(state, objective, turn_of)
        steps += _changes(objective, before, state.objectives[objective.id])
    return Outcome(state, tuple(steps))


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
    for player in state.order:
        holders = state.objectives[objective.id].done
        if player in holders or (objective.exclusive and holders) or not entitled(state, objective, player):
            continue
        tally = state.tally[player]
        reached = tally.destroyed if objective.kind == "destroy" else len(tally.spotted)
        if reached >= objective.count:
            state = complete(state, objective, player)
    return state


def complete(state: State, objective: Objective, player: str) -> State:
    """The objective is this player's; an exclusive one nobody else's."""
    standing = state.objectives[objective.id]
    holders = {player} if objective.exclusive else {*standing.done, player}
    return _with(state, objective, standing._replace(done=tuple(p for p in state.seated if p in holders)))


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
            facts = {**values, "who": player_named(player), "held": turns}
            yield Step(
                "RULING R49", "“{name}”: {who} has held it for {held} of {turns:# turn|# turns}.", facts
            )


def ending_one(state: State) -> Objective | None:
    holders = (each for each in state.booklet.objectives if state.objectives[each.id].done)
    return next((each for each in holders if each.ends_scenario), None)


def check_finding(state: State, action: actions.Find) -> Objective:
    objective = state.booklet.objective(action.objective)
    if objective is None:
        names = ", ".join(each.id for each in state.booklet.objectives) or "none"
        raise IllegalAction("objective", f"This booklet has no “{action.objective}”; it has {names}.")
    if not entitled(state, objective, action.player):
        raise IllegalAction("player", f"“{objective.name}” is not for {spoken(action.player)}'s seat.")
    if (action.player in state.objectives[objective.id].done) == action.complete:
        so = "completed" if action.complete else "not completed"
        raise IllegalAction("complete", f"It stands as {so} already.")
    return objective


def record(state: State, action: actions.Find, objective: Objective) -> State:
    """The finding written down."""
    if action.complete:
        return complete(state, objective, action.player)
    standing = state.objectives[objective.id]
    left = tuple(player for player in standing.done if player != action.player)
    return _with(state, objective, standing._replace(done=left))


def end_scenario(state: State, ended_by: EndedBy) -> Outcome[State]:
    """Everything from the last shot to the next choice; objectives have been looked at before."""
    state, loose = _cleared(forget_spotted(state))
    ending = _ending(state, ended_by, loose)
    settled = course.settle(ending)
    state = _paid(state, settled)
    chapter = Chapter(
        scenario=state.scenario,
        ended_by=ended_by,
        rounds=state.round,
        completed=settled.completed,
        ranking=settled.ranking,
        eliminated=settled.eliminated,
    )
    for player in settled.eliminated:
        state = dissolve(state.with_player(player, status="eliminated"), player)
    over = state.changed(
        active=None,
        done=(),
        phase="over" if settled.over else "choose_next",
        choosers=settled.choosers,
        winner=settled.winner,
        history=(*state.history, chapter),
    )
    words = {
        "withdrawal": ("E2", "Scenario {id} is over: all but one have withdrawn."),
        "rounds": ("E1", "Scenario {id} is over: its last round is played."),
        "objective": ("E1", "Scenario {id} is over: an objective that ends it is completed."),
        "manual": ("RULING R56", "The table has ended scenario {id}."),
    }
    rule, template = words[ended_by]
    return Outcome(
        over, (Step(rule, template, {"id": state.scenario.upper()}), *course.ending_steps(ending, settled))
    )


def _cleared(state: State) -> tuple[State, Load]:
    """Units recover free of charge, loose tokens are gathered (R48)."""
    units = {
        unit: replace(
            each,
            where="predeploy",
            square=None,
            position=None,
            entrench=0,
            bridge=None,
            ground=None,
            earthwork=False,
        )
        if each.where == "map"
        else each
        for unit, each in state.units.items()
    }
    loose = EMPTY
    for load in state.caches.values():
        loose = loose.plus(load)
    return state.changed(units=units, caches={}), loose


def _ending(state: State, ended_by: EndedBy, loose: Load) -> course.Ending:
    present = state.having("in", "withdrawn")
    booklet = state.booklet
    return course.Ending(
        ended_by=ended_by,
        chooser=booklet.chooser,
        next=booklet.next,
        order=tuple(player for player in state.order if player in present),
        objectives=tuple(
            course.Stake(
                each.id,
                tuple(player for player in present if entitled(state, each, player)),
                each.exclusive,
                each.bonus,
                each.penalty,
            )
            for each in booklet.objectives
        ),
        players=tuple(
            course.Account(
                player=player,
                credits=state.players[player].credits,
                scrap_value=scrap_value(state, player),
                playing=state.players[player].status == "in",
                completed=tuple(o for o, standing in state.objectives.items() if player in standing.done),
            )
            for player in present
        ),
        salvage=state.wrecks,
        loose=loose,
        options=state.options,
        names={each.id: each.name for each in booklet.objectives},
    )


def _paid(state: State, settled: course.Settled) -> State:
    for line in settled.lines:
        state = post(state, line)
    for player, load in settled.tokens.items():
        state = state.with_reserve(player, load=load)
        state = state.with_player(player, die=settled.turn_dice[player])
    objectives = {
        objective: standing._replace(
            done=tuple(p for p in state.seated if objective in settled.completed.get(p, ()))
        )
        for objective, standing in state.objectives.items()
    }
    return state.changed(objectives=objectives)


def dissolve(state: State, player: str) -> State:
    """A player's goods leave the game; the people go back to the pool (R55)."""
    own = set(state.of(player))
    people = state.players[player].reserve.personnel + sum(state.units[unit].strength for unit in own)
    supply = state.supply._replace(manpower=state.supply.manpower + people)
    units = {unit: each for unit, each in state.units.items() if unit not in own}
    return state.with_player(player, reserve=Reserve()).changed(units=units, supply=supply)


def leaves(player: str) -> Step:
    words = "{who}'s goods leave the game; the people go back to the pool."
    return Step("RULING R55", words, {"who": player_named(player)})


def turn_order(state: State, action: actions.TurnOrder) -> Outcome[State]:
    """The dice for turn order; then Set-up begins (T1, R3)."""
    dice = {player: state.players[player].die for player in state.playing}
    for player, die in action.dice.items():
        if player not in dice:
            raise IllegalAction(f"dice.{player}", f"{spoken(player)} does not roll; {', '.join(dice)} do.")
        if die > dice[player]:
            words = f"{spoken(player)} completed no objective in the last scenario and rolls a d6."
            raise IllegalAction(f"dice.{player}", words)
        dice[player] = die
    order, steps = course.decide(dice, action.rolls)
    opened = state.changed(order=order, active=order[0], phase="setup")
    return Outcome(
        opened, (*steps, Step("S1", "Set-up: {who} has the first go.", {"who": player_named(order[0])}))
    )


def pass_go(state: State) -> State:
    """The go passes to the next who is in and not done; to the first turn when everybody is (S1)."""
    waiting = [player for player in state.playing if player not in state.done]
    if not waiting:
        first = next(player for player in state.order if player in state.playing)
        return start_turn(state.changed(done=(), round=1), first)
    return state.changed(active=_following(state, tuple(waiting)))


def _following(state: State, among: tuple[str, ...]) -> str:
    """The next of some players after the active one, cyclically, possibly the same."""
    place = state.order.index(state.active or state.order[0])
    cycle = state.order[place + 1 :] + state.order[: place + 1]
    return next(player for player in cycle if player in among)


def start_turn(state: State, player: str) -> State:
    """A player's turn begins: all that happened to its units last turn is forgotten."""
    units = {
        unit: replace(each, mp_used=0, partner=None, marks=frozenset()) if each.owner == player else each
        for unit, each in state.units.items()
    }
    return state.changed(active=player, phase="movement", units=units)


def next_turn(state: State) -> Outcome[State]:
    """The turn passes; after the last of a round the round grows, or the scenario ends (P1)."""
    assert state.active
    following = _following(state, state.playing)
    if state.order.index(following) > state.order.index(state.active):
        return _turn_of(state, following)
    limit = state.booklet.rounds
    if limit is not None and state.round >= limit:
        ended = end_scenario(state, "rounds")
        limit_step = Step("RULING R56", "Round {limit} was the last of this scenario.", {"limit": limit})
        return Outcome(ended.state, (limit_step, *ended.steps))
    return _turn_of(state.changed(round=state.round + 1), following)


def _turn_of(state: State, player: str) -> Outcome[State]:
    values = {"who": player_named(player), "round": state.round}
    step = Step("P1", "Round {round}: it is {who}'s turn, with Movement.", values)
    return Outcome(start_turn(state, player), (step,))


def end_phase(state: State, action: actions.EndPhase) -> Outcome[State]:
    leave = LEAVING.get(state.phase)
    if state.phase == "boardroom":
        # Objectives are looked at; one that ends the scenario ends it, else the next turn begins.
        judged = evaluate(state, turn_of=action.player)
        ends = ending_one(judged.state)
        after = end_scenario(judged.state, "objective") if ends else next_turn(judged.state)
        return Outcome(after.state, (*judged.steps, *after.steps))
    left = Outcome(state, ()) if leave is None else leave(state, action.player)
    phase: Phase = TURN_PHASES[TURN_PHASES.index(state.phase) + 1]
    step = Step(
        "P1", "{who} goes on to {phase}.", {"who": player_named(action.player), "phase": PHASE_NAMES[phase]}
    )
    return Outcome(left.state.changed(phase=phase), (*left.steps, step))


def _burn_fuel(state: State, player: str) -> Outcome[State]:
    """Whoever moved spends one fuel counter, however far it went (M1, R13)."""
    moved = [unit for unit in state.of(player, "map") if state.units[unit].mp_used > 0]
    for unit in moved:
        # Counters that the table took off since are gone: nothing falls below none (3.3).
        state = state.with_unit(unit, fuel=max(0, state.units[unit].fuel - 1))
    if not moved:
        return Outcome(state, ())
    return Outcome(
        state,
        (
            Step(
                "M1",
                "{n:# unit moved: one fuel counter.|# units moved: one fuel counter each.}",
                {"n": len(moved)},
            ),
        ),
    )


LEAVING: Mapping[Phase, Callable[[State, str], Outcome[State]]] = {
    "movement": _burn_fuel,
    "direct": lambda state, player: Outcome(forget_spotted(state), ()),
}


def withdraw(state: State, action: actions.Withdraw) -> Outcome[State]:
    """Units left on the map are scrapped and the others share what they fetch (E2, R46)."""
    player = action.player
    judged = evaluate(forget_spotted(state))
    state = judged.state
    going = units_left(state, player)
    state = state.with_player(player, status="withdrawn")
    worth = [(state.units[u].cost, state.units[u].strength, state.card(u).troop) for u in going]
    behind = left_behind(worth, len(state.playing), state.options.payout_tie)
    people = sum(state.units[unit].strength for unit in going)
    pool = state.supply._replace(manpower=state.supply.manpower + people)
    units = {unit: each for unit, each in state.units.items() if unit not in going}
    state = state.changed(units=units, supply=pool)
    for other in state.playing:
        state = post(state, Payment(other, "share", player, behind.share))
    values = {"who": player_named(player), "units": len(going), "total": behind.total, "share": behind.share}
    words = "{who} withdraws; {units:# unit left behind fetches|# units left behind fetch} {total} credits: "
    words += "{share} for each still in, "
    words += "to the nearest 5 (R46)."
    after = _after_withdrawal(state)
    return Outcome(after.state, (*judged.steps, Step("E2", words, values), *after.steps))


def units_left(state: State, player: str) -> list[str]:
    """What a player would leave behind now: own units on the map and whoever is aboard of them."""
    on_map = list(state.of(player, "map"))
    return [*on_map, *(rider for unit in on_map for rider in state.passengers(unit))]


def _after_withdrawal(state: State) -> Outcome[State]:
    if len(state.playing) == 1:
        return end_scenario(state, "withdrawal")
    return end_scenario(state, "objective") if ending_one(state) else next_turn(state)


def find(state: State, action: actions.Find) -> Outcome[State]:
    """The table's finding; completing an objective that ends the scenario ends it."""
    objective = check_finding(state, action)
    values = {"who": player_named(action.player), "name": objective.name}
    finding = "completed" if action.complete else "not completed"
    step = Step("E1", "The table finds “{name}” {found} for {who}.", {**values, "found": finding})
    if not (action.complete and objective.ends_scenario):
        return Outcome(record(state, action, objective), (step,))
    judged = evaluate(forget_spotted(state))
    ended = end_scenario(record(judged.state, action, objective), "objective")
    return Outcome(ended.state, (*judged.steps, step, *ended.steps))


def end_by_hand(state: State, action: actions.EndScenario) -> Outcome[State]:
    judged = evaluate(forget_spotted(state))
    ended = end_scenario(judged.state, "manual")
    step = Step("RULING R56", "The table gives a reason: {reason}", {"reason": action.reason})
    return Outcome(ended.state, (*judged.steps, step, *ended.steps))


def choose(state: State, action: actions.Choose) -> Outcome[State]:
    """The next scenario of the tree (E3)."""
    ways = state.booklet.next
    if action.scenario not in ways:
        listed = ", ".join(way.upper() for way in ways)
        raise IllegalAction("scenario", f"From {state.scenario.upper()} the tree leads to {listed}.")
    last = replace(state.history[-1], chooser=action.player, next=action.scenario)
    opened = open_scenario(state.changed(history=(*state.history[:-1], last)), action.scenario)
    return Outcome(opened, (_chosen(action), *opening_steps(opened)))


def _chosen(action: actions.Choose) -> Step:
    values = {"who": player_named(action.player), "id": action.scenario.upper()}
    return Step("E3", "{who} chooses scenario {id}.", values)


def abstain(state: State, action: actions.Abstain) -> Outcome[State]:
    """A player leaves the campaign; the last one left wins it (E4, R55)."""
    player = action.player
    state = dissolve(state.with_player(player, status="abstained"), player)
    state = state.changed(choosers=tuple(each for each in state.choosers if each != player))
    steps = [Step("E4", "{who} abstains from the rest of the campaign.", {"who": player_named(player)})]
    steps.append(leaves(player))
    left = state.having("in", "withdrawn")
    if len(left) > 1:
        return Outcome(state, tuple(steps))
    winner = left[0]
    steps.append(
        Step("E4", "{who} is the last one left and wins the campaign.", {"who": player_named(winner)})
    )
    return Outcome(state.changed(phase="over", choosers=(), winner=winner), tuple(steps))


def result(state: State) -> tuple[Result, ...]:
    """Every company, the winner first; empty while the campaign goes on. Without a winner nobody is first."""
    if state.phase != "over":
        return ()
    first = 1 if state.winner else 2
    scenarios = len(state.history)
    words = f"after {scenarios} scenario" + ("s" if scenarios != 1 else "")
    rows = enumerate(course.standings(state), start=first)
    return tuple(Result(row["player"], rank, row["net_worth"], words) for rank, row in rows)
