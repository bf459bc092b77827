"""Two houses beside one another: who follows, who leads, and what a screen and a network see of it."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from shutil import copytree
from tempfile import gettempdir

import pytest
from playwright.sync_api import Browser, expect

from tests.beside.pair import UpHouse, until
from tests.chaos.storm import NEW
from tests.conftest import ROOT, call
from tests.e2e.conftest import HERE
from tests.e2e.people import Opened, Recorded
from tests.e2e.walking import version, wait_for

JOURNAL = ("tables_table", "tables_seat", "tables_token", "tables_entry", "tables_request", "tables_snapshot")


def tap(house: UpHouse, table: dict[str, object], key: str, seen: int) -> int:
    token = table["seats"][0]["token"]  # type: ignore[index]
    body = {"action": {"type": "add", "side": "red", "count": 1}, "seen": seen, "key": key}
    return int(call(house, f"/api/tables/{table['code']}/actions", body, token)["version"])


def test_the_second_has_each_line_before_it_is_answered_and_carries_on(both: tuple[UpHouse, UpHouse]) -> None:
    first, second = both
    table = call(first, "/api/tables", NEW)
    for n in range(5):
        tap(first, table, f"tap-{n}", n + 1)
        assert len(second.rows("tables_entry")) == n + 2
    for name in JOURNAL:
        assert first.rows(name) == second.rows(name)
    with pytest.raises(urllib.error.HTTPError, match="503"):
        tap(second, table, "elsewhere", 6)
    began = time.monotonic()
    first.kill()
    until(lambda: second.state()["leads"])
    assert time.monotonic() - began < 8
    assert tap(second, table, "tap-4", 5) == 6, "The same tap is answered as before."
    assert tap(second, table, "tap-5", 6) == 7
    first.words = []
    first.start(waits=False)
    until(lambda: "follows this one" in second.log())
    tap(second, table, "tap-6", 7)
    until(first.answers)
    assert first.rows("tables_entry") == second.rows("tables_entry")
    second.kill()
    until(lambda: first.state()["leads"])
    assert tap(first, table, "tap-7", 8) == 9


def test_one_that_was_replaced_while_it_slept_answers_no_tap(both: tuple[UpHouse, UpHouse]) -> None:
    first, second = both
    table = call(first, "/api/tables", NEW)
    first.pause()
    until(lambda: second.state()["leads"])
    first.go_on()
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        tap(first, table, "too late", 1)
    until(lambda: "Fetching" in first.log())
    assert tap(second, table, "in time", 1) == 2
    until(lambda: first.rows("tables_entry") == second.rows("tables_entry"))


ORDERS = """
import datetime
from django.utils import timezone
from companion.shop import tasks
from companion.shop.models import Printer
from tests.shop.orders import order
Printer.objects.create(name="Hall", dx=1.25, measured=True)
def later(name, **wait):
    one = order(name)
    job = tasks.Job(name=name, order=one.as_json(), digest=one.digest, total=3)
    return tasks.put_down(job, timezone.now() + datetime.timedelta(**wait)).key
