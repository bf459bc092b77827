"""The frontal charge (6.2.2): two dice, two totals, one frontline.

The defender's trenches count twice: halved into the total, then one by one as they are dug out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    DIRECTION,
    NEIGHBOURS,
    OTHER,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.procedures.asked import Asked, at_end, sides_json, trenches_json
from companion.games.scarper.procedures.movement import Movement, movement, movement_steps
from companion.games.scarper.state.board import Board
from companion.games.scarper.state.options import Options
from companion.games.scarper.state.table import Battlefield, PerSide

ODDS_KEYS = ("attacker", "battlefield", "battlefields", "propaganda", "modifiers", "options", "board")
KEYS = (*ODDS_KEYS[:5], "rolls", *ODDS_KEYS[5:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A charge as it is declared: who, where, the fronts beside it, and what cards in play add."""

    attacker: Side
    battlefield: str
    battlefields: Mapping[str, Battlefield]
    propaganda: PerSide[int]
    attack: int
    defence: int
    options: Options
    board: Board

    @property
    def front(self) -> Battlefield:
        """The front that is charged."""
        return self.battlefields[self.battlefield]

    @property
    def defender(self) -> Side:
        """The side that is charged."""
        return OTHER[self.attacker]

    @property
    def relative(self) -> dict[str, int]:
        """What each adjacent front gives the attacker: 0, +1 or +2 (6.2.2.5.1)."""
        here = self._position(self.battlefield)
        ahead = DIRECTION[self.attacker]
        return {
            each: min(2, max(0, ahead * (self._position(each) - here)))
            for each in NEIGHBOURS[self.battlefield]
        }

    def _position(self, battlefield: str) -> int:
        frontline = self.battlefields[battlefield].frontline
        if self.options.relative_position == "spaces":
            return frontline
        return self.board.ranks[self.board.value(battlefield, frontline)]

    @property
    def trenches(self) -> int:
        """The defender's trenches on the whole battlefield (R38)."""
        return self.front.trenches_of(self.defender)

    @property
    def attack_bonus(self) -> int:
        """What the attacker adds to the die."""
        return sum(self.relative.values()) + self.attack

    @property
    def defence_bonus(self) -> int:
        """What the defender adds to the die: half the trenches, rounded down, and the cards (6.2.2.5.2)."""
        return self.trenches // 2 + self.defence


class Clash(NamedTuple):
    """How a charge ends, by its margin: attack total less defence total."""

    winner: Literal["attacker", "defender"] | None
    movement_value: int
    propaganda_value: int
    movement: Movement
    propaganda: PerSide[int]


def clash(charge: Charge, margin: int) -> Clash:
    """What a margin does: movement to the attacker, propaganda to the defender, nothing at 0 (R10)."""
    if margin > 0:
        moved = movement(charge.board.tracks[charge.battlefield], charge.front, charge.attacker, margin)
        return Clash("attacker", margin, 0, moved, charge.propaganda)
    still = Movement((), 0, charge.front)
    if margin == 0:
        return Clash(None, 0, 0, still, charge.propaganda)
    return Clash("defender", 0, -margin, still, _propaganda(charge, -margin))


def _propaganda(charge: Charge, value: int) -> PerSide[int]:
    """Steps alternate, the attacker's loss first; a marker that cannot move uses its step up (6.2.2.4)."""
    lost, won = (value + 1) // 2, value // 2
    markers = charge.propaganda
    markers = markers.put(charge.attacker, max(0, markers[charge.attacker] - lost))
    gained = min(charge.options.propaganda_max, markers[charge.defender] + won)
    return markers.put(charge.defender, max(markers[charge.defender], gained))


def read_charge(asked: Asked) -> Charge:
    """The charge that a question declares, up to its modifiers."""
    attacker, battlefield = asked.name("attacker", SIDES), asked.name("battlefield", BATTLEFIELDS)
    fronts = asked.battlefields((battlefield, *NEIGHBOURS[battlefield]))
    propaganda = asked.per_side("propaganda", asked.options.propaganda_max)
    modifiers = Reading(asked.value.get("modifiers", {}), ("attack", "defence"), asked.at("modifiers"))
    attack, defence = (
        modifiers.integer(key, -9, 9) if key in modifiers else 0 for key in ("attack", "defence")
    )
    return Charge(
        attacker=attacker,
        battlefield=battlefield,
        battlefields=fronts,
        propaganda=propaganda,
        attack=attack,
        defence=defence,
        options=asked.options,
        board=asked.board,
    )


