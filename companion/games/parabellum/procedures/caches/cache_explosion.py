"""What the explosion of a cache does to all around it, dice typed in combat by combat (6.10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution
from companion.engine.procedure import rolling_for
from companion.engine.reading import Reading
from companion.engine.shape import Between, ByHand, DistinctBy, Only, Sized, Then
from companion.engine.wire import Json
from companion.games.parabellum.data import CACHE_LIMIT
from companion.games.parabellum.procedures.caches.explosion_steps import explosion_steps
from companion.games.parabellum.procedures.caches.explosions import (
    Bystander,
    Exploded,
    Recorded,
    Rolled,
    explode,
)
from companion.games.parabellum.procedures.combat.covers import Covered
from companion.games.parabellum.state.amounts import Die, Strength
from companion.games.parabellum.state.naming import Id
from companion.games.parabellum.state.options import DEFAULTS, Options
from companion.games.parabellum.state.pieces import Load
from companion.games.parabellum.state.squares import SquareName

MOST_UNITS = 60
TWICE = "“{given}” is named before; every unit has an id of its own."

type Tokens = Annotated[int, Between(0, CACHE_LIMIT)]
type Asked = tuple[Mapping[str, Load], tuple[Bystander, ...], str, Options]


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
class Question:
    """Procedure 6.10's input, perhaps without its dice."""

    caches: Annotated[Mapping[SquareName, Annotated[Load, ByHand(_loaded, says=Cache)]], Then(_there)]
    units: Annotated[tuple[Near, ...], Sized(0, MOST_UNITS), DistinctBy("id", TWICE)]
    start: SquareName
    rolls: Json = None
    options: Annotated[Options, Only("metric")] = DEFAULTS


def resolve(question: Json) -> Resolution:
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
    asked: Question = shape.read(Question, question, missing_first="everywhere")
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


complete = rolling_for(_roll)
"""The question with the dice that it leaves to the app."""
