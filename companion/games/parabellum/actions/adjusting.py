"""Reading a correction by the table: at least one change to one player's things (specification 5.7)."""

from companion.engine.errors import InvalidInput
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import FEATURES, POSITIONS, Position
from companion.games.parabellum.state.naming import read_id, read_unit_id
from companion.games.parabellum.state.pieces import Load
from companion.games.parabellum.state.squares import read_square

FACTS = ("strength", "fuel", "ammunition", "entrench")
CHANGES = ("credits", "personnel", "fuel", "ammunition", "unit", "feature", "cache")
MOST_CHANGED, MOST_COUNTED, MOST_CACHED = 999999, 99, 9


def read_adjust(value: Json) -> kinds.Adjust:
    """The correction; one without any change is refused."""
    reading = Reading.complete(value, ("type", "player", "reason"), CHANGES)
    player, reason = read_id(reading.raw("player"), "player"), reading.text("reason")
    if not any(key in reading for key in CHANGES):
        raise InvalidInput("", f"A correction changes something: {', '.join(CHANGES)}.")
    return kinds.Adjust(
        player=player,
        reason=reason,
        credits=_change(reading, "credits"),
        personnel=_change(reading, "personnel"),
        fuel=_change(reading, "fuel"),
        ammunition=_change(reading, "ammunition"),
        unit=_unit(reading) if "unit" in reading else None,
        feature=_feature(reading) if "feature" in reading else None,
        cache=_cache(reading) if "cache" in reading else None,
    )


def _change(reading: Reading, key: str) -> int | None:
    return reading.integer(key, -MOST_CHANGED, MOST_CHANGED) if key in reading else None


def _fact(row: Reading, key: str) -> int | None:
    return row.integer(key, 0, MOST_COUNTED) if key in row else None


def _unit(reading: Reading) -> kinds.UnitChange:
    row = Reading.complete(reading.raw("unit"), ("id",), (*FACTS, "square", "position"), "unit")
    if len(row.value) == 1:
        raise InvalidInput("unit", f"Say what changes: {', '.join((*FACTS, 'square and position'))}.")
    return kinds.UnitChange(
        id=read_unit_id(row.raw("id"), row.at("id")),
        strength=_fact(row, "strength"),
        fuel=_fact(row, "fuel"),
        ammunition=_fact(row, "ammunition"),
        entrench=_fact(row, "entrench"),
        place=_place(row) if "square" in row or "position" in row else None,
    )


def _place(row: Reading) -> tuple[str, Position]:
    return read_square(row.raw("square"), row.at("square")), row.name("position", POSITIONS)


def _feature(reading: Reading) -> kinds.FeatureChange:
    row = Reading.complete(reading.raw("feature"), ("square", "kind"), (), "feature")
    square = read_square(row.raw("square"), row.at("square"))
    # A bridge belongs to the unit that opened it; the table cannot set one by hand.
    kinds_of = tuple(each for each in FEATURES if each != "bridge")
    return kinds.FeatureChange(square, None if row.raw("kind") is None else row.name("kind", kinds_of))


def _cache(reading: Reading) -> kinds.CacheChange:
    row = Reading.complete(reading.raw("cache"), ("square", "fuel", "ammunition"), (), "cache")
    square = read_square(row.raw("square"), row.at("square"))
    load = Load(row.integer("fuel", 0, MOST_CACHED), row.integer("ammunition", 0, MOST_CACHED))
    return kinds.CacheChange(square, load)
