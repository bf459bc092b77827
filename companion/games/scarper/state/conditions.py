"""What a mission or an “if” demands, as a library file says it (specification 9.6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.errors import InvalidInput, join
from companion.engine.reading import Reading, items, name
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS

type EffectSide = Literal["allied", "german", "own", "enemy"]

EFFECT_SIDES: tuple[EffectSide, ...] = ("allied", "german", "own", "enemy")
PLACED_FIGURES = ("score", "held", "deepest", "trenches")
FIGURES = ("morale", "propaganda", "economy", *PLACED_FIGURES)
DEEPEST_NESTING = 40
"""Conditions within conditions beyond this are a mistake, not a mission."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One claim about the state, read from a side `own`; `p` says which keys count.

    `battlefields` is `None` for all nine. `value` of `ahead` is its margin.
    """

    p: str
    what: str = ""
    value: int = 1
    side: EffectSide = "own"
    battlefields: frozenset[str] | None = None
    length: int = 0
    card: str = ""
    span: tuple[int, int] = (0, 0)
    of: tuple["Condition", ...] = ()


TABLE = Condition(p="table")
"""A mission that the table judges by itself."""


def read_battlefields(reading: Reading) -> frozenset[str] | None:
    """The battlefields that something is bound to; `None` means all nine."""
    if reading.value.get("battlefields") is None:
        return None
    listed = reading.items("battlefields", 1)
    return frozenset(name(each, reading.at("battlefields", n), BATTLEFIELDS) for n, each in enumerate(listed))


def read_condition(value: Json, path: str, depth: int = 0) -> Condition:
    """Read a condition; `InvalidInput` somewhere inside `path`."""
    if depth > DEEPEST_NESTING:
        raise InvalidInput(path, f"Conditions may lie at most {DEEPEST_NESTING} deep in one another.")
    keys, read = READERS[Reading(value, value if type(value) is dict else (), path).name("p", READERS)]
    return read(Reading(value, ("p", *keys), path), depth)


def _figure(reading: Reading, depth: int) -> Condition:
    what = reading.name("what", FIGURES)
    value = reading.integer("value", -15, 99)
    side = reading.name("side", EFFECT_SIDES) if "side" in reading else "own"
    return Condition(
        p=reading.value["p"], what=what, value=value, side=side, battlefields=_placed(reading, what)
    )


def _ahead(reading: Reading, depth: int) -> Condition:
    what = reading.name("what", FIGURES)
    margin = reading.integer("margin", 1, 15) if "margin" in reading else 1
    return Condition(p="ahead", what=what, value=margin, battlefields=_placed(reading, what))


def _placed(reading: Reading, what: str) -> frozenset[str] | None:
    battlefields = read_battlefields(reading)
    if battlefields is not None and what not in PLACED_FIGURES:
        raise InvalidInput(reading.at("battlefields"), f"{what.capitalize()} is no matter of battlefields.")
    return battlefields


def _run(reading: Reading, depth: int) -> Condition:
    length = reading.integer("length", 2, 9)
    value = reading.integer("value", 1, 15) if "value" in reading else 1
    return Condition(p="run", length=length, value=value)


def _in_play(reading: Reading, depth: int) -> Condition:
    return Condition(p="in_play", card=reading.text("card"))


def _year(reading: Reading, depth: int) -> Condition:
    return Condition(p="year", span=(reading.integer("from", 1914, 1918), reading.integer("to", 1914, 1918)))


def _several(reading: Reading, depth: int) -> Condition:
    listed = items(reading.raw("of"), reading.at("of"), 1)
    of = tuple(read_condition(each, join(reading.at("of"), n), depth + 1) for n, each in enumerate(listed))
    return Condition(p=reading.value["p"], of=of)


def _opposite(reading: Reading, depth: int) -> Condition:
    return Condition(p="not", of=(read_condition(reading.raw("of"), reading.at("of"), depth + 1),))


type Reader = Callable[[Reading, int], Condition]

READERS: Mapping[str, tuple[tuple[str, ...], Reader]] = {
    "at_least": (("what", "value", "side", "battlefields"), _figure),
    "at_most": (("what", "value", "side", "battlefields"), _figure),
    "ahead": (("what", "margin", "battlefields"), _ahead),
    "run": (("length", "value"), _run),
    "in_play": (("card",), _in_play),
    "year": (("from", "to"), _year),
    "all": (("of",), _several),
    "any": (("of",), _several),
    "not": (("of",), _opposite),
}


def cards_named(condition: Condition) -> frozenset[str]:
    """The cards that a condition looks for in play."""
    inner = frozenset[str]().union(*(cards_named(each) for each in condition.of))
    return inner | {condition.card} if condition.card else inner
