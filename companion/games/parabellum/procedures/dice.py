"""Dice against dice, how chances are written, and loose tokens that explode (A1, A2, A5, L3, 6.10)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.desk import rolling_for
from companion.engine.dice import fraction_text, roll
from companion.engine.errors import THING, IllegalAction, InvalidInput, join
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, ByHand, DistinctBy, OneOf, Only, Sized, Then
from companion.engine.wire import Json, integer, items, parts
from companion.engine.wording import signed, tenths
from companion.games.parabellum import data, state
from companion.games.parabellum.procedures import answers

type Modifier = Annotated[int, Between(-20, 20)]
"""A number that a table adds to dice."""


@dataclass(frozen=True, slots=True)
class Cover:
    """`attack` is what its terrain does to attack dice, `defense` to its own; `other` is all else."""

    terrain: str = "open"
    attack: int = 0
    defense: int = 0
    entrench: int = 0
    earthwork: int = 0
    other: int = 0
    spotted: bool = False

    @property
    def direct(self) -> int:
        """What its defence dice gain against direct fire (R32: without floor or ceiling)."""
        return self.defense + self.entrench + self.earthwork + self.other

    @property
    def indirect(self) -> int:
        """What they gain against artillery: a unit that was reconnoitred loses 2 (A4)."""
        return self.direct - data.SPOTTED * self.spotted


BARE = Cover()


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What a question says of a unit that is struck: a standard terrain, layers, and a modifier."""

    terrain: Annotated[str, OneOf(tuple(data.STANDARD_TERRAIN))] = "open"
    entrench: Annotated[int, Between(0, 4)] = 0
    defense_modifier: Modifier = 0

    @property
    def cover(self) -> Cover:
        ground = state.STANDARD[self.terrain]
        return Cover(
            terrain=ground.id,
            attack=ground.attack,
            defense=ground.defense,
            entrench=self.entrench,
            other=self.defense_modifier,
            spotted=getattr(self, "spotted", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Covered):
    """The same before artillery, which a scout may help."""

    spotted: bool = False


def cover_steps(cover: Cover, defender: str, *, artillery: bool = False) -> Iterator[Step]:
    who = {"who": defender, "terrain": cover.terrain.replace("_", " ")}
    if cover.attack or cover.defense:
        values = who | {"attack": signed(cover.attack, "+0"), "defense": signed(cover.defense, "+0")}
        yield Step("M3", "{who} on {terrain} ground: attack dice {attack}, defence dice {defense}.", values)
    else:
        yield Step("M3", "{who} on {terrain} ground: no dice change.", who)
    if cover.entrench:
        yield Step("M6", "{who} is dug in: defence dice +{layers}.", who | {"layers": cover.entrench})
    if cover.earthwork:
        sheltered = who | {"n": cover.earthwork}
        yield Step("RULING R28", "An earthwork shelters {who}: defence dice +{n}.", sheltered)
    if cover.other:
        yield Step("A1", "What else counts for {who}: defence dice {n}.", who | {"n": signed(cover.other)})
    if cover.spotted and artillery:
        yield Step(
            "A4", "{who} was reconnoitred: defence dice −{n} against artillery.", who | {"n": data.SPOTTED}
        )


def chance_json(value: Fraction) -> answers.Odds:
    """A chance: lowest terms beside the decimal.

    >>> chance_json(Fraction(2, 6))
    {'probability': '1/3', 'float': 0.333333333333}
    """
    return {"probability": fraction_text(value), "float": round(float(value), 12)}


def mean(losses: Sequence[Fraction]) -> Fraction:
    """The mean of losses 0, 1, 2…, whose chances these are."""
    return sum((n * chance for n, chance in enumerate(losses)), Fraction(0))


def report_json(losses: Sequence[Fraction]) -> answers.LossReport:
    """The report on a unit whose losses of 0…all have these chances."""
    expected = chance_json(mean(losses))
    return {
        "distribution": [{"losses": n, **chance_json(chance)} for n, chance in enumerate(losses)],
        "expected": {"fraction": expected["probability"], "float": expected["float"]},
        "destroyed": chance_json(losses[-1]),
    }


def report_steps(losses: Sequence[Fraction], struck: str, rule: str = "A2") -> tuple[Step, ...]:
    values = {
        "who": struck,
        "none": tenths(losses[0]),
        "all": tenths(losses[-1]),
        "mean": f"{float(mean(losses)):.2f}",
        "most": len(losses) - 1,
    }
    return (
        Step(rule, "{who} loses {mean} of {most} on average.", values),
        Step(rule, "Nobody falls: {none}.", values),
        Step("RULING R33", "All {most} fall: {all}. Losses end there.", values),
    )


class Volley(NamedTuple):
    """Dice as modified, falling; which stopped which, which came through, and how many people fell."""

    attack: tuple[int, ...]
    defense: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    unmatched: tuple[int, ...]
    losses: int

    def as_json(self) -> answers.VolleyRow:
        """The specification's volley."""
        return {
            "attack": list(self.attack),
            "defense": list(self.defense),
            "pairs": [list(pair) for pair in self.pairs],
            "unmatched": list(self.unmatched),
            "losses": self.losses,
        }


def strike(
    attack: Sequence[int],
    defense: Sequence[int],
    cover: Cover = BARE,
    strength: int | None = None,
    attack_modifier: int = 0,
) -> Volley:
    """Resolve dice as rolled against a unit under this cover, of `strength` people (one a defence die)."""
    attacks = tuple(sorted((die + attack_modifier + cover.attack for die in attack), reverse=True))
    stops = tuple(sorted((die + cover.direct for die in defense), reverse=True))
    pairs, unmatched = match(attacks, stops)
    people = len(defense) if strength is None else strength
    return Volley(attacks, stops, pairs, unmatched, min(len(unmatched), people))


def match(
    attacks: Sequence[int], stops: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Pairs of attack and defence dice, and the attack dice left over; both lists fall.

    >>> match([8, 6, 5, 5, 2], [6, 5, 3, 1])
    (((6, 6), (5, 5), (2, 3)), (8, 5))
    """
    pairs: list[tuple[int, int]] = []
    unmatched: list[int] = []
    for die in attacks:
        if len(pairs) < len(stops) and stops[len(pairs)] >= die:
            pairs.append((die, stops[len(pairs)]))
        else:
            unmatched.append(die)
    return tuple(pairs), tuple(unmatched)


def read_dice(value: object, path: str, count: int, faces: int) -> tuple[int, ...]:
    """So many dice as rolled; a wrong number is refused at the list, a wrong face at its place."""
    return tuple(
        integer(die, join(path, n), 1, faces) for n, die in enumerate(items(value, path, count, count))
    )


def roll_dice(count: int, faces: int, random: Random) -> list[int]:
    return [roll(random, faces) for _ in range(count)]


def volley_steps(volley: Volley, cover: Cover, attacker: str, defender: str) -> tuple[Step, ...]:
    """The story of a volley: modifiers, sorted dice, each pairing, losses."""
    return (
        *cover_steps(cover, defender),
        Step("A2", "{who} attacks with {dice}.", {"who": attacker, "dice": _faces(volley.attack)}),
        Step("A2", "{who} defends with {dice}.", {"who": defender, "dice": _faces(volley.defense)}),
        *_matching(volley),
        _losses(volley, defender),
    )


def _faces(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice)) or "no dice"


def _matching(volley: Volley) -> Iterator[Step]:
    stopped = list(volley.pairs)
    for die in volley.attack:
        if stopped and stopped[0][0] == die:
            values = {"attack": die, "defense": stopped.pop(0)[1]}
            yield Step("A2", "The {defense} stops the {attack}.", values)
        else:
            yield Step("A2", "Nothing left stops the {attack}.", {"attack": die})


def _losses(volley: Volley, defender: str) -> Step:
    values = {
        "who": defender,
        "through": len(volley.unmatched),
        "losses": volley.losses,
        "left": len(volley.defense) - volley.losses,
    }
    if len(volley.unmatched) > volley.losses:
        words = (
            "{through:# die comes|# dice come} through; {who} has only {losses} to lose, and is destroyed."
        )
        return Step("RULING R33", words, values)
    if not values["left"]:
        return Step("A2", "{who} loses {losses} and is destroyed.", values)
    return Step("A2", "{who} loses {losses}; {left:# is|# are} left.", values)


class Shot(NamedTuple):
    """The two modified numbers, and whether the shot kills one."""

    artillery: int
    best_defense: int
    hit: bool


def shoot(artillery: int, defense: Sequence[int], cover: Cover) -> Shot:
    """Resolve one shot at a unit; one defence die a person left."""
    fired, best = artillery + cover.attack, max(defense) + cover.indirect
    return Shot(fired, best, fired > best)


def shot_steps(shot: Shot, cover: Cover, target: str, people: int) -> tuple[Step, ...]:
    """The story of one shot at a unit of so many people."""
    values = {**shot._asdict(), "who": target, "left": people - shot.hit}
    words = "The shot's {artillery} against {who}'s best {best_defense}: "
    if shot.hit:
        step = Step("A5", words + "a hit; {left:# is|# are} left.", values)
    elif shot.artillery == shot.best_defense:
        step = Step("RULING R36", words + "a tie, which misses.", values)
    else:
        step = Step("A5", words + "a miss.", values)
    return (*cover_steps(cover, target, artillery=True), step)


type Thrown = tuple[Sequence[int], Sequence[int]]
type Dice = Callable[[Combat], Thrown]
"""A combat to what was rolled for it."""
type Namer = Callable[[str], str]
type Tokens = Annotated[int, Between(0, data.CACHE_LIMIT)]
type Charge = tuple[Mapping[str, state.Load], tuple[Bystander, ...], str, state.Options]


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

    def as_json(self) -> answers.ExplosionRow:
        """The specification's explosion."""
        attacks = [blast.as_json() for blast in self.blasts]
        return {"square": self.square, "tokens": self.tokens, "attacks": attacks}


class Exploded(NamedTuple):
    """All that happened: explosions in order, people left, who is gone (in list order), caches left."""

    explosions: tuple[Explosion, ...]
    strengths: Mapping[str, int]
    destroyed: tuple[str, ...]
    caches: Mapping[str, state.Load]


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
        entry = parts(listed[self.used], at, "attack", "defense")
        self.used += 1
        return (
            read_dice(entry["attack"], join(at, "attack"), combat.attacks, data.EXPLOSION_DIE),
            read_dice(entry["defense"], join(at, "defense"), combat.defenses, combat.defense_die),
        )

    def finish(self) -> None:
        listed = items(self.rolls, self.path)
        if self.used < len(listed):
            wanted = f"The explosions make {self.used} combats; {len(listed)} entries were given."
            raise InvalidInput(self.path, wanted)


@dataclass(slots=True)
class Rolled:
    """Dice that the app rolls, kept in the form in which a table would type them."""

    random: Random
    rolls: list[object] = field(default_factory=list)

    def __call__(self, combat: Combat) -> Thrown:
        """New dice."""
        attack = roll_dice(combat.attacks, data.EXPLOSION_DIE, self.random)
        defense = roll_dice(combat.defenses, combat.defense_die, self.random)
        self.rolls.append({"attack": attack, "defense": defense})
        return attack, defense


def explode(
    caches: Mapping[str, state.Load], units: Sequence[Bystander], start: str, dice: Dice, metric: data.Metric
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
    caches: dict[str, state.Load]
    dice: Dice
    metric: data.Metric
    queue: list[str]

    def at_units(self, square: str, units: Sequence[Bystander]) -> tuple[Blast, ...]:
        """Units on the square itself, then on adjacent ones in reading order."""
        near = [each for each in units if state.distance(square, each.square, self.metric) <= 1]
        near.sort(key=lambda each: (each.square != square, state.reading_order(each.square)))
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
        for other in sorted(self.caches, key=state.reading_order):
            if other not in self.queue and state.distance(square, other, self.metric) == 1:
                tokens = self.caches[other].total
                attacks = self.caches[square].total
                combat = Combat(square, None, other, attacks, tokens, data.CACHE_DEFENSE_DIE)
                volley = strike(*self.dice(combat))
                self.queue += [other] * (volley.losses > 0)
                yield Blast(None, other, volley, tokens - volley.losses)


def explosion_steps(exploded: Exploded, named: Namer = str.upper) -> tuple[Step, ...]:
    """The story of a chain; `named` gives the words for a unit's id."""
    steps = [step for explosion in exploded.explosions for step in _explosion(explosion, named)]
    return (*steps, *_left(exploded))


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


def _loaded(value: object, path: str) -> state.Load:
    cache = state.Load(*shape.read(Cache, value, path, missing_first=True))
    if 1 <= cache.total <= data.CACHE_LIMIT:
        return cache
    raise InvalidInput(path, f"A cache holds 1 to {data.CACHE_LIMIT} tokens; {cache.total} were given.")


def _there(caches: Mapping[str, state.Load], _: Mapping[str, object]) -> Mapping[str, state.Load]:
    if caches:
        return caches
    raise InvalidInput("", "An explosion needs at least one cache; none was given.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Near(Covered):
    """A unit on the map."""

    id: state.Id
    square: state.SquareName
    strength: state.Strength
    defense_die: state.Die


@dataclass(frozen=True, slots=True)
class CacheExplosionQuestion:
    """Procedure 6.10's input, perhaps without its dice."""

    caches: Annotated[
        Mapping[state.SquareName, Annotated[state.Load, ByHand(_loaded, says=Cache)]], Then(_there)
    ]
    units: Annotated[tuple[Near, ...], Sized(0, MOST_UNITS), DistinctBy("id", TWICE)]
    start: state.SquareName
    rolls: Json = None
    options: Annotated[state.Options, Only("metric")] = state.DEFAULTS


def thrown(rolls: Json) -> Json:
    """The dice of a question, once they are wanted."""
    if rolls is None:
        raise InvalidInput("rolls", f"Still to say: {THING}.")
    return rolls


def resolve_cache_explosion(question: object) -> Resolution[answers.CacheExplosion]:
    """Procedure 6.10: a cache goes up."""
    (caches, units, start, options), rolls = _read(question)
    if rolls is not None:
        items(rolls, "rolls")
    _check_start(caches, start)
    dice = Recorded(thrown(rolls), "rolls")
    exploded = explode(caches, units, start, dice, options.metric)
    dice.finish()
    return Resolution(
        {
            "explosions": [explosion.as_json() for explosion in exploded.explosions],
            "units": dict(exploded.strengths),
            "destroyed": list(exploded.destroyed),
            "caches": {square: load._asdict() for square, load in exploded.caches.items()},
        },
        explosion_steps(exploded),
    )


def _read(question: Json) -> tuple[Charge, Json]:
    case = shape.read(CacheExplosionQuestion, question, missing_first="everywhere")
    units = tuple(
        Bystander(each.id, each.square, each.strength, each.defense_die, each.cover) for each in case.units
    )
    return (case.caches, units, case.start, case.options), case.rolls


def _check_start(caches: Mapping[str, state.Load], start: str) -> None:
    if start not in caches:
        names = ", ".join(square.upper() for square in caches)
        raise IllegalAction("start", f"There is no cache on {start.upper()}; there is one on {names}.")


def _roll(question: object, random: Random) -> list[object]:
    (caches, units, start, options), _ = _read(question)
    _check_start(caches, start)
    dice = Rolled(random)
    explode(caches, units, start, dice, options.metric)
    return dice.rolls


complete_cache_explosion = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""
