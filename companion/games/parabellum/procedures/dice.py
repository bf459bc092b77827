"""Dice against dice: cover, one volley, one shot, and how chances are written (A1, A2, A5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Annotated, NamedTuple

from companion.engine.dice import fraction_text, roll
from companion.engine.errors import join
from companion.engine.game import Step
from companion.engine.shape import Between, OneOf
from companion.engine.wire import Json, integer, items
from companion.engine.wording import signed, tenths
from companion.games.parabellum.data import SPOTTED, STANDARD_TERRAIN
from companion.games.parabellum.state.binder.binder import STANDARD

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
        return self.direct - SPOTTED * self.spotted


BARE = Cover()


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What a question says of a unit that is struck: a standard terrain, layers, and a modifier."""

    terrain: Annotated[str, OneOf(tuple(STANDARD_TERRAIN))] = "open"
    entrench: Annotated[int, Between(0, 4)] = 0
    defense_modifier: Modifier = 0

    @property
    def cover(self) -> Cover:
        """The cover that follows."""
        ground = STANDARD[self.terrain]
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
    """Each modifier with its source."""
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
        yield Step("A4", "{who} was reconnoitred: defence dice −{n} against artillery.", who | {"n": SPOTTED})


def chance_json(value: Fraction) -> dict[str, Json]:
    """A chance: lowest terms beside the decimal.

    >>> chance_json(Fraction(2, 6))
    {'probability': '1/3', 'float': 0.333333333333}
    """
    return {"probability": fraction_text(value), "float": round(float(value), 12)}


def mean(losses: Sequence[Fraction]) -> Fraction:
    """The mean of losses 0, 1, 2…, whose chances these are."""
    return sum((n * chance for n, chance in enumerate(losses)), Fraction(0))


def report_json(losses: Sequence[Fraction]) -> dict[str, Json]:
    """The report on a unit whose losses of 0…all have these chances."""
    expected = chance_json(mean(losses))
    return {
        "distribution": [{"losses": n, **chance_json(chance)} for n, chance in enumerate(losses)],
        "expected": {"fraction": expected["probability"], "float": expected["float"]},
        "destroyed": chance_json(losses[-1]),
    }


def report_steps(losses: Sequence[Fraction], struck: str, rule: str = "A2") -> tuple[Step, ...]:
    """What a report says, in words."""
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

    def as_json(self) -> Json:
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


def read_dice(value: Json, path: str, count: int, faces: int) -> tuple[int, ...]:
    """So many dice as rolled; a wrong number is refused at the list, a wrong face at its place."""
    return tuple(
        integer(die, join(path, n), 1, faces) for n, die in enumerate(items(value, path, count, count))
    )


def roll_dice(count: int, faces: int, random: Random) -> list[int]:
    """So many dice, rolled by the app."""
    return [roll(random, faces) for _ in range(count)]


def volley_steps(volley: Volley, cover: Cover, attacker: str, defender: str) -> tuple[Step, ...]:
    """The story of a volley: modifiers, sorted dice, each pairing, losses."""
    return (
        *cover_steps(cover, defender),
        Step("A2", "{who} attacks with {dice}.", {"who": attacker, "dice": _said(volley.attack)}),
        Step("A2", "{who} defends with {dice}.", {"who": defender, "dice": _said(volley.defense)}),
        *_matching(volley),
        _losses(volley, defender),
    )


def _said(dice: Sequence[int]) -> str:
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
        told = Step("A5", words + "a hit; {left:# is|# are} left.", values)
    elif shot.artillery == shot.best_defense:
        told = Step("RULING R36", words + "a tie, which misses.", values)
    else:
        told = Step("A5", words + "a miss.", values)
    return (*cover_steps(cover, target, artillery=True), told)
