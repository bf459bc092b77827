"""How quick the rules are: games replayed, a campaign folded, odds and conflicts asked. Run it by hand.

uv run python tests/bench/bench_rules.py

It ends with 1 where a ratio within the run is past its bound: of Proelii's battles the longest, of its fights
the slowest, against the usual one.
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import icepool

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from companion.engine.dice import Pool, unmatched  # noqa: E402
from companion.games.parabellum.campaign import playing as campaigns  # noqa: E402
from companion.games.parabellum.game import GAME as PARABELLUM  # noqa: E402
from companion.games.parabellum.rules.legal import legal  # noqa: E402
from companion.games.proelii import data  # noqa: E402
from companion.games.proelii.game import GAME as PROELII  # noqa: E402
from companion.games.scarper.game import GAME as SCARPER  # noqa: E402
from companion.games.verraeter.data import ACTION_CARDS  # noqa: E402
from companion.games.verraeter.game import GAME as VERRAETER  # noqa: E402
from tests.games.proelii import player as battles  # noqa: E402
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

    taken = seconds(fold, 1)
    BROKEN.extend(["a campaign's fold"] * (taken > 1))
    yield f"a campaign of {ACTIONS} actions folded from its journal", taken, "wanted ≤ 1 s"
    entries = partial(legal, states[1])
    yield f"what may be done then: {len(entries())} entries", seconds(entries, 3), ""


LONGEST_TO_USUAL, ODDS_TO_USUAL, TIMES_THE_JSON, TIMES_ICEPOOL = 4.0, 12.0, 160.0, 50.0


def whole_battle(seed: int) -> dict[str, Any]:
    """A battle of any set-up with any house rules, played to its end."""
    random = Random(seed)
    opening = battles.setup(random)
    actions = [action for _, action, _ in battles.play(opening, battles.Player(random))]
    return {"setup": opening, "actions": actions}


def a_fight(random: Random) -> dict[str, Any]:
    """Any fight: any dice with all six faces on them, any rerolls, one side at its best or both as stated."""
    attacker, defender = (an_opponent(random) for _ in range(2))
    best = random.choice([attacker, defender, {}])
    best.pop("policy", None)
    best.update({"policy": "optimal", "objective": random.choice(["net", "damage", "survive"]), "paid": 3})
    dice = {each: random.choices(list(data.FACES), k=6) for each in data.COLOURS}
    rules = {"combat": random.choice(["arcade", "realistic"]), "paid_rerolls": random.randint(1, 3)}
    return {"attacker": attacker, "defender": defender, "dice": dice, **rules}


def an_opponent(random: Random) -> dict[str, Any]:
    """Any unit with all its energy, that rolls some faces again."""
    kind = random.choice(list(data.UNITS))
    reroll = random.sample(list(data.FACES), random.randint(0, 5))
    policy = {"reroll": reroll, "paid": 3, "parry": random.random() < 0.5}
    known = {"type": kind, "cp": data.UNITS[kind].cp, "experience": random.choice(data.RANKS), "energy": 100}
    return {**known, "command": random.choice(data.COMMANDS), "policy": policy}


def proelii() -> Iterator[Row]:
    replay, odds = PROELII.procedure("replay").resolve, PROELII.procedure("combat-odds").resolve
    played = [whole_battle(seed) for seed in range(60)]
    for work, asked, note, bound in (
        (replay, played, "a whole battle", LONGEST_TO_USUAL),
        (odds, [a_fight(Random(seed)) for seed in range(1000)], "odds of a fight", ODDS_TO_USUAL),
    ):
        times = [seconds(partial(work, each), 3) for each in asked]
        ratio = max(times) / median(times)
        yield f"{note}, the usual one", median(times), ""
        yield f"{note}, the longest", max(times), f"{ratio:.1f} × the usual, bound {bound:g}"
        BROKEN.extend([note] * (ratio > bound))
        if asked is played:
            parse = sum(seconds(partial(lambda one: json.loads(json.dumps(one)), each), 7) for each in played)
            to_json = sum(times) / parse
            yield "all battles", sum(times), f"{to_json:.1f} × the JSON, bound {TIMES_THE_JSON:g}"
            BROKEN.extend(["battles against their JSON"] * (to_json > TIMES_THE_JSON))


BROKEN: list[str] = []
"""What was past its bound in this run."""


def dice() -> Iterator[Row]:
    """The exact odds of two pools of dice, nothing remembered, the larger beside icepool's."""
    for count, sides, wanted in ((5, 6, 1), (10, 8, 10), (10, 10, 10), (20, 12, 300), (20, 20, 300)):

        def ours(pool: Pool = Pool(count, sides)) -> object:
            unmatched.cache_clear()
            return unmatched(pool, pool, pool.count)

        taken = seconds(ours, 7)
        yield f"odds of {count} d{sides} a side", taken, f"wanted ≤ {wanted} ms"
        BROKEN.extend([f"odds of {count} d{sides}"] * (taken * 1000 > wanted))
    if "--icepool" in sys.argv:
        pool = icepool.Pool([icepool.d(sides)] * count)
        theirs = seconds(lambda: pool.max_pair_drop("<=", pool).size(), 1)
        yield f"{count} d{sides} a side by icepool", theirs, f"{theirs / taken:.0f} times"
        BROKEN.extend(["against icepool"] * (theirs / taken < TIMES_ICEPOOL))


def main() -> int:
    """Measure, print, and say whether every ratio holds."""
    for part in (dice, scarper, verraeter, proelii, parabellum):
        for what, took, note in part():
            print(f"{part.__name__:<12}{what:<52}{took * 1000:>10.3f} ms   {note}", flush=True)
    for what in BROKEN:
        print(f"BROKEN: {what}")
    return len(BROKEN) and 1


if __name__ == "__main__":
    sys.exit(main())
