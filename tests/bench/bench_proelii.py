"""How quick Proelii's rules are: whole battles played anew, the odds of a fight. Run it by hand.

uv run python tests/bench/bench_proelii.py

It prints a table, and ends with 1 where a ratio within the run is past its bound: whole battles against the
same JSON written and read, the longest of them and the slowest fight against the usual one.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.games.proelii.data import COLOURS, COMMANDS, FACES, RANKS, UNITS  # noqa: E402
from companion.games.proelii.game import GAME  # noqa: E402
from tests.games.proelii.player import Player, play, setup  # noqa: E402

BATTLES = 60
REPLAY_MILLISECONDS, ODDS_MILLISECONDS = 100.0, 50.0
TIMES_THE_JSON, LONGEST_TO_USUAL = 160.0, 4.0
FIGHTS, ODDS_TO_USUAL = 1000, 12.0


def whole_battle(seed: int) -> dict[str, Any]:
    """A battle of any set-up with any house rules, played to its end."""
    random = Random(seed)
    opening = setup(random)
    actions = [action for _, action, _ in play(opening, Player(random))]
    return {"setup": opening, "actions": actions}


def a_fight(random: Random) -> dict[str, Any]:
    """Any fight: any dice with all six faces on them, any rerolls, one side at its best or both as stated."""
    attacker, defender = (an_opponent(random) for _ in range(2))
    best = random.choice([attacker, defender, {}])
    best.pop("policy", None)
    best.update({"policy": "optimal", "objective": random.choice(["net", "damage", "survive"]), "paid": 3})
    dice = {each: random.choices(list(FACES), k=6) for each in COLOURS}
    rules = {"combat": random.choice(["arcade", "realistic"]), "paid_rerolls": random.randint(1, 3)}
    return {"attacker": attacker, "defender": defender, "dice": dice, **rules}


def an_opponent(random: Random) -> dict[str, Any]:
    """Any unit with all its energy, that rolls some faces again."""
    kind = random.choice(list(UNITS))
    reroll = random.sample(list(FACES), random.randint(0, 5))
    policy = {"reroll": reroll, "paid": 3, "parry": random.random() < 0.5}
    known = {"type": kind, "cp": UNITS[kind].cp, "experience": random.choice(RANKS), "energy": 100}
    return {**known, "command": random.choice(COMMANDS), "policy": policy}


def milliseconds(work: Callable[[], object], runs: int = 7) -> float:
    """The best of some runs: what else the machine does is not counted."""
    took = []
    for _ in range(runs):
        start = process_time()
        work()
        took.append(process_time() - start)
    return min(took) * 1000


def written_and_read(battle: dict[str, Any]) -> object:
    """A battle's JSON there and back."""
    return json.loads(json.dumps(battle))


def main() -> int:
    """Measure, print, and say whether every ratio holds."""
    battles = [whole_battle(seed) for seed in range(BATTLES)]
    replay, odds = GAME.procedure("replay").resolve, GAME.procedure("combat-odds").resolve
    times = [milliseconds(partial(replay, each)) for each in battles]
    parse = sum(milliseconds(partial(written_and_read, each)) for each in battles)
    fights = [a_fight(Random(seed)) for seed in range(FIGHTS)]
    asked = [milliseconds(partial(odds, fight), 3) for fight in fights]
    odds_to_usual = max(asked) / median(asked)
    slowest = f"{odds_to_usual:.1f} × the usual, bound {ODDS_TO_USUAL:.0f}"
    to_json, to_usual = sum(times) / parse, max(times) / median(times)
    actions = f"{median(len(each['actions']) for each in battles):.0f} actions"
    longest = f"{to_usual:.1f} × the usual, bound {LONGEST_TO_USUAL:.0f}"
    rows = [
        ("a whole battle, the usual one", median(times), actions),
        ("the longest", max(times), f"wanted at most {REPLAY_MILLISECONDS:.0f} ms; {longest}"),
        ("all, against their JSON", sum(times), f"{to_json:.1f} × the JSON, bound {TIMES_THE_JSON:.0f}"),
        ("odds of a fight, the slowest", max(asked), f"wanted at most {ODDS_MILLISECONDS:.0f} ms; {slowest}"),
    ]
    for what, took, note in rows:
        print(f"{what:<34}{took:>10.2f} ms   {note}")
    past = to_json > TIMES_THE_JSON, to_usual > LONGEST_TO_USUAL, odds_to_usual > ODDS_TO_USUAL
    return int(any(past))


if __name__ == "__main__":
    sys.exit(main())