print(tasks.begin(order("missions")).key, later("deck", seconds=15), later("markers", days=1))
"""


def works(house: UpHouse) -> dict[str, str]:
    """What state each long work of its shop is in, by its key."""
    return dict(house.rows("(SELECT key, state FROM shop_job)", "shop.sqlite3"))


def test_printers_and_long_work_are_the_second_s_too(both: tuple[UpHouse, UpHouse]) -> None:
    first, second = both
    soon, waits, late = first.manage("shell", "-v", "0", "-c", ORDERS).split()
    until(lambda: works(second).get(soon) == "done" and waits in works(second))
    assert first.rows("shop_printer", "shop.sqlite3") == second.rows("shop_printer", "shop.sqlite3")
    file = f"/print/jobs/{soon}.pdf"
    assert urllib.request.urlopen(second.url + file).read() == urllib.request.urlopen(first.url + file).read()
    first.kill()
    until(lambda: second.state()["leads"] and works(second)[waits] == "done")
    assert works(second)[late] == "waiting"


def test_a_house_that_lost_its_follower_says_so_and_goes_on(both: tuple[UpHouse, UpHouse]) -> None:
    first, second = both
    table = call(first, "/api/tables", NEW)
    second.kill()
    assert tap(first, table, "alone", 1) == 2
    assert "does not answer since" in first.log()
    assert tap(first, table, "alone still", 2) == 3
    second.words = []
    second.start()
    until(lambda: "is there again" in first.log())
    assert tap(first, table, "together", 3) == 4
    assert first.rows("tables_entry") == second.rows("tables_entry")


def test_no_stranger_follows(both: tuple[UpHouse, UpHouse]) -> None:
    first, _ = both
    for path in ("whole", "keys", "lines?after=0"):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            call(first, f"/house/beside/{path}", token="guessed")
    wrong = {"code": "BCDF-BCDF-BCDF-BCDF", "port": 1, "edition": edition_of(first), "safe": True}
    with pytest.raises(urllib.error.HTTPError, match="403"):
        call(first, "/house/beside/join", wrong)


def edition_of(house: UpHouse) -> str:
    return house.manage(
        "shell", "-v", "0", "-c", "from companion.beside.following import edition; print(edition())"
    ).strip()


@pytest.mark.thorough
def test_a_screen_goes_over_with_its_seat_and_the_tap_that_waits(
    browser: Browser, both: tuple[UpHouse, UpHouse]
) -> None:
    war = Recorded(**json.loads((HERE / "war.json").read_text("utf-8")))
    first, second = both
    table, action = Opened(first.url, war.setup), war.actions[0]
    page = browser.new_context().new_page()
    secret = table.tokens[action["side"]]
    page.context.add_cookies([{"name": "companion_device", "value": secret, "url": first.url}])
    with page.expect_response("**/house/beside/way"):
        page.goto(f"{first.url}/t/{table.code}/")
    before = version(page)
    first.kill()
    page.locator(f'input[value="{action["keep"][0]}"]').check()
    page.get_by_role("button", name="Keep the ticked missions").click()
    expect(page.locator("#outbox")).to_contain_text("waiting")
    until(lambda: second.state()["leads"])
    page.wait_for_url(f"{second.url}/t/{table.code}/**")
    wait_for(page, before + 1)
    expect(page.locator("#outbox")).to_be_hidden()
    table.url = second.url
    assert table.state(action["side"])["missions"][action["side"]]["count"] == 1
    assert version(page) == before + 1
    page.context.close()


SWITCH, NET, NUMBERS = "houses", "10.199.7.", (2, 3)
ASKS = """
import sys
from zeroconf import Zeroconf
from zeroconf._services.info import AddressResolver
net, resolver = Zeroconf(interfaces=[sys.argv[1]]), AddressResolver(sys.argv[2] + ".local.")
resolver.request(net, 1500)
print(*resolver.parsed_addresses())
net.close()
"""
TAPS = """
import json, sys, urllib.request as u
url, token, body = sys.argv[1:]
ask = u.Request(url, body.encode(), {"Content-Type": "application/json", "Authorization": "Bearer " + token})
print(json.load(u.urlopen(ask, timeout=30))["version"])
"""


def run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def clear() -> None:
    """Take away what anybody left: a cable stays while something runs at its end, a switch after a kill."""
    cables = [("link", "del", f"cable{number}") for number in NUMBERS]
    rooms = [("netns", "del", name) for name in (SWITCH, *(f"house{number}" for number in NUMBERS))]
    for words in (*cables, *rooms, ("link", "del", SWITCH)):
        subprocess.run(["ip", *words], capture_output=True, check=False)


class There(UpHouse):
    """A house in a namespace of its own, with a cable to the switch; it has a name, and no way out."""

    def __init__(self, home: Path, number: int) -> None:
        super().__init__(home, f"{NET}{number}")
        self.where, self.cable = f"house{number}", f"cable{number}"
        self.env["COMPANION_NAME"] = "companion"
        self.runs = ("ip", "netns", "exec", self.where)
        run("ip", "netns", "add", self.where)
        run("ip", "link", "add", self.cable, "type", "veth", "peer", "name", "net", "netns", self.where)
        run("ip", "link", "set", self.cable, "master", SWITCH, "up")
        run(*self.runs, "ip", "addr", "add", f"{self.host}/24", "dev", "net")
        for each in ("lo", "net"):
            run(*self.runs, "ip", "link", "set", each, "up")
        run(*self.runs, "ip", "route", "add", "224.0.0.0/4", "dev", "net")

    def tap(self, table: dict[str, object], key: str, seen: int) -> int:
        """By somebody who sits on that side of the cable."""
        token = table["seats"][0]["token"]  # type: ignore[index]
        tap = {"action": {"type": "add", "side": "red", "count": 1}, "seen": seen, "key": key}
        at = f"{self.url}/api/tables/{table['code']}/actions"
        return int(run(*self.runs, sys.executable, "-c", TAPS, at, token, json.dumps(tap)))

    def cut(self, *, again: bool = False) -> None:
        """Pull the cable, or put it in again."""
        run("ip", "link", "set", self.cable, "up" if again else "down")


@pytest.fixture
def switch() -> Iterator[None]:
    """What all cables lead to; there is one at a time on this machine."""
    with (Path(gettempdir()) / "houses.lock").open("w") as turn:
        flock(turn, LOCK_EX)
        try:
            clear()
            run("ip", "netns", "add", SWITCH)
            run("ip", "netns", "del", SWITCH)
            run("ip", "link", "add", SWITCH, "type", "bridge")
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("Only root has namespaces of a network: run this as root, with iproute2.")
        try:
            run("ip", "addr", "add", f"{NET}1/24", "dev", SWITCH)
            run("ip", "link", "set", SWITCH, "up")
            yield
        finally:
            clear()


@pytest.fixture
def houses(switch: None, tmp_path: Path, furnished: Path) -> Iterator[tuple[There, There]]:
    copytree(furnished, tmp_path / "first")
    both = There(tmp_path / "first", NUMBERS[0]), There(tmp_path / "second", NUMBERS[1])
    try:
        yield both
    finally:
        for each in both:
            each.kill()
            each.place.close()
        print(*(file.read_text() for file in tmp_path.glob("*/server.log")))


def led_to(name: str, place: There) -> str:
    """Where a device at that place is led by the name."""
    return run(*place.runs, sys.executable, "-c", ASKS, place.host, name)


@pytest.mark.thorough
def test_the_second_house_takes_the_name_of_the_first(houses: tuple[There, There]) -> None:
    first, second = houses
    first.start()
    until(lambda: led_to("companion", second) == first.host)
    second.follow(first)
    until(lambda: led_to("companion-2", first) == second.host)
    first.kill()
    until(lambda: led_to("companion", first) == second.host)
    assert second.state()["leads"]


@pytest.mark.thorough
def test_where_the_cable_between_is_cut_both_go_on_and_the_later_one_leads(
    houses: tuple[There, There],
) -> None:
    first, second = houses
    first.start()
    second.follow(first)
    table = call(first, "/api/tables", NEW)
    assert first.tap(table, "both", 1) == 2
    first.cut()
    assert first.tap(table, "apart", 2) == 3, "Nobody else is there: it goes on alone."
    until(lambda: second.state()["leads"])
    assert second.tap(table, "true", 2) == 3
    assert second.tap(table, "and on", 3) == 4
    first.words = []
    first.cut(again=True)
    until(lambda: first.state().get("in_step"))
    assert first.rows("tables_entry") == second.rows("tables_entry")
    until(lambda: list((second.home / "apart").glob("*.json")))
    (told,) = (json.loads(file.read_text()) for file in (second.home / "apart").glob("*.json"))
    assert (told["table"], told["common"], told["lines"]) == (table["code"], 2, 3)


@pytest.mark.thorough
def test_a_guest_s_house_needs_no_way_out(houses: tuple[There, There]) -> None:
    house, guest = houses
    house.start()
    routes = run(*house.runs, "ip", "route")
    assert "default" not in routes
    assert house.host in house.log(), "The code to scan holds the number on this network."
    table = call(house, "/api/tables", {**NEW, "system": "tally"})
    assert house.tap(table, "guest", 1) == 2
    until(lambda: led_to("companion", guest) == house.host)
