"""What every answer on the desk is made of: a verdict, a few lines, small tables."""

from collections.abc import Mapping, Sequence

from companion.engine.wire import Json
from companion.games.parabellum.state.naming import spoken

type Values = Mapping[str, object]
type Row = Sequence[object]


def table(heads: Row, rows: Sequence[Row], title: str = "") -> Values:
    """A small table; its first column names the rows."""
    return {"title": title, "heads": heads, "rows": rows}


def told(verdict: str, *lines: str, tables: Sequence[Values] = (), **more: object) -> Values:
    """An answer: empty lines and tables without rows fall away."""
    kept = [each for each in tables if each["rows"]]
    return {"verdict": verdict, "lines": [line for line in lines if line], "tables": kept, **more}


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "credit"), counted(0, "person", "people")
    ('1 credit', '0 people')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def money(amount: int) -> str:
    """So many credits."""
    return counted(amount, "credit")


def signed(amount: int) -> str:
    """An amount with its sign, nothing for nothing.

    >>> signed(-45), signed(15), signed(0)
    ('−45', '+15', '–')
    """
    return f"{amount:+d}".replace("-", "−") if amount else "–"


def names(players: Sequence[Json], none: str = "nobody") -> str:
    """Players as people read them."""
    return ", ".join(spoken(player) for player in players) or none


def squares(listed: Sequence[str]) -> str:
    """Squares as they are printed."""
    return ", ".join(square.upper() for square in listed)


def yes(value: Json) -> str:
    """Yes or no."""
    return "yes" if value else "no"
