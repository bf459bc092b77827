"""What a game says or draws by itself on a stage: a sentence with named values, a picture, a sign.

A sentence is a template with its values, as a step is, so that another language may say it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.wording import Values, phrase

ICONS = "icons/icons.svg"


class Icon(NamedTuple):
    """A sign: its name in a sheet of symbols, the house's or the game's own; `look` is its class of style."""

    name: str
    sheet: str = ICONS
    look: str = "icon"


class Part(NamedTuple):
    """A picture of the game's own: its template, the values that it prints, what it is for those who listen.

    It is painted once for the same values, so they hold data alone. `signs` is the sheet of symbols that
    it draws with.
    """

    template: str
    values: Values
    label: str = ""
    signs: str = ICONS


class Said(NamedTuple):
    """A sentence, its values beside it; it prints itself.

    >>> str(Said("Charge: {a} against {d}", {"a": 6, "d": 3}))
    'Charge: 6 against 3'
    """

    template: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        return phrase(self.template, self.values)

    def __bool__(self) -> bool:
        return bool(self.template)


type Words = Said | str
"""What is read on a screen: a sentence with values, or a name that has none (“Ypres”)."""


def said(template: str, **values: object) -> Said:
    """A sentence with these values.

    >>> str(said("{n:# space|# spaces} gained", n=2))
    '2 spaces gained'
    """
    return Said(template, values)
