"""Five minutes of it: `uv run python -m tests.chaos`; `--seconds 60` in CI, on both databases."""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.chaos.storm import Count, Storm
from tests.conftest import House, with_database

MOUNT = ("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs")


@contextmanager
def small_disk(home: Path) -> Iterator[bool]:
    """A disk of its own for the house, 64 MB small, where this machine lets us have one."""
    with suppress(OSError):
        if subprocess.run([*MOUNT, str(home)], capture_output=True).returncode == 0:
            try:
                yield True
            finally:
                subprocess.run(["umount", "-l", str(home)], check=False)
            return
    yield False


def told(storm: Storm, count: Count, seconds: float, disk: bool) -> str:
    """What was tried, and what came of it."""
    database = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
    tried = "\n".join(f"  {n:>5} × {what}" for what, n in storm.calamities.tried.most_common())
    how = "a real one of 64 MB" if disk else "SQLite's own limit" if database == "SQLite" else "not tried"
    refused = ", ".join(f"{n} × {status}" for status, n in sorted(count.refused.items()))
    return f"""{seconds:.0f} s on {database}, {len(storm.hands)} hands and {len(storm.screens)} screens
tried (full disk: {how}):
{tried}
  {storm.cable.failures:>5} answers replaced by 502
taps:  {count.made} made, {count.sent} times sent, {count.answered} answered ({refused})
lost:  {len(count.lost)}   twice: {len(count.doubled)}   gaps: {len(count.gaps)}
screens behind: {count.behind}   the longest that a tap waited: {count.longest:.1f} s
reconcile: {count.reconciled.splitlines()[-1] if count.is_clean else count.reconciled}"""


def main() -> int:
    """Raise a storm, print the count; 1 where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1914)
    asked = parser.parse_args()
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sqlite = not os.environ.get("DATABASE_URL")
        disk = stack.enter_context(small_disk(home)) if sqlite else False
        house = stack.enter_context(with_database(House(home)))
        storm = Storm(house, asked.seed)
        storm.rage(asked.seconds)
        count = storm.count()
    print(told(storm, count, asked.seconds, disk), flush=True)
    for what in (count.lost, count.doubled, count.gaps):
        print(*what[:20], sep="\n", end="")
    return 0 if count.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
