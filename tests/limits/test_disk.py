"""A full disk is said on every screen before it is full; then taps wait, and nothing answered is lost."""

import json
import os
import shutil
import urllib.error
import urllib.request
from types import SimpleNamespace

import pytest
from django.test import Client

from companion.limits import disk
from tests.conftest import House
from tests.tables.test_bell import ADD, NEW, Ear, call

NARROW = "from companion import settings; settings.DATABASES['default']['OPTIONS']['init_command'] += "
SCARCE = """
import shutil, types
shutil.disk_usage = lambda _: types.SimpleNamespace(free=49 * 2**20)
"""


@pytest.mark.parametrize(
    ("megabytes", "said"),
    [(500, ""), (199, "Less than 200 MB"), (49, "Less than 50 MB"), (3, "Less than 10 MB"), (0, "full")],
)
def test_the_disk_is_spoken_of_before_it_is_full(
    monkeypatch: pytest.MonkeyPatch, megabytes: int, said: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=megabytes * disk.MB))
    monkeypatch.setattr(disk, "EVERY", -1.0)
    assert said in disk.words()
    assert bool(disk.words()) == bool(said)
    page = Client().get("/about/").content.decode()
    assert disk.words() in page
    assert ('role="status" hidden' in page) is not bool(said)


def test_a_live_screen_hears_of_it_on_its_stream(empty_house: House) -> None:
    empty_house.first, empty_house.application = SCARCE, "tests.tables.asgi:application"
    empty_house.start()
    table = call(empty_house, "/api/tables", NEW)
    ear = Ear(empty_house, table["code"], table["seats"][0]["token"])
    ear.wait_for(1)
    told = [json.loads(data) for name, data, _ in ear.heard if name == "house"]
    assert told == ["Less than 50 MB are left on the disk of this house. Make room before it is full."]


@pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="SQLite's file is kept from growing")
def test_on_a_full_disk_nothing_answered_is_lost_and_what_waits_is_taken_later(empty_house: House) -> None:
    house, kept = empty_house, empty_house.home / "companion.sqlite3"
    house.application = "tests.tables.asgi:application"
    house.start()
    table = call(house, "/api/tables", NEW)
    code, token = table["code"], table["seats"][0]["token"]
    house.kill()
    house.first = NARROW + f"'PRAGMA max_page_count={kept.stat().st_size // 4096 + 2};'"
    house.start()
    answered, refusal = tap_until_refused(house, code, token)
    assert refusal.code == 507
    assert json.load(refusal)["error"] == {"code": "disk_full", "path": "", "message": disk.FULL}
    with urllib.request.urlopen(house.url + "/about/", timeout=10) as page:
        assert page.status == 200
    assert call(house, f"/api/tables/{code}", token=token)["version"] == answered
    house.kill()
    house.first = ""
    house.start()
    again = {"action": ADD, "seen": answered, "key": f"tap-{answered}"}
    assert call(house, f"/api/tables/{code}/actions", again, token)["version"] == answered + 1
    assert call(house, f"/api/tables/{code}", token=token)["state"]["total"] == answered


def tap_until_refused(house: House, code: str, token: str) -> tuple[int, urllib.error.HTTPError]:
    """Tap and tap: the last version that was answered, and the refusal after it."""
    for seen in range(1, 500):
        tap = {"action": ADD, "seen": seen, "key": f"tap-{seen}"}
        try:
            call(house, f"/api/tables/{code}/actions", tap, token)
        except urllib.error.HTTPError as error:
            return seen, error
    raise AssertionError("The disk never filled.")


def test_a_form_that_cannot_be_kept_is_answered_with_a_page(settings: object) -> None:
    settings.MIDDLEWARE = ["companion.limits.refusals.FullDisk"]  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = "tests.limits.full"  # type: ignore[attr-defined]
    answer = Client().post("/form/")
    assert answer.status_code == 507
    assert "The disk of this house is full" in answer.content.decode()
    assert answer["Retry-After"] == "5"
    with pytest.raises(OSError, match="something else"):
        Client().post("/other/")
