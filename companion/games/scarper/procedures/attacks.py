"""The attacks that are rolled for: frontal charge and concentrated assault, with their odds (6.2).

In a charge the defender's trenches count twice: halved into the total, then one by one as they are dug out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.dice import Chance, Distribution, chance_json, chances_json
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between
from companion.engine.wording import average, cases
from companion.games.scarper import data
from companion.games.scarper.procedures.rounds import (
    SOME,
    Fronts,
    Gains,
    HouseRules,
    Morale,
    MovedFront,
    Movement,
    OneFront,
    OneSide,
    OneToSix,
    OnTrack,
    OwnBoard,
    Propaganda,
    may_attack,
    movement,
    movement_steps,
    on_tracks,
    read_question,
)
from companion.games.scarper.procedures.year import broken, gained, marker_words
from companion.games.scarper.state import DEFAULTS, PerSide
from companion.games.scarper.state.box import Battlefield, FrontLine, Trenches, starter_board


class Modifiers(NamedTuple):
    """What cards in play add to both sides of a charge."""

    attack: Annotated[int, Between(-9, 9)] = 0
    defence: Annotated[int, Between(-9, 9)] = 0


UNMODIFIED = Modifiers()

type Die = Annotated[int, Between(1, 6)]


class ChargeDice(NamedTuple):
    """A charge's two dice."""

    attacker: Die
    defender: Die


class AssaultDie(NamedTuple):
    """An assault's die."""

    d6: Die


def _around(names: Mapping[str, str]) -> tuple[str, ...]:
    at = names.get("battlefield")
    return (at, *data.NEIGHBOURS[at]) if at else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A charge as it is declared, with the fronts beside it; what procedure 6.6 is asked."""

    attacker: OneSide
    battlefield: OneFront
    board: OwnBoard = field(default_factory=starter_board)
    battlefields: Annotated[Fronts, SOME, on_tracks(_around)]
    options: HouseRules = DEFAULTS
    propaganda: PerSide[Propaganda]
    modifiers: Modifiers = UNMODIFIED

    @property
    def front(self) -> Battlefield:
        front: Battlefield = self.battlefields[self.battlefield]
        return front

    @property
    def defender(self) -> data.Side:
        return data.OTHER[self.attacker]

    @property
    def relative(self) -> dict[str, int]:
        """What each adjacent front gives the attacker: 0, +1 or +2 (6.2.2.5.1)."""
        own = self._position(self.battlefield)
        ahead = data.DIRECTION[self.attacker]
        return {
            each: min(2, max(0, ahead * (self._position(each) - own)))
            for each in data.NEIGHBOURS[self.battlefield]
        }

    def _position(self, battlefield: str) -> int:
        frontline: int = self.battlefields[battlefield].frontline
        if self.options.relative_position == "spaces":
            return frontline
        return self.board.ranks[self.board.value(battlefield, frontline)]

    @property
    def trenches(self) -> int:
        return self.front.trenches_of(self.defender)

    @property
    def attack_bonus(self) -> int:
        return sum(self.relative.values()) + self.modifiers.attack

    @property
    def defence_bonus(self) -> int:
        """What the defender adds to the die: half the trenches, rounded down, and the cards (6.2.2.5.2)."""
        return self.trenches // 2 + self.modifiers.defence


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


def charge_steps(charge: Charge, attacker: int, defender: int, end: Clash) -> tuple[Step, ...]:
    steps = [
        Step(
            "6.2.2.5.1",
            "{where}'s frontline lies {clause} and gives the attacker +{bonus}.",
            {"where": data.BATTLEFIELD_NAMES[each], "clause": RELATIVE[bonus], "bonus": bonus},
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
        "side": data.SIDE_NAMES[charge.attacker],
        "roll": attacker,
        "relative": sum(charge.relative.values()),
        "cards": charge.modifiers.attack,
        "total": attacker + charge.attack_bonus,
    }
    defence = {
        "side": data.SIDE_NAMES[charge.defender],
        "roll": defender,
        "trenches": charge.trenches,
        "bonus": charge.trenches // 2,
        "cards": charge.modifiers.defence,
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
            "{side} defence: die {roll}, +{bonus} for {trenches:# trench|# trenches}, cards {cards:+d}, "
            "total {total}.",
            defence,
        ),
    ]


def _repulsed(charge: Charge, end: Clash) -> list[Step]:
    value = end.propaganda_value
    words = (
        "The defender is higher by {value}: propaganda value {value}, by turns, the attacker's loss first."
    )
    lost = _marker(charge, end, charge.attacker, (value + 1) // 2)
    return [Step("6.2.2.4", words, {"value": value}), lost, _marker(charge, end, charge.defender, value // 2)]


def _marker(charge: Charge, end: Clash, side: data.Side, steps: int) -> Step:
    was, now = charge.propaganda[side], end.propaganda[side]
    values = {"side": data.SIDE_NAMES[side], "was": was, "now": now}
    if steps:
        return Step("6.2.2.4", "{side} propaganda " + marker_words(was, now), values)
    return Step("6.2.2.4", "{side} propaganda stays on {now}: no step is left for it.", values)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeQuestion(Charge):
    """Procedure 6.5's input."""

    rolls: ChargeDice


