"""Another house carries on: every line is there before the tap is answered, and one of the two leads."""

import time
import urllib.error
import urllib.request

import pytest

from tests.beside.pair import UpHouse, until
from tests.chaos.storm import NEW
from tests.conftest import call

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
