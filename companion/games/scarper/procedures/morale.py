"""The Morale Track and what ends a war: a broken morale, or who is ahead after 1918 (7.1, 8)."""

from typing import Literal, NamedTuple

from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.games.scarper.data import DIRECTION, FIRST_YEAR, LAST_YEAR, MORALE_END, SIDE_NAMES, Side
from companion.games.scarper.procedures.asked import Asked
from companion.games.scarper.state.options import Options
from companion.games.scarper.state.table import WinBy, Winner

type Moment = Literal["rounds", "missions", "scoring"]
MOMENTS: tuple[Moment, ...] = ("rounds", "missions", "scoring")


class Ending(NamedTuple):
    """Who has won and how; both `None` while the war goes on."""

    winner: Winner | None
    win_by: WinBy | None


GOES_ON = Ending(None, None)


def held(morale: int) -> int:
    """The marker's place: it stays on 15 at either end (R12)."""
    return max(-MORALE_END, min(MORALE_END, morale))


def gained(morale: int, side: Side, amount: int) -> int:
    """The marker after `side` gains `amount`; the Allied lead is positive."""
    return held(morale + amount * DIRECTION[side])


def broken(morale: int, options: Options) -> Side | None:
    """The side that wins at once, the other's morale being broken in the middle of a year (8.1, R11)."""
    if abs(morale) < MORALE_END or options.direct_victory == "year_end":
        return None
    return _ahead(morale)


def _ahead(morale: int) -> Side:
    return "allied" if morale > 0 else "german"


def ending(year: int, moment: Moment, morale: int, options: Options) -> Ending:
    """Who has won at this moment: during the rounds, after the missions (E) or after the scoring (F)."""
    if moment != "scoring":
        winner = broken(morale, options)
        return Ending(winner, "direct") if winner else GOES_ON
    if abs(morale) == MORALE_END:
        return Ending(_ahead(morale), "direct")
    if year < LAST_YEAR:
        return GOES_ON
    return Ending(_ahead(morale) if morale else "draw", "attrition")


def ending_steps(end: Ending, morale: int) -> tuple[Step, ...]:
    """Why the war is over; nothing while it goes on."""
    if end.win_by == "direct":
        values = {"side": SIDE_NAMES[str(end.winner)]}
        return (Step("8.1", "The marker is on 15: the {side} side wins.", values),)
    if end.winner == "draw":
        return (Step("8.2", "After 1918 the marker is on 0: the war is a draw."),)
    if end.winner:
        lead = {"side": SIDE_NAMES[end.winner], "lead": abs(morale)}
        return (Step("8.2", "After 1918 the {side} side leads by {lead} and wins.", lead),)
    return ()


def resolve(question: Json) -> Resolution:
    """Procedure 6.14: has somebody won?"""
    asked = Asked(question, ("year", "phase", "morale", "options"))
    year = asked.integer("year", FIRST_YEAR, LAST_YEAR)
    phase = asked.name("phase", MOMENTS)
    morale = asked.integer("morale", -MORALE_END, MORALE_END)
    asked.done()
    end = ending(year, phase, morale, asked.options)
    result = {"over": end.winner is not None, **end._asdict(), "margin": abs(morale)}
    return Resolution(result, ending_steps(end, morale) or (_goes_on(morale, asked.options),))


def _goes_on(morale: int, options: Options) -> Step:
    if abs(morale) == MORALE_END and options.direct_victory == "year_end":
        return Step("RULING R11", "By house rule 15 wins after a year's scoring only: the war goes on.")
    return Step("8.1", "The marker is on {morale:+d}, not on 15: the war goes on.", {"morale": morale})
