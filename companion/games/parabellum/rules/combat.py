"""The Combat phase: scouting, direct attacks, artillery, explosions, losses (A1 to A5, L3, 5.6)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from companion.engine.errors import IllegalAction, InvalidInput, join
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.wire import Json, integer, items, parts
from companion.games.parabellum import actions
from companion.games.parabellum.data import CACHE_DEFENSE_DIE
from companion.games.parabellum.procedures.combat import recon_range, recon_steps
from companion.games.parabellum.procedures.dice import (
    Bystander,
    Dice,
    Exploded,
    Recorded,
    Volley,
    explode,
    explosion_steps,
    read_dice,
    shoot,
    shot_steps,
    strike,
    volley_steps,
)
from companion.games.parabellum.procedures.money import to_five
from companion.games.parabellum.rules.movement import away, cover_of, enemy_on_map, not_fresh, on, own, refuse
from companion.games.parabellum.rules.telling import at, named
from companion.games.parabellum.state import Artillery, Report, State, Unit, unit_order


def lose(state: State, unit: str, losses: int, by: str | None) -> State:
    """Take people off a unit; at none it is destroyed, a kill of `by` if that is another player."""
    if not losses:
        return state
    state = _buried(state, losses)
    left = state.units[unit].strength - losses
    if left > 0:
        return state.with_unit(unit, strength=left)
    return destroy(state.with_unit(unit, strength=0), unit, by)


def _buried(state: State, people: int) -> State:
    """The dead leave the campaign, or go back to the pool (R40)."""
    if state.options.casualties == "pool":
        return state.changed(supply=state.supply._replace(manpower=state.supply.manpower + people))
    return state.changed(casualties=state.casualties + people)


def destroy(state: State, unit: str, by: str | None) -> State:
    """A unit without people goes, its cargo and passengers with it."""
    for gone in (unit, *state.passengers(unit)):
        each = state.units[gone]
        state = _buried(state, each.strength)
        state = _counted(state, each.owner, by)
        wreck = to_five(Fraction(each.cost * state.booklet.salvage_percent, 100), state.options.payout_tie)
        reports = {seen: report for seen, report in state.reports.items() if seen != gone}
        state = state.without_unit(gone).changed(wrecks=state.wrecks + wreck, reports=reports)
    return state


def _counted(state: State, owner: str, by: str | None) -> State:
    if owner in state.tally:
        state = state.with_tally(owner, lost=state.tally[owner].lost + 1)
    if by is not None and by != owner:
        state = state.with_tally(by, destroyed=state.tally[by].destroyed + 1)
    return state


def chain(state: State, square: str, dice: Dice) -> Exploded:
    bystanders = [
        Bystander(unit, on(each), each.strength, state.card(unit).defense_die, cover_of(state, unit))
        for unit, each in state.units.items()
        if each.where == "map"
    ]
    return explode(state.caches, bystanders, square, dice, state.options.metric)


def blow_up(state: State, square: str, dice: Dice, by: str) -> Outcome[State]:
    """The chain played out; what it destroys counts for the player whose action set it off (R39)."""
    exploded = chain(state, square, dice)
    steps: tuple[Step, ...] = explosion_steps(exploded, lambda unit: named(state, unit))
    after = state.changed(caches=dict(exploded.caches))
    for unit, left in exploded.strengths.items():
        after = lose(after, unit, state.units[unit].strength - left, by)
    return Outcome(after, steps)


def forget_spotted(state: State) -> State:
    """What reconnaissance found counts no more."""
    units = {
        unit: replace(each, marks=each.marks - {"spotted"}) if "spotted" in each.marks else each
        for unit, each in state.units.items()
    }
    return state.changed(units=units, reports={})


def check_fighter(state: State, player: str, unit: str) -> Unit:
    """A unit that may still act in this Combat phase (R21, R30)."""
    owned = own(state, player, unit, "map")
    not_fresh(owned)
    refuse("acted" in owned.marks, "unit", f"{unit} has acted in this Combat phase already.")
    return owned


def check_recon(state: State, player: str, unit: str) -> int:
    check_fighter(state, player, unit)
    reach = recon_range(state.card(unit))
    if reach is None:
        raise IllegalAction("unit", f"{unit} has neither an attack die nor artillery to reconnoitre with.")
    return reach


def within(state: State, unit: str, least: int, most: int) -> list[str]:
    """Enemy units on the map so far away from a unit, in unit order; all, where the app keeps no map."""
    origin, owner = on(state.units[unit]), state.units[unit].owner
    return [
        other
        for other, each in state.units.items()
        if each.owner != owner
        and each.where == "map"
        and (not state.tracked or least <= away(state, origin, on(each)) <= most)
    ]


def recon(state: State, action: actions.Recon) -> Outcome[State]:
    """The target is spotted; its report is for the one who asked."""
    reach = check_recon(state, action.player, action.unit)
    target = enemy_on_map(state, action.player, action.target)
    far = target is None or action.target not in within(state, action.unit, 0, reach)
    refuse(far, "target", f"The target is an enemy unit on the map up to {reach} squares away.")
    each = state.units[action.target]
    report = Report(
        type=each.type,
        strength=each.strength,
        fuel=each.fuel > 0,
        ammunition=each.ammunition > 0,
        cargo=each.cargo.total > 0,
        passengers=bool(state.passengers(action.target)),
    )
    after = state.marked(action.target, "spotted").marked(action.unit, "acted")
    spotted = {*state.tally[action.player].spotted, action.target}
    after = after.with_tally(action.player, spotted=tuple(sorted(spotted, key=unit_order)))
    after = after.changed(reports={**state.reports, action.target: report})
    values = {"unit": named(state, action.unit), "target": named(state, action.target)}
    words = "{unit} reconnoitres {target}, whose defence dice count 2 less against artillery."
    steps = (Step("A4", words, values),)
    public = state.options.recon_public
    return Outcome(
        after, ((*steps, *recon_steps(report, state.card(action.target), reach)) if public else steps)
    )


VOLLEY, ANSWER = ("attack", "defense"), ("counter_attack", "counter_defense")


def check_attacker(state: State, player: str, unit: str) -> Unit:
    owned = check_fighter(state, player, unit)
    refuse(state.card(unit).attack_die is None, "unit", f"{unit} has no attack die.")
    refuse(owned.ammunition == 0, "unit", f"{unit} has no ammunition counter left; resupply it first.")
    return owned


def targets(state: State, unit: str) -> list[str]:
    """Enemy units within a unit's range, in unit order."""
    return within(state, unit, 0, state.card(unit).range)


