"""What a card does, at once and while it stays in play, as a library file says it (specification 9.5)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine import shape
from companion.engine.errors import InvalidInput, under
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import OTHER, Side
from companion.games.scarper.state.conditions import EFFECT_SIDES, Claim, EffectSide, Places, read_condition

NEEDS: Mapping[str, str | None] = {
    "morale": None,
    "propaganda": None,
    "economy": None,
    "build": "placements",
    "raze": "removals",
    "advance": "battlefield",
    "charge": "battlefield",
    "assault": "battlefield",
    "discard": "cards",
    "table": None,
}
"""The kinds of effect and what each has its resolver choose."""

AMOUNTS: Mapping[str, tuple[str, int, int]] = {
    "morale": ("amount", 1, 15),
    "propaganda": ("amount", -10, 10),
    "economy": ("amount", -10, 10),
    "build": ("count", 1, 9),
    "raze": ("count", 1, 9),
    "advance": ("spaces", 1, 9),
    "charge": ("bonus", -9, 9),
    "assault": ("points", 0, 6),
    "discard": ("count", 1, 9),
}
ONGOING_AMOUNTS: Mapping[str, tuple[int, int]] = {
    "attack_bonus": (-3, 3),
    "defence_bonus": (-3, 3),
    "assault_bonus": (-3, 3),
    "track": (-5, 5),
    "year_morale": (1, 5),
}
PLACED = ("build", "raze", "advance", "charge", "assault", "attack_bonus", "defence_bonus", "assault_bonus")
TRACKS: tuple[Literal["propaganda"], Literal["economy"]] = ("propaganda", "economy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that an event does. `amount` is its number: amount, count, spaces, bonus or points."""

    kind: str
    side: EffectSide = "own"
    amount: int = 0
    battlefields: frozenset[str] | None = None
    text: str = ""
    condition: Claim | None = None

    @property
    def needs(self) -> str | None:
        """What its resolver chooses, if anything."""
        return NEEDS[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ongoing:
    """What a card does for as long as it stays in play; `what` names the track of a `track`."""

    kind: str
    side: EffectSide
    amount: int
    what: Literal["propaganda", "economy"] = "propaganda"
    battlefields: frozenset[str] | None = None


def side_of(side: EffectSide, owner: Side) -> Side:
    """The side meant, seen from the side that resolves the event (or owns the card)."""
    if side == "own":
        return owner
    return OTHER[owner] if side == "enemy" else side


def read_effect(value: Json, cards: Collection[str]) -> Effect:
    """Read an effect of a library with these cards; `InvalidInput` somewhere inside."""
    kind = _kind(value, NEEDS)
    if kind == "table":
        reading = Reading(value, ("kind", "text", "if"))
        return Effect(kind=kind, text=reading.text("text"), condition=_if(reading, cards))
    key, low, high = AMOUNTS[kind]
    reading = Reading(value, ("kind", "side", key, *_placed(kind), "if"))
    side = reading.name("side", EFFECT_SIDES)
    amount = 0 if kind == "charge" and key not in reading else reading.integer(key, low, high)
    if amount == 0 and kind in TRACKS:
        raise InvalidInput(key, "A marker moves by at least 1, up or down; 0 was given.")
    where = _battlefields(reading)
    return Effect(kind=kind, side=side, amount=amount, battlefields=where, condition=_if(reading, cards))


def read_ongoing(value: Json, path: str) -> Ongoing:
    """Read a lasting effect; `InvalidInput` somewhere inside."""
    kind = _kind(value, ONGOING_AMOUNTS)
    tracked = ("what",) if kind == "track" else ()
    reading = Reading(value, ("kind", "side", *tracked, "amount", *_placed(kind)))
    side = reading.name("side", EFFECT_SIDES)
    what: Literal["propaganda", "economy"] = reading.name("what", TRACKS) if tracked else "propaganda"
    amount = reading.integer("amount", *ONGOING_AMOUNTS[kind])
    if amount == 0:
        raise InvalidInput("amount", "A lasting effect changes something by at least 1; 0 was given.")
    return Ongoing(kind=kind, side=side, amount=amount, what=what, battlefields=_battlefields(reading))


def _kind(value: Json, kinds: Collection[str]) -> str:
    return Reading(value, value if type(value) is dict else ()).name("kind", kinds)


def _placed(kind: str) -> tuple[str, ...]:
    return ("battlefields",) if kind in PLACED else ()


def _battlefields(reading: Reading) -> frozenset[str] | None:
    where: frozenset[str] | None = shape.read(Places, reading.value.get("battlefields"), "battlefields")
    return where


def _if(reading: Reading, cards: Collection[str]) -> Claim | None:
    with under("if"):
        return read_condition(reading.raw("if"), cards) if "if" in reading else None
