"""Raw connections to a house: for what no well-behaved client sends."""

import socket
from contextlib import suppress
from urllib.parse import urlsplit

from tests.conftest import House


def connect(house: House, source: str = "127.0.0.1", patience: float = 30) -> socket.socket:
    """A connection from one of this machine's own addresses."""
    where = urlsplit(house.url)
    return socket.create_connection((where.hostname, where.port), patience, (source, 0))


def answered(line: socket.socket) -> str:
    """All that the house says until it hangs up."""
    said = b""
    with suppress(ConnectionError):
        while data := line.recv(65536):
            said += data
    return said.decode()


def head(line: socket.socket) -> str:
    """The head of the answer, as far as it came in one piece."""
    return line.recv(4096).decode()


def ask(house: House, sent: bytes) -> str:
    """Send this, and hear everything."""
    with connect(house) as line:
        line.sendall(sent)
        return answered(line)