class Attacking(TypedDict):
    roll: int
    relative: dict[str, int]
    modifier: int
    total: int


class Defending(TypedDict):
    roll: int
    trenches: int
    bonus: int
    modifier: int
    total: int


class ChargeResult(MovedFront):
    """The result of 6.5."""

    attack: Attacking
    defence: Defending
    winner: Literal["attacker", "defender"] | None
    movement_value: int
    propaganda_value: int
    propaganda: dict[data.Side, int]


def resolve_charge(question: object) -> Resolution[ChargeResult]:
    """Procedure 6.5: one frontal charge."""
    charge = read_question(ChargeQuestion, question)
    attacker, defender = charge.rolls
    may_attack(charge.board, charge.battlefield, charge.front, charge.attacker)
    result = clash(charge, attacker + charge.attack_bonus - defender - charge.defence_bonus)
    return Resolution(
        {
            "attack": {
                "roll": attacker,
                "relative": charge.relative,
                "modifier": charge.modifiers.attack,
                "total": attacker + charge.attack_bonus,
            },
            "defence": {
                "roll": defender,
                "trenches": charge.trenches,
                "bonus": charge.trenches // 2,
                "modifier": charge.modifiers.defence,
                "total": defender + charge.defence_bonus,
            },
            "winner": result.winner,
            "movement_value": result.movement_value,
            "propaganda_value": result.propaganda_value,
            **result.movement.as_json(),
            "propaganda": shape.write(result.propaganda),
        },
        charge_steps(charge, attacker, defender, result),
    )


DIE = Distribution.die(6)
ROLLS = DIE.with_(DIE, lambda attacker, defender: attacker - defender)
"""The attacker's die less the defender's."""


class ChargeEnd(Chance, Gains):
    """One margin between the totals of a charge, its chance, and what it does."""

    margin: int
    movement_value: int
    propaganda_value: int
    propaganda: dict[data.Side, int]


class ChargeOdds(TypedDict):
    """The result of 6.6."""

    attack_bonus: int
    defence_bonus: int
    attacker: Chance
    tie: Chance
    defender: Chance
    advance: dict[str, Chance]
    expected_advance: Chance
    outcomes: list[ChargeEnd]


def resolve_charge_odds(question: object) -> Resolution[ChargeOdds]:
    """Procedure 6.6: the chances of a frontal charge before anybody rolls."""
    charge = read_question(Charge, question)
    may_attack(charge.board, charge.battlefield, charge.front, charge.attacker)
    result = charge_odds(charge)
    values = {
        "where": data.BATTLEFIELD_NAMES[charge.battlefield],
        "attack": charge.attack_bonus,
        "defence": charge.defence_bonus,
        "trenches": charge.trenches,
        "attacker": cases(result["attacker"]["p"], 36),
        "tie": cases(result["tie"]["p"], 36),
        "defender": cases(result["defender"]["p"], 36),
        "spaces": average(result["expected_advance"]["p"]),
    }
    odds_steps = (
        Step("6.2.2.5.1", "Positions beside {where} and cards give the attacker {attack:+d}.", values),
        Step("6.2.2.5.2", "{trenches:# trench|# trenches} and cards give the defender {defence:+d}.", values),
        Step(
            "6.2.2.3",
            "Of 36 rolls the attacker wins {attacker}, on average {spaces:# space|# spaces}.",
            values,
        ),
        Step("6.2.2.4", "The defender wins {defender} of them.", values),
        Step("RULING R10", "{tie:# is|# are} equal and {tie:changes|change} nothing.", values),
    )
    return Resolution(result, odds_steps)


def charge_wins(charge: Charge) -> Chance:
    """The chance that the attacker wins, whatever else comes of it."""
    return chance_json(_wins(charge.attack_bonus - charge.defence_bonus))


@cache
def _wins(ahead: int) -> Fraction:
    return _margins(ahead).chance(lambda margin: margin > 0)


def _margins(ahead: int) -> Distribution[int]:
    """What the attacker's total is more than the defender's, where so much is added before they roll."""
    return ROLLS.map(lambda difference: difference + ahead)


def charge_odds(charge: Charge) -> ChargeOdds:
    margins = _margins(charge.attack_bonus - charge.defence_bonus)
    ends = {margin: clash(charge, margin) for margin in sorted(margins.weights, reverse=True)}
    advances = margins.map(lambda margin: ends[margin].movement.advance)
    return {
        "attack_bonus": charge.attack_bonus,
        "defence_bonus": charge.defence_bonus,
        "attacker": charge_wins(charge),
        "tie": chance_json(margins.chance(lambda margin: margin == 0)),
        "defender": chance_json(margins.chance(lambda margin: margin < 0)),
        "advance": chances_json(advances),
        "expected_advance": chance_json(advances.mean(lambda spaces: spaces)),
        "outcomes": [
            {
                "margin": margin,
                **chance_json(Fraction(margins.weights[margin], margins.total)),
                "movement_value": end.movement_value,
                "propaganda_value": end.propaganda_value,
                **end.movement.gains,
                "propaganda": shape.write(end.propaganda),
            }
            for margin, end in ends.items()
        ],
    }


