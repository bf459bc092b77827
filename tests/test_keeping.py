"""A house that keeps itself: copies that are tried, a name on the network, a service of its machine."""

import json
import os
import plistlib
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import ServiceInfo, Zeroconf
from zeroconf._services.info import AddressResolver

from campaigns.carrying import back_up
from companion import copies, serving
from companion.announcing import ANNOUNCER, KIND, Announcer, by_name
from companion.copies import before_upgrade, due, make, worth_keeping
from companion.management.commands.keep import service
from companion.tables import seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.views.entrance import way_in
from tests.conftest import ROOT, House

NIGHT = datetime(2026, 11, 24, 4, tzinfo=UTC)

TIMES = st.datetimes(datetime(2024, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@given(st.lists(TIMES, max_size=80))
def test_days_weeks_and_months_stay_and_the_newest_always(times: list[datetime]) -> None:
    stay = worth_keeping(times)
    assert stay <= set(times)
    assert len(stay) <= 7 + 4 + 12
    assert not times or max(times) in stay
    assert worth_keeping(stay) == stay


def test_a_year_of_nights_leaves_seven_days_four_weeks_and_twelve_months() -> None:
    nights = [NIGHT - timedelta(days=n) for n in range(400)]
    stay = sorted(worth_keeping(nights), reverse=True)
    assert stay[:7] == nights[:7]
    assert len({f"{at:%Y-%m}" for at in stay}) == 12
    assert len(stay) <= 7 + 4 + 12 - 2


def test_a_copy_is_due_at_its_hour_or_soon_where_a_night_went_without_one() -> None:
    assert due(NIGHT + timedelta(hours=1), NIGHT, "04:00") == NIGHT + timedelta(days=1)
    assert due(NIGHT - timedelta(hours=1), NIGHT - timedelta(hours=20), "04:00") == NIGHT
    assert due(NIGHT, NIGHT - timedelta(days=3), "04:00") == NIGHT + timedelta(minutes=10)


DATABASES = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def kept(tmp_path: Path, settings: Any) -> Path:
    settings.COPIES, settings.COPIES_TOO = tmp_path / "copies", None
    return tmp_path / "copies"


@pytest.fixture
def page(kept: Path, transactional_db: None) -> Client:
    return Client()


def words(page: Client) -> str:
    return " ".join(page.get("/about/").text.split())


@DATABASES
def test_a_copy_comes_back_in_an_empty_house_before_it_counts(
    page: Client, kept: Path, tmp_path: Path
) -> None:
    assert "None has been made yet" in words(page)
    open_table(Opening(system="scarper", title="Thursday", kind="open"))
    copy = make(back_up, NIGHT)
    assert copy.journals == copies.copies()[0].journals == 1
    assert not copy.fault
    assert copy.proved
    assert (kept / copy.name).exists()
    assert "The last that was proved is of <b>24 November, 04:00</b>" in words(page)
    assert [path.name for path in kept.iterdir() if path.is_dir()] == [], (
        "the house that it was tried in is gone"
    )


@DATABASES
@pytest.mark.sampled
def test_what_does_not_come_back_is_told_and_stands_for_no_day(page: Client, kept: Path) -> None:
    good = make(back_up, NIGHT)

    def spoilt(file: Path) -> int:
        rows = back_up(file)
        file.write_bytes(file.read_bytes()[:-40])
        return rows

    bad = make(spoilt, NIGHT + timedelta(days=1))
    assert bad.fault
    assert not bad.proved
    assert [each.name for each in copies.copies()] == [bad.name, good.name]
    assert "is not to be relied on" in words(page)
    assert "proved is of <b>24 November, 04:00</b>" in words(page)
    make(back_up, NIGHT + timedelta(days=2))
    assert not (kept / bad.name).exists()


@DATABASES
def test_a_journal_that_cannot_be_read_is_told(page: Client, kept: Path) -> None:
    def breaks(file: Path) -> int:
        file.with_name(f"{file.name}.part").write_bytes(b"half")
        raise OperationalError("no such table: lines")

    assert make(breaks, NIGHT).fault == "It could not be written: no such table: lines."
    assert [path.name for path in kept.iterdir()] == [copies.LIST]


@DATABASES
@pytest.mark.sampled
def test_a_second_place_gets_each_copy_and_one_that_is_away_is_told(
    page: Client, kept: Path, tmp_path: Path, settings: Any
) -> None:
    settings.COPIES_TOO = tmp_path / "stick"
    away = make(back_up, NIGHT)
    assert (
        away.fault
        == "It could not be written: the second place is not to be written (No such file or directory)."
    )
    assert away.proved, "the first place has it all the same"
    settings.COPIES_TOO.mkdir()
    copy = make(back_up, NIGHT + timedelta(days=1))
    assert not copy.fault
    assert (settings.COPIES_TOO / copy.name).read_bytes() == (kept / copy.name).read_bytes()


def test_a_list_that_cannot_be_read_is_no_list(kept: Path) -> None:
    kept.mkdir()
    for text in ("", "{", "[1]", '[{"name": "x"}]', json.dumps([{"at": "never"}])):
        (kept / copies.LIST).write_text(text)
        assert copies.copies() == []


def test_before_an_upgrade_the_journals_file_is_kept_as_it_was(kept: Path, tmp_path: Path) -> None:
    database = tmp_path / "companion.sqlite3"
    before_upgrade(database, "none")
    assert not kept.exists(), "a new house has nothing to keep"
    with sqlite3.connect(database) as journal:
        journal.execute("CREATE TABLE lines (n)")
        journal.execute("INSERT INTO lines VALUES (1)")
    for edition in "abcd":
        before_upgrade(database, edition)
    assert len(list(kept.glob("before-*.sqlite3"))) == 3
    with sqlite3.connect(kept / "before-d.sqlite3") as copy:
        assert copy.execute("SELECT n FROM lines").fetchall() == [(1,)]


@pytest.mark.sampled
def test_a_house_in_service_copies_itself_by_one_command(new_house: House) -> None:
    assert "came back in an empty house" in new_house.manage("backup")
    rows = json.loads((new_house.home / "copies" / copies.LIST).read_text())
    assert [bool(row["proved"]) for row in rows] == [True]


@pytest.fixture
def number() -> str:
    """This machine's own on a network; without one there is nobody to tell a name to."""
    home = serving.addresses("0.0.0.0")[0]
    if ip_address(home).is_loopback:
        pytest.skip("This machine is on no network.")
    return home


NAME = f"house-{token_hex(4)}"

"""No other machine has it: this one may have a house in service."""


@pytest.fixture
def other(number: str) -> Iterator[Zeroconf]:
    """Another house's machine, which has the first name; a network that lets no names through is none."""
    net = Zeroconf(interfaces=[number])
    there = [ip_address("10.9.9.9").packed]
    net.register_service(
        ServiceInfo(KIND, f"{NAME}.{KIND}", port=80, addresses=there, server=f"{NAME}.local.")
    )
    second = Zeroconf(interfaces=[number])
    passes = heard(second, f"{NAME}.local")
    second.close()
    if not passes:
        net.close()
        pytest.skip("This network lets no names through.")
    yield net
    net.close()


def heard(net: Zeroconf, name: str) -> list[str]:
    """Where that name leads, as another machine hears it."""
    asked = AddressResolver(f"{name}.")
    asked.request(net, 1500)
    return [str(ip_address(each)) for each in asked.addresses]


@pytest.mark.sampled
def test_a_second_house_takes_the_next_name_and_gives_it_back(
    number: str, other: Zeroconf, settings: Any
) -> None:
    settings.NAME_HERE = NAME
    announcer, told = Announcer(), list[str]()
    announcer._announce([number], 8123, told.append)
    assert told == [f"http://{NAME}-2.local:8123/"]
    assert heard(other, announcer.name) == [number]
    announcer.stop()
    assert announcer.name == ""


@pytest.mark.parametrize(
    ("name", "home"), [("", "192.0.2.7"), ("companion", "127.0.0.1"), ("companion", "[::1]")]
)
def test_a_house_on_no_network_or_without_a_name_says_none(settings: Any, name: str, home: str) -> None:
    settings.NAME_HERE = name
    announcer = Announcer()
    announcer.start([home], 8000, pytest.fail)
    assert announcer._net is None


def test_a_code_to_scan_holds_the_number_and_the_name_stands_beside_it(
    monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    for host in (f"{number}:8000", "companion.local:8000"):
        monkeypatch.setattr(ANNOUNCER, "name", "companion.local")
        door = way_in(RequestFactory().get("/", headers={"Host": host}), "tables:join", "K7FQ2M")
        assert door["join_address"] == f"http://{number}:8000/join/K7FQ2M/"
        assert door["by_name"] == "http://companion.local:8000/join/K7FQ2M/"
        monkeypatch.setattr(ANNOUNCER, "name", "")
        assert by_name(door["join_address"]) == ""


@pytest.mark.parametrize("spot", ["", "Ada's house:trenches"])
@DATABASES
def test_the_hot_spot_stands_before_the_door_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, spot: str
) -> None:
    monkeypatch.setenv(serving.WIFI, spot)
    table, page = open_table(Opening(system="scarper", title="Thursday", kind="seated", waits=True)), Client()
    page.cookies[COOKIE] = secret = new_secret()
    seating.host(table, secret, "Ada's tablet")
    for room in ("lobby", "seats"):
        shown = page.get(f"/t/{table.code}/{room}/").text
        assert ("QR code of the Wi-Fi" in shown) == ("Ada&#x27;s house" in shown) == bool(spot)
        assert "trenches" not in shown


AROUND = {"COMPANION_HOME": 'a home with 100 % "air"', "COMPANION_INSIDE": "1", "PATH": "elsewhere"}


def test_a_unit_of_systemd_is_one_and_says_what_the_house_is_told(tmp_path: Path) -> None:
    made = service("linux", tmp_path, 8080, AROUND)
    assert made.file == tmp_path / ".config" / "systemd" / "user" / "companion.service"
    text = made.text.decode()
    assert 'Environment="COMPANION_HOME=a home with 100 %% \\"air\\""' in text
    assert "INSIDE" not in text
    assert "elsewhere" not in text
    assert text.count("Restart=always") == 1
    assert '"up" "--port" "8080"' in text
    if not shutil.which("systemd-analyze"):
        pytest.skip("This machine has no systemd to ask.")
    file = tmp_path / "companion.service"
    file.write_bytes(made.text)
    asked = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(file)]
    answer = subprocess.run(asked, capture_output=True, text=True)
    assert "companion.service" not in answer.stderr, answer.stderr


def test_a_mac_keeps_it_alive_and_windows_begins_it_when_its_owner_signs_in(tmp_path: Path) -> None:
    plist = plistlib.loads(service("darwin", tmp_path, 8000, AROUND).text)
    assert plist["ProgramArguments"][-3:] == ["up", "--port", "8000"]
    assert (plist["RunAtLoad"], plist["KeepAlive"]) == (True, True)
    assert plist["EnvironmentVariables"] == {"COMPANION_HOME": AROUND["COMPANION_HOME"]}
    task = service("win32", tmp_path, 8000, AROUND)
    assert task.file is None
    assert "ONLOGON" in task.begin[0]
    assert task.end[-1][:2] == ["schtasks", "/Delete"]


def keep(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "HOME": str(home), "COMPANION_HOME": str(home / "house"), "PATH": str(home)}
    command = [sys.executable, "manage.py", "keep", *words]
    return subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True)


@pytest.mark.skipif(sys.platform != "linux", reason="tried where systemd is")
def test_what_is_shown_is_not_done_and_a_machine_without_services_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / ".config" / "systemd" / "user" / "companion.service"
    shown = keep(tmp_path, "--show")
    assert str(file) in shown.stdout
    assert not file.exists()
    refused = keep(tmp_path)
    assert refused.returncode == 1
    assert "systemctl --user daemon-reload" in refused.stderr
    assert "--remove takes it back" in refused.stderr
    assert file.exists()
    gone = keep(tmp_path, "--remove")
    assert gone.returncode == 0
    assert not file.exists()
