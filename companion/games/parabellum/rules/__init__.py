"""Parabellum's rules: the one way from a state to the next; dice and words that a tap leaves open (4, 5)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from companion.engine.dice import roll as die
from companion.engine.errors import GameError, IllegalAction, InvalidInput, calling
from companion.engine.game import Outcome, Question
from companion.engine.wire import Json, Reading
from companion.games.parabellum import actions
from companion.games.parabellum.actions import THINGS, read_action
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, PHASE_NAMES, PHASES, TURN_PHASES, Phase
from companion.games.parabellum.procedures.course import roll_order
from companion.games.parabellum.procedures.dice import Rolled, read_dice, roll_dice, strike
from companion.games.parabellum.rules import combat, corrections, course, logistics, movement, rear
from companion.games.parabellum.rules.rear import at_random, check_items, dealt_again, in_order
from companion.games.parabellum.rules.telling import in_names
from companion.games.parabellum.state import State, spoken

__all__ = ["apply"]


class Rule(NamedTuple):
    """The phases to which an action belongs, and what it does."""

    phases: tuple[Phase, ...]
    act: Callable[[State, Any], Outcome[State]]


REAR: tuple[Phase, ...] = ("setup", "boardroom")

RULES: Mapping[type, Rule] = {
    actions.TurnOrder: Rule(("turn_order",), course.turn_order),
    actions.Purchase: Rule(REAR, rear.purchase),
    actions.PurchaseUnits: Rule(REAR, rear.purchase_units),
    actions.Done: Rule(("setup",), rear.finish),
    actions.Muster: Rule(REAR, rear.muster),
    actions.Stow: Rule(REAR, rear.stow),
    actions.Unstow: Rule(REAR, rear.unstow),
    actions.Board: Rule((*REAR, "logistics"), movement.board),
    actions.Alight: Rule((*REAR, "logistics"), movement.alight),
    actions.Move: Rule(("movement",), movement.move),
    actions.Reposition: Rule(("movement",), movement.reposition),
    actions.Entrench: Rule(("movement",), movement.entrench),
    actions.DigOut: Rule(("movement",), movement.dig_out),
    actions.Extract: Rule(("deployment",), movement.extract),
    actions.Deploy: Rule(("deployment",), movement.deploy),
    actions.Transfer: Rule(("logistics",), logistics.transfer),
    actions.Cache: Rule(("logistics",), logistics.lay_cache),
    actions.PickUp: Rule(("logistics",), logistics.pick_up),
    actions.Resupply: Rule(("logistics",), logistics.resupply),
    actions.Engineer: Rule(("logistics",), logistics.engineer),
    actions.Recon: Rule(("special",), combat.recon),
    actions.Barrage: Rule(("special",), combat.barrage),
    actions.Attack: Rule(("direct",), combat.attack),
    actions.AttackCache: Rule(("direct",), combat.attack_cache),
    actions.Reorganize: Rule(("boardroom",), rear.reorganize),
    actions.Disband: Rule(("boardroom",), rear.disband),
    actions.Scrap: Rule(("boardroom",), rear.scrap),
    actions.EndPhase: Rule(TURN_PHASES, course.end_phase),
    actions.Withdraw: Rule(TURN_PHASES, course.withdraw),
    actions.Find: Rule(TURN_PHASES, course.find),
    actions.EndScenario: Rule(TURN_PHASES, course.end_by_hand),
    actions.Choose: Rule(("choose_next",), course.choose),
    actions.Abstain: Rule(("choose_next",), course.abstain),
    actions.TableMove: Rule(("movement",), movement.move_on_table),
    actions.TableReposition: Rule(("movement",), movement.reposition_on_table),
    actions.TableDeploy: Rule(("deployment",), movement.deploy_on_table),
    actions.TableAlight: Rule((*REAR, "logistics"), movement.alight_on_table),
    actions.TableWork: Rule(("logistics",), movement.engineer),
    actions.Stand: Rule(TURN_PHASES, movement.stand),
    actions.Name: Rule(PHASES, rear.name),
    actions.Adjust: Rule(tuple(phase for phase in PHASES if phase != "over"), corrections.adjust),
}
MANIPULATION = (actions.Reorganize, actions.Disband, actions.Scrap)
BY_THE_TABLE = (actions.TurnOrder, actions.EndScenario)


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, tracked=state.tracked)
    rule = RULES[type(deed)]
    _in_phase(state, deed, rule.phases)
    if isinstance(deed, BY_THE_TABLE):
        return rule.act(state, deed)
    _may_act(state, deed, deed.player)
    try:
        return rule.act(state, deed)
    except IllegalAction as refused:
        words = in_names(state, refused.message, deed.player)
        raise IllegalAction(refused.path, words) from refused


def _in_phase(state: State, deed: actions.Action, phases: tuple[Phase, ...]) -> None:
    if isinstance(deed, MANIPULATION) and state.options.setup_manipulation:
        phases = (*phases, "setup")
    if state.phase not in phases:
        belongs = ", ".join(PHASE_NAMES[phase] for phase in phases)
        raise IllegalAction("type", f"This belongs to: {belongs}; now it is {PHASE_NAMES[state.phase]}.")


def _may_act(state: State, deed: actions.Action, player: str) -> None:
    if player not in state.players:
        raise IllegalAction(
            "player", f"{spoken(player)} does not sit here; {', '.join(map(spoken, state.seated))} do."
        )
    if isinstance(deed, actions.Abstain | actions.Adjust | actions.Name):
        if player not in state.having("in", "withdrawn"):
            raise IllegalAction("player", f"{spoken(player)} has left the campaign.")
        return
    due = _due(state, deed)
    if due is not None and player != due:
        raise IllegalAction("player", f"It is for {spoken(due)} to act now, not for {spoken(player)}.")
    if due is None and player not in state.playing:
        raise IllegalAction("player", f"{spoken(player)} is not in this scenario any more.")


def _due(state: State, deed: actions.Action) -> str | None:
    """The one player who may do this now; None where everybody who is in may."""
    if isinstance(deed, actions.Choose):
        return state.choosers[0]
    if isinstance(deed, actions.Find):
        return None
    buys = isinstance(deed, actions.Purchase | actions.PurchaseUnits | actions.Done)
    return state.active if buys or state.phase in TURN_PHASES else None


type Given = dict[str, Json]


def roll(state: State, action: Json, random: Random) -> Json:
    """The action with every die and number left out, and `counter` false where nobody can hit back."""
    kind = action.get("type") if type(action) is dict else None
    complete = ROLLS.get(kind) if type(kind) is str else None
    if complete is None:
        return action
    try:
        if action.get("player") in (None, state.active):
            return complete(state, action, random)
    except (GameError, KeyError, AttributeError, TypeError):
        return _without_dice(action)
    return _without_dice(action)


def _without_dice(action: Given) -> Given:
    """Something is wrong with it, and the rules say what; only, they ask for dice first."""
    if action["type"] == "purchase":
        return action
    plain = {"rolls": [] if action["type"] in ("turn_order", "barrage") else {}, **action}
    return {"counter": False, **plain} if action["type"] == "attack" else plain


def _turn_order(state: State, action: Given, random: Random) -> Given:
    if "rolls" in action:
        return action
    dice = {player: state.players[player].die for player in state.playing}
    dice |= {player: n for player, n in action.get("dice", {}).items() if player in dice and n in (6, 8)}
    return {**action, "rolls": roll_order(dice, random)}


def _purchase(state: State, action: Given, random: Random) -> Given:
    """A number for each card, where the player did not deal."""
    bought = _bought(action)
    if bought is None or bought.deal is not None:
        return action
    check_items(state, bought)
    return {**action, "deal": at_random(state, bought, random)}


def _bought(action: object) -> actions.PurchaseUnits | None:
    deed = read_action(action)
    return deed if isinstance(deed, actions.PurchaseUnits) else None


def mend(state: State, action: Json, was: Json, written: Collection[Json], random: Random) -> Json:
    """A corrected purchase with its numbers, where it leaves them out (R63).

    `was` is the line that it corrects, `written` everything that was ever done at the table.
    """
    try:
        bought, before = _bought(action), _bought(was)
    except GameError:
        return action
    if bought is None or bought.deal is not None:
        return action
    dealt = {} if before is None else before.deal or in_order(state, before)
    return {**action, "deal": dealt_again(dealt, bought, written, random)}


def _attack(state: State, action: Given, random: Random) -> Given:
    """Both volleys; the second is kept for the answer where the defender has not been asked."""
    deed = read_action({"counter": False, "rolls": None, **action})
    assert isinstance(deed, actions.Attack)
    combat.check_attack(state, deed)
    attacker, target = state.units[deed.unit], state.units[deed.target]
    rolls = {
        "attack": roll_dice(attacker.strength, combat.die_of(state, deed.unit), random),
        "defense": roll_dice(target.strength, state.card(deed.target).defense_die, random),
        **action.get("rolls", {}),
    }
    action = {**action, "rolls": rolls}
    left = target.strength - combat.rolled_volley(state, replace(deed, rolls=rolls)).losses
    if not left or combat.against_counter(state, deed.unit, deed.target):
        # Nobody can hit back. Who says so all the same is told that, and not that dice are missing (A3).
        if action.get("counter") is True:
            return {**action, "rolls": {**{key: [] for key in combat.ANSWER}, **action["rolls"]}}
        return {"counter": False, **action}
    if action.get("counter", True):
        rolls.setdefault("counter_attack", roll_dice(left, combat.die_of(state, deed.target), random))
        sides = state.card(deed.unit).defense_die
        rolls.setdefault("counter_defense", roll_dice(attacker.strength, sides, random))
    return action


def _attack_cache(state: State, action: Given, random: Random) -> Given:
    deed = read_action({"rolls": None, **action})
    assert isinstance(deed, actions.AttackCache)
    unit = combat.check_cache_attack(state, deed)
    rolls = {
        "attack": roll_dice(unit.strength, combat.die_of(state, deed.unit), random),
        "defense": roll_dice(state.caches[deed.square].total, CACHE_DEFENSE_DIE, random),
        **action.get("rolls", {}),
    }
    if "explosions" not in rolls:
        hit = strike(rolls["attack"], rolls["defense"]).unmatched
        rolls["explosions"] = _explosions(state, deed.square, random) if hit else []
    return {**action, "rolls": rolls}


def _explosions(state: State, square: str, random: Random) -> list[Json]:
    dice = Rolled(random)
    combat.chain(state, square, dice)
    return dice.rolls


def _barrage(state: State, action: Given, random: Random) -> Given:
    """Shot by shot, since each depends on what the ones before have left."""
    if "rolls" in action:
        return action
    deed = read_action({**action, "rolls": None})
    assert isinstance(deed, actions.Barrage)
    gun = combat.check_gun(state, deed.player, deed.unit)
    combat.check_shots(state, deed, gun)
    rolls: list[object] = []
    for aim in deed.shots:
        rolls.append(None if combat.gone(state, aim) else _shot(state, aim, gun.die, random))
        state = combat.after_shot(state, deed, aim, rolls[-1])
    return {**action, "rolls": rolls}


def _shot(state: State, aim: actions.Aim, sides: int, random: Random) -> Given:
    fired = die(random, sides)
    if aim.place == "unit":
        people, faces = state.units[aim.id].strength, state.card(aim.id).defense_die
        return {"artillery": fired, "defense": roll_dice(people, faces, random)}
    defense = roll_dice(state.caches[aim.id].total, CACHE_DEFENSE_DIE, random)
    explosions = _explosions(state, aim.id, random) if fired > max(defense) else []
    return {"artillery": fired, "defense": defense, "explosions": explosions}


ROLLS: Mapping[str, Callable[[State, Given, Random], Given]] = {
    "turn_order": _turn_order,
    "purchase": _purchase,
    "attack": _attack,
    "attack_cache": _attack_cache,
    "barrage": _barrage,
}


COUNTER = "counterattack"


def asks(state: State, action: object) -> Question | None:
    """The question to the owner of a unit that survives an attack and could hit back."""
    if type(action) is not dict or action.get("type") != "attack" or "counter" in action:
        return None
    try:
        volley = _without_answer(action)
        apply(state, volley)
        attack = read_action(volley, tracked=state.tracked)
    except GameError:
        return None
    assert isinstance(attack, actions.Attack)
    losses = combat.rolled_volley(state, attack).losses
    left = state.units[attack.target].strength - losses
    if (
        not left
        or combat.against_counter(state, attack.unit, attack.target)
        or state.phase not in TURN_PHASES
    ):
        return None
    owner = state.units[attack.target].owner
    ask = {"type": COUNTER, "player": owner, "unit": attack.target, "against": attack.unit}
    return Question(owner, {**ask, "losses": losses, "strength": left})


def _without_answer(action: dict[str, object]) -> dict[str, Json]:
    """The attack alone, as if nobody hit back."""
    rolls = action.get("rolls")
    dice = {key: rolls[key] for key in combat.VOLLEY if key in rolls} if type(rolls) is dict else rolls
    return {**action, "counter": False, "rolls": dice}


@calling(THINGS)
def answer(state: State, action: Json, reply: Json) -> Json:
    """The attack with the defender's word, and with the defender's dice where the reply brings them."""
    question = asks(state, action)
    if question is None:
        raise InvalidInput("", "This action waits for no answer.")
    reading = Reading.complete(reply, ("type", "player", "counter"), ("rolls",))
    reading.name("type", (COUNTER,))
    if reading.raw("player") != question.seat:
        raise InvalidInput("player", f"It is for {spoken(question.seat)} to say whether to hit back.")
    if not reading.boolean("counter"):
        return _without_answer(action)
    typed = Reading(reading.value.get("rolls", {}), combat.ANSWER, "rolls")
    if combat.ANSWER[0] in typed:
        # Who answers knows the own unit: here, and nowhere else, the right number may be said.
        sides = combat.die_of(state, question.ask["unit"])
        read_dice(typed.raw(combat.ANSWER[0]), typed.at(combat.ANSWER[0]), question.ask["strength"], sides)
    return {**action, "counter": True, "rolls": {**action["rolls"], **typed.value}}
