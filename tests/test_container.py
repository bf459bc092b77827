"""The house in a container, where one can be built: healthy, kept over a stop, ended by SIGTERM."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from secrets import token_hex

import pytest

from tests.conftest import ROOT

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
