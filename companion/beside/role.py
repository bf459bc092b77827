"""Which of two houses this one is: kept in its folder, over every stop."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from django.conf import settings

from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads
from companion.strongbox import write_whole


@dataclass(frozen=True)
class Role:
    """`leads` or `follows`, the other house's address, the secret that both hold, and the term.

    The term grows by one each time that a follower takes over: of two that lead the later one does. `safe` is
    that a tap is answered once both houses have it. `lost` says since when the follower does not answer.
    """

    does: Literal["leads", "follows"]
    other: str
    secret: str
    term: int = 1
    safe: bool = True
    lost: str = ""


def role() -> Role | None:
    """What this house is, if there is another one beside it."""
    try:
        read = shape.read(Role, loads(_file().read_bytes()))
    except (OSError, InvalidInput):
        return None
    return read


def become(new: Role) -> Role:
    write_whole(_file(), json.dumps(asdict(new), indent=1).encode())
    return new


def alone() -> None:
    """There is no other house any more."""
    _file().unlink(missing_ok=True)


def follow(old: Role, term: int) -> Role:
    """It was replaced: from now on it follows who did so."""
    return become(replace(old, does="follows", term=term, lost=""))


def _file() -> Path:
    return Path(settings.HOME) / "beside.json"
