"""A real house for tests that need one: its own folder, its own database, uvicorn on a free port."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from math import ceil
from pathlib import Path
from shutil import copytree, which
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings as django_settings
from hypothesis import core as hypothesis_core
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

import tests.hurried  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent
# Where Python keeps nothing, every process compiles the whole house: ours share what one compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.pycache_prefix = os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".pytest_cache" / "bytecode"))
sys.dont_write_bytecode = False
PATIENCE = 30
# A whole Chromium draws its own windows too, although nobody sees them: it takes three times as long.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
HOW = (
    "No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell) or name it in"
    " COMPANION_CHROMIUM."
)


THOROUGH = os.environ.get("THOROUGH") == "all"
# No test asserts by the clock: how fast a thing is, the benches tell.
settings.register_profile("house", deadline=None, max_examples=100 if THOROUGH else 40)
settings.load_profile("house")
TENTH = 10
DRAWN = ("seed", "ink", "paper")
"""Parameters whose cases are drawn from in every test: one game of many, one ink, one paper."""
LEFT = "Left to .ci/run (THOROUGH=all): what is marked thorough, all but a tenth of each `seed` or `sampled`."


def tenth[Case](cases: Iterable[Case]) -> list[Case]:
    """Of what a test goes through itself: all where the run is whole, or else a tenth, by the run's seed."""
    every = list(cases)
    return every if THOROUGH else random.sample(every, ceil(len(every) / TENTH))


def pytest_configure(config: pytest.Config) -> None:
    """The seed that orders the tests is the seed of the property tests too: one number brings a run again."""
    django_settings.MIDDLEWARE = [*django_settings.MIDDLEWARE, "tests.folded.Folded"]
    if isinstance(seed := config.getoption("randomly_seed", None), int):
        hypothesis_core.global_force_seed = seed
    global THOROUGH
    # Who asks for a test by its name has all of it.
    named = config.option.keyword or any("::" in asked for asked in config.invocation_params.args)
    THOROUGH = THOROUGH or bool(named)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What brings a failed run again, and what this one left out, said where it is read."""
    if terminalreporter.stats.keys() & {"failed", "error"}:
        seed = config.getoption("randomly_seed", None)
        terminalreporter.line(f"The same order and the same examples again: --randomly-seed={seed}")
    if not THOROUGH:
        terminalreporter.line(LEFT)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever opens a browser can be left out by `-m "not browser"`; what takes long is left to `.ci/run`.

    Of the cases of each `seed`, and of what is `sampled`, a run takes a tenth, by its own seed.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    if THOROUGH:
        # What takes long begins first: no worker waits for another's last test.
        items.sort(key=lambda item: item.get_closest_marker("thorough") is None)
        return
    left = {id(item) for item in nine_tenths(items, config)}
    left |= {id(item) for item in items if item.get_closest_marker("thorough")}
    config.hook.pytest_deselected(items=[item for item in items if id(item) in left])
    items[:] = [item for item in items if id(item) not in left]


def nine_tenths(items: list[pytest.Item], config: pytest.Config) -> Iterator[pytest.Item]:
    """The cases that are not in this run's tenth of each parameter that is drawn from; of each test one is.

    What its mark `sampled` names is drawn from besides. Of all tests whose mark names nothing a tenth is.
    """
    cases: dict[tuple[object, ...], list[pytest.Item]] = {}
    for item in items:
        chosen = dict(item.callspec.params) if hasattr(item, "callspec") else {}
        marks = list(item.iter_markers("sampled"))
        marked = {name for mark in marks for name in mark.args}
        if any(not mark.args for mark in marks):
            cases.setdefault((1,), []).append(item)
        elif drawn := chosen.keys() & {*DRAWN, *marked}:
            rest = (
                value if isinstance(value, str) else id(value)
                for name, value in chosen.items()
                if name not in drawn
            )
            cases.setdefault((len(drawn), item.location[:2], *rest), []).append(item)
    run = config.getoption("randomly_seed", None)
    for (drawn_from, *_), group in cases.items():
        left = len(group) - ceil(len(group) / TENTH**drawn_from)
        yield from random.Random(f"{run} {group[0].nodeid}").sample(group, left)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium without a window; where there is none the test is skipped, and with CI set it fails.

    One a module: Django refuses its database to a thread in which an event loop runs, as the driver's does.
    """
    named = os.environ.get("COMPANION_CHROMIUM")
    path = named or next((found for name in CHROMIUMS if (found := which(name))), None)
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(HOW)
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as driver:
        # Letters as wide as on people's screens: without a window they are rounded to whole pixels.
        flags = ["--no-sandbox", "--font-render-hinting=none"]
        running = driver.chromium.launch(executable_path=path, args=flags)
        yield running
        running.close()