def cache_targets(state: State, unit: str) -> list[str]:
    """Caches within a unit's range; none where only the table knows who stands near them."""
    if not state.tracked:
        return []
    origin, reach = on(state.units[unit]), state.card(unit).range
    return [square for square in state.caches if away(state, origin, square) <= reach]


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
    die = state.card(unit).attack_die
    assert die is not None
    return die


def rolled_volley(state: State, action: actions.Attack) -> Volley:
    rolls = parts(action.rolls, "rolls", *VOLLEY, some=ANSWER)
    attacker, target = state.units[action.unit], state.units[action.target]
    attack_die, defense_die = die_of(state, action.unit), state.card(action.target).defense_die
    dice = (
        read_dice(rolls["attack"], "rolls.attack", attacker.strength, attack_die),
        read_dice(rolls["defense"], "rolls.defense", target.strength, defense_die),
    )
    return strike(*dice, cover_of(state, action.target))


def check_attack(state: State, action: actions.Attack) -> Unit:
    attacker = check_attacker(state, action.player, action.unit)
    reach = state.card(action.unit).range
    wrong = action.target not in targets(state, action.unit)
    refuse(wrong, "target", f"The target is an enemy unit on the map up to {reach} squares away.")
    return attacker


def attack(state: State, action: actions.Attack) -> Outcome[State]:
    """A volley, the target's losses, and the counterattack of whoever is left of it."""
    attacker = check_attack(state, action)
    keys = VOLLEY + ANSWER if action.counter else VOLLEY
    rolls = parts(action.rolls, "rolls", *keys)
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


