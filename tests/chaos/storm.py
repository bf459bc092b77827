"""The people at a house, and the storm that rages over them."""

import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from tests.chaos.calamities import BadCable, Calamities
from tests.conftest import House, call

PAUSE, PATIENCE = 0.05, 8.0


@dataclass(frozen=True)
class Place:
    """A table as a device knows it: the way to it, its code, and the device's token."""

    url: str
    code: str
    token: str

    def ask(self, path: str = "", body: object = None, last: int | None = None) -> Any:
        """One request, not yet read."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        data = None if body is None else json.dumps(body).encode()
        address = f"{self.url}/api/tables/{self.code}{path}"
        return urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=PATIENCE)


@dataclass
class Hand:
    """One device with an outbox: each tap has a key, and is sent until it is answered."""

    place: Place
    name: str
    answered: dict[str, int] = field(default_factory=dict)
    refused: dict[int, int] = field(default_factory=dict)
    sent = made = 0
    longest = 0.0
    seen = 1

    def tap(self) -> None:
        """Make a tap, and send it until the house has answered."""
        key, began = f"{self.name}-{self.made}", time.monotonic()
        self.made += 1
        while key not in self.answered:
            self._try(key)
        self.longest = max(self.longest, time.monotonic() - began)

    def _try(self, key: str) -> None:
        self.sent += 1
        tap = {"action": {"type": "add", "side": "red", "count": 1}, "seen": self.seen, "key": key}
        try:
            self._send(tap, key)
        except (OSError, HTTPException, ValueError):  # cut off, perhaps in the middle of an answer
            time.sleep(PAUSE)

    def _send(self, tap: object, key: str) -> None:
        try:
            with self.place.ask("/actions", tap) as answer:
                self.answered[key] = self.seen = int(json.load(answer)["version"])
        except urllib.error.HTTPError as error:
            self.refused[error.code] = self.refused.get(error.code, 0) + 1
            if error.code == 409:
                self.seen = int(json.load(error)["version"])
            elif error.code >= 500:  # the house is away, or its disk is full: the tap waits
                raise
            else:
                raise RuntimeError(f"A tap was refused with {error.code}: {error.read()!r}") from error


class Screen(threading.Thread):
    """One live screen: it listens, and dials again whenever its stream has gone silent."""

    def __init__(self, place: Place) -> None:
        super().__init__(daemon=True)
        self.place, self.version, self.over, self.streams = place, 0, False, 0

    def run(self) -> None:
        """Follow until it is over."""
        while not self.over:
            try:
                self._listen()
            except (OSError, HTTPException, ValueError, AttributeError):
                time.sleep(PAUSE)

    def _listen(self) -> None:
        with self.place.ask("/bell", last=self.version) as stream:
            self.streams += 1
            name = ""
            for raw in stream:
                word, _, rest = raw.decode().strip().partition(": ")
                name = rest if word == "event" else name
                if word == "data" and name == "version":
                    self.version = int(rest)
                if self.over:
                    return


NEW = {"system": "tally", "title": "Storm", "setup": {}, "kind": "open"}

THINK = 0.1

LINES = """
import json
from companion.tables.models import Entry, Table
rows = Entry.objects.filter(kind="action").values_list("table__code", "number", "key")
print(json.dumps({"rows": list(rows), "versions": dict(Table.objects.values_list("code", "version"))}))
"""

RECONCILE = """
from tests.tables.shelving import put_tally_on_the_shelf
put_tally_on_the_shelf()
from django.core.management import CommandError, call_command
try:
    call_command("reconcile")
except CommandError as error:
    print(error)
"""


@dataclass
class Count:
    """What came of it."""

    made: int
    sent: int
    answered: int
    lost: list[str]
    doubled: list[str]
    gaps: list[str]
    behind: int
    refused: Counter[int]
    longest: float
    reconciled: str

    @property
    def is_clean(self) -> bool:
        """Whether every promise was kept."""
        wrong = self.lost or self.doubled or self.gaps or self.behind or self.made != self.answered
        return not wrong and "differ" not in self.reconciled


@contextmanager
def tapping(hands: Sequence[Hand], think: float) -> Iterator[None]:
    """Each taps meanwhile by its own dice, `think` seconds or so after an answer, until all have theirs."""
    calm = threading.Event()

    def play(hand: Hand) -> None:
        dice = random.Random(hand.name)
        while not calm.wait(dice.uniform(0, 2 * think)):
            hand.tap()

    threads = [threading.Thread(target=play, args=(hand,)) for hand in hands]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        calm.set()
        for thread in threads:
            thread.join(120)


class Storm:
    """People at tables of one house, behind one bad cable."""

    def __init__(self, house: House, seed: int, tables: int = 4, hands: int = 3) -> None:
        self.house, self.dice = house, random.Random(seed)
        house.application = "tests.tables.asgi:application"
        self.cable = BadCable(house.port)
        self.calamities = Calamities(house, self.cable, self.dice)
        house.start()
        opened = [call(house, "/api/tables", NEW) for _ in range(tables)]
        places = [Place(self.cable.url, table["code"], table["seats"][0]["token"]) for table in opened]
        self.hands = [Hand(place, f"{place.code}-{n}") for place in places for n in range(hands)]
        self.screens = [Screen(place) for place in places for _ in range(2)]

    @contextmanager
    def raging(self) -> Iterator[None]:
        """Everybody taps and looks on meanwhile; at the end, in fair weather, every tap is answered."""
        for screen in self.screens:
            screen.start()
        with tapping(self.hands, THINK):
            yield

    def rage(self, seconds: float) -> None:
        """One calamity after another for so long, each as often as the others."""
        until, every = time.monotonic() + seconds, self.calamities.every()
        deck: list[Callable[[], None]] = []
        with self.raging():
            while time.monotonic() < until:
                deck = deck or self.dice.sample(every, len(every))
                deck.pop()()
                time.sleep(self.dice.uniform(0.5, 2.0))

    def count(self) -> Count:
        """Look into the journal, and compare it with what every device was told."""
        behind = self._behind()
        self.house.kill()
        kept = json.loads(self.house.manage("shell", "-v", "0", "-c", LINES))
        rows = {key: (code, number) for code, number, key in kept["rows"]}
        told = {key: (hand.place.code, at) for hand in self.hands for key, at in hand.answered.items()}
        times = Counter(key for _, _, key in kept["rows"])
        numbers = {(code, number) for code, number, _ in kept["rows"]}
        whole = {(code, n) for code, last in kept["versions"].items() for n in range(2, last + 1)}
        return Count(
            made=sum(hand.made for hand in self.hands),
            sent=sum(hand.sent for hand in self.hands),
            answered=len(told),
            lost=[key for key, where in told.items() if rows.get(key) != where],
            doubled=[key for key, n in times.items() if n > 1],
            gaps=[f"{code} {number}" for code, number in whole ^ numbers],
            behind=behind,
            refused=sum((Counter(hand.refused) for hand in self.hands), Counter()),
            longest=max(hand.longest for hand in self.hands),
            reconciled=self.house.manage("shell", "-v", "0", "-c", RECONCILE).strip(),
        )

    def _behind(self, patience: float = 30) -> int:
        """How many screens have not come to their table's last line, given some time in fair weather."""
        last = {
            hand.place.code: max(h.seen for h in self.hands if h.place == hand.place) for hand in self.hands
        }
        until = time.monotonic() + patience
        late = self.screens
        while late and time.monotonic() < until:
            late = [screen for screen in self.screens if screen.version != last[screen.place.code]]
            time.sleep(0.1)
        for screen in self.screens:
            screen.over = True
        return len(late)
