"""A campaign of twenty evenings and three hundred lines an evening: its pages, a correction, its papers.

Run by hand: `uv run python tests/bench/bench_campaigns.py`.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
WAR = json.loads((ROOT / "tests/campaigns/war.json").read_text("utf-8"))
EVENINGS, LINES, FIRST = 20, 300, date(2026, 1, 8)
ALICE = WAR["setup"]["players"][0]["player"]


def actions(count: int) -> Iterator[dict[str, Any]]:
    """The recorded war to the middle of its first scenario, then credits that people set right by hand."""
    yield from WAR["actions"][:120]
    for amount in islice(cycle((7, -5)), count - 120):
        yield {"type": "adjust", "player": ALICE, "reason": "the table says so", "credits": amount}


def grown(evenings: int) -> Any:
    """A campaign of so many evenings, its journal written in one go."""
    from campaigns.models import Evening
    from campaigns.opening import open_campaign
    from companion.tables import seating as seats
    from companion.tables.journal import keep_all
    from companion.tables.lobby import Opening
    from companion.tables.models import Entry, Table
    from companion.tables.position import position

    opening = Opening(system="parabellum", title="Twenty evenings", setup=WAR["setup"])
    campaign = open_campaign(opening, "alice", on=FIRST)
    table = Table.objects.get(pk=campaign.table_id)
    seats.sit(table, "alice", ALICE)
    game, state, rows = position(table).game, position(table).state, []
    for number, action in enumerate(actions(evenings * LINES - 1), 2):
        outcome = game.apply(state, action)
        state, steps = outcome.state, [step.as_json() for step in outcome.steps]
        rows.append(
            Entry(table=table, number=number, kind="action", action=action, key=f"k{number}", steps=steps)
        )
    Entry.objects.bulk_create(rows, batch_size=500)
    headline = game.headline(state)
    Table.objects.filter(pk=table.pk).update(version=evenings * LINES, headline=headline)
    table.snapshots.all().delete()
    keep_all()  # As taps would have left it.
    for late in range(1, evenings):
        on = FIRST + timedelta(weeks=late)
        first = late * LINES + 1
        Evening.objects.create(campaign=campaign, number=late + 1, date=on, table=table, first=first)
    return campaign


def took(ask: Callable[[], Any], times: int = 5) -> float:
    """Milliseconds, the median of some, warm."""
    ask()
    found = []
    for _ in range(times):
        began = time.perf_counter()
        ask()
        found.append((time.perf_counter() - began) * 1000)
    return statistics.median(found)


def once(ask: Callable[[], Any]) -> float:
    """Milliseconds of one run, cold."""
    began = time.perf_counter()
    ask()
    return (time.perf_counter() - began) * 1000


def opened(address: str) -> Callable[[], Any]:
    """Opening a page as Alice; it must be there."""
    from django.test import Client

    from companion.tables.devices import COOKIE

    browser = Client(headers={"host": "127.0.0.1"})
    browser.cookies[COOKIE] = "alice"

    def ask() -> Any:
        response = browser.get(address)
        assert response.status_code == 200, (address, response.status_code)
        assert response["Content-Type"].startswith("text/html"), (address, "a file")
        return response.content

    return ask


def amending(table: Any, line: int) -> Callable[[], Any]:
    """The preview of a correction of the first evening."""
    from companion.tables.comparing import foresee
    from companion.tables.correcting import Fix
    from companion.tables.devices import device

    action = {"type": "adjust", "player": ALICE, "reason": "miscounted", "credits": 3}
    return lambda: foresee(table, device(table, "alice"), Fix(line, action))


def rooms(campaign: Any) -> Iterator[tuple[str, str]]:
    """Every page of a campaign that takes nothing but its code, by its name."""
    from django.urls import NoReverseMatch, reverse

    from campaigns.urls import urlpatterns

    for name in sorted(_names(urlpatterns)):
        try:
            yield name, reverse(f"campaigns:{name}", args=[campaign.code])
        except NoReverseMatch:
            continue


def _names(patterns: Any) -> Iterator[str]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _names(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name


def tap(table: Any) -> Callable[[], Any]:
    """One more line, as a table writes it once the others have agreed to what is set by hand."""
    from companion.tables import play
    from companion.tables.journal import write
    from companion.tables.models import Entry, writing_at
    from companion.tables.position import position

    def act() -> None:
        action = {"type": "adjust", "player": ALICE, "reason": "again", "credits": 1}
        with writing_at(table) as now:
            entry = Entry(kind="action", action=action, by="host", key=f"tap-{now.version}", asked="again")
            write(now, position(now), *play.done(position(now), entry))

    return act


def main() -> None:
    """Measure, and print the table."""
    from campaigns import chronicle
    from campaigns.books.proof import reconcile
    from companion.tables.models import Table
    from companion.tables.position import forget

    campaign = grown(EVENINGS)
    table = Table.objects.get(pk=campaign.table_id)
    print(f"{'what':<52}{'seen, ms':>12}{'promised':>12}")
    for name, address in rooms(campaign):
        try:
            print(f"{f'the page “{name}”, warm':<52}{took(opened(address)):>12.1f}{'<= 300':>12}")
        except AssertionError as error:
            print(f"{name}: no page ({error})")
    print(f"{'its log':<52}{took(opened(f'/t/{table.code}/log/')):>12.1f}{'<= 300':>12}")
    preview = took(amending(table, 130), 3)
    print(f"{'the preview of a correction in evening 1':<52}{preview:>12.1f}{'<= 2000':>12}")
    forget(table)
    chronicle._known.clear()
    first = once(opened(f"/campaigns/{campaign.code}/"))
    print(f"{'the campaign, first after a restart':<52}{first:>12.1f}{'<= 300':>12}")
    print(f"{'reconcile':<52}{once(reconcile):>12.1f}{'<= 2000':>12}")
    few, many = grown(5), grown(50)
    taps = [took(tap(Table.objects.get(pk=each.table_id)), 15) for each in (few, many)]
    print(f"{'a tap on evening 50 / on evening 5':<52}{taps[1] / taps[0]:>12.2f}{'<= 1.3':>12}")
    pages = [took(opened(f"/campaigns/{each.code}/"), 9) for each in (few, many)]
    print(f"{'the campaign on evening 50 / on evening 5':<52}{pages[1] / pages[0]:>12.2f}{'<= 1.3':>12}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"COMPANION_HOME": home, "DJANGO_SETTINGS_MODULE": "companion.settings"}
        sys.path.insert(0, str(ROOT))
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        main()
