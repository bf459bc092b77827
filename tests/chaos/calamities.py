"""The cable to a house, and what befalls both."""

import os
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.conftest import House

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 11\r\nConnection: close\r\n\r\nBad gateway"


class Cable:
    """Passes bytes on to a port of this machine until it is pulled: open streams are cut as well."""

    def __init__(self, port: int) -> None:
        self.to, self.whole = port, True
        self.pairs: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def pull(self) -> None:
        """No byte passes any more."""
        self.whole = False
        self.cut()

    def cut(self) -> None:
        """Whatever is under way breaks off."""
        pairs, self.pairs = self.pairs, []
        for end in pairs:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def plug(self) -> None:
        """It is whole again."""
        self.whole = True

    def join(self, near: socket.socket) -> None:
        """Lead one connection to the house, both ways."""
        far = socket.create_connection(("127.0.0.1", self.to))
        self.pairs += [near, far]
        for one, other, down in ((near, far, False), (far, near, True)):
            threading.Thread(target=self._pass_on, args=(one, other, down), daemon=True).start()

    def passed(self, data: bytes, down: bool) -> bytes:
        """What comes out at the other end; `down` is from the house."""
        return data

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.door.accept()
                try:
                    self.join(near) if self.whole else near.close()
                except OSError:
                    near.close()

    def _pass_on(self, one: socket.socket, other: socket.socket, down: bool) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(self.passed(data, down))
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class BadCable(Cable):
    """A cable with a lag of so many seconds, and a gateway that may answer 502 in the house's place.

    A deaf gateway does not ask the house at all; a dumb one asks, and throws the answer away.
    """

    lag = 0.0
    deaf = dumb = False
    failures = 0

    def join(self, near: socket.socket) -> None:
        """Lead it there, or fail at once."""
        if not self.deaf:
            super().join(near)
            return
        self.failures += 1
        near.settimeout(2)
        with near:
            near.recv(65536)
            near.sendall(BAD_GATEWAY)

    def passed(self, data: bytes, down: bool) -> bytes:
        """Late, and perhaps not what the house said."""
        if self.lag:
            time.sleep(self.lag)
        if down and self.dumb and data.startswith(b"HTTP/1.1 2"):
            self.failures += 1
            return BAD_GATEWAY
        return data


NARROW = "from companion import settings; settings.DATABASES['default']['OPTIONS']['init_command'] += "

TURNABLE = """
import datetime, pathlib, time, django.utils.timezone
hands, true = pathlib.Path({path!r}), time.time
time.time = lambda: true() + float(hands.read_text() or 0)
django.utils.timezone.now = lambda: datetime.datetime.fromtimestamp(time.time(), datetime.UTC)
"""

"""The wall clock of the house, turned by a file while it runs; what merely counts seconds goes on."""


class Calamities:
    """The house and its cable in somebody's hands. `tried` counts what was done to them."""

    def __init__(self, house: House, cable: BadCable, dice: random.Random) -> None:
        self.house, self.cable, self.dice = house, cable, dice
        self.tried: Counter[str] = Counter()
        self.clock = house.home / "clock"
        self.clock.write_text("0")
        house.first = self.turnable = TURNABLE.format(path=str(self.clock))

    def every(self) -> list[Callable[[], None]]:
        """All that may happen here."""
        found = [
            self.kill,
            self.kill,
            self.cut,
            self.delay,
            self.deaf_gateway,
            self.dumb_gateway,
            self.clock_back,
        ]
        return found if os.environ.get("DATABASE_URL") else [*found, self.full_disk]

    def kill(self) -> None:
        """As a power cut would."""
        self._count("kill -9")
        self.house.kill()
        self.house.start()

    def cut(self) -> None:
        """Every connection breaks off, several times."""
        for _ in range(self.dice.randint(3, 8)):
            self._count("all connections cut")
            self.cable.cut()
            self._wait(0.05, 0.5)

    def delay(self) -> None:
        """Every piece of what is said comes late; some are killed while they wait."""
        self._count("all connections delayed")
        self.cable.lag = self.dice.uniform(0.1, 1.5)
        self._wait(1, 4)
        if self.dice.random() < 0.3:
            self.kill()
        self.cable.lag = 0.0

    def deaf_gateway(self) -> None:
        """502, and the house was not asked."""
        self._count("gateway answers 502 unasked")
        self.cable.deaf = True
        self._wait(0.5, 3)
        self.cable.deaf = False

    def dumb_gateway(self) -> None:
        """502, though the house has written the tap down."""
        self._count("gateway answers 502 for a tap that was taken")
        self.cable.dumb = True
        self._wait(0.5, 3)
        self.cable.dumb = False

    def clock_back(self) -> None:
        """The clock is set back by an hour, a day or a month, and put right again."""
        self._count("clock set back")
        self._turn(-self.dice.choice((3_600, 86_400, 2_600_000)))
        self._wait(1, 3)
        if self.dice.random() < 0.5:
            self.kill()
        self._turn(0)

    def _turn(self, seconds: int) -> None:
        turned = self.clock.with_suffix(".turned")
        turned.write_text(str(seconds))
        turned.replace(self.clock)

    def full_disk(self) -> None:
        """Nothing more can be written; perhaps the house is killed meanwhile."""
        self._count("disk full")
        if os.path.ismount(self.house.home):
            self._fill_the_disk()
        else:
            self._narrow_the_file()

    def _fill_the_disk(self) -> None:
        ballast = self.house.home / "ballast"
        with suppress(OSError), ballast.open("wb", buffering=0) as heap:
            while heap.write(b"\0" * 65536):
                pass
        self._wait(1, 3)
        if self.dice.random() < 0.3:
            self._count("kill -9")
            self.house.kill()
        ballast.unlink()
        if self.house.process is None:
            self.house.start()

    def _narrow_the_file(self) -> None:
        pages = Path(self.house.home / "companion.sqlite3").stat().st_size // 4096 + 2
        self.house.first = self.turnable + NARROW + f"'PRAGMA max_page_count={pages};'"
        self.kill()
        self._wait(2, 4)
        self.house.first = self.turnable
        self.kill()

    def _wait(self, least: float, most: float) -> None:
        time.sleep(self.dice.uniform(least, most))

    def _count(self, what: str) -> None:
        self.tried[what] += 1
