"""Parabellum's rules: the one way from a state to the next; dice and words that a tap leaves open (4, 5)."""

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from companion.engine.dice import roll as die
from companion.engine.errors import GameError, IllegalAction, InvalidInput, calling
from companion.engine.game import Outcome, Question, Step
from companion.engine.journal import Repair
from companion.engine.records import replace
from companion.engine.wire import Json, boolean, keyed, name, parts
from companion.games.parabellum import actions, data
from companion.games.parabellum.actions import THINGS, read_action
from companion.games.parabellum.procedures.course import roll_order
from companion.games.parabellum.procedures.dice import Rolled, read_dice, roll_dice, strike
from companion.games.parabellum.procedures.money import post
from companion.games.parabellum.procedures.reckoning import price
from companion.games.parabellum.rules import combat, course, logistics, movement, rear
from companion.games.parabellum.rules.combat import lose
from companion.games.parabellum.rules.movement import cache_limit, free, refuse
from companion.games.parabellum.rules.rear import (
    at_random,
    check_items,
    dealt_again,
    in_order,
    left_to_buy,
    most_cards,
    most_tokens,
)
from companion.games.parabellum.rules.telling import at, in_names
from companion.games.parabellum.state import Load, Payment, State, player_named, spoken

__all__ = ["apply"]


def adjust(state: State, action: actions.Adjust) -> Outcome[State]:
    _check_counts(state, action)
    if action.unit is not None:
        _check_unit(state, action, action.unit)
    if action.feature is not None:
        change = action.feature
        refuse(change.square not in state.sheet, "feature.square", f"{at(change.square)} lies off the map.")
        bridge = state.features.get(change.square) == "bridge"
        refuse(bridge, "feature.square", "A bridge goes when its unit closes it, not by hand.")
    if action.cache is not None:
        _check_cache(state, action.cache)
    after = _with_unit(_with_counts(state, action), action)
    if action.cache is not None:
        after = after.with_cache(action.cache.square, action.cache.load)
    if action.feature is not None:
        after = after.with_feature(action.feature.square, action.feature.kind)
    values = {"who": player_named(action.player), "reason": action.reason}
    return Outcome(after, (Step("RULING R56", "Set by hand for {who}: {reason}", values),))


def _check_counts(state: State, action: actions.Adjust) -> None:
    player = state.players[action.player]
    changes = {"credits": action.credits, "fuel": action.fuel, "ammunition": action.ammunition}
    have = {"credits": player.credits, **player.reserve._asdict()}
    for key in ("credits", "personnel", "fuel", "ammunition"):
        if key == "personnel" and action.personnel is not None:
            people, pool = player.reserve.personnel, state.supply.manpower
            wrong = people + action.personnel < 0 or pool - action.personnel < 0
            refuse(wrong, key, f"The reserve has {people} people and the pool {pool}; neither goes below 0.")
        change = changes.get(key) or 0
        refuse(have[key] + change < 0, key, f"There are {have[key]}; {-change} cannot be taken.")


def _check_unit(state: State, action: actions.Adjust, change: actions.UnitChange) -> None:
    unit = state.units.get(change.id)
    if unit is None or unit.owner != action.player or unit.where == "reserve":
        raise IllegalAction("unit.id", f"{change.id} is no mustered unit of {spoken(action.player)}.")
    card = state.card(change.id)
    if change.strength is not None:
        pool = state.supply.manpower - (action.personnel or 0)
        refuse(change.strength > card.troop, "unit.strength", f"The card has {card.troop} places for people.")
        short = change.strength - unit.strength > pool
        refuse(short, "unit.strength", f"The pool has {pool} people to grow from.")
    for key in ("fuel", "ammunition"):
        most, new = getattr(card, f"{key}_max"), getattr(change, key)
        refuse((new or 0) > most, f"unit.{key}", f"The card takes {most} {key} counters.")
    layers = card.entrench if unit.where == "map" else 0
    refuse((change.entrench or 0) > layers, "unit.entrench", f"Layers there can be: {layers}.")
    if change.square is not None:
        square = change.square
        position = change.position
        at_key = "unit.square"
        refuse(unit.where != "map", at_key, f"{change.id} is not on the map.")
        refuse(not state.tracked, at_key, "The map lies on the table; the app knows no squares.")
        refuse(unit.bridge is not None, at_key, f"{change.id} holds a bridge open; close it first.")
        refuse(square not in state.sheet, at_key, f"{at(square)} lies off this scenario's map.")
        blocked = square != unit.square and square in state.caches
        refuse(blocked, at_key, f"A cache lies on {at(square)}; take it up first.")
        positions = data.POSITIONS_OF[state.footprint(change.id)]
        if position not in positions:
            raise InvalidInput("unit.position", f"A unit of this size stands at {', '.join(positions)}.")
        spots = free(state, change.id, square)
        refuse(position not in spots, "unit.position", f"Free there: {', '.join(spots) or 'nothing'}.")


