"""What the shell of a table's page prints: its seats, its last line, its addresses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from companion.engine.wire import Json
from companion.tables import lines
from companion.tables.pleas import Waiting


class SeatShown(NamedTuple):
    """A seat: `player` is who sits there, `online` that a device of it listens.

    `by_host` is that the host plays for it, at a table where each plays his own; `may_host` that this device
    is the host's and could.
    """

    id: str
    name: str
    player: str
    taken: bool
    online: bool
    mine: bool
    by_host: bool
    may_host: bool
    hand_url: str


class RulesHere(NamedTuple):
    """Of which game a page's links open the rules, told with what its table chose as it opened."""

    slug: str
    options: Mapping[str, Json]


class Place(NamedTuple):
    """What a picture of a game's own may print of its table: who sits there, and where its rooms are."""

    here: str
    join_url: str
    seats: tuple[SeatShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The shell around a game's screen. `turn` names the people who are to act, where they have names.

    `undo_asks` is where somebody says who he is before what he did in secret is taken back; `asked` is the
    number of the question that waits for a word from here.
    """

    code: str
    title: str
    version: int
    stir: int
    kind: str
    room: str
    back: str
    key: str
    is_host: bool
    for_others: tuple[str, ...]
    spectator: bool
    closed: bool
    may_act: bool
    can_undo: bool
    undo_to: int
    can_redo: bool
    your_turn: bool
    turn: str
    seats: tuple[SeatShown, ...]
    hand_urls: tuple[SeatShown, ...]
    last: tuple[lines.LineShown, ...]
    waiting: tuple[Waiting, ...]
    news: tuple[str, ...]
    urls: Mapping[str, str]
    undo_asks: str = ""
    asked: int = 0

    @property
    def here(self) -> str:
        """This page without the half-made choice: where a form that makes one begins."""
        return urlsplit(self.back).path

    def __getattr__(self, name: str) -> str:
        """`act_url` and the like: the page's addresses by name."""
        try:
            return self.urls[name.removesuffix("_url")]
        except KeyError:
            raise AttributeError(name) from None
