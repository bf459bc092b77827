"""What the explosion of a cache does to all around it, dice typed in combat by combat (6.10)."""

from collections.abc import Mapping
from random import Random

from companion.engine.errors import GameError, IllegalAction, InvalidInput, join
from companion.engine.game import Resolution
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import CACHE_LIMIT, MOST_DICE
from companion.games.parabellum.procedures.covers import COVER_KEYS, read_cover
from companion.games.parabellum.procedures.explosion_steps import explosion_steps
from companion.games.parabellum.procedures.explosions import Bystander, Exploded, Recorded, Rolled, explode
from companion.games.parabellum.state.binder.catalogue import read_die
from companion.games.parabellum.state.naming import read_id
from companion.games.parabellum.state.options import DEFAULTS, Options, read_options
from companion.games.parabellum.state.pieces import Load
from companion.games.parabellum.state.squares import read_square

MOST_UNITS = 60
UNIT_KEYS = ("id", "square", "strength", "defense_die")

type Asked = tuple[Mapping[str, Load], tuple[Bystander, ...], str, Options]


def resolve(question: Json) -> Resolution:
    """Procedure 6.10: a cache goes up."""
    reading, asked = _read(question)
    if "rolls" in reading:
        reading.items("rolls")
    caches, units, start, options = asked
    if start not in caches:
        known = ", ".join(square.upper() for square in caches)
        raise IllegalAction("start", f"There is no cache on {start.upper()}; there is one on {known}.")
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
    reading = Reading.complete(question, ("caches", "units", "start"), ("rolls", "options"))
    given = reading.raw("caches")
    caches = Reading(given, given if type(given) is dict else (), "caches").value
    if not caches:
        raise InvalidInput("caches", "An explosion needs at least one cache; none was given.")
    loads = {read_square(square, join("caches", square)): _load(caches, square) for square in caches}
    units = _units(reading)
    start = read_square(reading.raw("start"), "start")
    options = (
        read_options(reading.value["options"], "options", only=("metric",))
        if "options" in reading
        else DEFAULTS
    )
    return reading, (loads, units, start, options)


def _load(caches: Mapping[str, Json], square: str) -> Load:
    path = f"caches.{square}"
    cache = Reading.complete(caches[square], ("fuel", "ammunition"), (), path)
    load = Load(cache.integer("fuel", 0, CACHE_LIMIT), cache.integer("ammunition", 0, CACHE_LIMIT))
    if 1 <= load.total <= CACHE_LIMIT:
        return load
    raise InvalidInput(path, f"A cache holds 1 to {CACHE_LIMIT} tokens; {load.total} were given.")


def _units(reading: Reading) -> tuple[Bystander, ...]:
    units: dict[str, Bystander] = {}
    for n, each in enumerate(reading.items("units", 0, MOST_UNITS)):
        unit = _unit(Reading.complete(each, UNIT_KEYS, COVER_KEYS, f"units.{n}"))
        if unit.id in units:
            said = f"“{unit.id}” is named before; every unit has an id of its own."
            raise InvalidInput(f"units.{n}.id", said)
        units[unit.id] = unit
    return tuple(units.values())


def _unit(row: Reading) -> Bystander:
    return Bystander(
        read_id(row.raw("id"), row.at("id")),
        read_square(row.raw("square"), row.at("square")),
        row.integer("strength", 1, MOST_DICE),
        read_die(row, "defense_die"),
        read_cover(row),
    )


def complete(question: Json, random: Random) -> tuple[Json, Json | None]:
    """The question with the dice that it leaves to the app."""
    try:
        if type(question) is not dict or "rolls" in question:
            return question, None
        _, (caches, units, start, options) = _read(question)
    except GameError:
        return question, None
    if start not in caches:
        return question, None
    dice = Rolled(random)
    explode(caches, units, start, dice, options.metric)
    return {**question, "rolls": dice.rolls}, dice.rolls
