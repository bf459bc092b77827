"""Caches that go up in a session (L3, R37–R39): friend and foe near by, other caches, one after another."""

from companion.engine.game import Outcome, Step
from companion.games.parabellum.procedures.caches.explosion_steps import explosion_steps
from companion.games.parabellum.procedures.caches.explosions import Bystander, Dice, Exploded, explode
from companion.games.parabellum.rules.combat.losses import lose
from companion.games.parabellum.rules.field import cover_of, on
from companion.games.parabellum.rules.words import named
from companion.games.parabellum.state.table import State


def chain(state: State, square: str, dice: Dice) -> Exploded:
    """What the cache on a square sets off, with these dice."""
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
