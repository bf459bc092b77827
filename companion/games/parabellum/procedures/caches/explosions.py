"""A cache goes up, and what it sets off (L3): first in, first out (R38); friend and foe alike (R39)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from companion.engine.errors import InvalidInput, join
from companion.engine.reading import Reading, items
from companion.engine.wire import Json
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, EXPLOSION_DIE, Metric
from companion.games.parabellum.procedures.combat.covers import BARE, Cover
from companion.games.parabellum.procedures.combat.volleys import Volley, read_dice, roll_dice, strike
from companion.games.parabellum.state.pieces import Load
from companion.games.parabellum.state.squares import distance, reading_order

type Thrown = tuple[Sequence[int], Sequence[int]]


class Combat(NamedTuple):
    """What goes off against what: the unit or the cache struck, the dice of both; attack dice are d8."""

    square: str
    unit: str | None
    cache: str | None
    attacks: int
    defenses: int
    defense_die: int


type Dice = Callable[[Combat], Thrown]
"""A combat to what was rolled for it."""


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
