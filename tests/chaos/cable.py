"""A cable between a screen and the house: it can be pulled, be slow, or lead through a gateway that fails."""

import socket
import threading
import time
from contextlib import suppress

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
