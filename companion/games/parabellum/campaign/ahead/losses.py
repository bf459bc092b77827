"""Whom a company may lose where it fights next, in exact odds from one stated assumption (A2, R33)."""

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from companion.engine.game import Step
from companion.games.parabellum.campaign.ahead.offers import allowed
from companion.games.parabellum.campaign.ahead.upkeep import upkeep
from companion.games.parabellum.procedures.combat.chances import mean
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType


class Struck(NamedTuple):
    """A unit attacked once: what was paid for it, its people that fall on average, its chance to go."""

    cost: int
    people: Fraction
    gone: Fraction


def struck(opened: State, player: str) -> tuple[Struck, ...]:
    """Each of its units that the booklet lets in, attacked by every armed type of the booklet alike often."""
    foes = [kind for kind in allowed(opened) if kind.attack_die is not None]
    units = [opened.units[unit] for unit in upkeep(opened, player).fighting]
    fighting = [each for each in units if each.strength]
    kinds = {(each.type, each.strength) for each in fighting}
    odds = {kind: _odds(opened.binder.units[kind[0]], kind[1], foes) for kind in kinds} if foes else {}
    return tuple(Struck(each.cost, *odds[each.type, each.strength]) for each in fighting if odds)


def _odds(kind: UnitType, people: int, foes: list[UnitType]) -> tuple[Fraction, Fraction]:
    own = Side(people, None, kind.defense_die, 0, BARE, 0)
    found = [volley_odds(_full(foe), own, foe.troop) for foe in foes]
    return sum(map(mean, found), Fraction(0)) / len(foes), sum(each[-1] for each in found) / Fraction(
        len(foes)
    )


def _full(kind: UnitType) -> Side:
    return Side(kind.troop, kind.attack_die, kind.defense_die, 1, BARE, 0)


def losses(opened: State, player: str) -> Iterator[Step]:
    """Units and people lost on average, and what would be written off; nothing where nobody goes there."""
    units = struck(opened, player)
    if not units:
        return
    lost = sum((each.gone for each in units), Fraction(0))
    value = sum((each.cost * each.gone for each in units), Fraction(0))
    spread = sum((each.cost**2 * each.gone * (1 - each.gone) for each in units), Fraction(0))
    values = {"n": len(units), "lost": f"{float(lost):.1f}", "value": round(value)}
    values |= {"people": round(sum(each.people for each in units)), "spread": isqrt(round(spread))}
    values |= {"all": sum(each.cost for each in units)}
    words = (
        "If each of its {n} units is attacked once in the open, by every armed type of the booklet alike "
        "often and at full strength: {lost} units and {people} people lost on average, "
        "{value} credits of {all} written off, give or take {spread}."
    )
    yield Step("A2", words, values)
