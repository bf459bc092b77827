"""How quick the books of a long campaign are: each page warm, paged and constant; files; `reconcile`.

Run by hand: `uv run python tests/bench/bench_books.py`. The campaign is random (a thousand actions of four
companies), then corrections by hand, each a line of the books, to 20 evenings of 300 lines; and the same at
5 and at 50 evenings, to compare.
"""

import gc
import os
import sys
import tempfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]
os.environ["COMPANION_HOME"] = HOME = tempfile.mkdtemp(prefix="bench-books-")
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from campaigns.books.proof import reconcile  # noqa: E402
from campaigns.models import Campaign, Evening  # noqa: E402
from campaigns.opening import open_campaign  # noqa: E402
from companion.games.parabellum.campaign.playing import Player, play  # noqa: E402
from companion.shelf import game  # noqa: E402
from companion.tables.devices import COOKIE, new_secret  # noqa: E402
from companion.tables.lines import dice_of  # noqa: E402
from companion.tables.lobby import Opening  # noqa: E402
from companion.tables.models import Entry, Table  # noqa: E402
from companion.tables.seating import sit  # noqa: E402

GAME = game("parabellum")
EVENINGS, LINES, PLAYED = 20, 300, 1000
PAGES = ("", "{of}", "{of}?page=1", "{of}statement/", "{of}bookings/", "{of}bookings/?page=5", "{of}worth/")
ALLOWED, CONSTANT = 300, 1.3
"""Milliseconds for a page; how much slower the 50th evening may be than the 5th."""
FILE, RUNS = 10, 15
"""Seconds for a file; runs of each page."""


def played() -> tuple[Any, list[Any]]:
    """A random campaign of four companies that lasts for a thousand actions: its setup and its actions."""
    for seed in range(1, 50):
        setup = GAME.shuffle({"options": {"players": 4}}, Random(seed))
        actions = [action for _, action, _ in play(setup, Player(Random(seed)))][:PLAYED]
        if len(actions) == PLAYED:
            return setup, actions
    raise RuntimeError("no random campaign lasts so long")


def campaign(setup: Any, actions: list[Any], evenings: int) -> tuple[Campaign, Client, str]:
    """A campaign of that many evenings, its reader's browser, and the company that he leads."""
    secret, first = new_secret(), date(2026, 1, 1)
    opening = Opening(system="parabellum", title="Bench", kind="seated", setup=setup)
    made = open_campaign(opening, secret, on=first)
    table = Table.objects.get(pk=made.table_id)
    seat = _write(table, setup, actions, evenings * LINES)
    sit(table, secret, seat, "bench")
    Evening.objects.bulk_create(
        Evening(campaign=made, number=n + 1, date=first + timedelta(weeks=n), first=n * LINES + 1)
        for n in range(1, evenings)
    )
    browser = Client()
    browser.cookies[COOKIE] = secret
    return made, browser, seat


def _write(table: Table, setup: Any, actions: list[Any], lines: int) -> str:
    """The lines of the journal as the table's door would have written them; a company that is still in it."""
    state, entries = GAME.open(setup).state, []
    for number in range(2, lines + 1):
        amount = {"credits": 5 - number % 3} if number % 3 else {"fuel": number % 2}
        present = state.having("in", "withdrawn")
        by_hand = {"type": "adjust", "player": present[number % len(present)], "reason": "bench", **amount}
        action = actions[number - 2] if number - 2 < len(actions) else by_hand
        outcome = GAME.apply(state, action)
        state, steps = outcome.state, [step.as_json() for step in outcome.steps]
        told = {"dice": dice_of(action), "key": f"bench-{number}", "seat": action.get("player", "")}
        entries.append(Entry(table=table, number=number, kind="action", action=action, steps=steps, **told))
    Entry.objects.bulk_create(entries, batch_size=500)
    Table.objects.filter(pk=table.pk).update(version=lines, headline=GAME.headline(state)[:200])
    return str(state.having("in", "withdrawn")[0])


def milliseconds(work: Callable[[], Any]) -> float:
    """One run, by the processor's time: what else the machine does is not counted."""
    start = process_time()
    work()
    return (process_time() - start) * 1000


def pages(campaigns: list[tuple[Campaign, Client, str]]) -> dict[str, list[float]]:
    """The best of some runs of each page, warm, in each of these campaigns turn by turn."""
    gc.collect()
    gc.freeze()
    found = {}
    for page in PAGES:
        asked = [
            (who, f"/campaigns/{made.code}/books/{page.format(of=f'of/{seat}/')}")
            for made, who, seat in campaigns
        ]
        assert all(who.get(at).status_code == 200 for who, at in asked), page
        runs = [[milliseconds(lambda w=who, a=at: w.get(a)) for who, at in asked] for _ in range(RUNS)]
        found[page.format(of="company/") or "first page"] = [min(each) for each in zip(*runs, strict=True)]
    return found


def main() -> None:
    """Measure and print."""
    call_command("migrate", verbosity=0)
    setup, actions = played()
    campaigns = [campaign(setup, actions, n) for n in (5, EVENINGS, 50)]
    found = pages(campaigns)
    print(f"{'page':<28}{'5 evenings':>12}{'20':>10}{'50':>10}{'50 : 5':>10}")
    for page, (few, usual, many) in found.items():
        print(f"{page:<28}{few:>10.1f}ms{usual:>8.1f}ms{many:>8.1f}ms{many / few:>10.2f}")
    made, browser, seat = campaigns[1]
    home = f"/campaigns/{made.code}/books/of/{seat}/book."
    for form in ("csv", "xlsx", "pdf"):
        taken = milliseconds(lambda at=home + form: browser.get(at)) / 1000
        print(f"{form}, 20 evenings: {taken:.1f} s")
        assert taken <= FILE, "a file is too slow"
    start = perf_counter()
    report = reconcile()
    print(f"reconcile, {sum(1 for _ in report.checked)} checks: {perf_counter() - start:.1f} s")
    assert max(each[1] for each in found.values()) <= ALLOWED, "a page is too slow"
    assert max(each[2] / each[0] for each in found.values()) <= CONSTANT, "the 50th evening is slower"


if __name__ == "__main__":
    main()
