"""How long a campaign of a thousand actions takes to fold from its journal, cold. Run it by hand.

uv run python tests/bench/bench_parabellum.py
"""

import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from companion.games.parabellum.campaign.playing import Player, play  # noqa: E402
from companion.games.parabellum.game import GAME  # noqa: E402
from companion.games.parabellum.rules.legal import legal  # noqa: E402

ACTIONS, ALLOWED = 1000, 1.0
"""How many actions, and the seconds that their fold may take."""


def campaign(seed: int) -> tuple[Any, list[Any]]:
    """A random campaign of four companies on the starter's maps: its setup and a thousand actions."""
    setup = GAME.shuffle({"options": {"players": 4}}, Random(seed))
    actions = [action for _, action, _ in play(setup, Player(Random(seed)))]
    return (setup, actions[:ACTIONS]) if len(actions) >= ACTIONS else campaign(seed + 1)


def main() -> None:
    """Measure and print."""
    setup, actions = campaign(1)
    start = process_time()
    state = GAME.open(setup).state
    for action in actions:
        state = GAME.apply(state, action).state
    taken = process_time() - start
    print(
        f"{len(actions)} actions, {len(state.ledger)} lines, {len(state.units)} units: {taken:.2f} s to fold"
    )
    start = process_time()
    entries = legal(state)
    print(f"what may be done then: {len(entries)} entries in {(process_time() - start) * 1000:.1f} ms")
    assert taken <= ALLOWED, "too slow"


if __name__ == "__main__":
    main()
