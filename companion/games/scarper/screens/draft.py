"""Half-made choices as text in the address: places with counts, such as `arras:-1:2~somme:-3:1`."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.wire import Json
from companion.engine.wording import href
from companion.games.scarper.data import BATTLEFIELD_NAMES


@dataclass(frozen=True, slots=True)
class Places:
    """Counts by battlefield and space that somebody is putting together; links grow or shrink them by one.

    >>> Places.read("arras:-1:2~ypres:x:1").more("arras", -1).text
    'arras:-1:3'
    """

    counts: Mapping[tuple[str, int], int]

    @staticmethod
    def read(text: str) -> "Places":
        """The places that an address holds; what is no place is passed over."""
        counts: dict[tuple[str, int], int] = {}
        for part in text.split("~"):
            match part.split(":"):
                case [name, space, number] if (
                    name in BATTLEFIELD_NAMES and _whole(space) and number.isdecimal()
                ):
                    counts[name, int(space)] = min(int(number), 99)
        return Places({place: n for place, n in counts.items() if n})

    @property
    def text(self) -> str:
        """As an address holds it."""
        return "~".join(f"{name}:{space}:{n}" for (name, space), n in self.counts.items())

    @property
    def total(self) -> int:
        """All counts together."""
        return sum(self.counts.values())

    def more(self, battlefield: str, space: int, change: int = 1) -> "Places":
        """The same with one more (or fewer) there."""
        after = max(0, self.counts.get((battlefield, space), 0) + change)
        return Places({place: n for place, n in {**self.counts, (battlefield, space): after}.items() if n})

    def within(self, room: Mapping[tuple[str, int], int], most: int) -> "Places":
        """Only what may stand: no more at a place than its `room`, and no more than `most` in all."""
        kept: dict[tuple[str, int], int] = {}
        for where, n in self.counts.items():
            fits = min(n, room.get(where, 0), most - sum(kept.values()))
            if fits > 0:
                kept[where] = fits
        return Places(kept)

    def json(self) -> list[Json]:
        """As an action holds them."""
        return [{"battlefield": name, "space": space, "count": n} for (name, space), n in self.counts.items()]


def keep(draft: Mapping[str, str], **changes: str | int | None) -> str:
    """The link to the same draft with some of it changed (`None` takes it out)."""
    return href(**{**draft, **changes})


def fresh(draft: Mapping[str, str], **choice: str | int | None) -> str:
    """The link to a new draft; only whose hand the screen shows stays."""
    return href(seat=draft.get("seat"), **choice)


def _whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
