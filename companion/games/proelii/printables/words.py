"""What Proelii's paper says, in this project's own words (`words.json`)."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.games.proelii.data import FOLDER


@cache
def words() -> Mapping[str, Any]:
    """All of it."""
    found: Mapping[str, Any] = json.loads((FOLDER / "printables" / "words.json").read_text("utf-8"))
    return found
