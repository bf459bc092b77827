"""One conflict, phases 4 to 6: the traitor, two totals, a landscape that turns, points (specification 6.5).

The traitor changes sides before anything is added up, so that his supply counts for his new house (R13).
"""

from collections.abc import Mapping, Sequence

from companion.engine.game import Resolution
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    ACTION_CARDS,
    BONUS,
    DIPLOMATS,
    HOUSES,
    MOST_SUPPLY_PLAYED,
    OTHER,
    House,
)
from companion.games.verraeter.procedures import asked
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.conflict_steps import conflict_steps
from companion.games.verraeter.procedures.outcome import Field, Fighter, Fought, Points, Total
from companion.games.verraeter.state.naming import read_values
from companion.games.verraeter.state.options import Options

KEYS = ("landscapes", "players", "options", "cards")
PLAYER_KEYS = ("id", "allegiance", "supply", "action")


def fight(field: Field, fighters: Sequence[Fighter]) -> Fought:
    """Evaluate one conflict."""
    houses = {each.id: _house(each) for each in fighters}
    totals = {ground.house: _total(field, ground, fighters, houses) for ground in field.grounds}
    eagle, rose = totals["eagle"].total, totals["rose"].total
    winner: House | None = None if eagle == rose else "eagle" if eagle > rose else "rose"
    lost = None if winner is None else next(n for n, g in enumerate(field.grounds) if g.house != winner)
    winners = [each for each in houses if houses[each] == winner]
    prize = 0 if lost is None else prize_each(field, field.grounds[lost], len(winners))
    points = {
        each.id: Points(
            prize if houses[each.id] == winner else 0, _bonus(field.options, each, houses[each.id], winner)
        )
        for each in fighters
    }
    return Fought(houses, totals, winner, abs(eagle - rose), lost, prize, points)


def _house(fighter: Fighter) -> House:
    return OTHER[fighter.allegiance] if fighter.action == "traitor" else fighter.allegiance


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


def _bonus(options: Options, fighter: Fighter, house: House, winner: House | None) -> int:
    if options.bonus == "winning_side" and house != winner:
        return 0
    return BONUS.get(fighter.action or "", 0)


def resolve(question: Json) -> Resolution:
    """Procedure 6.5: evaluate one conflict."""
    field, fighters = read_conflict(Reading(question, KEYS))
    asked.check_seated([each.id for each in fighters])
    asked.site_differs(field.grounds)
    asked.check_cards_differ([each.action for each in fighters])
    fought = fight(field, fighters)
    return Resolution(fought.as_json(), conflict_steps(field, fighters, fought))


def read_conflict(reading: Reading) -> tuple[Field, tuple[Fighter, ...]]:
    """Two landscapes and the players before them."""
    grounds = asked.read_grounds(reading, "landscapes", 2)
    fighters = tuple(read_fighter(row) for row in asked.rows_of_players(reading, PLAYER_KEYS))
    return Field(grounds, asked.asked_options(reading), asked.asked_cards(reading)), fighters


def read_fighter(row: Reading) -> Fighter:
    """One player of a conflict."""
    return Fighter(
        asked.asked_id(row),
        row.name("allegiance", HOUSES),
        read_values(row, "supply", most=MOST_SUPPLY_PLAYED),
        asked.named_or_none(row, "action", ACTION_CARDS),
    )
