"""Loose tokens that explode, what they set off, and why: friend and foe alike (L3, 6.10)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput, join
from companion.engine.game import Resolution, Step
from companion.engine.procedure import rolling_for
from companion.engine.shape import Between, ByHand, DistinctBy, Only, Sized, Then
from companion.engine.wire import Json, Reading, items
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, CACHE_LIMIT, EXPLOSION_DIE, Metric
from companion.games.parabellum.procedures.dice import (
    BARE,
    Cover,
    Covered,
    Volley,
    read_dice,
    roll_dice,
    strike,
    volley_steps,
)
from companion.games.parabellum.state.notation import Die, Id, SquareName, Strength, distance, reading_order
from companion.games.parabellum.state.table import DEFAULTS, Load, Options

type Thrown = tuple[Sequence[int], Sequence[int]]
type Dice = Callable[[Combat], Thrown]
"""A combat to what was rolled for it."""
type Namer = Callable[[str], str]
type Tokens = Annotated[int, Between(0, CACHE_LIMIT)]
type Asked = tuple[Mapping[str, Load], tuple[Bystander, ...], str, Options]


class Combat(NamedTuple):
    """What goes off against what: the unit or the cache struck, the dice of both; attack dice are d8."""

    square: str
    unit: str | None
    cache: str | None
    attacks: int
    defenses: int
    defense_die: int


class Bystander(NamedTuple):
    """A unit near enough to be hit; passengers are not."""

    id: str
    square: str
    strength: int
    defense_die: int
    cover: Cover = BARE


class Blast(NamedTuple):
    """What an explosion did to one unit, or to one cache (`left` is then nothing: a cache holds or goes)."""

    unit: str | None
    cache: str | None
    volley: Volley
    left: int
    cover: Cover = BARE

    def as_json(self) -> Json:
        """The specification's attack."""
        dice = {"attack": list(self.volley.attack), "defense": list(self.volley.defense)}
        if self.unit is not None:
            return {"unit": self.unit, **dice, "losses": self.volley.losses, "strength": self.left}
        lost = self.volley.losses
        return {"cache": self.cache, **dice, "losses": lost, "explodes": lost > 0}


class Explosion(NamedTuple):
    """One cache of so many tokens going up."""

    square: str
    tokens: int
    blasts: tuple[Blast, ...]

    def as_json(self) -> Json:
        """The specification's explosion."""
        attacks = [blast.as_json() for blast in self.blasts]
        return {"square": self.square, "tokens": self.tokens, "attacks": attacks}


class Exploded(NamedTuple):
    """All that happened: explosions in order, people left, who is gone (in list order), caches left."""

    explosions: tuple[Explosion, ...]
    strengths: Mapping[str, int]
    destroyed: tuple[str, ...]
    caches: Mapping[str, Load]


@dataclass(slots=True)
class Recorded:
    """Dice that the table rolled, one entry a combat, in order; `path` is where they stand in the input."""

    rolls: Json
    path: str
    used: int = 0

    def __call__(self, combat: Combat) -> Thrown:
        """The next entry; `InvalidInput` at the list where there is none."""
        listed = items(self.rolls, self.path)
        if self.used >= len(listed):
            wanted = f"Each combat needs its dice; there are {len(listed)} entries, and one more is due."
            raise InvalidInput(self.path, wanted)
        at = join(self.path, self.used)
        entry = Reading.complete(listed[self.used], ("attack", "defense"), (), at)
        self.used += 1
        return (
            read_dice(entry.raw("attack"), entry.at("attack"), combat.attacks, EXPLOSION_DIE),
            read_dice(entry.raw("defense"), entry.at("defense"), combat.defenses, combat.defense_die),
        )

    def finish(self) -> None:
        """Refuse entries that no combat took."""
        listed = items(self.rolls, self.path)
        if self.used < len(listed):
            wanted = f"The explosions make {self.used} combats; {len(listed)} entries were given."
            raise InvalidInput(self.path, wanted)


@dataclass(slots=True)
class Rolled:
    """Dice that the app rolls, kept in the form in which a table would type them."""

    random: Random
    rolls: list[Json] = field(default_factory=list)

    def __call__(self, combat: Combat) -> Thrown:
        """New dice."""
        attack = roll_dice(combat.attacks, EXPLOSION_DIE, self.random)
        defense = roll_dice(combat.defenses, combat.defense_die, self.random)
        self.rolls.append({"attack": attack, "defense": defense})
        return attack, defense


def explode(
    caches: Mapping[str, Load], units: Sequence[Bystander], start: str, dice: Dice, metric: Metric
) -> Exploded:
    """Set off the cache on `start`, and whatever it reaches."""
    chain = _Chain({each.id: each.strength for each in units}, dict(caches), dice, metric, [start])
    explosions: list[Explosion] = []
    while len(explosions) < len(chain.queue):
        square = chain.queue[len(explosions)]
        blasts = (*chain.at_units(square, units), *chain.at_caches(square))
        explosions.append(Explosion(square, chain.caches.pop(square).total, blasts))
    gone = tuple(each.id for each in units if not chain.strengths[each.id])
    return Exploded(tuple(explosions), chain.strengths, gone, chain.caches)


