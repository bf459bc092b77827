"""Devices at a table in a storm: hands that tap, with an outbox, and screens that follow."""

import json
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

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
