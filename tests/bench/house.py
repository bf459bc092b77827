"""A real house for the benches: its own home, its own server, nothing shared with anybody."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def ask(url: str, body: Any = None, token: str = "") -> Any:
    """One JSON request."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:
        return json.loads(answer.read() or b"null")


@contextmanager
def house() -> Iterator[str]:
    """The address of a fresh house; it is closed and forgotten afterwards."""
    with served(ROOT) as (home, _):
        yield home


@contextmanager
def served(root: Path) -> Iterator[tuple[str, int]]:
    """A fresh house as the code in `root` makes it: its address, and its process."""
    with tempfile.TemporaryDirectory() as home, up(root, home) as running:
        yield running


@contextmanager
def up(root: Path, home: str) -> Iterator[tuple[str, int]]:
    """The same of the house in that home, until it is killed."""
    port = free_port()
    around = {**os.environ, "COMPANION_HOME": home, "DJANGO_SETTINGS_MODULE": "companion.settings"}
    command = [sys.executable, "manage.py", "up", "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, cwd=root, env=around, stdout=subprocess.DEVNULL)
    try:
        yield answering(f"http://127.0.0.1:{port}/"), server.pid
    finally:
        server.kill()
        server.wait()


def free_port() -> int:
    """One on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answering(url: str) -> str:
    """The address, once somebody answers there."""
    for _ in range(600):
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return url
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the house does not answer")