class House:
    """A served house. `kill` is a crash; `start` brings it up again on the same port and folder.

    `first` is what its process runs before it serves: a smaller limit, a shorter patience.
    """

    def __init__(self, home: Path, application: str = "companion.asgi:application") -> None:
        self.home, self.application, self.place = home, application, _own_port()
        self.port = int(self.place.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = {**os.environ, "COMPANION_HOME": str(home), "PYTHONUNBUFFERED": "1"}
        self.env["DJANGO_SETTINGS_MODULE"] = "companion.settings"
        self.workers = 1
        self.first = ""
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *words: str) -> str:
        """Run a command of this house, and give what it printed."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True
        ).stdout

    def start(self) -> None:
        """Serve, and wait until it answers."""
        served = f"serving.serve('127.0.0.1', {self.port}, '{self.application}', {self.workers})"
        command = [
            sys.executable,
            "-c",
            f"import tests.hurried\n{self.first}\nfrom companion import serving\n{served}",
        ]
        log = (self.home / "server.log").open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        self._await_answer()

    def _await_answer(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process is not None
            if self.process.poll() is not None:
                break
            with suppress(OSError), urllib.request.urlopen(self.url + "/join/", timeout=2):
                return
            time.sleep(0.05)
        raise AssertionError("The house does not answer:\n" + (self.home / "server.log").read_text())

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
        self.process = None


def call(house: House, path: str, body: object = None, token: str = "") -> Any:
    """One request of a program."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(house.url + path, data, headers), timeout=30
    ) as answer:
        return json.load(answer)


def _own_port() -> socket.socket:
    """A port that nobody else is given while this is held; who knows its number may listen there."""
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("127.0.0.1", 0))
    return place


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house to be copied: on SQLite with its database made."""
    house = House(tmp_path_factory.mktemp("furnished"))
    if not os.environ.get("DATABASE_URL"):
        house.manage("migrate", "--verbosity", "0")
    return house.home


@pytest.fixture
def empty_house(tmp_path: Path, furnished: Path) -> Iterator[House]:
    """A house with its database made, not yet served. On PostgreSQL it gets a database of its own."""
    copytree(furnished, tmp_path, dirs_exist_ok=True)
    with with_database(House(tmp_path)) as house:
        yield house


@contextmanager
def with_database(house: House) -> Iterator[House]:
    """That house with its database made, until it is torn down."""
    address = os.environ.get("DATABASE_URL")
    name = f"house_{house.port}"
    try:
        if address:
            _postgresql(address, f'CREATE DATABASE "{name}"')
            house.env["DATABASE_URL"] = urlunsplit(urlsplit(address)._replace(path="/" + name))
        if address or not (house.home / "companion.sqlite3").exists():
            house.manage("migrate", "--verbosity", "0")
        yield house
    finally:
        house.kill()
        house.place.close()
        if address:
            _postgresql(address, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


type Houses = Callable[[str], House]


@pytest.fixture(scope="session")
def houses(tmp_path_factory: pytest.TempPathFactory, furnished: Path) -> Iterator[Houses]:
    """The served house of an application, kept for all tests: each opens tables of its own there.

    Whoever has killed it may leave it down; whoever needs it comes with `house`, which serves it again.
    """
    with ExitStack() as until_the_end:

        @cache
        def kept(application: str) -> House:
            home = copytree(furnished, tmp_path_factory.mktemp("house"), dirs_exist_ok=True)
            house = until_the_end.enter_context(with_database(House(home, application)))
            house.env["COMPANION_OPENINGS"] = "100000"
            return house

        def served(application: str) -> House:
            house = kept(application)
            if house.process is None or house.process.poll() is not None:
                house.start()
            return house

        yield served


@pytest.fixture
def house(houses: Houses) -> House:
    """A house that is being served, `house.url`, with what other tests have left there."""
    return houses("companion.asgi:application")


@pytest.fixture
def new_house(empty_house: House) -> House:
    """A house that is being served, and that nobody has been in."""
    empty_house.start()
    return empty_house


def _postgresql(address: str, statement: str) -> None:
    with psycopg.connect(address, autocommit=True) as line:
        line.execute(statement)
