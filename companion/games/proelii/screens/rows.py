"""Units as rows of a question."""

from collections.abc import Sequence

from companion.engine.stage import Choice, Choices, Piece, said
from companion.games.proelii.data import EXPERIENCE_NAMES, KIND_NAMES
from companion.games.proelii.screens.asked import Turn
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.state import Unit


def unit_rows(turn: Turn, names: Sequence[str], chosen: str, key: str = "u") -> tuple[Piece, ...]:
    """Units to choose one of."""
    rows = tuple(
        unit_row(turn.state.units[name], turn.link(**{key: name, "at": None}), chosen=name == chosen)
        for name in names
    )
    return (Choices(label="Units", choices=rows),) if rows else ()


def unit_row(unit: Unit, href: str, *, chosen: bool = False) -> Choice:
    """One unit: its sign, what it is, its energy."""
    return Choice(
        words=unit.name,
        small=said("{what} at {at}", what=what(unit), at=unit.at),
        end=str(unit.energy),
        icon=own_sign(unit.type),
        side=unit.side,
        href=href,
        chosen=chosen,
    )


def what(unit: Unit) -> str:
    """A unit's experience and type."""
    return f"{EXPERIENCE_NAMES[unit.experience]} {KIND_NAMES[unit.type].lower()}"
