"""Artillery: one counter, some shots, one after another, at units and caches in the arc (A5, R36, R37)."""

from typing import NamedTuple

from companion.engine.errors import InvalidInput, join
from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading, integer, items
from companion.engine.wire import Json
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import CACHE_DEFENSE_DIE
from companion.games.parabellum.procedures.caches.explosions import Recorded
from companion.games.parabellum.procedures.combat.shots import shoot, shot_steps
from companion.games.parabellum.procedures.combat.volleys import read_dice
from companion.games.parabellum.rules.claims import refuse
from companion.games.parabellum.rules.combat.attacking import no_explosions
from companion.games.parabellum.rules.combat.exploding import blow_up
from companion.games.parabellum.rules.combat.losses import lose
from companion.games.parabellum.rules.combat.reconnoitring import check_fighter, within
from companion.games.parabellum.rules.field import away, cover_of, on
from companion.games.parabellum.rules.words import at, named
from companion.games.parabellum.state.binder import Artillery
from companion.games.parabellum.state.table import State


class Arc(NamedTuple):
    """What a piece may fire at: enemy units in unit order, caches."""

    units: list[str]
    caches: list[str]


def check_gun(state: State, player: str, unit: str) -> Artillery:
    """The artillery of a unit that may fire now."""
    found = check_fighter(state, player, unit)
    gun = state.card(unit).artillery
    refuse(gun is None, "unit", f"{unit} has no artillery.")
    assert gun is not None
    refuse(found.ammunition == 0, "unit", f"{unit} has no ammunition counter left; resupply it first.")
    refuse(found.mp_used > 0, "unit", f"{unit} has moved this turn; artillery fires when it has stayed.")
    refuse("unloaded" in found.marks, "unit", f"{unit} got off a transport this turn; it fires next turn.")
    return gun


def arc(state: State, unit: str, gun: Artillery) -> Arc:
    """Everything between a piece's minimum and maximum range."""
    here = on(state.units[unit])
    near = state.caches if state.tracked else ()
    caches = [square for square in near if gun.min <= away(state, here, square) <= gun.max]
    return Arc(within(state, unit, gun.min, gun.max), caches)


def barrage(state: State, action: kinds.Barrage) -> Outcome[State]:
    """The shots in order, each at what is left."""
    gun = check_gun(state, action.player, action.unit)
    check_shots(state, action, gun)
    rolls = items(action.rolls, "rolls")
    if len(rolls) != len(action.shots):
        raise InvalidInput(
            "rolls", f"Shots: {len(action.shots)}; each takes its dice, and {len(rolls)} have them."
        )
    values = {"unit": named(state, action.unit), "n": len(rolls)}
    told = [Step("RULING R36", "{unit} fires {n:# shot|# shots} for one ammunition counter.", values)]
    left = state.units[action.unit].ammunition - 1
    state = state.with_unit(action.unit, ammunition=left).marked(action.unit, "acted")
    for n, aim in enumerate(action.shots):
        shot = _shot(state, action, gun, aim, Entry(rolls[n], f"rolls.{n}"))
        state, told = shot.state, [*told, *shot.steps]
    return Outcome(state, tuple(told))


def check_shots(state: State, action: kinds.Barrage, gun: Artillery) -> None:
    """Refuse more shots than the card has, and targets outside the arc."""
    many = len(action.shots) > gun.shots
    refuse(many, "shots", f"{action.unit} fires {gun.shots} shots at most; {len(action.shots)} are named.")
    units, caches = arc(state, action.unit, gun)
    for n, aim in enumerate(action.shots):
        known = units if aim.place == "unit" else caches
        what = "enemy units on the map" if aim.place == "unit" else "caches"
        listed = ", ".join(known) or "none"
        said = f"Between {gun.min} and {gun.max} squares away are these {what}: {listed}."
        refuse(aim.id not in known, f"shots.{n}.{aim.place}", said)


class Entry(NamedTuple):
    """What was rolled for one shot, and where that stands."""

    rolls: Json
    path: str


def gone(state: State, aim: kinds.Aim) -> bool:
    """Whether an earlier shot left nothing of a target."""
    return aim.id not in (state.units if aim.place == "unit" else state.caches)


def _shot(
    state: State, action: kinds.Barrage, gun: Artillery, aim: kinds.Aim, entry: Entry
) -> Outcome[State]:
    if gone(state, aim):
        if entry.rolls is not None:
            raise InvalidInput(entry.path, "Nothing is left of this target; the shot is wasted: null.")
        return Outcome(state, (Step("A5", "Nothing is left of the target; a shot is wasted."),))
    if aim.place == "unit":
        return _at_unit(state, action, gun, aim.id, entry)
    return _at_cache(state, action, gun, aim.id, entry)


def after_shot(state: State, action: kinds.Barrage, aim: kinds.Aim, rolls: Json) -> State:
    """What is left after one shot with these dice."""
    gun = state.card(action.unit).artillery
    assert gun is not None
    return _shot(state, action, gun, aim, Entry(rolls, "rolls")).state


def _at_unit(
    state: State, action: kinds.Barrage, gun: Artillery, target: str, entry: Entry
) -> Outcome[State]:
    rolls = Reading.complete(entry.rolls, ("artillery", "defense"), (), entry.path)
    fired = integer(rolls.raw("artillery"), rolls.at("artillery"), 1, gun.die)
    people, cover = state.units[target].strength, cover_of(state, target)
    sides = state.card(target).defense_die
    shot = shoot(fired, read_dice(rolls.raw("defense"), rolls.at("defense"), people, sides), cover)
    steps = shot_steps(shot, cover, named(state, target), people)
    return Outcome(lose(state, target, int(shot.hit), action.player), steps)


def _at_cache(
    state: State, action: kinds.Barrage, gun: Artillery, square: str, entry: Entry
) -> Outcome[State]:
    rolls = Reading.complete(entry.rolls, ("artillery", "defense", "explosions"), (), entry.path)
    fired = integer(rolls.raw("artillery"), rolls.at("artillery"), 1, gun.die)
    tokens = state.caches[square].total
    dice = read_dice(rolls.raw("defense"), rolls.at("defense"), tokens, CACHE_DEFENSE_DIE)
    values = {"where": at(square), "n": fired, "best": max(dice)}
    said = Step("RULING R37", "The shot's {n} against the cache on {where}, best {best}.", values)
    if fired <= max(dice):
        no_explosions(rolls)
        return Outcome(state, (said, Step("A5", "A miss; the tokens lie.")))
    recorded = Recorded(rolls.raw("explosions"), join(entry.path, "explosions"))
    after = blow_up(state, square, recorded, action.player)
    recorded.finish()
    return Outcome(after.state, (said, *after.steps))
