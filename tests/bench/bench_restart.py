"""What a kept state costs a tap, and what it saves the first look after a restart, for a war of 6,000 lines.

Run by hand: `uv run python tests/bench/bench_restart.py`.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
os.environ["COMPANION_HOME"] = tempfile.mkdtemp()
HERE = Path(__file__).parent
LINES, TAPS = 6000, 200


def timed(work: Callable[[], Any]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for system in ("scarper", "parabellum"):
        print(system, measured(system))


def adjust(system: str, n: int) -> dict[str, Any]:
    """A line that any state allows; every eighth of Parabellum's books something."""
    if system == "scarper":
        return {"type": "adjust", "reason": "bench", "changes": [{"path": "morale", "value": n % 7}]}
    change = {"credits": 1} if n % 8 < 2 else {"personnel": -1 if n % 2 else 1}
    return {"type": "adjust", "player": "kestrel_vaun", "reason": "bench", **change}


def measured(system: str) -> dict[str, float]:
    from companion import shelf
    from companion.tables import journal, play
    from companion.tables.devices import HOUSE
    from companion.tables.lobby import Opening, open_table
    from companion.tables.models import Entry
    from companion.tables.position import forget, position
    from companion.tables.screen import Look, page

    game = shelf.game(system)
    setup, _ = game.demo()
    if system == "parabellum":
        setup = json.loads((HERE.parent / "campaigns" / "war.json").read_text())["setup"]
    table = open_table(Opening(system=system, title="Bench", kind="open", setup=setup))
    rows = [Entry(table=table, number=n, key=f"b-{n}", asked="", kind="action", action=adjust(system, n))
            for n in range(2, LINES)]  # fmt: skip
    Entry.objects.bulk_create(rows)
    type(table).objects.filter(pk=table.pk).update(version=LINES - 1)

    def tap() -> float:
        table.refresh_from_db()
        n = table.version + 1
        return timed(lambda: play.act(table, HOUSE, adjust(system, n), n - 1, f"tap-{n}"))

    whole = timed(tap)
    kept = statistics.median(tap() for n in range(TAPS))
    keep, journal.keep = journal.keep, lambda *_: None
    bare = statistics.median(tap() for n in range(TAPS))
    journal.keep = keep
    for _ in range(40):
        tap()
    forget(table)
    table.refresh_from_db()
    page(Look(table=table, who=HOUSE, draft={}, back="/"))  # What a process does once is no part of it.
    forget(table)
    standing = timed(lambda: position(table).state)
    forget(table)
    look = Look(table=table, who=HOUSE, draft={}, back="/")
    return {
        "bytes": len(table.snapshots.get(role=0).state),
        "tap ms": round(kept, 2),
        "tap without ms": round(bare, 2),
        "ratio": round(kept / bare, 2),
        "where it stands ms": round(standing, 1),
        "first look ms": round(timed(lambda: page(look)), 1),
        "whole fold ms": round(whole, 1),
    }


if __name__ == "__main__":
    main()
