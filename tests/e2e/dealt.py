"""The house with a dealer of a known seed, so that a game that was recorded once is dealt the same again."""

import json
from pathlib import Path
from random import Random

from companion.asgi import application
from companion.tables import lines

__all__ = ["application"]

RECORDED = json.loads((Path(__file__).parent / "betrayal.json").read_text("utf-8"))
lines.CHANCE = Random(RECORDED["dealer"])
