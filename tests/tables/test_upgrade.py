"""An upgrade under taps: workers become the new edition one after the other, and no tap is lost."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.beside.pair import until
from tests.chaos.storm import LINES, NEW, Hand, Place, tapping
from tests.conftest import ROOT, House, call

pytestmark = pytest.mark.skipif(not os.environ.get("DATABASE_URL"), reason="Workers want PostgreSQL.")
MAIN = """
import sys
sys.path.insert(0, {root!r})
if __name__ == "__main__":
    from functools import partial
    from companion import serving
    serving.serve = partial(serving.serve, application="tests.tables.asgi:application")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
"""
MIGRATION = """
from django.db import migrations
class Migration(migrations.Migration):
    dependencies = [("tables", {last!r})]
    operations = [migrations.RunSQL("SELECT 1")]
"""


class Installed:
    """A house in a folder of its own, in which another edition can be laid."""

    def __init__(self, house: House, root: Path) -> None:
        self.house, self.root, self.url = house, root, house.url
        for folder in ("companion", "campaigns", "static", "templates", "tests"):
            copytree(ROOT / folder, root / folder, ignore=ignore_patterns("__pycache__", "bench", "e2e"))
        (root / "manage.py").write_bytes((ROOT / "manage.py").read_bytes())
        (root / "up.py").write_text(MAIN.format(root=str(root)))

    def up(self) -> None:
        words = ["up", "--host", "127.0.0.1", "--port", str(self.house.port), "--workers", "3", "--no-worker"]
        around = {**self.house.env, "COMPANION_NAME": "", "COMPANION_COPIES_AT": "never"}
        log = (self.house.home / "server.log").open("ab")
        self.house.process = subprocess.Popen(
            [sys.executable, "up.py", *words], cwd=self.root, env=around, stdout=log, stderr=log
        )
        until(self.edition)

    def edition(self) -> str:
        """As a page tells it; "" where none is answered."""
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/about/", timeout=5) as page:
            return re.search(r'data-edition="([^"]+)"', page.read().decode())[1]  # type: ignore[index]
        return ""

    def renew(self) -> None:
        assert self.house.process
        self.house.process.send_signal(signal.SIGHUP)

    def is_renewed(self, before: str) -> bool:
        """Whether each of many pages is of one other edition."""
        said = {self.edition() for _ in range(12)}
        return len(said) == 1 and not said & {before, ""}

    def has(self, edition: str) -> bool:
        """Whether a file of that edition is had from every worker."""
        file = f"{self.url}/static/{edition}/js/live.js"
        with suppress(urllib.error.HTTPError):
            return {urllib.request.urlopen(file).status for _ in range(9)} == {200}
        return False


@pytest.fixture
def installed(empty_house: House, tmp_path: Path) -> Iterator[Installed]:
    made = Installed(empty_house, tmp_path / "installed")
    made.up()
    yield made
    empty_house.stop()
    print((empty_house.home / "server.log").read_text())


def test_no_tap_is_lost_while_workers_become_another_edition(installed: Installed) -> None:
    tables = [call(installed.house, "/api/tables", NEW) for _ in range(2)]
    places = [Place(installed.url, table["code"], table["seats"][0]["token"]) for table in tables]
    hands = [Hand(place, place.code) for place in places]
    with tapping(hands, 0.1):
        first = installed.edition()
        with (installed.root / "static" / "css" / "rooms.css").open("a") as sheet:
            sheet.write("/* another edition */")
        installed.renew()
        until(lambda: installed.is_renewed(first))
        second, refused = installed.edition(), {code for hand in hands for code in hand.refused}
        assert installed.has(first), "A page that is open still has what it is made of."
        assert installed.has(second)
        assert not refused - {409, 502, 503}
        folder = installed.root / "companion" / "tables" / "migrations"
        last = max(file.stem for file in folder.glob("0*.py"))
        (folder / "9999_nothing.py").write_text(MIGRATION.format(last=last))
        with (installed.root / "static" / "css" / "rooms.css").open("a") as sheet:
            sheet.write("/* and one with other tables */")
        installed.renew()
        until(lambda: installed.is_renewed(second))
        time.sleep(0.5)
    said = installed.house.manage("shell", "-v", "0", "-c", f"import tests.tables.asgi\n{LINES}")
    there = {key: (code, number) for code, number, key in json.loads(said)["rows"]}
    told = {key: (hand.place.code, at) for hand in hands for key, at in hand.answered.items()}
    assert len(there) == len(json.loads(said)["rows"]), "None is there twice."
    assert {key: there.get(key) for key in told} == told
    assert sum(hand.made for hand in hands) == len(told)
