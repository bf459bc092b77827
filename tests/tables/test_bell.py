"""The bell: who listens hears each tap, whichever process took it."""

import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from zlib import MAX_WBITS, decompressobj

import psycopg
import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from companion.tables.bell import (
    GZIP,
    HUB,
    Listener,
    Part,
    Picture,
    Presence,
    Ring,
    difference,
    packed,
    present,
)
from companion.tables.models import Token
from tests.conftest import ROOT, House, call
from tests.tables.conftest import Person, Table

NEW = {"system": "tally", "title": "Thursday", "setup": {}}
ADD = {"type": "add", "side": "red", "count": 1}


class Ear(threading.Thread):
    """Somebody who listens: every event, and when it came."""

    def __init__(self, house: House, code: str, token: str, last: int | None = None) -> None:
        super().__init__(daemon=True)
        headers = {"Authorization": f"Bearer {token}"} | (
            {"Last-Event-ID": str(last)} if last is not None else {}
        )
        request = urllib.request.Request(f"{house.url}/api/tables/{code}/bell", headers=headers)
        self.answer = urllib.request.urlopen(request, timeout=30)
        self.heard: list[tuple[str, str, float]] = []
        self.over = threading.Event()
        self.start()

    def run(self) -> None:
        name = ""
        try:
            for raw in self.answer:
                line = raw.decode().strip()
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    self.heard.append((name, line.removeprefix("data: "), time.monotonic()))
        except (OSError, ValueError, AttributeError):
            pass
        self.over.set()

    def versions(self) -> list[int]:
        return [int(data) for name, data, _ in list(self.heard) if name == "version"]

    def wait_for(self, version: int, patience: float = 5) -> float:
        until = time.monotonic() + patience
        while time.monotonic() < until:
            for name, data, at in list(self.heard):
                if name == "version" and int(data) >= version:
                    return at
            time.sleep(0.005)
        raise AssertionError(f"Version {version} was not heard, only {self.heard}.")


@contextmanager
def opened(house: House) -> Iterator[tuple[dict[str, Any], str, str]]:
    table = call(house, "/api/tables", NEW)
    yield table, table["code"], table["seats"][0]["token"]


def act(house: House, code: str, token: str, seen: int) -> Any:
    return call(house, f"/api/tables/{code}/actions", {"action": ADD, "seen": seen, "key": f"k{seen}"}, token)


def behind(house: House, statement: str) -> None:
    """Change the database from another process, without the bell."""
    names = "from companion.tables.models import Table, Token; from django.utils import timezone; "
    house.manage("shell", "-v", "0", "-c", names + statement)


@pytest.mark.sampled
def test_two_listeners_hear_each_tap_and_a_latecomer_what_it_missed(tally_house: House) -> None:
    house = tally_house
    with opened(house) as (table, code, token):
        ears = [Ear(house, code, token), Ear(house, code, table["seats"][1]["token"])]
        for ear in ears:
            ear.wait_for(1)
            assert ear.answer.headers["Content-Type"] == "text/event-stream"
            assert ear.answer.headers["Cache-Control"] == "no-cache"
            assert ear.answer.headers["X-Accel-Buffering"] == "no"
        for seen in range(1, 6):
            began = time.monotonic()
            act(house, code, token, seen)
            for ear in ears:
                assert ear.wait_for(seen + 1) - began < 1
        late = Ear(house, code, token, last=3)
        assert late.wait_for(6)
        assert late.versions() == [6]
        level = Ear(house, code, token, last=6)
        time.sleep(4.5)
        assert level.versions() == []
        beats = [at for name, _, at in level.heard if name == "beat"]
        assert len(beats) == 2
        assert 1.5 < beats[1] - beats[0] < 2.5
        for name, data, _ in ears[1].heard:
            assert name in ("version", "stir", "beat")
            assert data.isdigit()


def test_a_device_sent_away_hears_no_more(tally_house: House) -> None:
    house = tally_house
    with opened(house) as (_, code, token):
        ear = Ear(house, code, token)
        ear.wait_for(1)
        # Revoked behind the server's back: the reading once a second finds it.
        behind(house, "Token.objects.filter(role='seat').update(revoked_at=timezone.now())")
        assert ear.over.wait(4)
        assert ear.heard[-1][0] == "gone"
        with pytest.raises(urllib.error.HTTPError) as refused:
            Ear(house, code, token)
        assert refused.value.code == 403


