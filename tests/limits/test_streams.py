"""A thousand live screens: they hold no threads, and leave room for pages."""

import os
import socket
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.limits import files
from tests.conftest import House
from tests.limits.wire import answered, connect, head
from tests.tables.test_bell import NEW, act, call

FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    files.raise_limit()
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


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="counts threads as Linux does")
def test_a_stream_holds_no_thread(crowded: House, stack: ExitStack) -> None:
    code, token = opened(crowded)
    lines = [stack.enter_context(listening(crowded, code, token)) for _ in range(200)]
    assert all("200 OK" in head(line) for line in lines)
    assert threads(crowded) < 60
    assert act(crowded, code, token, 1)["version"] == 2


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


def test_one_address_has_half_of_the_streams_and_hears_why(crowded: House, stack: ExitStack) -> None:
    code, token = opened(crowded)
    lines = [stack.enter_context(listening(crowded, code, token)) for _ in range(328)]
    said = Counter(head(line)[9:12] for line in lines)
    assert said == {"200": 320, "503": 8}
    other = head(stack.enter_context(listening(crowded, code, token, "127.0.0.2")))
    assert "200 OK" in other
    lines[0].close()
    assert act(crowded, code, token, 1)["version"] == 2


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
    limits = Path(f"/proc/{empty_house.process.pid}/limits").read_text()
    soft, hard = next(line.split()[3:5] for line in limits.splitlines() if line.startswith("Max open files"))
    assert int(soft) == min(int(hard), files.ENOUGH)