def _counter(
    before: State, state: State, action: actions.Attack, rolls: Mapping[str, Json]
) -> Outcome[State]:
    """The survivors' dice against the attacker's full strength (A3)."""
    target = state.units.get(action.target)
    refuse(target is None, "counter", f"{action.target} is destroyed and cannot hit back.")
    wrong = against_counter(before, action.unit, action.target)
    if wrong or target is None:
        raise IllegalAction("counter", f"{wrong} There is no counterattack.")
    unit = state.units[action.unit]
    at_attack, at_defense = (f"rolls.{key}" for key in ANSWER)
    dice = (
        read_dice(rolls[ANSWER[0]], at_attack, target.strength, die_of(state, action.target)),
        read_dice(rolls[ANSWER[1]], at_defense, unit.strength, state.card(action.unit).defense_die),
    )
    cover = cover_of(state, action.unit)
    volley = strike(*dice, cover)
    step = Step("A3", "{unit} counterattacks.", {"unit": named(state, action.target)})
    steps = volley_steps(volley, cover, named(state, action.target), named(state, action.unit))
    state = state.with_unit(action.target, ammunition=target.ammunition - 1)
    return Outcome(lose(state, action.unit, volley.losses, target.owner), (step, *steps))


def check_cache_attack(state: State, action: actions.AttackCache) -> Unit:
    """A unit that may fire at the tokens on this square now."""
    unit = check_attacker(state, action.player, action.unit)
    wrong = action.square not in cache_targets(state, action.unit)
    refuse(wrong, "square", f"There is no cache on {at(action.square)} within the unit's range.")
    return unit


def attack_cache(state: State, action: actions.AttackCache) -> Outcome[State]:
    """Direct fire at loose tokens: any attack die that nothing stops sets them off (R37)."""
    unit = check_cache_attack(state, action)
    rolls = parts(action.rolls, "rolls", *VOLLEY, "explosions")
    tokens = state.caches[action.square].total
    dice = (
        read_dice(rolls["attack"], "rolls.attack", unit.strength, die_of(state, action.unit)),
        read_dice(rolls["defense"], "rolls.defense", tokens, CACHE_DEFENSE_DIE),
    )
    volley = strike(*dice)
    values = {"unit": named(state, action.unit), "where": at(action.square), "tokens": tokens}
    values |= {"attack": ", ".join(map(str, volley.attack)), "stops": ", ".join(map(str, volley.defense))}
    words = "{unit} fires at the {tokens:# token|# tokens} on {where}: {attack} against {stops}."
    steps = [Step("RULING R37", words, values)]
    state = state.with_unit(action.unit, ammunition=unit.ammunition - 1).marked(action.unit, "acted")
    if not volley.unmatched:
        items(rolls["explosions"], "rolls.explosions", 0, 0)
        return Outcome(state, (*steps, Step("A2", "Every attack die is stopped; the tokens lie.")))
    recorded = Recorded(rolls["explosions"], "rolls.explosions")
    after = blow_up(state, action.square, recorded, action.player)
    recorded.finish()
    return Outcome(after.state, (*steps, *after.steps))


class Arc(NamedTuple):
    """What a piece may fire at: enemy units in unit order, caches."""

    units: list[str]
    caches: list[str]


def check_gun(state: State, player: str, unit: str) -> Artillery:
    owned = check_fighter(state, player, unit)
    gun = state.card(unit).artillery
    refuse(gun is None, "unit", f"{unit} has no artillery.")
    assert gun is not None
    refuse(owned.ammunition == 0, "unit", f"{unit} has no ammunition counter left; resupply it first.")
    refuse(owned.mp_used > 0, "unit", f"{unit} has moved this turn; artillery fires when it has stayed.")
    refuse("unloaded" in owned.marks, "unit", f"{unit} got off a transport this turn; it fires next turn.")
    return gun


def arc(state: State, unit: str, gun: Artillery) -> Arc:
    """Everything between a piece's minimum and maximum range."""
    origin = on(state.units[unit])
    near = state.caches if state.tracked else ()
    caches = [square for square in near if gun.min <= away(state, origin, square) <= gun.max]
    return Arc(within(state, unit, gun.min, gun.max), caches)


