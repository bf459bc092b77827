"""What is sent to browsers, and an upgrade under taps, in which no tap is lost."""

import gzip
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any
from urllib.parse import urljoin

import brotli
import pytest
from django.conf import settings
from django.http import HttpResponse
from django.templatetags.static import static
from django.test import Client
from PIL import Image

from companion.settings import edition
from companion.static_files import SCRIPTS, SHEETS, pack
from tests.beside.pair import until
from tests.chaos.storm import LINES, NEW, Hand, Place, tapping
from tests.conftest import ROOT, House, call
from tests.tables.conftest import Person, Table

VENDOR = settings.HOUSE / "static" / "vendor" / "htmx"
TEMPLATES = sorted((settings.HOUSE / "templates" / "tables").glob("*.html"))
STYLES = sorted(
    [
        *(settings.HOUSE / "static" / "css").glob("*.css"),
        *(settings.HOUSE / "companion" / "games").glob("*/static/*/*.css"),
    ]
)


def test_htmx_is_the_vendored_file_with_its_licence() -> None:
    wanted, name = (VENDOR / "SHA256SUMS").read_text().split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == wanted
    assert "Zero-Clause BSD" in (VENDOR / "LICENSE").read_text()
    assert "4.0.1" in (VENDOR / "README.md").read_text()


@pytest.mark.parametrize("page", TEMPLATES, ids=lambda path: path.name)
def test_no_page_holds_a_script_or_a_style_of_its_own(page: Path) -> None:
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page.read_text())


@pytest.mark.parametrize("sheet", STYLES, ids=lambda path: path.name)
def test_a_sheet_draws_with_named_colours_and_wins_by_its_layer(sheet: Path) -> None:
    rules = re.sub(r"/\*.*?\*/|url\([^)]*\)", "", sheet.read_text(), flags=re.DOTALL)
    drawn = re.sub(r"--[\w-]+:[^;}]*", "", rules)
    assert not re.findall(r":[^;{}]*(#[0-9a-f]{3,8}\b|rgba?\()[^;{}]*[;}]", drawn, re.IGNORECASE)
    assert "!important" not in rules
    named = re.search(r"@layer ([\w, ]+);", (settings.HOUSE / "static" / "css" / "tokens.css").read_text())
    assert named
    assert {*re.findall(r"@layer (\w+) {", rules)} <= {*named[1].split(", ")}


def test_scripts_use_nothing_that_plain_http_lacks() -> None:
    for path in sorted((settings.HOUSE / "static" / "js").glob("*.js")):
        # What is asked for first may be lacking.
        code = re.sub(r"//.*|if \(navigator\.clipboard\).*", "", path.read_text())
        for lacking in ("randomUUID", "serviceWorker", "navigator.clipboard", "crypto.subtle", "caches."):
            assert lacking not in code, f"{path.name}: {lacking}"


