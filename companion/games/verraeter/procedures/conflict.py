"""One conflict, phases 4 to 6: the traitor, two totals, a landscape that turns, points (specification 6.5).

The traitor changes sides before anything is added up, so that his supply counts for his new house (R13).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from typing import Annotated

from companion.engine import shape
from companion.engine.game import Resolution
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    BONUS,
    DIPLOMATS,
    House,
)
from companion.games.verraeter.procedures import asked
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.conflict_steps import conflict_steps
from companion.games.verraeter.procedures.outcome import Field, Fighter, Fought, Points, Total
from companion.games.verraeter.state.cards import Cards, starter_cards
from companion.games.verraeter.state.options import DEFAULTS, Options


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.5's input: two landscapes, and the players before them."""

    landscapes: Annotated[tuple[Ground, ...], Sized(2, 2)]
    players: Annotated[tuple[Fighter, ...], asked.Seats]
    options: Options = DEFAULTS
    cards: Cards = made(default_factory=starter_cards)


def fight(field: Field, fighters: Sequence[Fighter]) -> Fought:
    """Evaluate one conflict."""
    houses = {each.id: each.serves for each in fighters}
    totals = {ground.house: _total(field, ground, fighters, houses) for ground in field.grounds}
    eagle, rose = totals["eagle"].total, totals["rose"].total
    winner: House | None = None if eagle == rose else "eagle" if eagle > rose else "rose"
    lost = None if winner is None else next(n for n, g in enumerate(field.grounds) if g.house != winner)
    winners = [each for each in houses if houses[each] == winner]
    prize = 0 if lost is None else prize_each(field, field.grounds[lost], len(winners))
    points = {
        each.id: Points(
            prize if houses[each.id] == winner else 0, bonus(field.options, each, houses[each.id], winner)
        )
        for each in fighters
    }
    return Fought(houses, totals, winner, abs(eagle - rose), lost, prize, points)


def _total(field: Field, ground: Ground, fighters: Sequence[Fighter], houses: Mapping[str, House]) -> Total:
    own = [each for each in fighters if houses[each.id] == ground.house]
    return Total(
        field.cards.landscapes[ground.type].conflict,
        sum(sum(each.supply) for each in own),
        sum(DIPLOMATS.get(each.action or "", 0) for each in own),
    )


def prize_each(field: Field, lost: Ground, winners: int) -> int:
    """Points of each of so many winners for the landscape that the other house lost (6, R7, R8)."""
    points = field.cards.landscapes[lost.type].vp
    if not winners:
        return 0
    if field.options.vp_mode == "table":
        return points[winners - 1]
    up = {"down": 0, "up": 2 * (winners - 1), "half_up": winners}[field.options.divide_rounding]
    return (2 * points[0] + up) // (2 * winners)


def bonus(options: Options, fighter: Fighter, house: House, winner: House | None) -> int:
    """What his card brings by itself, at the end with `house`, where `winner` has won (6, R9)."""
    if options.bonus == "winning_side" and house != winner:
        return 0
    return BONUS.get(fighter.action or "", 0)


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: evaluate one conflict."""
    said: Question = shape.read(Question, question)
    asked.check_seated([each.id for each in said.players])
    asked.site_differs(said.landscapes)
    asked.check_cards_differ([each.action for each in said.players])
    field = Field(said.landscapes, said.options, said.cards)
    fought = fight(field, said.players)
    return Resolution(fought.as_json(), conflict_steps(field, said.players, fought))
