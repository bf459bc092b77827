"""The head of a request: how long it may be, how long it may take, and who goes when there is no room.

Uvicorn waits for ever for a head that was begun, and takes connections until the system refuses it a file;
then nobody gets a page.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.limits import files

LONGEST = 32 * 1024
"""Bytes: a browser's head has two or three thousand."""

PATIENCE = 10.0
"""Seconds from a connection's beginning, or from the last answer, to the end of the next head."""

FULL = "The house has as many visitors as it can hold. Try again in a few seconds."
LATE = f"The request took longer than {PATIENCE:.0f} seconds to arrive. Try again."
LONG = f"The head of this request is longer than {LONGEST // 1024} kB, which no browser of this house sends."


class Heads(H11Protocol):
    """One connection: uvicorn's own, with a clock and a counted place."""

    clock: asyncio.TimerHandle | None = None
    since = 0.0

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered here."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a server has no other
        """A place is taken: the longest idle one's where none is free, and none where all are at work."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self._wind()
        if len(self.connections) > files.connections():
            resting = [each for each in self.connections if isinstance(each, Heads) and each.idle]
            longest = min(resting, key=lambda each: each.since)
            longest.refuse(503, FULL) if longest is self else longest.transport.close()

    def data_received(self, data: bytes) -> None:
        """Uvicorn reads; the clock stops when a head is whole."""
        super().data_received(data)
        self._wind()

    def on_response_complete(self) -> None:
        """The next head may begin."""
        super().on_response_complete()
        self.since = self.loop.time()
        self._wind()

    def connection_lost(self, exc: Exception | None) -> None:
        """The place is free."""
        super().connection_lost(exc)
        self._stop()

    def send_400_response(self, msg: str) -> None:
        """What cannot be read is refused; too long a head with its own words."""
        if len(self.conn.trailing_data[0]) > LONGEST:
            self.refuse(431, LONG)
        else:
            super().send_400_response(msg)

    def refuse(self, status: int, words: str) -> None:
        """Say why, and close."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE) or self.transport.is_closing():
            self.transport.close()
            return
        head = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        for event in (h11.Response(status_code=status, headers=head), h11.Data(data=words.encode())):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.write(self.conn.send(h11.EndOfMessage()) or b"")
        self.transport.close()

    def _wind(self) -> None:
        if not self.idle:
            self._stop()
        elif self.clock is None:
            self.clock = self.loop.call_later(PATIENCE, self._late)

    def _stop(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def _late(self) -> None:
        self.clock = None
        # A browser opens connections in store and says nothing on them: those are closed without a word.
        if self.conn.trailing_data[0]:
            self.refuse(408, LATE)
        else:
            self.transport.close()
