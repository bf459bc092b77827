"""A house at its limits: a full disk, slow heads, large bodies, more live screens than there is room for."""

import errno
import json
import os
import shutil
import socket
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from companion import limits
from tests.conftest import House, call
from tests.tables.test_bell import ADD, NEW, Ear, act


def connect(house: House, source: str = "127.0.0.1", patience: float = 30) -> socket.socket:
    """A connection from one of this machine's own addresses."""
    where = urlsplit(house.url)
    return socket.create_connection((where.hostname, where.port), patience, (source, 0))


def answered(line: socket.socket) -> str:
    """All that the house says until it hangs up."""
    said = b""
    with suppress(ConnectionError):
        while data := line.recv(65536):
            said += data
    return said.decode()


def head(line: socket.socket) -> str:
    """The head of the answer, as far as it came in one piece."""
    return line.recv(4096).decode()


def ask(house: House, sent: bytes) -> str:
    """Send this, and hear everything."""
    with connect(house) as line:
        line.sendall(sent)
        return answered(line)


def form(_request: HttpRequest) -> HttpResponse:
    raise OSError(errno.ENOSPC, "No space left on device")


def other(_request: HttpRequest) -> HttpResponse:
    raise OSError("something else")


urlpatterns = [path("form/", form), path("other/", other)]


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
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=megabytes * limits.MB))
    monkeypatch.setattr(limits, "EVERY", -1.0)
    assert said in limits.disk_words()
    assert bool(limits.disk_words()) == bool(said)
    page = Client().get("/about/").content.decode()
    assert limits.disk_words() in page
    assert ('role="status" hidden' in page) is not bool(said)


def test_a_live_screen_hears_of_it_on_its_stream(empty_house: House) -> None:
    empty_house.first, empty_house.application = SCARCE, "tests.tables.asgi:application"
    empty_house.start()
    table = call(empty_house, "/api/tables", NEW)
    ear = Ear(empty_house, table["code"], table["seats"][0]["token"])
    ear.wait_for(1)
    told = [json.loads(data) for name, data, _ in ear.heard if name == "house"]
    assert told == ["Less than 50 MB are left on the disk of this house. Make room before it is full."]


@pytest.mark.sampled
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
    assert json.load(refusal)["error"] == {"code": "disk_full", "path": "", "message": limits.FULL}
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
    settings.MIDDLEWARE = ["companion.limits.FullDisk"]  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = __name__  # type: ignore[attr-defined]
    answer = Client().post("/form/")
    assert answer.status_code == 507
    assert "The disk of this house is full" in answer.content.decode()
    assert answer["Retry-After"] == "5"
    with pytest.raises(OSError, match="something else"):
        Client().post("/other/")


POST = b"POST /join/ HTTP/1.1\r\nHost: house\r\nContent-Type: application/x-www-form-urlencoded\r\n"
API = b"POST /api/tables HTTP/1.1\r\nHost: house\r\nContent-Type: application/json\r\n"


@pytest.fixture
def hasty(empty_house: House) -> House:
    """A house that waits a second where others wait ten or twenty."""
    empty_house.first = "from companion import limits; limits.SLOWEST = 10**9; "
    empty_house.first += "limits.PATIENCE = limits.GRACE = limits.LINGER = 1.0"
    empty_house.start()
    return empty_house


def still_open(house: House) -> None:
    with urllib.request.urlopen(house.url + "/about/", timeout=10) as page:
        assert page.status == 200


def test_half_a_head_is_answered_in_words_when_its_time_is_over(hasty: House) -> None:
    said = ask(hasty, b"GET / HTTP/1.1\r\nHost: ho")
    assert said.startswith("HTTP/1.1 408 ")
    assert "took longer than" in said
    still_open(hasty)


def test_half_a_second_head_on_the_same_connection_is_timed_too(hasty: House) -> None:
    said = ask(hasty, b"GET /about/ HTTP/1.1\r\nHost: house\r\n\r\nGET / HT")
    assert said.startswith("HTTP/1.1 200 ")
    assert "HTTP/1.1 408 " in said


@pytest.mark.sampled
def test_a_connection_that_says_nothing_is_closed_without_a_word(hasty: House) -> None:
    assert ask(hasty, b"") == ""


def test_too_long_a_head_is_refused_in_words(hasty: House) -> None:
    said = ask(hasty, b"GET / HTTP/1.1\r\nHost: house\r\nX-Long: " + b"x" * 40_000)
    assert said.startswith("HTTP/1.1 431 ")
    assert "longer than 32 kB" in said
    still_open(hasty)


@pytest.mark.sampled
def test_a_body_that_does_not_come_is_answered_in_words(hasty: House) -> None:
    said = ask(hasty, POST + b"Content-Length: 1000\r\n\r\nhalf of it")
    assert said.startswith("HTTP/1.1 408 ")
    assert "was not taken" in said