def barrage(state: State, action: actions.Barrage) -> Outcome[State]:
    gun = check_gun(state, action.player, action.unit)
    check_shots(state, action, gun)
    rolls = items(action.rolls, "rolls")
    if len(rolls) != len(action.shots):
        raise InvalidInput(
            "rolls", f"Shots: {len(action.shots)}; each takes its dice, and {len(rolls)} have them."
        )
    values = {"unit": named(state, action.unit), "n": len(rolls)}
    steps = [Step("RULING R36", "{unit} fires {n:# shot|# shots} for one ammunition counter.", values)]
    left = state.units[action.unit].ammunition - 1
    state = state.with_unit(action.unit, ammunition=left).marked(action.unit, "acted")
    for n, aim in enumerate(action.shots):
        shot = _shot(state, action, gun, aim, Entry(rolls[n], f"rolls.{n}"))
        state, steps = shot.state, [*steps, *shot.steps]
    return Outcome(state, tuple(steps))


def check_shots(state: State, action: actions.Barrage, gun: Artillery) -> None:
    """Refuse more shots than the card has, and targets outside the arc."""
    many = len(action.shots) > gun.shots
    refuse(many, "shots", f"{action.unit} fires {gun.shots} shots at most; {len(action.shots)} are named.")
    units, caches = arc(state, action.unit, gun)
    for n, aim in enumerate(action.shots):
        targets = units if aim.place == "unit" else caches
        what = "enemy units on the map" if aim.place == "unit" else "caches"
        listed = ", ".join(targets) or "none"
        words = f"Between {gun.min} and {gun.max} squares away are these {what}: {listed}."
        refuse(aim.id not in targets, f"shots.{n}.{aim.place}", words)


class Entry(NamedTuple):
    """What was rolled for one shot, and where that stands."""

    rolls: Json
    path: str


def gone(state: State, aim: actions.Aim) -> bool:
    """Whether an earlier shot left nothing of a target."""
    return aim.id not in (state.units if aim.place == "unit" else state.caches)


def _shot(
    state: State, action: actions.Barrage, gun: Artillery, aim: actions.Aim, entry: Entry
) -> Outcome[State]:
    if gone(state, aim):
        if entry.rolls is not None:
            raise InvalidInput(entry.path, "Nothing is left of this target; the shot is wasted: null.")
        return Outcome(state, (Step("A5", "Nothing is left of the target; a shot is wasted."),))
    if aim.place == "unit":
        return _at_unit(state, action, gun, aim.id, entry)
    return _at_cache(state, action, gun, aim.id, entry)


def after_shot(state: State, action: actions.Barrage, aim: actions.Aim, rolls: object) -> State:
    gun = state.card(action.unit).artillery
    assert gun is not None
    return _shot(state, action, gun, aim, Entry(rolls, "rolls")).state


def _at_unit(
    state: State, action: actions.Barrage, gun: Artillery, target: str, entry: Entry
) -> Outcome[State]:
    rolls, path = parts(entry.rolls, entry.path, "artillery", "defense"), entry.path
    fired = integer(rolls["artillery"], join(path, "artillery"), 1, gun.die)
    people, cover = state.units[target].strength, cover_of(state, target)
    sides = state.card(target).defense_die
    shot = shoot(fired, read_dice(rolls["defense"], join(path, "defense"), people, sides), cover)
    steps = shot_steps(shot, cover, named(state, target), people)
    return Outcome(lose(state, target, int(shot.hit), action.player), steps)


def _at_cache(
    state: State, action: actions.Barrage, gun: Artillery, square: str, entry: Entry
) -> Outcome[State]:
    rolls, path = parts(entry.rolls, entry.path, "artillery", "defense", "explosions"), entry.path
    fired = integer(rolls["artillery"], join(path, "artillery"), 1, gun.die)
    tokens = state.caches[square].total
    dice = read_dice(rolls["defense"], join(path, "defense"), tokens, CACHE_DEFENSE_DIE)
    values = {"where": at(square), "n": fired, "best": max(dice)}
    step = Step("RULING R37", "The shot's {n} against the cache on {where}, best {best}.", values)
    if fired <= max(dice):
        items(rolls["explosions"], join(path, "explosions"), 0, 0)
        return Outcome(state, (step, Step("A5", "A miss; the tokens lie.")))
    recorded = Recorded(rolls["explosions"], join(path, "explosions"))
    after = blow_up(state, square, recorded, action.player)
    recorded.finish()
    return Outcome(after.state, (step, *after.steps))