D3 = Distribution.die(6).map(lambda d6: (d6 + 1) // 2)
"""Half a d6, rounded up (2.0)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault:
    """An assault as it is declared, with what cards in play add; what procedure 6.8 is asked."""

    attacker: OneSide
    board: OwnBoard = field(default_factory=starter_board)
    battlefield: OnTrack
    frontline: FrontLine
    trenches: Trenches = field(default_factory=dict)
    morale: Morale
    points: OneToSix
    modifier: Annotated[int, Between(-9, 9)] = 0
    options: HouseRules = DEFAULTS

    @property
    def front(self) -> Battlefield:
        return Battlefield(self.frontline, self.trenches)


class Stormed(NamedTuple):
    """How an assault ends with one d3."""

    d3: int
    movement_value: int
    movement: Movement
    morale: int
    winner: data.Side | None


def storm(assault: Assault, d3: int) -> Stormed:
    """Move by points, d3 and cards together; then the attacker loses the d3 in morale, not the card."""
    value = max(0, assault.points + d3 + assault.modifier)
    moved = movement(assault.board.tracks[assault.battlefield], assault.front, assault.attacker, value)
    morale = gained(assault.morale, data.OTHER[assault.attacker], d3)
    return Stormed(d3, value, moved, morale, broken(morale, assault.options))


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultQuestion(Assault):
    """Procedure 6.7's input."""

    rolls: AssaultDie


class AssaultResult(MovedFront):
    """The result of 6.7."""

    d3: int
    movement_value: int
    morale_lost: int
    morale: int
    winner: data.Side | None


def resolve_assault(question: object) -> Resolution[AssaultResult]:
    """Procedure 6.7: one concentrated assault."""
    assault = read_question(AssaultQuestion, question)
    (d6,) = assault.rolls
    may_attack(assault.board, assault.battlefield, assault.front, assault.attacker)
    end = storm(assault, (d6 + 1) // 2)
    result: AssaultResult = {
        "d3": end.d3,
        "movement_value": end.movement_value,
        **end.movement.as_json(),
        "morale_lost": end.d3,
        "morale": end.morale,
        "winner": end.winner,
    }
    return Resolution(result, assault_steps(assault, d6, end))


def assault_steps(assault: Assault, d6: int, end: Stormed) -> tuple[Step, ...]:
    values = {
        "d6": d6,
        "d3": end.d3,
        "points": assault.points,
        "cards": assault.modifier,
        "value": end.movement_value,
        "side": data.SIDE_NAMES[assault.attacker],
        "morale": end.morale,
    }
    steps = [
        Step("2.0", "The die shows {d6}: a d3 of {d3}.", values),
        Step("6.2.3", "Points {points}, d3 {d3}, cards {cards:+d}: movement value {value}.", values),
        *movement_steps(end.movement, assault.battlefield, "6.2.3"),
        Step("6.2.3", "The {side} side loses {d3} morale; the marker stands at {morale:+d}.", values),
    ]
    if end.winner:
        winner = {"winner": data.SIDE_NAMES[end.winner]}
        steps.append(Step("8.1", "The marker is on 15: the {winner} side wins at once.", winner))
    return tuple(steps)


class AssaultEnd(Chance, Gains):
    """One d3 of an assault, its chance, and what it does."""

    d3: int
    movement_value: int
    morale: int
    winner: data.Side | None


class AssaultOdds(TypedDict):
    """The result of 6.8."""

    outcomes: list[AssaultEnd]
    advance: dict[str, Chance]
    expected_advance: Chance


def resolve_assault_odds(question: object) -> Resolution[AssaultOdds]:
    """Procedure 6.8: the chances of a concentrated assault before the die is rolled."""
    assault = read_question(Assault, question)
    may_attack(assault.board, assault.battlefield, assault.front, assault.attacker)
    result = assault_odds(assault)
    values = {end: result["outcomes"][n]["movement_value"] for end, n in (("least", 0), ("most", -1))}
    spaces = {"spaces": average(result["expected_advance"]["p"])}
    return Resolution(
        result,
        (
            Step("2.0", "The d3 gives 1, 2 or 3, each in 2 of 6 rolls."),
            Step("6.2.3", "With points and cards the movement value lies from {least} to {most}.", values),
            Step(
                "6.2.3",
                "On average the line gains {spaces:# space|# spaces}, and the d3 is lost in morale.",
                spaces,
            ),
        ),
    )


def assault_odds(assault: Assault) -> AssaultOdds:
    ends = {d3: storm(assault, d3) for d3 in D3.weights}
    advances = D3.map(lambda d3: ends[d3].movement.advance)
    return {
        "outcomes": [
            {
                "d3": d3,
                **chance_json(Fraction(D3.weights[d3], D3.total)),
                "movement_value": end.movement_value,
                **end.movement.gains,
                "morale": end.morale,
                "winner": end.winner,
            }
            for d3, end in ends.items()
        ],
        "advance": chances_json(advances),
        "expected_advance": chance_json(advances.mean(lambda spaces: spaces)),
    }
