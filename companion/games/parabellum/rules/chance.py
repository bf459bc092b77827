"""What a tap leaves open: dice and deals for the app, and the defender's word (A3, R63)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from random import Random

from companion.engine.dice import roll as die
from companion.engine.errors import GameError, InvalidInput, calling
from companion.engine.game import Question
from companion.engine.wire import Json, Reading
from companion.games.parabellum import actions
from companion.games.parabellum.actions import THINGS, read_action
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, TURN_PHASES
from companion.games.parabellum.procedures.course import roll_order
from companion.games.parabellum.procedures.dice import Rolled, read_dice, roll_dice, strike
from companion.games.parabellum.rules import apply, combat
from companion.games.parabellum.rules.rear import at_random, check_items, dealt_again, in_order
from companion.games.parabellum.state import State, spoken

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
