"""Two houses on machines of their own, as far as a kernel makes them: namespaces, with a cable between."""

import json
import subprocess
import sys
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from shutil import copytree
from tempfile import gettempdir

import pytest

from tests.beside.pair import UpHouse, until
from tests.chaos.storm import NEW
from tests.conftest import ROOT, call

pytestmark = pytest.mark.thorough
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
    """Take away cables and namespaces, whoever left them: a cable stays while something runs at its end."""
    for number in NUMBERS:
        for words in (("link", "del", f"cable{number}"), ("netns", "del", f"house{number}")):
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
    turn = (Path(gettempdir()) / "houses.lock").open("w")
    flock(turn, LOCK_EX)
    try:
        clear()
        run("ip", "netns", "add", SWITCH)
        run("ip", "netns", "del", SWITCH)
        run("ip", "link", "add", SWITCH, "type", "bridge")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("Namespaces of the network are root's: run this file as root, where there is iproute2.")
    try:
        run("ip", "addr", "add", f"{NET}1/24", "dev", SWITCH)
        run("ip", "link", "set", SWITCH, "up")
        yield
    finally:
        clear()
        run("ip", "link", "del", SWITCH)
        turn.close()


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


def test_the_second_house_takes_the_name_of_the_first(houses: tuple[There, There]) -> None:
    first, second = houses
    first.start()
    until(lambda: led_to("companion", second) == first.host)
    second.follow(first)
    until(lambda: led_to("companion-2", first) == second.host)
    first.kill()
    until(lambda: led_to("companion", first) == second.host)
    assert second.state()["leads"]


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


def test_a_guest_s_house_needs_no_way_out(houses: tuple[There, There]) -> None:
    house, guest = houses
    house.start()
    routes = run(*house.runs, "ip", "route")
    assert "default" not in routes
    assert house.host in house.log(), "The code to scan holds the number on this network."
    table = call(house, "/api/tables", {**NEW, "system": "tally"})
    assert house.tap(table, "guest", 1) == 2
    until(lambda: led_to("companion", guest) == house.host)
