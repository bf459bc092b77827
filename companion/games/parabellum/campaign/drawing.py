"""The names that a company draws for its units, and what is written where it takes one."""

from pathlib import Path
from zlib import crc32

from companion.engine.wire import Json, loads
from companion.games.parabellum.state.naming import unit_order

NAMES: dict[str, list[str]] = loads(Path(__file__).with_name("names.json").read_bytes())


def drawn(player: str, unit: str) -> str:
    """The name on the company's list for a unit: always the same, and no two alike among 600 in a row.

    The two halves go round lists of 24 and 25 words, each company from a place of its own.
    """
    place = crc32(player.encode()) + unit_order(unit)
    first, second = NAMES["first"], NAMES["second"]
    return f"{first[place % len(first)]} {second[place % len(second)]}"


def naming(player: str, unit: str, name: str, note: str) -> Json:
    """What is written in the journal where a company names a unit."""
    return {"type": "name", "player": player, "unit": unit, "name": name, "note": note}
