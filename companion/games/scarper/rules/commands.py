"""What command points buy: propaganda, economy, pushes, charges, an assault (6)."""

from collections.abc import Sequence

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.shape.changing import but
from companion.engine.wording import count, sentence
from companion.games.scarper.actions import kinds
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, CHARGE_COST, OTHER, SIDE_NAMES, Side
from companion.games.scarper.procedures.asked import may_attack
from companion.games.scarper.procedures.concentrated_assault import Assault, assault_steps, storm
from companion.games.scarper.procedures.frontal_charge import Charge, charge_steps, clash
from companion.games.scarper.procedures.lasting import bonus, charge_modifiers, limit
from companion.games.scarper.procedures.movement import movement_steps, push, spendable
from companion.games.scarper.rules.rounds import acting, spend, turn_at
from companion.games.scarper.rules.sequence import gain
from companion.games.scarper.state.table import State, Turn


def _spending(state: State, side: Side, points: int) -> Turn:
    turn = turn_at(state, "commands")
    acting(side, turn.side)
    if points > turn.left:
        raise IllegalAction("points", f"{sentence(count(turn.left, 'point'))} left; {points} were asked for.")
    return turn


def publish_propaganda(state: State, action: kinds.PublishPropaganda) -> Outcome[State]:
    """One space of propaganda a point (6.1.2)."""
    return _raised(state, action, "propaganda", "6.1.2")


def invest_economy(state: State, action: kinds.InvestEconomy) -> Outcome[State]:
    """One space of economy a point (6.1.3)."""
    return _raised(state, action, "economy", "6.1.3")


def _raised(
    state: State, action: kinds.PublishPropaganda | kinds.InvestEconomy, what: str, rule: str
) -> Outcome[State]:
    side, points = action
    turn, most = _spending(state, side, points), room(state, what, side)
    if points > most:
        raise IllegalAction("points", f"The {what} marker can rise by {most} at most; {points} was given.")
    track = state.track(what).put(side, state.track(what)[side] + points)
    values = {"points": points, "side": SIDE_NAMES[side], "what": what, "now": track[side]}
    step = Step(rule, "{points:# point raises|# points raise} the {side} {what} to {now}.", values)
    return _bought(state.with_track(what, track), turn, points, (step,))


def room(state: State, what: str, side: Side) -> int:
    """How far a marker can still rise."""
    return limit(state.options, what) - state.track(what)[side]


def _bought(state: State, turn: Turn, points: int, steps: tuple[Step, ...]) -> Outcome[State]:
    return spend(state, turn, points).after(*steps)


def steady_push(state: State, action: kinds.SteadyPush) -> Outcome[State]:
    """Points move one frontline (6.2.1)."""
    turn = _spending(state, action.side, action.points)
    where = action.battlefield
    front, track = state.battlefields[where], state.front.tracks[where]
    pushed = push(track, front, action.side, action.points)
    if pushed.unspent:
        amounts = spendable(track, front, action.side, turn.left)
        right = ", ".join(map(str, amounts)) or "none"
        name = BATTLEFIELD_NAMES[where]
        said = f"{action.points} points cannot be spent on {name} exactly; possible: {right}."
        raise IllegalAction("points", said)
    steps = tuple(movement_steps(pushed, where, "6.2.1"))
    return _bought(state.with_battlefield(where, pushed.after), turn, action.points, steps)


def charge_at(state: State, side: Side, battlefield: str, extra: int = 0) -> Charge:
    """A charge declared at this table, cards in play and `extra` included."""
    attack, defence = charge_modifiers(state, side, battlefield)
    return Charge(
        attacker=side,
        battlefield=battlefield,
        battlefields=state.battlefields,
        propaganda=state.propaganda,
        attack=attack + extra,
        defence=defence,
        options=state.options,
        board=state.front,
    )


def charged(state: State, charge: Charge, attacker: int, defender: int) -> Outcome[State]:
    """A charge carried out with both dice."""
    end = clash(charge, attacker + charge.attack_bonus - defender - charge.defence_bonus)
    after = but(state, propaganda=end.propaganda)
    if end.movement.moves:
        after = after.with_battlefield(charge.battlefield, end.movement.after)
    return Outcome(after, charge_steps(charge, attacker, defender, end))