def test_what_another_process_writes_is_heard_within_two_seconds(tally_house: House) -> None:
    house = tally_house
    with opened(house) as (_, code, token):
        ear = Ear(house, code, token)
        ear.wait_for(1)
        house.manage(
            "shell",
            "-v",
            "0",
            "-c",
            "from companion.tables.models import Table; Table.objects.update(version=2)",
        )
        ear.wait_for(2, patience=2.5)


def test_open_streams_hold_no_database_connection(empty_house: House) -> None:
    house = empty_house
    house.application = "tests.tables.asgi:application"
    house.start()
    with opened(house) as (_, code, token):
        ears = [Ear(house, code, token) for _ in range(60)]
        for ear in ears:
            ear.wait_for(1)
        time.sleep(0.3)
        held = connections(house)
        assert held < 10, held
        act(house, code, token, 1)
        for ear in ears:
            ear.wait_for(2)


def connections(house: House) -> int:
    """How many connections the served house holds to its database."""
    address = house.env.get("DATABASE_URL")
    if address:
        with psycopg.connect(address, autocommit=True) as line:
            query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            return int(line.execute(query).fetchone()[0]) - 1
    files = f"/proc/{house.process.pid}/fd"
    return sum("companion.sqlite3" in os.readlink(f"{files}/{number}") for number in os.listdir(files)
               if os.path.exists(f"{files}/{number}")) // 2  # fmt: skip


@pytest.mark.skipif(
    not os.environ.get("DATABASE_URL"), reason="SQLite has one writing process; this needs two"
)
def test_with_two_workers_a_tap_in_one_is_heard_in_the_other_at_once(empty_house: House) -> None:
    house = empty_house
    house.application, house.workers = "tests.tables.unread:application", 2
    house.start()
    with opened(house) as (_, code, token):
        ears = [Ear(house, code, token) for _ in range(8)]
        for ear in ears:
            ear.wait_for(1)
        wait_for_listeners(house, 2)
        for seen in range(1, 16):
            assert act(house, code, token, seen)["version"] == seen + 1
            for ear in ears:
                ear.wait_for(seen + 1)
        assert call(house, f"/api/tables/{code}", token=token)["state"]["total"] == 15


def wait_for_listeners(house: House, workers: int) -> None:
    """Until each worker listens to the database: what was told before that is heard by the next reading."""
    listening = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    )
    with psycopg.connect(house.env["DATABASE_URL"], autocommit=True) as line:
        for _ in range(300):
            if line.execute(listening).fetchone() == (workers,):
                return
            time.sleep(0.1)
    raise AssertionError("The workers do not listen to the database.")


@contextmanager
def listening(person: Person) -> Iterator[None]:
    listener = Listener(person.table.pk, frozenset(person.device.tokens), "127.0.0.1")
    assert HUB.join(listener, 9)
    yield
    HUB.leave(listener)


def stirs(table: Table) -> int:
    table.refresh_from_db()
    return int(table.stir)


def silent_for(person: Person, seconds: float) -> None:
    at = timezone.now() - timedelta(seconds=seconds)
    Token.objects.filter(pk__in=person.device.tokens).update(heard_at=at)


def test_who_comes_rings_once(table: Table, alice: Person, bob: Person) -> None:
    silent_for(bob, 60)
    watch = Presence()
    with listening(alice):
        watch.tick()
        before = stirs(table)
        watch.tick()
        assert stirs(table) == before
        with listening(bob):
            watch.tick()
            assert stirs(table) == before + 1
            assert present(table) == {"red": True, "blue": True}


def test_who_went_while_nobody_watched_is_seen_to_have_gone(table: Table, alice: Person, bob: Person) -> None:
    with listening(bob):
        Presence().tick()
    watch = Presence()  # Begun anew: the thread ends where for a moment nobody listens.
    with listening(alice):
        watch.tick()
        assert present(table)["blue"]
        before = stirs(table)
        silent_for(bob, 21)
        watch.tick()
        assert stirs(table) == before + 1
        assert present(table) == {"red": True, "blue": False}


