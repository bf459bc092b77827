"""What no house can be quicker than: a tap is one row on the disk, then one short event for every screen.

Nothing is drawn and nothing is checked. It opens tables and takes taps at the house's own addresses, so that
the same screens follow it.
"""

import asyncio
import json
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any
from zlib import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, compressobj

import uvicorn

type Scope = Mapping[str, Any]
type Receive = Callable[[], Awaitable[Mapping[str, Any]]]
type Send = Callable[[Mapping[str, Any]], Awaitable[None]]

GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


class Floor:
    """One journal in one file, and a mailbox for each screen that listens."""

    def __init__(self, file: str) -> None:
        self.disk = sqlite3.connect(file, isolation_level=None)
        self.disk.execute("PRAGMA journal_mode=WAL")
        self.disk.execute("PRAGMA synchronous=FULL")
        self.disk.execute("CREATE TABLE IF NOT EXISTS line (number INTEGER PRIMARY KEY, action TEXT)")
        self.numbers, self.boxes = count(2), set[asyncio.Queue[int]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A table, a stream, or a tap."""
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        if scope["path"].endswith("/bell/"):
            await self._listen(send)
        elif scope["path"].endswith("/act/"):
            number = next(self.numbers)
            self.disk.execute("INSERT INTO line VALUES (?, ?)", (number, body.decode()))
            for box in self.boxes:
                box.put_nowait(number)
            await _say(send, 201, b"")
        else:
            seats = [{"id": name, "token": name} for name in "abcd"]
            await _say(send, 200, json.dumps({"code": "FLOOR2", "host": "h", "seats": seats}).encode())

    async def _listen(self, send: Send) -> None:
        head = [(b"content-type", b"text/event-stream"), (b"content-encoding", b"gzip")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": GZIP, "more_body": True})
        box: asyncio.Queue[int] = asyncio.Queue()
        self.boxes.add(box)
        while True:
            number = await box.get()
            squeeze = compressobj(6, DEFLATED, -MAX_WBITS)
            event = f"event: picture\nid: {number}\ndata: {number}\n\n".encode()
            packed = squeeze.compress(event) + squeeze.flush(Z_FULL_FLUSH)
            await send({"type": "http.response.body", "body": packed, "more_body": True})


async def _say(send: Send, status: int, body: bytes) -> None:
    head = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


if __name__ == "__main__":
    uvicorn.run(Floor(sys.argv[1]), host="127.0.0.1", port=int(sys.argv[2]), log_level="error")