def may_charge(charge: Charge, path: str) -> None:
    """Refuse a charge on a front that is already at the defender's end (R8)."""
    if at_end(charge.board, charge.battlefield, charge.front, charge.attacker):
        where = BATTLEFIELD_NAMES[charge.battlefield]
        raise IllegalAction(path, f"The frontline of {where} is at its end; attack another battlefield.")


def read_rolls(value: Json, path: str) -> tuple[int, int]:
    """The two dice of a charge, attacker's first."""
    rolls = Reading(value, ("attacker", "defender"), path)
    return rolls.integer("attacker", 1, 6), rolls.integer("defender", 1, 6)


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: one frontal charge."""
    asked = Asked(question, KEYS)
    charge = read_charge(asked)
    attacker, defender = read_rolls(asked.raw("rolls"), asked.at("rolls"))
    asked.done()
    may_charge(charge, "battlefield")
    result = clash(charge, attacker + charge.attack_bonus - defender - charge.defence_bonus)
    return Resolution(
        _result(charge, attacker, defender, result), charge_steps(charge, attacker, defender, result)
    )


def _result(charge: Charge, attacker: int, defender: int, end: Clash) -> Json:
    return {
        "attack": {
            "roll": attacker,
            "relative": charge.relative,
            "modifier": charge.attack,
            "total": attacker + charge.attack_bonus,
        },
        "defence": {
            "roll": defender,
            "trenches": charge.trenches,
            "bonus": charge.trenches // 2,
            "modifier": charge.defence,
            "total": defender + charge.defence_bonus,
        },
        "winner": end.winner,
        "movement_value": end.movement_value,
        "propaganda_value": end.propaganda_value,
        "moves": [{"kind": move.kind, "space": move.space} for move in end.movement.moves],
        "unspent": end.movement.unspent,
        "frontline": end.movement.after.frontline,
        "trenches": trenches_json(end.movement.after),
        "propaganda": sides_json(end.propaganda),
    }


def charge_steps(charge: Charge, attacker: int, defender: int, end: Clash) -> tuple[Step, ...]:
    """Why a charge ended as it did."""
    steps = [
        Step(
            "6.2.2.5.1",
            "{where}'s frontline lies {clause} and gives the attacker +{bonus}.",
            {"where": BATTLEFIELD_NAMES[each], "clause": RELATIVE[bonus], "bonus": bonus},
        )
        for each, bonus in charge.relative.items()
    ]
    steps += _totals(charge, attacker, defender)
    if end.winner == "attacker":
        value = {"value": end.movement_value}
        steps.append(Step("6.2.2.3", "The attacker is higher by {value}: movement value {value}.", value))
        steps += movement_steps(end.movement, charge.battlefield, "6.2.2.3")
    elif end.winner == "defender":
        steps += _repulsed(charge, end)
    else:
        steps.append(Step("RULING R10", "The totals are equal: nothing happens."))
    return tuple(steps)


RELATIVE = ("no farther forward", "one space farther forward", "two or more spaces farther forward")


def _totals(charge: Charge, attacker: int, defender: int) -> list[Step]:
    attack = {
        "side": SIDE_NAMES[charge.attacker],
        "roll": attacker,
        "relative": sum(charge.relative.values()),
        "cards": charge.attack,
        "total": attacker + charge.attack_bonus,
    }
    defence = {
        "side": SIDE_NAMES[charge.defender],
        "roll": defender,
        "trenches": charge.trenches,
        "bonus": charge.trenches // 2,
        "cards": charge.defence,
        "total": defender + charge.defence_bonus,
    }
    return [
        Step(
            "6.2.2.5.1",
            "{side} attack: die {roll}, position +{relative}, cards {cards:+d}, total {total}.",
            attack,
        ),
        Step(
            "6.2.2.5.2",
            "{side} defence: die {roll}, +{bonus} for {trenches} trenches, cards {cards:+d}, total {total}.",
            defence,
        ),
    ]


def _repulsed(charge: Charge, end: Clash) -> list[Step]:
    value = {"value": end.propaganda_value}
    markers = {
        "attacker": SIDE_NAMES[charge.attacker],
        "lower": end.propaganda[charge.attacker],
        "defender": SIDE_NAMES[charge.defender],
        "higher": end.propaganda[charge.defender],
    }
    return [
        Step("6.2.2.4", "The defender is higher by {value}: propaganda value {value}.", value),
        Step(
            "6.2.2.4",
            "By turns {attacker} propaganda falls to {lower} and {defender} propaganda rises to {higher}.",
            markers,
        ),
    ]
