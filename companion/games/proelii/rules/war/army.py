"""An army between two battles: its map units with what they went through, its commander, its prestige."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.engine.wire import Json
from companion.games.proelii.data import EXPERIENCE_NAMES, KIND_NAMES, Command, Experience, Kind, Side
from companion.games.proelii.rules.choices import chosen
from companion.games.proelii.rules.own_battle import Battle, battle_of

ADDED = " ·"
"""What stands between a map unit's name and the number of a battle unit that was added to it."""


class Corps(NamedTuple):
    """A unit of the map."""

    name: str
    type: Kind
    experience: Experience
    past: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        """What it is, in words."""
        return what(self.type, self.experience)


class Army(NamedTuple):
    """A side between two battles; `gone` are the units of the map that it has lost on the way."""

    name: str
    prestige: int
    command: Command
    corps: tuple[Corps, ...]
    gone: tuple[Corps, ...] = ()

    def past(self, name: str) -> tuple[str, ...]:
        """What the unit of that name went through before."""
        return next((each.past for each in self.corps if each.name == name), ())


def parted(before: Army | None, corps: Sequence[Corps], where: str) -> tuple[Corps, ...]:
    """The units that an army has lost so far, those of this battle among them."""
    if before is None:
        return ()
    stays = {each.name for each in corps}
    lost = [each for each in before.corps if each.name not in stays]
    return (*before.gone, *(each._replace(past=(*each.past, f"{where}: gone")) for each in lost))


type Armies = Mapping[Side, Army]


def what(kind: str, experience: str) -> str:
    """A type and its experience, in words."""
    return f"{EXPERIENCE_NAMES[experience]} {KIND_NAMES[kind].lower()}"


def origin(name: str) -> str:
    """The map unit that a battle unit stands for, by its name."""
    return name.split(ADDED)[0]


def battle(setup: Json) -> Battle:
    """The battle of a table's setup."""
    return battle_of(chosen(setup)["scenario"])


def title(setup: Json) -> str:
    """What it is called."""
    return battle(setup).title
