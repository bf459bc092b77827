"""What a game draws by itself on a stage: a picture by its template, a sign by its sheet."""

from typing import NamedTuple

from companion.engine.wording import Values

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
