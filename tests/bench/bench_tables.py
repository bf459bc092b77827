"""From a tap to another screen's new picture, with eight screens open; and opening a long table.

Run by hand: `uv run python tests/bench/bench_tables.py`.
"""

import shutil
import statistics
import time
import urllib.request
from http.cookiejar import CookieJar
from typing import Any

from house import ask, house
from playwright.sync_api import BrowserContext, Page, sync_playwright

SCREENS, TAPS, LONG, SHORT = 8, 40, 2000, 50
# Taps at a table are no burst: seconds between two.
REST = 1.0
SETUP = {"options": {"cards": "table"}}


def seat(token: str) -> dict[str, str]:
    """The cookie that a browser at that seat holds."""
    return {"name": "companion_device", "value": token}


def adjust(number: int) -> dict[str, Any]:
    """A tap that moves the picture."""
    changes = [{"path": "morale", "value": number % 7}]
    return {"type": "adjust", "reason": "bench", "changes": changes}


def open_table(home: str) -> tuple[str, str, list[str]]:
    """A table of Scarper: its code, the host's token, the seats' tokens."""
    table = ask(f"{home}api/tables", {"system": "scarper", "title": "Bench", "setup": SETUP})
    return table["code"], table["host"], [s["token"] for s in table["seats"]]


def tap(home: str, code: str, token: str, version: int) -> int:
    """One tap through the interface; the version after it."""
    body = {"action": adjust(version), "seen": version, "key": f"bench-{version}"}
    return int(ask(f"{home}api/tables/{code}/actions", body, token)["version"])


def screens(context_of: Any, home: str, code: str, tokens: list[str]) -> list[Page]:
    """Eight screens, each a browser profile of its own."""
    pages = []
    for number in range(SCREENS):
        context: BrowserContext = context_of()
        context.add_cookies([{**seat(tokens[number % len(tokens)]), "url": home}])
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(f"{home}t/{code}/")
        pages.append(page)
    return pages


# The moment at which each version is on the page, by the machine's one clock; nothing asks meanwhile.
WATCH = """
window.shown = {};
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const version = document.getElementById("table")?.dataset.version;
  if (version && !(version in shown)) requestAnimationFrame(() => { shown[version] ??= Date.now(); });
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-version"] }));
"""


def push(home: str) -> list[list[float]]:
    """For each tap: milliseconds to its picture on each of the screens, the first of them first."""
    code, host, tokens = open_table(home)
    began: dict[int, float] = {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        pages = screens(browser.new_context, home, code, tokens)
        version = 1
        for _ in range(TAPS):
            time.sleep(REST)
            now = time.time() * 1000
            version = tap(home, code, host, version)
            began[version] = now
        for page in pages:
            page.wait_for_selector(f"#table[data-version='{version}']")
        time.sleep(REST)
        shown = [page.evaluate("shown") for page in pages]
        browser.close()
    return [sorted(seen[str(v)] - now for seen in shown if str(v) in seen) for v, now in began.items()]


def opening(home: str, entries: int) -> float:
    """Milliseconds to open a table of that many entries, the median of fifteen."""
    code, host, tokens = open_table(home)
    for version in range(1, entries):
        tap(home, code, host, version)
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    opener.addheaders = [("Cookie", f"companion_device={tokens[0]}")]
    times = []
    for _ in range(15):
        began = time.perf_counter()
        opener.open(f"{home}t/{code}/").read()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def main() -> None:
    """Measure, and print the table."""
    with house() as home:
        times = push(home)
        short, long = opening(home, SHORT), opening(home, LONG)
    print(f"{'what':<46}{'seen':>12}{'promised':>14}")
    every = statistics.median(t for tap in times for t in tap)
    last = statistics.median(tap[-1] for tap in times)
    print(f"{'tap to other screen, 8 screens, median ms':<46}{every:>12.1f}{'<= 150':>14}")
    print(f"{'the same, on the last of the eight':<46}{last:>12.1f}{'':>14}")
    print(f"{f'open {LONG} entries / open {SHORT}':<46}{long / short:>12.2f}{'<= 2':>14}")
    print(f"{f'open {SHORT} entries, ms':<46}{short:>12.1f}{'':>14}")


if __name__ == "__main__":
    main()
