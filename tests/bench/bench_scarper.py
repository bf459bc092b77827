"""How quick Scarper's rules are: whole games replayed, odds asked. Run it by hand; it prints a table.

uv run python tests/bench/bench_scarper.py
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "games")]

from scarper.player import Player, play  # noqa: E402

from companion.games.scarper.game import GAME  # noqa: E402

REPLAYS_A_SECOND = 200
ODDS_MILLISECONDS = 5.0
FRONTS = {
    "ypres": {"frontline": -1},
    "arras": {"frontline": 0, "trenches": {"-1": 1, "-2": 1}},
    "somme": {"frontline": -2},
}


def whole_games(count: int) -> list[dict[str, Any]]:
    """Games that were played to 1918, the longest that there are."""
    found = []
    seed = 0
    while len(found) < count:
        random = Random(seed)
        setup = GAME.shuffle({}, random)
        lines = list(play(setup, Player(random)))
        if lines[-1][2].year == 1918:
            found.append({"setup": setup, "actions": [action for _, action, _ in lines[1:]]})
        seed += 1
    return found


def seconds(work: Callable[[], object], times: int) -> float:
    """The best of 25 runs of `times`, each: what else the machine does is not counted."""
    runs = []
    for _ in range(25):
        start = process_time()
        for _ in range(times):
            work()
        runs.append((process_time() - start) / times)
    return min(runs)


def main() -> None:
    """Measure and print."""
    games = whole_games(20)
    actions = sum(len(game["actions"]) for game in games) / len(games)
    replay, odds = GAME.procedure("replay").resolve, GAME.procedure("frontal-charge-odds").resolve
    parse = seconds(lambda: [json.loads(json.dumps(game)) for game in games], 1) / len(games)
    game = sum(seconds(partial(replay, each), 1) for each in games) / len(games)
    question = {"attacker": "german", "battlefield": "arras", "battlefields": FRONTS}
    question["propaganda"] = {"allied": 0, "german": 1}
    asked = seconds(lambda: odds(question), 20)
    pace = f"{1 / game:,.0f} a second, wanted {REPLAYS_A_SECOND}"
    rows = [
        ("a whole game's JSON written and read", parse, ""),
        (f"replay of a whole game ({actions:.0f} actions)", game, pace),
        ("one action of it", game / actions, f"{game / parse:.1f} × the JSON"),
        ("odds of a frontal charge", asked, f"wanted at most {ODDS_MILLISECONDS:.0f} ms"),
    ]
    for what, took, note in rows:
        print(f"{what:<42}{took * 1000:>10.3f} ms   {note}")


if __name__ == "__main__":
    main()
