"""What strength is worth, in whole games on both sides: `python -m tests.bench.bench_player scarper 40`.

Each strength against the one below, thinks against who does anything that is open; the share that it leaves
behind, with the interval in which that lies with 95 %, and the longest thought in time of one core.
With a third word, the setup in JSON, another game than the usual is played: `{"scenario": "deep_battle"}`.
"""

import json
import os
import sys
from time import process_time
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

from companion import shelf
from companion.engine.game import Game
from companion.engine.player.matches import MINDS, Seated, beaten, chairs_of, match, score, seating

PAIRS = (
    ("plays_along", "random"),
    ("thinks", "random"),
    ("thinks", "plays_along"),
    ("thinks_long", "thinks"),
)


def timed(seated: Seated, longest: dict[str, float]) -> Seated:
    def mind(game: Game[Any], view: Any, seed: str) -> Any:
        began = process_time()
        thought = seated.mind(game, view, seed)
        longest[seated.name] = max(longest.get(seated.name, 0.0), process_time() - began)
        return thought

    return Seated(seated.name, mind)


def measured(slug: str, pair: tuple[str, str], games: int, setup: Any) -> None:
    game, longest, shares = shelf.game(slug), dict[str, float](), list[float]()
    chairs = [chair.id for chair in chairs_of(game, setup)]
    for n in range(games):
        seats = seating(chairs, pair, n)
        minds = {chair: timed(MINDS[name], longest) for chair, name in seats.items()}
        *_, last = match(game, setup, minds, f"bench {n}")
        assert game.result
        results = game.result(last.after)
        shares += [beaten(results, chair) for chair, name in seats.items() if name == pair[0]]
    row = score(pair[0], shares)
    slowest = ", ".join(f"{name} {seconds * 1000:.0f} ms" for name, seconds in longest.items())
    print(
        f"{slug}: {pair[0]} against {pair[1]}: {row.share:.0%} ({row.least:.0%} to {row.most:.0%},"
        f" {row.games} games); longest {slowest}",
        flush=True,
    )


if __name__ == "__main__":
    slug, many, setup = (*sys.argv[1:], *("200", "{}")[len(sys.argv) - 2 :])[:3]
    for which in PAIRS:
        measured(slug, which, int(many), json.loads(setup))
