"""Who decides who takes a year's first round (4.2, R13, R14)."""

from typing import NamedTuple

from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.games.scarper.data import FIRST_YEAR, LAST_YEAR, MORALE_END, OTHER, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.asked import Asked
from companion.games.scarper.state.options import Options


class Initiative(NamedTuple):
    """The side that chooses (`None` in 1914) and why."""

    chooser: Side | None
    reason: str


def initiative(year: int, morale: int, previous_first: Side | None, options: Options) -> Initiative:
    """Who chooses: the side behind on morale; on level morale whoever the house rule names."""
    if year == FIRST_YEAR or previous_first is None:
        return Initiative(None, "german_first_1914")
    if morale:
        return Initiative("german" if morale > 0 else "allied", "behind_on_morale")
    tie = options.initiative_tie
    if tie == "previous_first":
        return Initiative(previous_first, "tie")
    return Initiative(OTHER[previous_first] if tie == "previous_second" else tie, "tie")


def resolve(question: Json) -> Resolution:
    """Procedure 6.13: who may choose to go first."""
    asked = Asked(question, ("year", "morale", "previous_first", "options"))
    year = asked.integer("year", FIRST_YEAR, LAST_YEAR)
    morale = asked.integer("morale", -MORALE_END, MORALE_END)
    early = year == FIRST_YEAR and asked.raw("previous_first") is None
    first = None if early else asked.name("previous_first", SIDES)
    asked.done()
    found = initiative(year, morale, first, asked.options)
    return Resolution({"chooser": found.chooser, "reason": found.reason}, initiative_steps(found))


def initiative_steps(found: Initiative) -> tuple[Step, ...]:
    """Why that side chooses."""
    if found.chooser is None:
        return (Step("4.2", "In 1914 the German side goes first."),)
    side = {"side": SIDE_NAMES[found.chooser]}
    if found.reason == "tie":
        return (Step("RULING R14", "Morale is level: the {side} side chooses who goes first.", side),)
    return (Step("4.2", "The {side} side is behind on morale and chooses who goes first.", side),)