@pytest.mark.sampled
def test_a_program_is_told_in_its_own_form(hasty: House) -> None:
    said = ask(hasty, API + b"Content-Length: 1000\r\n\r\n{")
    assert '"code": "too_slow"' in said
    assert "Content-Type: application/json" in said.title() or "application/json" in said


@pytest.mark.sampled
def test_too_large_a_body_is_refused_before_it_is_read(hasty: House) -> None:
    said = ask(hasty, POST + b"Content-Length: 99000000\r\n\r\n")
    assert said.startswith("HTTP/1.1 413 ")
    assert "larger than the 10 MB" in said
    still_open(hasty)


def test_who_is_still_sending_hears_that_it_is_too_much(hasty: House) -> None:
    with connect(hasty) as line:
        line.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
        for _ in range(12):
            line.sendall(chunk)
        line.sendall(b"0\r\n\r\n")
        assert answered(line).startswith("HTTP/1.1 413 ")


@pytest.mark.sampled
def test_what_drips_steadily_is_given_its_time(empty_house: House) -> None:
    empty_house.first = "from companion import limits; limits.GRACE = 0.6; limits.SLOWEST = 10"
    empty_house.start()
    with connect(empty_house) as line:
        line.sendall(API + b"Content-Length: 40\r\nConnection: close\r\n\r\n")
        for _ in range(5):
            time.sleep(0.2)
            line.sendall(b"[1, 2] ,")
        assert "408" not in answered(line).splitlines()[0]


FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    limits.raise_limit()
    with ExitStack() as held:
        yield held


@pytest.fixture
def crowded(empty_house: House) -> House:
    """A house that may open 1,024 files and no more."""
    empty_house.first = FEW
    empty_house.application = "tests.tables.asgi:application"
    empty_house.start()
    return empty_house


def listening(house: House, code: str, token: str, source: str = "127.0.0.1") -> socket.socket:
    line = connect(house, source)
    words = f"GET /api/tables/{code}/bell HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer {token}\r\n\r\n"
    line.sendall(words.encode())
    return line


def opened(house: House) -> tuple[str, str]:
    table = call(house, "/api/tables", NEW)
    return table["code"], table["seats"][0]["token"]


def threads(house: House) -> int:
    assert house.process is not None
    return len(os.listdir(f"/proc/{house.process.pid}/task"))


@pytest.mark.sampled
@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="counts threads as Linux does")
def test_a_stream_holds_no_thread(crowded: House, stack: ExitStack) -> None:
    code, token = opened(crowded)
    lines = [stack.enter_context(listening(crowded, code, token)) for _ in range(200)]
    assert all("200 OK" in head(line) for line in lines)
    assert threads(crowded) < 60
    assert act(crowded, code, token, 1)["version"] == 2


@pytest.mark.sampled
def test_at_1024_files_and_a_thousand_screens_pages_are_answered(crowded: House, stack: ExitStack) -> None:
    code, token = opened(crowded)
    sources = [f"127.0.0.{n}" for n in range(1, 11)]
    said = Counter(
        head(stack.enter_context(listening(crowded, code, token, source)))[9:12]
        for source in sources
        for _ in range(100)
    )
    assert said == {"200": 640, "503": 360}
    for seen in range(1, 6):
        assert act(crowded, code, token, seen)["version"] == seen + 1
        with urllib.request.urlopen(crowded.url + "/about/", timeout=60) as page:
            assert page.status == 200
    refused = answered(stack.enter_context(listening(crowded, code, token)))
    assert "as many live screens as it can hold" in refused
    assert "retry-after" in refused.lower()


@pytest.mark.sampled
def test_one_address_has_half_of_the_streams_and_hears_why(crowded: House, stack: ExitStack) -> None:
    code, token = opened(crowded)
    lines = [stack.enter_context(listening(crowded, code, token)) for _ in range(328)]
    said = Counter(head(line)[9:12] for line in lines)
    assert said == {"200": 320, "503": 8}
    other = head(stack.enter_context(listening(crowded, code, token, "127.0.0.2")))
    assert "200 OK" in other
    lines[0].close()
    assert act(crowded, code, token, 1)["version"] == 2


@pytest.mark.sampled
def test_connections_that_say_nothing_make_room_for_those_that_do(crowded: House, stack: ExitStack) -> None:
    for _ in range(900):
        stack.enter_context(connect(crowded))
    for _ in range(3):
        with urllib.request.urlopen(crowded.url + "/about/", timeout=60) as page:
            assert page.status == 200


def test_the_file_limit_is_raised_before_the_house_serves(empty_house: House) -> None:
    empty_house.first = "import resource; hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]; "
    empty_house.first += "resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))"
    empty_house.start()
    assert empty_house.process is not None
    told = Path(f"/proc/{empty_house.process.pid}/limits").read_text()
    soft, hard = next(line.split()[3:5] for line in told.splitlines() if line.startswith("Max open files"))
    assert int(soft) == min(int(hard), limits.ENOUGH)
