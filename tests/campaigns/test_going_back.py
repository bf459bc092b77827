"""Going back to a copy: said first, what is here kept first, and the house comes up again by itself."""

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client

from campaigns.carrying import _empty, back_up
from campaigns.carrying.going_back import changes, go_back
from companion import copies
from companion.caretaking import keepers
from companion.caretaking.orders import order
from companion.engine.errors import IllegalAction
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from tests.campaigns.conftest import fought
from tests.conftest import PATIENCE, ROOT, House

NIGHT = datetime(2026, 11, 24, 4, tzinfo=UTC)
DATABASES = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def copy(tmp_path: Path, settings: Any) -> Path:
    """A copy of a house with a war of sixty lines."""
    settings.HOME, settings.COPIES, settings.COPIES_TOO = tmp_path, tmp_path / "copies", None
    fought(60)
    return Path(settings.COPIES) / copies.make(back_up, NIGHT).name


def opened(title: str) -> Table:
    return open_table(Opening(system="scarper", title=title, kind="open"))


@DATABASES
def test_what_would_change_is_said_thing_by_thing(copy: Path) -> None:
    assert list(changes(copy)) == []
    war = Table.objects.get()
    Entry.objects.filter(table=war, number=war.version)._raw_delete("default")  # type: ignore[attr-defined]
    opened("Thursday")
    said = list(changes(copy))
    assert any("1 line more" in line for line in said)
    assert any("“Thursday” goes: it is newer than the copy, with 1 line." in line for line in said)
    with transaction.atomic():
        _empty()
    assert any("comes back, with" in line for line in changes(copy))


@DATABASES
def test_nothing_that_is_here_is_lost_by_going_back_and_there_and_back_is_nothing(copy: Path) -> None:
    opened("Thursday")
    before = sorted(Table.objects.values_list("code", "version"))
    rows, kept = go_back(copy)
    assert rows > 60
    assert list(changes(copy)) == []
    assert Table.objects.count() == 1
    again = opened("Friday")
    assert again.pk
    there = copy.parent / kept.name
    go_back(there)
    assert sorted(Table.objects.values_list("code", "version")) == before
    assert list(changes(there)) == []


@DATABASES
@pytest.mark.sampled
def test_the_copy_of_the_same_day_stays_and_the_oldest_may_be_gone_back_to(copy: Path) -> None:
    now = datetime.now().astimezone()
    today = copies.make(back_up, now - timedelta(seconds=5))
    _, first = go_back(copy.parent / today.name)
    opened("Thursday")
    go_back(copy.parent / today.name)
    assert (copy.parent / today.name).exists()
    assert (copy.parent / first.name).exists(), "what was gone back from an hour ago is there"


@DATABASES
def test_where_what_is_here_cannot_be_kept_nothing_is_changed(
    copy: Path, settings: Any, tmp_path: Path
) -> None:
    opened("Thursday")
    settings.COPIES = tmp_path / "a file"
    settings.COPIES.write_text("in the way")
    with pytest.raises(IllegalAction, match="nothing was changed"):
        go_back(copy)
    assert Table.objects.count() == 2


@DATABASES
def test_a_stranger_orders_nothing_and_a_house_that_cannot_come_up_again_says_how(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_UP", raising=False)
    there = f"/house/copies/{copy.name}/"
    stranger, keeper = Client(), Client()
    assert {stranger.get(there).status_code, stranger.post(there).status_code} == {403}
    assert stranger.get("/house/copies/done/").status_code == 403
    keeper.post("/house/key/", {"code": keepers.key()})
    assert "restore --instead" in keeper.post(there).text
    assert order() is None
    for name in ("house-2020-01-01-040000.backup", "..", "keepers.json"):
        assert keeper.get(f"/house/copies/{name}/").status_code == 404


class Up:
    """A house that `up` keeps, and its keeper's browser."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        command = [sys.executable, "manage.py", "up", "--host", "127.0.0.1", "--port", str(house.port)]
        house.place.close()
        around = {**house.env, "COMPANION_COPIES_AT": "never"}
        log = (house.home / "up.log").open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, env=around, stdout=log, stderr=log)

    def ask(self, path: str, **form: str) -> str:
        data = urlencode(form).encode() if form else None
        try:
            answer = self.browser.open(self.house.url + path, data, timeout=PATIENCE)
        except HTTPError as refused:
            answer = refused
        return str(answer.read().decode())

    def until[T](self, found: Callable[[], T]) -> T:
        """What it answers, once it does."""
        until = time.monotonic() + 4 * PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError):
                if answer := found():
                    return answer
            time.sleep(0.3)
        raise AssertionError((self.house.home / "up.log").read_text())

    def post(self, path: str, **form: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.ask(path))
        assert token
        to = "/house/key/" if "code" in form else path
        return self.ask(to, csrfmiddlewaretoken=token[1], **form)


@pytest.fixture
def up(empty_house: House) -> Iterator[Up]:
    running = Up(empty_house)
    yield running
    running.process.terminate()
    running.process.wait(PATIENCE)


TABLE = (
    "from companion.tables.lobby import Opening, open_table as o;"
    "print(o(Opening(system='scarper', title='{}', kind='open')).code)"
)


@pytest.mark.thorough
def test_a_house_in_service_goes_back_and_comes_up_again_by_itself(up: Up) -> None:
    house = up.house
    up.until(lambda: up.ask("/about/"))
    first = house.manage("shell", "--verbosity", "0", "-c", TABLE.format("First")).strip()
    house.manage("backup")
    second = house.manage("shell", "--verbosity", "0", "-c", TABLE.format("Second")).strip()
    up.post("/house/", code=house.manage("key").split("is\n")[1].split()[0])
    there = re.search(r'href="(/house/copies/house-[^"]+)"', up.ask("/house/"))
    assert there
    assert "“Second” goes" in up.ask(there[1])
    edition = re.search(r'data-edition="(\w+)"', up.ask("/house/"))
    assert "Going back" in up.post(there[1])
    said = up.until(lambda: "Gone back to" in (page := up.ask("/house/")) and page)
    assert "rows are back; what was here lies in house-" in said
    assert up.process.poll() is None, "the same process all the while"
    codes = house.manage(
        "shell", "--verbosity", "0", "-c",
        "from companion.tables.models import Table; print(*Table.objects.values_list('code', flat=True))",
    ).split()  # fmt: skip
    assert (first in codes, second in codes) == (True, False)
    assert edition
    assert f'data-edition="{edition[1]}"' not in said, "open pages are loaded anew"
    assert os.environ.get("DATABASE_URL") or "up.lock" in os.listdir(house.home)