def test_a_page_of_a_table_forbids_scripts_from_elsewhere(table: Table, alice: Person) -> None:
    policy = alice.browser.get(f"/t/{table.code}/")["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "unsafe" not in policy


def test_a_file_is_kept_for_good_under_its_edition_and_another_edition_has_another_name(
    db: None, tmp_path: Path
) -> None:
    file = Client().get(static("css/tokens.css"))
    assert static("css/tokens.css") == f"/static/{settings.EDITION}/css/tokens.css"
    assert "immutable" in file["Cache-Control"]
    (tmp_path / "a.css").write_text("a {}")
    first = edition([tmp_path])
    assert first == edition([tmp_path])
    (tmp_path / "a.css").write_text("b {}")
    assert first != edition([tmp_path])


UNPACK: Mapping[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}


@pytest.fixture
def packed(settings: Any, tmp_path: Path) -> Path:
    """A house whose files lie packed in its home."""
    settings.STATIC_ROOT = tmp_path / "static" / settings.EDITION
    pack()
    return Path(settings.STATIC_ROOT)


@pytest.mark.parametrize("encoding", UNPACK)
@pytest.mark.parametrize("name", ["css/house.css", "css/table.css", "js/page.js", "icons/icons.svg"])
def test_a_packed_house_sends_the_same_bytes_packed_and_kept_for_good(
    packed: Path, encoding: str, name: str
) -> None:
    sheets = json.loads(SHEETS.read_text()).get(Path(name).stem, [name])
    plain = b"\n".join((settings.HOUSE / "static" / each).read_bytes() for each in sheets)
    answer = Client().get(static(name), headers={"Accept-Encoding": encoding})
    assert answer.get("Content-Encoding", "") == encoding
    assert "immutable" in answer["Cache-Control"]
    assert answer["Vary"] == "Accept-Encoding"
    assert UNPACK[encoding](answer.content) == plain
    assert not encoding or len(answer.content) < len(plain) / 2


def test_a_house_joins_its_sheets_where_it_is_packed_and_not_before(
    db: None, settings: Any, tmp_path: Path
) -> None:
    def linked() -> list[str]:
        return re.findall(
            r'rel="stylesheet" href="/static/\w+/(.*?)"', Client().get("/about/").content.decode()
        )

    settings.STATIC_ROOT = tmp_path / "static" / settings.EDITION
    assert linked() == json.loads(SHEETS.read_text())["house"]
    assert all(Client().get(static(sheet)).status_code == 200 for sheet in linked())
    for beside in ("of-another-edition", "half-of-another-process"):
        (tmp_path / "static" / beside).mkdir(parents=True)
    pack()
    assert linked() == ["css/house.css"]
    names = {each.name for each in (tmp_path / "static").iterdir()}
    assert names == {settings.EDITION, "half-of-another-process"}, (
        "What is being laid is left to who lays it."
    )


def test_a_table_has_one_script_where_the_house_is_packed(
    table: Table, alice: Person, settings: Any, tmp_path: Path
) -> None:
    def named() -> list[str]:
        page = alice.browser.get(f"/t/{table.code}/").content.decode()
        return re.findall(r'<script src="/static/\w+/(js/.*?)" type="module"', page)

    settings.STATIC_ROOT = tmp_path / "static" / settings.EDITION
    assert named() == json.loads(SCRIPTS.read_text())["table"]
    pack()
    assert named() == ["js/table.js"]
    script = (Path(settings.STATIC_ROOT) / "js" / "table.js").read_text("utf-8")
    assert not re.search(r"^(import|export)\b", script, re.M), "Each stands in a room of its own."
    assert script.count("const of_") == len(json.loads(SCRIPTS.read_text())["table"])


def test_a_page_of_another_edition_that_asks_for_a_part_is_loaded_anew(table: Table, alice: Person) -> None:
    def asked(made: str) -> HttpResponse:
        return alice.browser.get(f"/t/{table.code}/", headers={"HX-Request": "true", "Edition": made})

    assert asked("before")["HX-Refresh"] == "true"
    assert not asked("before").content
    assert "HX-Refresh" not in asked(settings.EDITION)
    assert settings.EDITION in alice.browser.get(f"/t/{table.code}/").content.decode()
    bell = alice.browser.get(f"/t/{table.code}/bell/", {"at": f"/t/{table.code}/", "edition": "before"})
    assert bell.content == b"event: renewed\ndata: renewed\n\n"


@pytest.mark.django_db(databases="__all__")
def test_a_device_may_lay_the_house_on_its_home_screen() -> None:
    page = Client().get("/about/").text
    there = re.search(r'rel="manifest" href="([^"]+)"', page)
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert there
    assert touch
    answer = Client().get(there[1])
    assert answer["Content-Type"].startswith("application/manifest+json")
    manifest = json.loads(answer.content)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    pictures = {urljoin(there[1], icon["src"]): icon["sizes"] for icon in manifest["icons"]}
    for address, sizes in {**pictures, touch[1]: "180x180"}.items():
        icon = Client().get(address)
        assert icon.status_code == 200, address
        if sizes != "any":
            assert "{}x{}".format(*Image.open(BytesIO(icon.content)).size) == sizes
    assert all(Client().get(each["url"]).status_code == 200 for each in manifest["shortcuts"])


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


@pytest.mark.skipif(not os.environ.get("DATABASE_URL"), reason="Workers want PostgreSQL.")
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
