"""`manage.py up` from outside: who is told to end, which port, which address, and what is left behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from companion import serving
from companion.tables.views.entrance import reachable
from tests.conftest import ROOT, House
from tests.shop.test_shop_browser import kept_worker, lives, order_long_work


def up(house: House, *words: str, python: str = sys.executable, **around: str) -> subprocess.Popen[bytes]:
    """`up` in a group of its own, as a service would start it."""
    log = (house.home / "server.log").open("ab")
    command = [python, "manage.py", "up", "--host", "127.0.0.1", "--port", str(house.port), *words]
    house.process = subprocess.Popen(
        command, cwd=ROOT, env=house.env | around, stdout=log, stderr=log, start_new_session=True
    )
    return house.process


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.stop()


def gone(*pids: int) -> bool:
    until = time.monotonic() + 20
    while any(map(lives, pids)) and time.monotonic() < until:
        time.sleep(0.1)
    return not any(map(lives, pids))


@pytest.mark.sampled
def test_the_word_to_end_ends_server_and_worker(house: House) -> None:
    process = up(house)
    house._await_answer()
    order_long_work(house)
    worker = kept_worker(process.pid, known=0)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 128 + signal.SIGTERM
    assert gone(worker)


@pytest.mark.sampled
@pytest.mark.skipif(os.name == "nt", reason="nothing becomes another process there")
def test_a_python_without_the_house_becomes_the_house(house: House, tmp_path: Path) -> None:
    """The pid that a shell or a service knows is the server's, and uv does not stay."""
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bare], check=True)
    environment = {"UV_PROJECT_ENVIRONMENT": sys.prefix, "UV_NO_SYNC": "1", "COMPANION_INSIDE": ""}
    process = up(house, python=str(bare / "bin" / "python"), **environment)
    house._await_answer()
    order_long_work(house)
    worker = kept_worker(process.pid, known=0)
    process.send_signal(signal.SIGTERM)
    process.wait(20)
    assert gone(worker)


@pytest.mark.sampled
def test_the_doors_do_not_wait_for_what_the_machine_lacks(house: House, tmp_path: Path) -> None:
    go, slow = tmp_path / "go", tmp_path / "slow"
    slow.mkdir()
    waits = f"import os, time\nwhile not os.path.exists({str(go)!r}):\n    time.sleep(0.1)\nraise ImportError"
    (slow / "weasyprint.py").write_text(waits)
    up(house, "--no-worker", PYTHONPATH=str(slow))
    house._await_answer()
    log = house.home / "server.log"
    assert "Pango is missing" not in log.read_text()
    go.touch()
    until = time.monotonic() + 20
    while "Pango is missing" not in log.read_text() and time.monotonic() < until:
        time.sleep(0.1)
    assert "Pango is missing" in log.read_text()


@pytest.mark.sampled
def test_a_second_up_names_the_process_that_holds_the_house(house: House, tmp_path: Path) -> None:
    process = up(house)
    house._await_answer()
    other = House(tmp_path)
    second = up(other)
    assert second.wait(60) == 1
    assert f"process {process.pid}" in (tmp_path / "server.log").read_text()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken


def test_a_port_asked_for_by_name_is_waited_for(listener: socket.socket) -> None:
    port, said = listener.getsockname()[1], list[str]()
    Timer(0.5, listener.close).start()
    assert serving.find_port("127.0.0.1", port, said.append) == port
    assert said == [f"Port {port} is taken; waiting up to 10 seconds for it …"]


def test_and_then_refused_never_another(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PORT_PATIENCE", 0.3)
    with pytest.raises(serving.PortTaken, match="is taken: another program"):
        serving.find_port("127.0.0.1", listener.getsockname()[1], print)


def test_what_waiting_does_not_mend_is_refused_at_once() -> None:
    with pytest.raises(serving.PortTaken, match=r"cannot listen on 203\.0\.113\.9"):
        serving.find_port("203.0.113.9", 8000, pytest.fail)


def test_without_a_name_the_next_free_port_is_taken(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "PORT", listener.getsockname()[1])
    assert serving.PORT < serving.find_port("127.0.0.1", None, pytest.fail) < serving.PORT + 50


@pytest.mark.parametrize(
    ("host", "told"), [("127.0.0.1", "127.0.0.1"), ("192.168.7.9", "192.168.7.9"), ("fd00::7", "[fd00::7]")]
)
def test_only_an_address_on_which_the_house_listens_is_handed_out(
    host: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(serving.LISTENS, host)
    assert serving.addresses() == [told]
    assert reachable("http://localhost:8000/join/ABC234/") == f"http://{told}:8000/join/ABC234/"


def test_an_address_that_this_machine_has_not_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stale = [(socket.AF_INET, socket.SOCK_DGRAM, 17, "", ("203.0.113.9", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: stale)
    assert "203.0.113.9" not in serving.addresses("0.0.0.0")