def _check_cache(state: State, change: actions.CacheChange) -> None:
    refuse(change.square not in state.sheet, "cache.square", f"{at(change.square)} lies off the map.")
    limit = cache_limit(state, change.square)
    refuse(change.load.total > limit, "cache.square", f"{at(change.square)} takes {limit} tokens in all.")


def _with_counts(state: State, action: actions.Adjust) -> State:
    people = action.personnel or 0
    state = state.changed(supply=state.supply._replace(manpower=state.supply.manpower - people))
    state = state.with_reserve(action.player, people, Load(action.fuel or 0, action.ammunition or 0))
    return post(state, Payment(action.player, "adjustment", "adjust", action.credits or 0))


def _with_unit(state: State, action: actions.Adjust) -> State:
    change = action.unit
    if change is None:
        return state
    facts = {key: getattr(change, key) for key in ("fuel", "ammunition", "entrench")}
    state = state.with_unit(change.id, **{key: new for key, new in facts.items() if new is not None})
    if change.square is not None:
        marks = frozenset(m for m in state.units[change.id].marks if not m.startswith("from_"))
        state = state.with_unit(change.id, square=change.square, position=change.position, marks=marks)
    return state if change.strength is None else _with_strength(state, change.id, change.strength)


def _with_strength(state: State, unit: str, strength: int) -> State:
    """Growth comes from the pool; fewer are losses, and 0 destroys the unit, nobody's kill."""
    each = state.units[unit]
    if strength < each.strength:
        return lose(state, unit, each.strength - strength, each.owner)
    pool = state.supply.manpower - (strength - each.strength)
    return state.changed(supply=state.supply._replace(manpower=pool)).with_unit(unit, strength=strength)


REASON = "The difference that a corrected line makes"
COUNTS = ("credits", "personnel", "fuel", "ammunition")


def repairs(state: State, action: Json) -> Iterator[Repair]:
    """What can be done in place of a line that does not follow any more, the plainest first."""
    try:
        deed = read_action(action, tracked=state.tracked)
    except GameError:
        return
    if isinstance(deed, actions.TurnOrder):
        yield Repair("as_made", {**action, "rolls": _within(state, action)})
    elif isinstance(deed, actions.Choose) and state.choosers:
        yield Repair("as_made", {**action, "player": state.choosers[0]})
    if isinstance(deed, actions.Deed | actions.Adjust) and deed.player in state.players:
        yield from _as_far(state, deed, action)
        # The line as it is, after an adjusting entry for what it lacks (R56).
        lacks = {key: most for key, most in _lacks(state, deed).items() if most > 0}
        if lacks:
            entry = {"type": "adjust", "player": action["player"], "reason": REASON, **lacks}
            yield Repair("booked", action, (entry,))


def _within(state: State, action: Json) -> Json:
    """The dice as they fell, of those who roll now, none higher than the die that is due (T1, R3)."""
    dice = {player: action.get("dice", {}).get(player, state.players[player].die) for player in state.playing}
    return [
        {who: min(face, dice[who]) for who, face in roll.items() if who in dice} for roll in action["rolls"]
    ]


def _as_far(state: State, deed: actions.Action, action: Json) -> Iterator[Repair]:
    """As much of the same as the purse and the reserve allow."""
    if isinstance(deed, actions.Purchase):
        most = most_tokens(state, deed.player, deed.resource)
        if 0 < most < deed.quantity:
            yield Repair("less", {**action, "quantity": most})
    elif isinstance(deed, actions.PurchaseUnits) and deed.deal is None:
        items = _cards(state, deed)
        if items:
            yield Repair("less", {**action, "items": items})
    elif isinstance(deed, actions.Stow):
        reserve = state.players[deed.player].reserve
        fuel, ammunition = min(deed.fuel, reserve.fuel), min(deed.ammunition, reserve.ammunition)
        if fuel or ammunition:
            yield Repair("less", {**action, "fuel": fuel, "ammunition": ammunition})


