"""What a house is like after a year: its start, its memory, long campaigns, and how quick rules alone are.

Run by hand: `uv run python tests/bench/bench_long.py`; `bench_swift.py --all` runs it after the taps. All
times are the processor's, so that what else the machine does counts little; each cold page is asked of a
process of its own. A campaign of 50 evenings has 15,000 lines. Nothing is asserted.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

import bench_campaigns as campaigns  # noqa: E402
from house import up  # noqa: E402

GAMES, TAPS, IDLE = 10, 500, 15
MEGA = 1 << 20


def row(what: str, seen: float, wanted: str) -> None:
    """One line of the table."""
    print(f"{what:<62}{seen:>10.2f}   {wanted}", flush=True)


def milliseconds(work: Callable[[], Any]) -> float:
    """Of the processor."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def resident(process: str = "self") -> float:
    """Megabytes of memory that this process has."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGA


def family(process: int) -> list[int]:
    """A process and those that it started."""
    told = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(each for child in told for each in family(int(child)))]


def start() -> None:
    """A home that was up before: to its first page, and at rest."""
    ticks = os.sysconf("SC_CLK_TCK")
    with tempfile.TemporaryDirectory() as home:
        with up(ROOT, home):
            time.sleep(IDLE)
        with up(ROOT, home) as (_, process):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            row("to the first page, s", sum(map(int, fields[11:15])) / ticks, "<= 1.5")
            time.sleep(IDLE)
            row("memory at rest, MB", sum(resident(str(each)) for each in family(process)), "<= 100")


def rules() -> None:
    """Random games by the rules alone, a second."""
    from companion import shelf

    for slug, before in (("proelii", 4.0), ("parabellum", 8.6)):
        player, game = import_module(f"tests.games.{slug}.player"), shelf.game(slug)

        def played(seed: int, player: Any = player, game: Any = game) -> None:
            random = Random(seed)
            for _ in player.play(game.shuffle({}, random), player.Player(random)):
                pass

        played(0)
        took = milliseconds(lambda: [played(seed) for seed in range(1, GAMES + 1)])
        row(f"{slug}, random games a second", GAMES * 1000 / took, f">= {5 * before:g}, five times {before}")


def after_restart(campaign: Any, first: Any, page: str) -> float:
    """A page of a campaign in a process that has shown it of another one."""
    places = [page.format(campaign=each.code, table=each.table.code) for each in (first, campaign)]
    told = subprocess.run(
        [sys.executable, __file__, *places], check=True, capture_output=True, text=True, env=os.environ
    )
    return float(json.loads(told.stdout))


PAGES = (
    ("the table", "/t/{table}/", 100),
    ("the campaign", "/campaigns/{campaign}/", 200),
    ("the books", "/campaigns/{campaign}/books/", 300),
)


def long() -> None:
    """Campaigns of 5, 10 and 50 evenings."""
    from companion.tables.comparing import foresee
    from companion.tables.correcting import Fix
    from companion.tables.devices import device
    from companion.tables.models import Table

    few, some, many = (campaigns.grown(evenings) for evenings in (5, 10, 50))
    for name, page, most in PAGES:
        campaigns.opened(page.format(campaign=many.code, table=many.table.code))()  # As it was left.
        row(f"{name} of 15,000 lines after a restart, ms", after_restart(many, few, page), f"<= {most}")
    tables = [Table.objects.get(pk=each.table_id) for each in (few, many)]
    taps = [campaigns.tap(each) for each in tables]
    runs = [[milliseconds(tap) for tap in taps] for _ in range(40)]
    early, late = map(statistics.median, zip(*runs[8:], strict=True))
    row("a tap on evening 50, of one on evening 5", late / early, "<= 1.3")
    table = Table.objects.get(pk=some.table_id)
    who, fix = device(table, "alice"), Fix(5, None)
    foresee(table, who, fix)
    row(
        "to see what striking line 5 of 3,000 does, ms",
        milliseconds(lambda: foresee(table, who, fix)),
        "<= 1000",
    )
    for taken in range(0, 6 * TAPS + 1, TAPS):
        row(f"memory after {taken} taps, MB", resident(), "flat")
        for _ in range(TAPS):
            taps[0]()


def main() -> None:
    """Measure, and print the table."""
    print(f"load before: {' '.join(f'{each:.1f}' for each in os.getloadavg())} on {os.cpu_count()} cores")
    start()
    rules()
    long()
    print(f"load after: {' '.join(f'{each:.1f}' for each in os.getloadavg())}")


if __name__ == "__main__":
    places = sys.argv[1:]
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"COMPANION_HOME": os.environ["COMPANION_HOME"] if places else home,
                       "DJANGO_SETTINGS_MODULE": "companion.settings"}  # fmt: skip
        import django
        from django.core.management import call_command

        django.setup()
        if places:
            first, asked = map(campaigns.opened, places)
            first()
            print(json.dumps(milliseconds(asked)))
        else:
            call_command("migrate", verbosity=0)
            main()
