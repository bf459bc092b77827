"""The recorded war, and another way that it might have gone on after its first scenario."""

import json
from pathlib import Path
from typing import Any

from companion import shelf

HERE = Path(__file__).parent
RECORDING = json.loads((HERE / "war.json").read_text("utf-8"))
BRANCH = json.loads((HERE / "other_war.json").read_text("utf-8"))


def numbered(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same lines, their cards dealt the numbers that the recording goes on with (R63)."""
    game, rows = shelf.game("parabellum"), []
    state = game.open(RECORDING["setup"]).state
    for action in actions:
        types = [item["unit"] for item in action.get("items", []) for _ in range(item["quantity"])]
        deal = {f"u{state.next_unit + n}": each for n, each in enumerate(types)}
        rows.append({**action, "deal": deal} if deal else action)
        state = game.apply(state, rows[-1]).state
    return rows
