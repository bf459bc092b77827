"""A power cut in the middle of two hundred taps: what was answered is there, and nothing is there twice."""

import json
import random
import threading
import time
import urllib.error
import urllib.request

from tests.conftest import House
from tests.tables.test_bell import call

TAPS, HANDS, CUTS = 200, 4, 3
NEW = {"system": "tally", "title": "Crash", "setup": {}, "kind": "open"}


class Hand(threading.Thread):
    """One device with an outbox: each tap has a key, and is sent until it is answered."""

    def __init__(self, house: House, code: str, token: str, name: int) -> None:
        super().__init__(daemon=True)
        self.house, self.code, self.token, self.hand = house, code, token, name
        self.answered: dict[str, int] = {}

    def run(self) -> None:
        for number in range(TAPS // HANDS):
            key, seen = f"hand-{self.hand}-tap-{number}", 1
            while key not in self.answered:
                seen = self._try(key, seen)

    def _try(self, key: str, seen: int) -> int:
        tap = {"action": {"type": "add", "side": "red", "count": 1}, "seen": seen, "key": key}
        try:
            answer = call(self.house, f"/api/tables/{self.code}/actions", tap, self.token)
            self.answered[key] = answer["version"]
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise
            seen = int(json.load(error)["version"])
        except (OSError, ValueError):
            time.sleep(0.05)
        return seen


def test_a_crash_amid_two_hundred_taps_loses_none_that_was_answered_and_doubles_none(
    tally_house: House,
) -> None:
    house, dice = tally_house, random.Random(7)
    table = call(house, "/api/tables", NEW)
    code, token = table["code"], table["seats"][0]["token"]
    hands = [Hand(house, code, token, name) for name in range(HANDS)]
    for hand in hands:
        hand.start()
    answered_before: dict[str, int] = {}
    for cut in range(1, CUTS + 1):
        while sum(len(hand.answered) for hand in hands) < cut * TAPS // (CUTS + 2):
            time.sleep(0.01)
        time.sleep(dice.random() / 20)
        house.kill()
        answered_before |= {key: version for hand in hands for key, version in list(hand.answered.items())}
        house.start()
    for hand in hands:
        hand.join(120)
        assert not hand.is_alive()
    entries = call(house, f"/api/tables/{code}/journal", token=token)["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, TAPS + 2))
    assert call(house, f"/api/tables/{code}", token=token)["state"]["total"] == TAPS
    told = {key: version for hand in hands for key, version in hand.answered.items()}
    assert answered_before.items() <= told.items()
    assert sorted(told.values()) == list(range(2, TAPS + 2))
    for key, version in answered_before.items():
        again = {"action": {"type": "add", "side": "red", "count": 1}, "seen": 1, "key": key}
        assert call(house, f"/api/tables/{code}/actions", again, token)["version"] == version
