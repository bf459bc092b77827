"""Why the explosions went as they did, combat by combat (L3)."""

from collections.abc import Callable, Iterator

from companion.engine.game import Step
from companion.games.parabellum.procedures.caches.explosions import Blast, Exploded, Explosion
from companion.games.parabellum.procedures.combat.volleys import volley_steps

type Namer = Callable[[str], str]


def explosion_steps(exploded: Exploded, named: Namer = str.upper) -> tuple[Step, ...]:
    """The story of a chain; `named` gives the words for a unit's id."""
    told = [step for explosion in exploded.explosions for step in _explosion(explosion, named)]
    return (*told, *_left(exploded))


def _explosion(explosion: Explosion, named: Namer) -> Iterator[Step]:
    values = {"where": explosion.square.upper(), "tokens": explosion.tokens}
    yield Step("L3", "The cache on {where} explodes: {tokens} d8 against everything near.", values)
    if not explosion.blasts:
        yield Step("L3", "Nothing is on {where} or beside it.", values)
    for blast in explosion.blasts:
        yield from _blast(blast, values, named)


def _blast(blast: Blast, values: dict[str, object], named: Namer) -> Iterator[Step]:
    attacker = f"The cache on {values['where']}"
    if blast.unit is not None:
        yield from volley_steps(blast.volley, blast.cover, attacker, named(blast.unit))
        return
    struck = {"where": str(blast.cache).upper(), "dice": ", ".join(map(str, blast.volley.defense))}
    yield Step("L3", "The cache on {where} defends with {dice}; no terrain helps it.", struck)
    if blast.volley.losses:
        yield Step("RULING R38", "A die comes through: the cache on {where} is next in the queue.", struck)
    else:
        yield Step("L3", "Every die is stopped: the cache on {where} holds.", struck)


def _left(exploded: Exploded) -> Iterator[Step]:
    if exploded.caches:
        where = ", ".join(square.upper() for square in exploded.caches)
        yield Step("L3", "Caches left: {where}.", {"where": where})
