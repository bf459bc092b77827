"""One path of one unit, square by square: may it be walked, what does it cost (M1–M5, specification 6.12)."""

from collections.abc import Mapping, Sequence

from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import POSITIONS_OF, Position
from companion.games.parabellum.procedures.movement.ground import Mover
from companion.games.parabellum.procedures.movement.map_asked import NEEDED, OPTIONAL, read_ground_and_mover
from companion.games.parabellum.procedures.movement.moves import Reason, Walk, check_path
from companion.games.parabellum.state.squares import read_square

LONGEST_PATH = 40
AGAINST: Mapping[Reason, tuple[str, str]] = {
    "no_fuel": ("M1", "The unit has no fuel counter left; it moves again once it is refuelled."),
    "entrenched": ("M6", "The unit is entrenched; digging out comes first and takes the whole movement."),
    "off_map": ("M1", "{square} lies off the map; the path must stay on it."),
    "not_adjacent": ("M1", "{square} is not beside the square before; steps go north, east, south or west."),
    "mine": ("RULING R28", "{square} is mined; clear the mine first or go round it."),
    "barricade": ("RULING R28", "A barricade closes {square}; take it down first or go round it."),
    "terrain": ("M3", "The unit's card does not let it enter the terrain of {square}."),
    "cache": ("RULING R16", "A cache lies on {square} and obstructs it; pick it up first or go round it."),
    "occupied": ("RULING R15", "Those who stand there leave no way through or no room at {square}."),
    "movement": ("M1", "Entering {square} costs more movement than the unit has left."),
    "position": ("M5", "That place in {square} is taken; stop in a free one."),
}


def resolve(question: Json) -> Resolution:
    """Procedure `move-check`: a path and the position it ends in."""
    reading = Reading.complete(question, (*NEEDED, "path", "position"), OPTIONAL)
    ground, mover = read_ground_and_mover(reading)
    path = read_path(reading)
    position: Position = reading.name("position", POSITIONS_OF[mover.footprint])
    walk = check_path(ground, mover, path, position)
    return Resolution(_result(walk, mover), walk_steps(walk, path))


def read_path(reading: Reading) -> tuple[str, ...]:
    """The squares of a path; they may lie off the map."""
    listed = enumerate(reading.items("path", 1, LONGEST_PATH))
    return tuple(read_square(each, reading.at("path", n)) for n, each in listed)


def _result(walk: Walk, mover: Mover) -> Json:
    return {
        "legal": walk.reason is None,
        "reason": walk.reason,
        "at": walk.at,
        "cost": walk.cost,
        "remaining": max(0, mover.speed - mover.mp_used - walk.cost),
        "steps": [tread._asdict() for tread in walk.treads],
    }


def walk_steps(walk: Walk, path: Sequence[str]) -> tuple[Step, ...]:
    """Each square's cost, and what is against the next."""
    told = [
        Step(
            "M2",
            "{square}, {terrain}: {cost} of movement, {total} in all.",
            {**tread._asdict(), "square": tread.square.upper()},
        )
        for tread in walk.treads
    ]
    if walk.reason is None:
        return (*told, Step("M5", "The unit has room to stop on {square}.", {"square": path[-1].upper()}))
    return (*told, against(walk, path))


def against(walk: Walk, path: Sequence[str]) -> Step:
    """The reason against a path, in words, with what would be right."""
    assert walk.reason
    rule, words = AGAINST[walk.reason]
    return Step(rule, words, {} if walk.at is None else {"square": path[walk.at].upper()})
