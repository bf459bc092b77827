"""What is left of both sides, and what that decides (4, 6.1, R42)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.game import Step
from companion.games.proelii.data import DISTANT, ENTRY, ESCAPED, OTHER, SIDE_NAMES, SIDES, Reason, Side
from companion.games.proelii.state.ground import centre, is_square
from companion.games.proelii.state.table import Ending

WORDS: Mapping[Reason, str] = {
    "surrender": "{loser} surrenders: {winner} wins.",
    "destroyed": "{loser} is destroyed: {winner} wins.",
    "escaped": "What is left of {loser} has fled: {winner} wins.",
    "mutual": "Nobody is left on the field: a draw.",
    "centre": "{winner} holds the centre with more units and wins.",
    "centre_cp": "{winner} holds the centre with more CP and wins.",
    "field_cp": "{winner} has more CP on the field and wins.",
    "even": "Both sides are even: a draw.",
}


class Left(NamedTuple):
    """What is left of a side: units on the field, escaped, destroyed; CP; units and CP in the centre."""

    on_field: int
    escaped: int
    destroyed: int
    cp: int
    centre_units: int
    centre_cp: int


class Standing(NamedTuple):
    """A unit as far as the end is concerned."""

    side: Side
    at: str
    cp: int


def left(units: list[Standing], columns: int, side: Side) -> Left:
    """What is left of a side."""
    own = [unit for unit in units if unit.side == side]
    field = [unit for unit in own if is_square(unit.at) or unit.at in (ENTRY, DISTANT)]
    middle = [unit for unit in field if is_square(unit.at) and unit.at[0] in centre(columns)]
    escaped = sum(unit.at == ESCAPED for unit in own)
    return Left(
        len(field),
        escaped,
        len(own) - len(field) - escaped,
        sum(unit.cp for unit in field),
        len(middle),
        sum(unit.cp for unit in middle),
    )


def nobody_left(both: Mapping[Side, Left]) -> Ending | None:
    """The end when a side has nothing on the field (4)."""
    gone = [side for side in SIDES if not both[side].on_field]
    if not gone:
        return None
    if len(gone) == len(SIDES):
        return Ending("draw", "mutual")
    return Ending(OTHER[gone[0]], "escaped" if both[gone[0]].escaped else "destroyed")


def by_centre(both: Mapping[Side, Left]) -> Ending:
    """Who holds the centre: units there, CP there, CP on the field (R42)."""
    measures: tuple[tuple[Reason, str], ...] = (
        ("centre", "centre_units"),
        ("centre_cp", "centre_cp"),
        ("field_cp", "cp"),
    )
    for reason, key in measures:
        white, black = (getattr(both[side], key) for side in SIDES)
        if white != black:
            return Ending("white" if white > black else "black", reason)
    return Ending("draw", "even")


RULES: Mapping[Reason, str] = {
    **dict.fromkeys(("surrender", "destroyed", "escaped", "mutual"), "4.0"),
    **dict.fromkeys(("centre", "centre_cp", "field_cp", "even"), "6.1"),
}


def _names(ending: Ending) -> dict[str, str]:
    if ending.winner == "draw":
        return {}
    winner: Side = "white" if ending.winner == "white" else "black"
    return {"winner": SIDE_NAMES[winner], "loser": SIDE_NAMES[OTHER[winner]]}


def ending_step(ending: Ending) -> Step:
    """Who has won, and how."""
    return Step(RULES[ending.reason], WORDS[ending.reason], _names(ending))
