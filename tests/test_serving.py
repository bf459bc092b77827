"""`manage.py up` from outside, in a container too: what opens, which port, who ends it, what stays."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from secrets import token_hex
from threading import Timer
from typing import Any

import pytest

from companion import serving, shelf
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


FIRST_PAGE = """
import asyncio, io, json, sys, threading
import companion.asgi, companion.management.commands.up
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connections
from django.template import Engine
from companion.management.commands.migrate import is_migrated

def templates():
    return sorted(Engine.get_default().template_loaders[0].get_template_cache)

def is_ready():
    return all(map(is_migrated, connections))

told = {"status": [], "migrated": [is_ready()]}
call_command("migrate", verbosity=0)
told["migrated"].append(is_ready())
asked = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SERVER_NAME": "house", "SERVER_PORT": "80"}
asked |= {"wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http"}
b"".join(WSGIHandler()(asked, lambda status, headers: told["status"].append(status)))
told |= {"modules": sorted(sys.modules), "first": templates()}

async def receive():
    return {"type": "http.request"}

async def send(message):
    told["status"].append(message.get("status"))

bell = {"type": "http", "method": "GET", "path": "/t/nobody/bell", "headers": [], "query_string": b""}
asyncio.run(companion.asgi.application(bell, receive, send))
next(each for each in threading.enumerate() if each.name == "templates").join()
print(json.dumps({**told, "ahead": templates()}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What a house on SQLite has loaded with its first page, and once a bell was asked for."""
    around = {**os.environ, "COMPANION_HOME": str(tmp_path_factory.mktemp("home"))}
    around.pop("DATABASE_URL", None)
    asked = [sys.executable, "-c", FIRST_PAGE]
    said = subprocess.run(asked, cwd=ROOT, env=around, check=True, stdout=subprocess.PIPE, text=True).stdout
    loaded: dict[str, list[Any]] = json.loads(said)
    assert loaded["status"][0] == "200 OK"
    return loaded


LATER = ("PIL", "companion.api", "companion.views.print_shop", "ninja", "psycopg", "reportlab", "unittest")


@pytest.mark.parametrize("room", [*(f"companion.games.{slug}" for slug in shelf.slugs()), *LATER])
def test_the_first_page_loads_nothing_that_it_does_not_show(told: dict[str, list[Any]], room: str) -> None:
    assert not [name for name in told["modules"] if name == room or name.startswith(f"{room}.")]


def test_what_is_migrated_is_not_migrated_again(told: dict[str, list[Any]]) -> None:
    assert told["migrated"] == [False, True]


def test_templates_are_read_ahead_once_a_screen_listens(told: dict[str, list[Any]]) -> None:
    everywhere = [ROOT / "templates", *(shelf.folder(slug) / "templates" for slug in shelf.slugs())]
    every = {path.relative_to(room).as_posix() for room in everywhere for path in room.rglob("*.html")}
    assert "tables/table.html" not in told["first"]
    assert every <= set(told["ahead"])


def test_what_no_first_page_loads_loads_all_the_same() -> None:
    """A fault in a room that opens late is heard here, not by the first who asks for it."""
    for room in ("companion", "campaigns"):
        for module in walk_packages([str(ROOT / room)], f"{room}."):
            if module.name != "companion.asgi":  # It settles in its process; served houses load it.
                import_module(module.name)


@pytest.mark.parametrize("slug", shelf.slugs())
def test_a_card_says_what_its_game_has(slug: str) -> None:
    game, card = shelf.game(slug), shelf.cards()[slug]
    assert game.card is card
    assert not card.sheet or game.printables[card.sheet].table == "no"
    assert {asking.procedure for asking in card.box.asks} <= game.procedures.keys()
    assert Path(game.folder) == shelf.folder(slug)


TOOLS = ("podman", "docker")
HOW = "No builder of containers answers here: apt-get install podman, then run this file."


def run(*words: str, seconds: float = 900) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=seconds)


@pytest.fixture(scope="module")
def tool() -> str:
    """What builds containers here and answers."""
    found = [each for each in TOOLS if shutil.which(each) and run(each, "info").returncode == 0]
    if not found:
        pytest.skip(HOW)
    return found[0]


@pytest.fixture(scope="module")
def image(tool: str) -> Iterator[str]:
    name = f"companion-{token_hex(4)}"
    form = ("--format", "docker") if tool == "podman" else ()  # Its own knows no health check.
    built = run(tool, "build", *form, "-f", ".ci/Containerfile", "-t", name, ".")
    assert built.returncode == 0, built.stderr[-3000:]
    yield name
    run(tool, "rmi", "-f", name)


def until_healthy(tool: str, name: str) -> str:
    for _ in range(60):
        if tool == "podman":  # Where no systemd runs nobody asks by itself.
            run(tool, "healthcheck", "run", name)
        state = json.loads(run(tool, "inspect", name).stdout)[0]["State"]
        if (health := state.get("Health", state.get("Healthcheck", {})).get("Status")) == "healthy":
            return str(health)
        time.sleep(2)
    raise AssertionError(run(tool, "logs", name).stdout)


@pytest.mark.thorough
def test_a_container_is_healthy_keeps_its_volume_and_ends_in_order(tool: str, image: str) -> None:
    name = image
    began = run(tool, "run", "-d", "--name", name, "-v", f"{name}:/house", "--health-interval", "3s", image)
    assert began.returncode == 0, began.stderr
    try:
        until_healthy(tool, name)
        key = run(tool, "exec", name, "python", "manage.py", "key").stdout
        assert key.count("-") >= 3
        secret = run(tool, "exec", name, "cat", "/house/secret").stdout
        stopped = time.monotonic()
        run(tool, "stop", "-t", "20", name)
        assert time.monotonic() - stopped < 15, "SIGTERM ended it; nobody had to kill it"
        run(tool, "start", name)
        until_healthy(tool, name)
        assert run(tool, "exec", name, "cat", "/house/secret").stdout == secret
    finally:
        run(tool, "rm", "-f", name)
        run(tool, "volume", "rm", "-f", name)


def test_the_container_is_told_what_the_house_is() -> None:
    """What can be seen without a builder: the volume, the health check's page, the signal, no root."""
    said = (ROOT / ".ci" / "Containerfile").read_text()
    for line in (
        "VOLUME /house",
        "STOPSIGNAL SIGTERM",
        "USER companion",
        "COMPANION_HOME=/house",
        "/house/lives/",
    ):
        assert line in said
