"""How quick the rules are: games replayed, a campaign folded, odds and conflicts asked. Run it by hand.

uv run python tests/bench/bench_rules.py
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from companion.games.parabellum.campaign import playing as campaigns  # noqa: E402
from companion.games.parabellum.game import GAME as PARABELLUM  # noqa: E402
from companion.games.parabellum.rules.legal import legal  # noqa: E402
from companion.games.scarper.game import GAME as SCARPER  # noqa: E402
from companion.games.verraeter.data import ACTION_CARDS  # noqa: E402
from companion.games.verraeter.game import GAME as VERRAETER  # noqa: E402
from tests.games.scarper import player as wars  # noqa: E402

type Row = tuple[str, float, str]
"""What was done, the seconds that it took, and what was wanted of it."""

FRONTS = {
    "ypres": {"frontline": -1},
    "arras": {"frontline": 0, "trenches": {"-1": 1, "-2": 1}},
    "somme": {"frontline": -2},
}
CHARGE = {
    "attacker": "german",
    "battlefield": "arras",
    "battlefields": FRONTS,
    "propaganda": {"allied": 0, "german": 1},
}
PEOPLE = [
    {"id": f"p{n}", "allegiance": ("eagle", "rose")[n % 2], "supply": [5, 4, 3, 2, 6]} for n in range(4)
]
GROUNDS = [{"type": "town", "house": "rose"}, {"type": "moor", "house": "eagle"}]
CONFLICT: dict[str, Any] = {"landscapes": GROUNDS, "players": PEOPLE}
FIRST = {"viewer": "p0", "received": list(ACTION_CARDS[1:]), "detail": True}
ACTIONS = 1000


def seconds(work: Callable[[], object], runs: int = 25, times: int = 1) -> float:
    """The best of some runs of `times`, each: what else the machine does is not counted."""

    def run() -> float:
        start = process_time()
        for _ in range(times):
            work()
        return (process_time() - start) / times

    return min(run() for _ in range(runs))


def whole_wars(count: int) -> Iterator[dict[str, Any]]:
    """Scarper's games that were played to 1918, the longest that there are."""
    seed = 0
    while count:
        random = Random(seed)
        setup = SCARPER.shuffle({}, random)
        lines = list(wars.play(setup, wars.Player(random)))
        if lines[-1][2].year == 1918:
            count -= 1
            yield {"setup": setup, "actions": [action for _, action, _ in lines[1:]]}
        seed += 1


def scarper() -> Iterator[Row]:
    games = list(whole_wars(20))
    actions = sum(len(game["actions"]) for game in games) / len(games)
    replay, odds = SCARPER.procedure("replay").resolve, SCARPER.procedure("frontal-charge-odds").resolve
    parse = seconds(lambda: [json.loads(json.dumps(game)) for game in games]) / len(games)
    game = sum(seconds(partial(replay, each)) for each in games) / len(games)
    yield "a whole game's JSON written and read", parse, ""
    yield f"a whole game of {actions:.0f} actions replayed", game, f"{1 / game:,.0f} a second, wanted 200"
    yield "one action of it", game / actions, f"{game / parse:.1f} × the JSON"
    yield "odds of a frontal charge", seconds(lambda: odds(CHARGE), times=20), "wanted ≤ 5 ms"


def verraeter() -> Iterator[Row]:
    for name, question in (("conflict", CONFLICT), ("what-if", {**CONFLICT, **FIRST})):
        yield name, seconds(partial(VERRAETER.procedures[name].resolve, question), 7), "wanted ≤ 20 ms"


def campaign(seed: int) -> tuple[Any, list[Any]]:
    """A random campaign of four companies on the starter's maps: its setup and a thousand actions."""
    setup = PARABELLUM.shuffle({"options": {"players": 4}}, Random(seed))
    actions = [action for _, action, _ in campaigns.play(setup, campaigns.Player(Random(seed)))]
    return (setup, actions[:ACTIONS]) if len(actions) >= ACTIONS else campaign(seed + 1)


def parabellum() -> Iterator[Row]:
    setup, actions = campaign(1)
    states = [PARABELLUM.open(setup).state]

    def fold() -> None:
        state = states[0]
        for action in actions:
            state = PARABELLUM.apply(state, action).state
        states[1:] = [state]

    yield f"a campaign of {ACTIONS} actions folded from its journal", seconds(fold, 1), "wanted ≤ 1 s"
    entries = partial(legal, states[1])
    yield f"what may be done then: {len(entries())} entries", seconds(entries, 3), ""


def main() -> None:
    """Measure and print."""
    for game in (scarper, verraeter, parabellum):
        for what, took, note in game():
            print(f"{game.__name__:<12}{what:<52}{took * 1000:>10.3f} ms   {note}")


if __name__ == "__main__":
    main()
