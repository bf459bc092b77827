"""Direct attacks: on a unit, which may hit back, and on loose tokens (A1–A3, R34, R37)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading, items
from companion.engine.wire import Json
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import CACHE_DEFENSE_DIE
from companion.games.parabellum.procedures.caches.explosions import Recorded
from companion.games.parabellum.procedures.combat.volleys import Volley, read_dice, strike, volley_steps
from companion.games.parabellum.rules.claims import refuse
from companion.games.parabellum.rules.combat.exploding import blow_up
from companion.games.parabellum.rules.combat.losses import lose
from companion.games.parabellum.rules.combat.reconnoitring import check_fighter, within
from companion.games.parabellum.rules.field import away, cover_of, on
from companion.games.parabellum.rules.words import at, named
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.table import State

VOLLEY, ANSWER = ("attack", "defense"), ("counter_attack", "counter_defense")


def check_attacker(state: State, player: str, unit: str) -> Unit:
    """A unit that may attack now."""
    found = check_fighter(state, player, unit)
    refuse(state.card(unit).attack_die is None, "unit", f"{unit} has no attack die.")
    refuse(found.ammunition == 0, "unit", f"{unit} has no ammunition counter left; resupply it first.")
    return found


def targets(state: State, unit: str) -> list[str]:
    """Enemy units within a unit's range, in unit order."""
    return within(state, unit, 0, state.card(unit).range)


def cache_targets(state: State, unit: str) -> list[str]:
    """Caches within a unit's range; none where only the table knows who stands near them."""
    if not state.tracked:
        return []
    here, reach = on(state.units[unit]), state.card(unit).range
    return [square for square in state.caches if away(state, here, square) <= reach]


def against_counter(state: State, unit: str, target: str) -> str | None:
    """Why a target could not counterattack even if it survives; None where it could (R34)."""
    struck, card = state.units[target], state.card(target)
    if card.attack_die is None:
        return f"{target} has no attack die."
    if struck.ammunition == 0:
        return f"{target} has no ammunition counter left."
    if "fresh" in struck.marks:
        return f"{target} was deployed in its last turn and cannot answer yet."
    far = away(state, on(state.units[unit]), on(struck)) > card.range
    if state.options.counter_range and far:
        return f"The attacker is beyond {target}'s range of {card.range}."
    return None


def die_of(state: State, unit: str) -> int:
    """The attack die of a unit that has one."""
    die = state.card(unit).attack_die
    assert die is not None
    return die


def rolled_volley(state: State, action: kinds.Attack) -> Volley:
    """The attack's own dice, read and matched."""
    rolls = Reading.complete(action.rolls, VOLLEY, ANSWER, "rolls")
    attacker, target = state.units[action.unit], state.units[action.target]
    attack_die, defense_die = die_of(state, action.unit), state.card(action.target).defense_die
    dice = (
        read_dice(rolls.raw("attack"), "rolls.attack", attacker.strength, attack_die),
        read_dice(rolls.raw("defense"), "rolls.defense", target.strength, defense_die),
    )
    return strike(*dice, cover_of(state, action.target))


def check_attack(state: State, action: kinds.Attack) -> Unit:
    """A unit that may attack this target now."""
    attacker = check_attacker(state, action.player, action.unit)
    reach = state.card(action.unit).range
    wrong = action.target not in targets(state, action.unit)
    refuse(wrong, "target", f"The target is an enemy unit on the map up to {reach} squares away.")
    return attacker


def attack(state: State, action: kinds.Attack) -> Outcome[State]:
    """A volley, the target's losses, and the counterattack of whoever is left of it."""
    attacker = check_attack(state, action)
    keys = VOLLEY + ANSWER if action.counter else VOLLEY
    rolls = Reading.complete(action.rolls, keys, (), "rolls")
    volley = rolled_volley(state, action)
    steps = volley_steps(
        volley, cover_of(state, action.target), named(state, action.unit), named(state, action.target)
    )
    struck = state.with_unit(action.unit, ammunition=attacker.ammunition - 1).marked(action.unit, "acted")
    struck = lose(struck, action.target, volley.losses, action.player)
    if not action.counter:
        return Outcome(struck, steps)
    answered = _counter(state, struck, action, rolls)
    return Outcome(answered.state, (*steps, *answered.steps))


def _counter(before: State, state: State, action: kinds.Attack, rolls: Reading) -> Outcome[State]:
    """The survivors' dice against the attacker's full strength (A3)."""
    target = state.units.get(action.target)
    refuse(target is None, "counter", f"{action.target} is destroyed and cannot hit back.")
    wrong = against_counter(before, action.unit, action.target)
    if wrong or target is None:
        raise IllegalAction("counter", f"{wrong} There is no counterattack.")
    unit = state.units[action.unit]
    at_attack, at_defense = (f"rolls.{key}" for key in ANSWER)
    dice = (
        read_dice(rolls.raw(ANSWER[0]), at_attack, target.strength, die_of(state, action.target)),
        read_dice(rolls.raw(ANSWER[1]), at_defense, unit.strength, state.card(action.unit).defense_die),
    )
    cover = cover_of(state, action.unit)
    volley = strike(*dice, cover)
    said = Step("A3", "{unit} counterattacks.", {"unit": named(state, action.target)})
    steps = volley_steps(volley, cover, named(state, action.target), named(state, action.unit))
    state = state.with_unit(action.target, ammunition=target.ammunition - 1)
    return Outcome(lose(state, action.unit, volley.losses, target.owner), (said, *steps))


def check_cache_attack(state: State, action: kinds.AttackCache) -> Unit:
    """A unit that may fire at the tokens on this square now."""
    unit = check_attacker(state, action.player, action.unit)
    wrong = action.square not in cache_targets(state, action.unit)
    refuse(wrong, "square", f"There is no cache on {at(action.square)} within the unit's range.")
    return unit


def attack_cache(state: State, action: kinds.AttackCache) -> Outcome[State]:
    """Direct fire at loose tokens: any attack die that nothing stops sets them off (R37)."""
    unit = check_cache_attack(state, action)
    rolls = Reading.complete(action.rolls, (*VOLLEY, "explosions"), (), "rolls")
    tokens = state.caches[action.square].total
    dice = (
        read_dice(rolls.raw("attack"), "rolls.attack", unit.strength, die_of(state, action.unit)),
        read_dice(rolls.raw("defense"), "rolls.defense", tokens, CACHE_DEFENSE_DIE),
    )
    volley = strike(*dice)
    shown = {"unit": named(state, action.unit), "where": at(action.square), "tokens": tokens}
    shown |= {"attack": ", ".join(map(str, volley.attack)), "stops": ", ".join(map(str, volley.defense))}
    words = "{unit} fires at the {tokens:# token|# tokens} on {where}: {attack} against {stops}."
    steps = [Step("RULING R37", words, shown)]
    state = state.with_unit(action.unit, ammunition=unit.ammunition - 1).marked(action.unit, "acted")
    if not volley.unmatched:
        no_explosions(rolls)
        return Outcome(state, (*steps, Step("A2", "Every attack die is stopped; the tokens lie.")))
    recorded = Recorded(rolls.raw("explosions"), "rolls.explosions")
    after = blow_up(state, action.square, recorded, action.player)
    recorded.finish()
    return Outcome(after.state, (*steps, *after.steps))


def no_explosions(rolls: Reading) -> None:
    """Where nothing explodes there are no dice of explosions."""
    listed: list[Json] = items(rolls.raw("explosions"), rolls.at("explosions"), 0, 0)
    assert not listed