def frontal_charge(state: State, action: kinds.FrontalCharge) -> Outcome[State]:
    """Two points buy a charge (6.2.2)."""
    turn = turn_at(state, "commands")
    acting(action.side, turn.side)
    if turn.left < CHARGE_COST:
        raise IllegalAction("type", f"A frontal charge costs {CHARGE_COST} points and {turn.left} is left.")
    charge = charge_at(state, action.side, action.battlefield)
    may_attack(state.front, action.battlefield, charge.front, action.side)
    fought = charged(state, charge, *action.rolls)
    return _bought(fought.state, turn, CHARGE_COST, fought.steps)


def assault_at(state: State, side: Side, battlefield: str, points: int) -> Assault:
    """An assault declared at this table, cards in play included."""
    return Assault(
        attacker=side,
        battlefield=battlefield,
        front=state.battlefields[battlefield],
        morale=state.morale,
        points=points,
        modifier=bonus(state, "assault_bonus", side, battlefield),
        options=state.options,
        board=state.front,
    )


def stormed(state: State, assault: Assault, d6: int) -> Outcome[State]:
    """An assault carried out with its die; its price in morale may lose the war."""
    end = storm(assault, (d6 + 1) // 2)
    after = state.with_battlefield(assault.battlefield, end.movement.after)
    lost = gain(after, OTHER[assault.attacker], end.d3)
    return Outcome(lost.state, assault_steps(assault, d6, end))


def concentrated_assault(state: State, action: kinds.ConcentratedAssault) -> Outcome[State]:
    """All of a card's points buy one assault (6.2.3)."""
    turn = turn_at(state, "commands")
    acting(action.side, turn.side)
    if turn.left < turn.points:
        spent = turn.points - turn.left
        raise IllegalAction(
            "type", f"An assault takes all the card's points; {count(spent, 'point')} already spent."
        )
    assault = assault_at(state, action.side, action.battlefield, turn.points)
    may_attack(state.front, action.battlefield, assault.front, action.side)
    fought = stormed(state, assault, action.rolls.d6)
    if fought.state.phase == "over":
        return fought
    return _bought(fought.state, turn, turn.left, fought.steps)


def attackable(state: State, side: Side, listed: Sequence[str] = BATTLEFIELDS) -> list[str]:
    """Those of the battlefields where the front is not at the defender's end yet."""
    fronts, tracks = state.battlefields, state.front.tracks
    return [each for each in listed if fronts[each].frontline != tracks[each].end(side)]


def pushable(state: State, turn: Turn) -> dict[str, list[int]]:
    """The amounts of points that a steady push can spend on each battlefield, where there are any."""
    amounts = {
        each: spendable(state.front.tracks[each], state.battlefields[each], turn.side, turn.left)
        for each in BATTLEFIELDS
    }
    return {each: points for each, points in amounts.items() if points}


def can_spend(state: State, turn: Turn) -> bool:
    """Whether the points that are left can buy anything at all."""
    if room(state, "propaganda", turn.side) or room(state, "economy", turn.side):
        return True
    may_attack = turn.left >= CHARGE_COST or turn.left == turn.points
    return bool(pushable(state, turn)) or (may_attack and bool(attackable(state, turn.side)))


def may_end(state: State, turn: Turn) -> bool:
    """Whether the rest of the points may go: nobody passes, but what is left over may be lost (5, R19)."""
    spent_some = turn.left < turn.points and state.options.unspent_points == "lose"
    return spent_some or not can_spend(state, turn)


def end_commands(state: State, action: kinds.EndCommands) -> Outcome[State]:
    """The points that are left are lost."""
    turn = turn_at(state, "commands")
    acting(action.side, turn.side)
    if not may_end(state, turn):
        why = (
            "nothing is spent yet" if turn.left == turn.points else "no points may be left over at this table"
        )
        raise IllegalAction("type", f"Nobody may pass: {why} and {turn.left} points can still buy something.")
    lost = (
        Step(
            "RULING R19",
            "{left:# point is not spent and is|# points are not spent and are} lost.",
            {"left": turn.left},
        ),
    )
    return _bought(state, turn, turn.left, lost)