def _cards(state: State, deed: actions.PurchaseUnits) -> list[Json]:
    """As many of the cards that were bought as can be paid, one kind after another."""
    items, credits = list[Json](), state.players[deed.player].credits
    for item in deed.items:
        cost = state.binder.units[item.unit].cost
        within = credits // cost if cost else item.quantity
        most = min(item.quantity, within, most_cards(state, deed.player, item.unit, None))
        credits -= most * cost
        if most:
            items.append({"unit": item.unit, "quantity": most})
    return items


def _lacks(state: State, deed: actions.PlayersAction) -> dict[str, int]:
    player = state.players[deed.player]
    has = {"credits": player.credits, **player.reserve._asdict()}
    needs = _needs(state, deed)
    return {key: needs.get(key, 0) - has[key] for key in COUNTS}


def _needs(state: State, deed: actions.Action) -> Mapping[str, int]:
    if isinstance(deed, actions.Purchase):
        supply = left_to_buy(state, deed.resource)
        enough = supply is None or deed.quantity <= supply
        cost = price(state.booklet.bands[deed.resource], supply, deed.quantity).cost if enough else 0
        return {"credits": cost}
    if isinstance(deed, actions.PurchaseUnits):
        items = [item for item in deed.items if item.unit in state.binder.units]
        return {"credits": sum(state.binder.units[item.unit].cost * item.quantity for item in items)}
    if isinstance(deed, actions.Muster) and deed.unit in state.units:
        card = state.card(deed.unit)
        return {"personnel": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
    if isinstance(deed, actions.Stow):
        return {"fuel": deed.fuel, "ammunition": deed.ammunition}
    if isinstance(deed, actions.Deploy | actions.TableDeploy):
        return {"credits": state.booklet.deployment_cost}
    return {"credits": state.booklet.extraction_cost} if isinstance(deed, actions.Extract) else {}


class Rule(NamedTuple):
    """The phases to which an action belongs, and what it does."""

    phases: tuple[data.Phase, ...]
    act: Callable[[State, Any], Outcome[State]]


REAR: tuple[data.Phase, ...] = ("setup", "boardroom")

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
    actions.EndPhase: Rule(data.TURN_PHASES, course.end_phase),
    actions.Withdraw: Rule(data.TURN_PHASES, course.withdraw),
    actions.Find: Rule(data.TURN_PHASES, course.find),
    actions.EndScenario: Rule(data.TURN_PHASES, course.end_by_hand),
    actions.Choose: Rule(("choose_next",), course.choose),
    actions.Abstain: Rule(("choose_next",), course.abstain),
    actions.TableMove: Rule(("movement",), movement.move_on_table),
    actions.TableReposition: Rule(("movement",), movement.reposition_on_table),
    actions.TableDeploy: Rule(("deployment",), movement.deploy_on_table),
    actions.TableAlight: Rule((*REAR, "logistics"), movement.alight_on_table),
    actions.TableWork: Rule(("logistics",), movement.engineer),
    actions.Stand: Rule(data.TURN_PHASES, movement.stand),
    actions.Name: Rule(data.PHASES, rear.name),
    actions.Adjust: Rule(tuple(phase for phase in data.PHASES if phase != "over"), adjust),
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


def _in_phase(state: State, deed: actions.Action, phases: tuple[data.Phase, ...]) -> None:
    if isinstance(deed, MANIPULATION) and state.options.setup_manipulation:
        phases = (*phases, "setup")
    if state.phase not in phases:
        belongs = ", ".join(data.PHASE_NAMES[phase] for phase in phases)
        raise IllegalAction("type", f"This belongs to: {belongs}; now it is {data.PHASE_NAMES[state.phase]}.")


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
    return state.active if buys or state.phase in data.TURN_PHASES else None


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
        "defense": roll_dice(state.caches[deed.square].total, data.CACHE_DEFENSE_DIE, random),
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
    defense = roll_dice(state.caches[aim.id].total, data.CACHE_DEFENSE_DIE, random)
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
        or state.phase not in data.TURN_PHASES
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
    word = parts(reply, "", "type", "player", "counter", some=("rolls",))
    name(word["type"], "type", (COUNTER,))
    if word["player"] != question.seat:
        raise InvalidInput("player", f"It is for {spoken(question.seat)} to say whether to hit back.")
    if not boolean(word["counter"], "counter"):
        return _without_answer(action)
    typed, back = keyed(word.get("rolls", {}), combat.ANSWER, "rolls"), combat.ANSWER[0]
    if back in typed:
        # Who answers knows the own unit: here, and nowhere else, the right number may be said.
        sides = combat.die_of(state, question.ask["unit"])
        read_dice(typed[back], f"rolls.{back}", question.ask["strength"], sides)
    return {**action, "counter": True, "rolls": {**action["rolls"], **typed}}
