"""A power cut in the middle of two hundred taps: what was answered is there, and nothing is there twice."""

import json
import random
import time
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

from tests.conftest import House
from tests.tables.test_bell import call

TAPS, HANDS, CUTS = 200, 4, 3
TRIES = 1_000
"""More than a house needs to rise again, so that a hand never waits for ever."""
NEW = {"system": "tally", "title": "Crash", "setup": {}, "kind": "open"}


class Hand:
    """One device with an outbox: each tap has a key, and is sent until it is answered."""

    def __init__(self, house: House, code: str, token: str, name: int) -> None:
        self.house, self.code, self.token, self.hand = house, code, token, name
        self.answered: dict[str, int] = {}

    def tap(self) -> None:
        for number in range(TAPS // HANDS):
            key, seen = f"hand-{self.hand}-tap-{number}", 1
            for _ in range(TRIES):
                seen = self._try(key, seen)
                if key in self.answered:
                    break

    def _try(self, key: str, seen: int) -> int:
        try:
            return self._send(key, seen)
        except urllib.error.HTTPError:
            raise
        except (OSError, HTTPException, ValueError):  # the power went, perhaps in the middle of an answer
            time.sleep(0.05)
            return seen

    def _send(self, key: str, seen: int) -> int:
        tap = {"action": {"type": "add", "side": "red", "count": 1}, "seen": seen, "key": key}
        try:
            answer = call(self.house, f"/api/tables/{self.code}/actions", tap, self.token)
            self.answered[key] = answer["version"]
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise
            return int(json.load(error)["version"])
        return seen


def test_a_crash_amid_two_hundred_taps_loses_none_that_was_answered_and_doubles_none(
    tally_house: House,
) -> None:
    house, dice = tally_house, random.Random(7)
    table = call(house, "/api/tables", NEW)
    code, token = table["code"], table["seats"][0]["token"]
    hands = [Hand(house, code, token, name) for name in range(HANDS)]
    pool = ThreadPoolExecutor(HANDS)
    at_work = [pool.submit(hand.tap) for hand in hands]
    answered_before: dict[str, int] = {}
    for cut in range(1, CUTS + 1):
        while sum(len(hand.answered) for hand in hands) < cut * TAPS // (CUTS + 2):
            time.sleep(0.01)
        time.sleep(dice.random() / 20)
        house.kill()
        answered_before |= {key: version for hand in hands for key, version in list(hand.answered.items())}
        house.start()
    for work in at_work:
        work.result(120)
    entries = call(house, f"/api/tables/{code}/journal", token=token)["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, TAPS + 2))
    assert call(house, f"/api/tables/{code}", token=token)["state"]["total"] == TAPS
    told = {key: version for hand in hands for key, version in hand.answered.items()}
    assert answered_before.items() <= told.items()
    assert sorted(told.values()) == list(range(2, TAPS + 2))
    for key, version in answered_before.items():
        again = {"action": {"type": "add", "side": "red", "count": 1}, "seen": 1, "key": key}
        assert call(house, f"/api/tables/{code}/actions", again, token)["version"] == version
