"""A cable between a browser and the house that can be pulled: open streams are cut as well."""

import socket
import threading
from contextlib import suppress


class Cable:
    """Passes bytes on to a port of this machine until it is pulled."""

    def __init__(self, port: int) -> None:
        self.to, self.whole = port, True
        self.pairs: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def pull(self) -> None:
        """No byte passes any more."""
        self.whole = False
        for end in self.pairs:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.pairs.clear()

    def plug(self) -> None:
        """It is whole again."""
        self.whole = True

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.door.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.to))
                self.pairs += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with suppress(OSError):
            end.close()
