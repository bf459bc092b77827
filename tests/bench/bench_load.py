"""The first load of a table in a browser, on a line of one megabit a second: requests, kilobytes, seconds.

Run by hand: `uv run python tests/bench/bench_load.py [FOLDER OF A HOUSE]… [--games G…]`. Chromium slows the
line itself, 40 ms to each answer; nothing is in its store. “shown” is when something is painted, “loaded”
when all that the page names is there, “at rest” when the last byte has come. The same table's second load
follows. Nothing is asserted by a clock.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from bench_bell import opened  # noqa: E402
from house import served  # noqa: E402
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright  # noqa: E402

MEGABIT, LATENCY, CALM = 1_000_000 / 8, 40, 1500
"""Bytes a second, milliseconds, and for how many milliseconds nothing comes any more."""
SHOWN = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const first = performance.getEntriesByName("first-contentful-paint")[0];
  return [first ? first.startTime : 0, page.loadEventEnd];
}"""


class Wire:
    """What came over the line, by kind: how many answers, how many bytes, and when the last one ended."""

    def __init__(self, session: CDPSession) -> None:
        self.kinds: dict[str, int] = {}
        self.bytes, self.began, self.ended = 0, 0.0, 0.0
        self._streams: set[str] = set()
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)

    def _asked(self, event: dict[str, Any]) -> None:
        self.began = self.began or event["timestamp"]

    def _answered(self, event: dict[str, Any]) -> None:
        if event["type"] == "EventSource" or event["response"].get("fromDiskCache"):
            self._streams.add(event["requestId"])
            return
        self.kinds[event["type"]] = self.kinds.get(event["type"], 0) + 1

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] not in self._streams:
            self.bytes += event["encodedDataLength"]
            self.ended = max(self.ended, event["timestamp"])


def load(page: Page, address: str) -> tuple[Wire, float, float]:
    """One load of that page on the slow line."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    slow = {"offline": False, "latency": LATENCY, "downloadThroughput": MEGABIT, "uploadThroughput": MEGABIT}
    session.send("Network.emulateNetworkConditions", slow)
    wire = Wire(session)
    page.goto(address, wait_until="load", timeout=60_000)
    page.wait_for_timeout(CALM)
    shown, loaded = page.evaluate(SHOWN)
    session.detach()
    return wire, shown, loaded


def measure(browser: Browser, name: str, home: str, slug: str) -> None:
    """Both loads of a fresh table in a browser that has never been there."""
    table = opened(home, slug, "")
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    token = next(iter(table.tokens.values()))
    context.add_cookies([{"name": "companion_device", "value": token, "url": home}])
    page = context.new_page()
    for which in ("first load", "second load"):
        wire, shown, loaded = load(page, f"{home}t/{table.code}/")
        kinds = ", ".join(f"{count} {kind.lower()}" for kind, count in sorted(wire.kinds.items()))
        figures = (sum(wire.kinds.values()), wire.bytes / 1000, shown / 1000, loaded / 1000)
        row = "".join(f"{each:>9.1f}" for each in (*figures, wire.ended - wire.began))
        print(f"{slug:<12}{which:<14}{name:<14}{row}   {kinds}", flush=True)
        page.goto("about:blank")
    context.close()


def main() -> None:
    """Measure, and print the table."""
    asks = argparse.ArgumentParser()
    asks.add_argument("houses", nargs="*", type=Path, default=[ROOT])
    asks.add_argument("--games", nargs="+", default=["scarper", "proelii"])
    given = asks.parse_args()
    heads = ("asked", "kB", "shown s", "loaded s", "at rest s")
    print(f"{'game':<12}{'':<14}{'house':<14}" + "".join(f"{each:>9}" for each in heads))
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("COMPANION_CHROMIUM") or shutil.which("chromium")
        )
        for root in given.houses:
            with served(root.resolve()) as (home, _):
                for slug in given.games:
                    measure(browser, root.resolve().name, home, slug)
        browser.close()


if __name__ == "__main__":
    main()
