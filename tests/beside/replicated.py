"""Two PostgreSQL servers, one the other's standby: the one that writes is killed under taps, again and again.

Run by hand: `uv run python -m tests.beside.replicated --times 10`.
"""

import argparse
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.beside.pair import TALLY, until
from tests.chaos.storm import LINES, NEW, Hand, Place, tapping
from tests.conftest import House, call

BIN = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/bin"), key=lambda each: str(each))
CONF = "port = {port}\nunix_socket_directories = '{home}'\nlisten_addresses = '127.0.0.1'\n"
SAFE = "ALTER SYSTEM SET synchronous_standby_names = '*'"
ALONE = "ALTER SYSTEM RESET synchronous_standby_names"


def run(*words: object) -> str:
    """As the user of the database, where this is root."""
    who = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    return subprocess.run(
        [*who, *map(str, words)], check=True, capture_output=True, text=True, cwd="/"
    ).stdout


class Server:
    """A PostgreSQL server of this machine."""

    def __init__(self, home: Path, name: str) -> None:
        self.data, self.home, self.log = home / name, home, home / f"{name}.log"
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.port = int(place.getsockname()[1])

    def make(self) -> None:
        run(BIN / "initdb", "-D", self.data, "-U", "companion", "-A", "trust")
        self._begin()

    def follow(self, first: "Server") -> None:
        """Become the standby of that one, which from then on confirms nothing that this one has not."""
        shutil.rmtree(self.data, ignore_errors=True)
        first.say(ALONE)
        first.say("SELECT pg_reload_conf()")
        where = f"host=127.0.0.1 port={first.port} user=companion application_name=second"
        run(BIN / "pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "-d", where)
        self._begin()
        first.say(SAFE)
        first.say("SELECT pg_reload_conf()")
        until(lambda: "sync" in first.say("SELECT sync_state FROM pg_stat_replication"))

    def _begin(self) -> None:
        text = CONF.format(port=self.port, home=self.home)
        run("sh", "-c", f"printf '%s' \"$1\" >> {self.data}/postgresql.conf", "sh", text)
        run(BIN / "pg_ctl", "-D", self.data, "-w", "-l", self.log, "start")

    def say(self, words: str) -> str:
        where = f"host=127.0.0.1 port={self.port} user=companion dbname=postgres"
        return run(BIN / "psql", "-d", where, "-Atc", words).strip()

    def stop(self) -> None:
        """As a power cut would: nothing is said to anybody."""
        run(BIN / "pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def promote(self) -> None:
        run(BIN / "pg_ctl", "-D", self.data, "-w", "promote")


def storm(house: House, both: list[Server], times: int, seed: int) -> bool:
    """Kill the one that leads and promote the other, so many times; whether nothing was lost."""
    dice, waits = random.Random(seed), list[float]()
    tables = [call(house, "/api/tables", NEW) for _ in range(3)]
    places = [Place(house.url, table["code"], table["seats"][0]["token"]) for table in tables]
    hands = [Hand(place, f"{place.code}-{n}") for place in places for n in range(2)]
    with tapping(hands, 0.1):
        for n in range(times):
            time.sleep(dice.uniform(1, 3))
            began, before = time.monotonic(), sum(len(hand.answered) for hand in hands)
            both[0].stop()
            both[1].promote()
            until(lambda was=before: sum(len(hand.answered) for hand in hands) > was + len(hands))  # type: ignore[misc]
            waits.append(time.monotonic() - began)
            print(f"{n + 1} take-overs, taps go on after {waits[-1]:.1f} s", flush=True)
            both[0].follow(both[1])
            both.reverse()
    rows = json.loads(house.manage("shell", "-v", "0", "-c", LINES))["rows"]
    there = {key: (code, number) for code, number, key in rows}
    told = {key: (hand.place.code, at) for hand in hands for key, at in hand.answered.items()}
    lost = [key for key, where in told.items() if there.get(key) != where]
    twice = [key for key, many in Counter(key for *_, key in rows).items() if many > 1]
    made = sum(hand.made for hand in hands)
    print(f"{times} take-overs: {made} taps made, {len(told)} answered; lost {len(lost)}, twice {len(twice)}")
    print(f"taps go on after {statistics.median(waits):.1f} s in the middle, {max(waits):.1f} at most")
    return not lost and not twice and made == len(told)


def main() -> int:
    """1 where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1914)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if os.geteuid() == 0:
            shutil.chown(home, "postgres")
        first, second = Server(home, "one"), Server(home, "two")
        first.make()
        second.follow(first)
        (home / "house").mkdir()
        house = House(home / "house", TALLY)
        house.workers = asked.workers
        servers = f"127.0.0.1:{first.port},127.0.0.1:{second.port}"
        house.env |= {
            "DATABASE_URL": f"postgresql://companion@{servers}/postgres?target_session_attrs=read-write"
            "&connect_timeout=2&tcp_user_timeout=3000",
            "COMPANION_OPENINGS": "100000",
        }
        try:
            house.manage("migrate", "--verbosity", "0")
            house.start()
            return 0 if storm(house, [first, second], asked.times, asked.seed) else 1
        finally:
            house.stop()
            for each in (first, second):
                if (each.data / "postmaster.pid").exists():
                    each.stop()


if __name__ == "__main__":
    sys.exit(main())