@dataclass(slots=True)
class _Chain:
    """How far the explosions have come; the queue keeps those that have gone off."""

    strengths: dict[str, int]
    caches: dict[str, Load]
    dice: Dice
    metric: Metric
    queue: list[str]

    def at_units(self, square: str, units: Sequence[Bystander]) -> tuple[Blast, ...]:
        """Units on the square itself, then on adjacent ones in reading order."""
        near = [each for each in units if distance(square, each.square, self.metric) <= 1]
        near.sort(key=lambda each: (each.square != square, reading_order(each.square)))
        return tuple(self._at_unit(each, square) for each in near if self.strengths[each.id])

    def _at_unit(self, unit: Bystander, square: str) -> Blast:
        people = self.strengths[unit.id]
        tokens = self.caches[square].total
        thrown = self.dice(Combat(square, unit.id, None, tokens, people, unit.defense_die))
        volley = strike(*thrown, unit.cover)
        # As many as threw dice: a screen that does not know the card counts those on the table.
        self.strengths[unit.id] = len(volley.defense) - volley.losses
        return Blast(unit.id, None, volley, self.strengths[unit.id], unit.cover)

    def at_caches(self, square: str) -> tuple[Blast, ...]:
        """Adjacent caches, in reading order, that are not doomed already."""
        return tuple(self._blasts_at_caches(square))

    def _blasts_at_caches(self, square: str) -> Iterator[Blast]:
        for other in sorted(self.caches, key=reading_order):
            if other not in self.queue and distance(square, other, self.metric) == 1:
                tokens = self.caches[other].total
                attacks = self.caches[square].total
                combat = Combat(square, None, other, attacks, tokens, CACHE_DEFENSE_DIE)
                volley = strike(*self.dice(combat))
                self.queue += [other] * (volley.losses > 0)
                yield Blast(None, other, volley, tokens - volley.losses)


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


MOST_UNITS = 60
TWICE = "“{given}” is named before; every unit has an id of its own."


class Cache(NamedTuple):
    """A cache's tokens, both numbers said."""

    fuel: Tokens
    ammunition: Tokens


def _loaded(value: Json, path: str) -> Load:
    cache = Load(*shape.read(Cache, value, path, missing_first=True))
    if 1 <= cache.total <= CACHE_LIMIT:
        return cache
    raise InvalidInput(path, f"A cache holds 1 to {CACHE_LIMIT} tokens; {cache.total} were given.")


def _there(caches: Mapping[str, Load], _: Mapping[str, Json]) -> Mapping[str, Load]:
    if caches:
        return caches
    raise InvalidInput("", "An explosion needs at least one cache; none was given.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Near(Covered):
    """A unit on the map."""

    id: Id
    square: SquareName
    strength: Strength
    defense_die: Die


@dataclass(frozen=True, slots=True)
class CacheExplosionQuestion:
    """Procedure 6.10's input, perhaps without its dice."""

    caches: Annotated[Mapping[SquareName, Annotated[Load, ByHand(_loaded, says=Cache)]], Then(_there)]
    units: Annotated[tuple[Near, ...], Sized(0, MOST_UNITS), DistinctBy("id", TWICE)]
    start: SquareName
    rolls: Json = None
    options: Annotated[Options, Only("metric")] = DEFAULTS


def resolve_cache_explosion(question: Json) -> Resolution:
    """Procedure 6.10: a cache goes up."""
    reading, asked = _read(question)
    if "rolls" in reading:
        reading.items("rolls")
    caches, units, start, options = asked
    _check_start(caches, start)
    dice = Recorded(reading.raw("rolls"), "rolls")
    exploded = explode(caches, units, start, dice, options.metric)
    dice.finish()
    return Resolution(_result(exploded), explosion_steps(exploded))


def _result(exploded: Exploded) -> Json:
    return {
        "explosions": [explosion.as_json() for explosion in exploded.explosions],
        "units": dict(exploded.strengths),
        "destroyed": list(exploded.destroyed),
        "caches": {square: load._asdict() for square, load in exploded.caches.items()},
    }


def _read(question: Json) -> tuple[Reading, Asked]:
    asked: CacheExplosionQuestion = shape.read(CacheExplosionQuestion, question, missing_first="everywhere")
    units = tuple(
        Bystander(each.id, each.square, each.strength, each.defense_die, each.cover) for each in asked.units
    )
    return Reading(question, question), (asked.caches, units, asked.start, asked.options)


def _check_start(caches: Mapping[str, Load], start: str) -> None:
    if start not in caches:
        known = ", ".join(square.upper() for square in caches)
        raise IllegalAction("start", f"There is no cache on {start.upper()}; there is one on {known}.")


def _roll(question: Json, random: Random) -> list[Json]:
    _, (caches, units, start, options) = _read(question)
    _check_start(caches, start)
    dice = Rolled(random)
    explode(caches, units, start, dice, options.metric)
    return dice.rolls


complete_cache_explosion = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""
