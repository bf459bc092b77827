"""A house rule, or a choice at the print shop: what may be chosen, in words."""

from dataclasses import dataclass

from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house rule that a table may choose when it opens: key, words, values with words, default.

    `leading` ones are asked of every table; the others lie folded away. With `choices` it is a pick (with
    `low` and `high` of several), with `low` and `high` alone a whole number, with `longest` a free text of so
    many letters, else a file's contents.
    """

    key: str
    title: str
    help: str
    default: Json
    choices: tuple[tuple[Json, str], ...] = ()
    low: int | None = None
    high: int | None = None
    ruling: str = ""
    may_be_none: bool = False
    leading: bool = False
    longest: int = 0
