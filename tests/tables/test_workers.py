"""Several workers serve one house on PostgreSQL, by one command; on SQLite that is refused in words."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT, House, call
from tests.tables.test_bell import Ear, wait_for_listeners

NEW = {"system": "scarper", "title": "Club", "setup": {"options": {"cards": "table"}}}


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
    table = call(club, "/api/tables", NEW)
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
