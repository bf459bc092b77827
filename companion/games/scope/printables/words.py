"""What SCOPE's paper says, in this project's own words (`words.json`)."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from companion.games.scope.data import FOLDER


@cache
def words() -> Mapping[str, Any]:
    """All of it."""
    found: Mapping[str, Any] = json.loads((FOLDER / "printables" / "words.json").read_text("utf-8"))
    return found


def reminder(card: str) -> Sequence[str]:
    """What a card does, the longest way first."""
    told: Sequence[str] = words()["cards"][card]
    return told