def test_a_clock_set_back_leaves_nobody_here_for_a_day(table: Table, alice: Person, bob: Person) -> None:
    silent_for(bob, -86_400)
    silent_for(alice, -86_400)
    with listening(alice):
        Presence().tick()
        assert present(table) == {"red": True, "blue": False}
    heard = Token.objects.get(table=table, role="seat", seat__chair="red").heard_at
    assert heard is not None
    assert heard < timezone.now() + timedelta(seconds=5)


LINES = st.lists(st.sampled_from(["", "<li>", "</li>", "a", "b"]) | st.text("xyz", max_size=3), max_size=30)


def together(last: list[str], parts: list[Part]) -> list[str]:
    """As a page does it."""
    lines: list[str] = []
    for part in parts:
        lines += [part] if isinstance(part, str) else last[part[0] : part[0] + part[1]]
    return lines


@given(LINES, LINES)
def test_the_lines_are_put_together_again(last: list[str], new: list[str]) -> None:
    assert together(last, difference(last, new)) == new


PIECES = st.lists(
    st.sampled_from(["<b>\n" * n + "long enough to be found again" * 2 for n in range(5)] + ["a", "\n"])
)


@given(PIECES, PIECES)
def test_a_picture_is_put_together_from_the_pieces_of_the_last(last: list[str], new: list[str]) -> None:
    one, other = (Picture("/", Ring(1, n, 0), each) for n, each in enumerate((last, new)))
    lines = one.lines(0, len(last))
    assert "".join(lines) == one.text
    assert "".join(together(lines, other.after(one))) == other.text
    assert one.after(one) == ([(0, len(lines))] if lines else [])


@given(LINES)
def test_the_same_lines_are_one_run(lines: list[str]) -> None:
    once = list(dict.fromkeys(lines))
    assert difference(once, once) == ([(0, len(once))] if once else [])


@given(st.lists(st.text(max_size=50), max_size=10))
def test_packed_pieces_of_different_streams_are_read_one_after_the_other(pieces: list[str]) -> None:
    read = decompressobj(MAX_WBITS | 16)
    assert read.decompress(GZIP) == b""
    for piece in pieces:
        assert read.decompress(packed(piece)).decode() == piece


SCARPER = {"system": "scarper", "title": "Club", "setup": {"options": {"cards": "table"}}}


@pytest.mark.sampled("workers", "said")
@pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="PostgreSQL allows it")
@pytest.mark.parametrize(
    ("workers", "said"), [("3", "Several workers need PostgreSQL"), ("0", "At least one")]
)
def test_what_cannot_serve_together_is_refused_in_words(tmp_path: Path, workers: str, said: str) -> None:
    house = House(tmp_path)
    command = [sys.executable, "manage.py", "up", "--workers", workers]
    refused = subprocess.run(command, cwd=ROOT, env=house.env, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1
    assert said in refused.stderr


@pytest.fixture
def club(empty_house: House) -> House:
    """A house of three workers, opened by its own command."""
    house = empty_house
    command = [sys.executable, "manage.py", "up", "--workers", "3", "--no-worker", "--host", "127.0.0.1"]
    log = (house.home / "server.log").open("ab")
    house.process = subprocess.Popen(
        [*command, "--port", str(house.port)], cwd=ROOT, env=house.env, stdout=log, stderr=log
    )
    house._await_answer()
    return house


@pytest.mark.skipif(not os.environ.get("DATABASE_URL"), reason="several workers need PostgreSQL")
def test_a_tap_at_one_worker_is_heard_at_all_and_none_outlives_the_house(club: House) -> None:
    table = call(club, "/api/tables", SCARPER)
    code, token = table["code"], table["host"]
    ears = [Ear(club, code, token) for _ in range(12)]
    for ear in ears:
        ear.wait_for(1)
    wait_for_listeners(club, 3)
    for seen in range(1, 9):
        action = {"type": "adjust", "reason": "club", "changes": [{"path": "morale", "value": seen % 7}]}
        call(club, f"/api/tables/{code}/actions", {"action": action, "seen": seen, "key": f"k{seen}"}, token)
        for ear in ears:
            ear.wait_for(seen + 1)
    club.kill()
    for ear in ears:
        assert ear.over.wait(10)
    with pytest.raises(OSError, match="refused"):
        until_refused(club)


def until_refused(house: House) -> None:
    for _ in range(100):
        call(house, "/api/openapi.json")
        time.sleep(0.1)
