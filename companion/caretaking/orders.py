"""What the house is to do before it comes up again: its keeper's order to go back to one of its copies."""

import json
import os
import signal
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Timer

from django.conf import settings

from companion import serving
from companion.engine import shape
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads
from companion.strongbox import write_whole

LEISURE = 1.0
"""Seconds in which the page that says so reaches who asked, before the house ends itself."""


@dataclass(frozen=True)
class Order:
    """That the house go back to the copy of this name; once it has been carried out, what came of it."""

    name: str
    waits: bool = True
    words: str = ""


def order() -> Order | None:
    """The last order, if there was one."""
    try:
        read = shape.read(Order, loads(_file().read_bytes()))
    except (OSError, InvalidInput):
        return None
    return read


def put_down(made: Order) -> None:
    """An order is given, or has been carried out."""
    write_whole(_file(), json.dumps(asdict(made)).encode())


def hinders() -> str:
    """Why this house cannot end and come up again by itself; "" where it can."""
    if os.name == "nt" or not os.environ.get(serving.UP):
        return "This house cannot come up again by itself. Stop it, run the command below, and start it."
    return ""


def end_soon() -> None:
    """End this house gracefully; `up` carries the order out and comes up again."""
    clock = Timer(LEISURE, os.kill, [int(os.environ[serving.UP]), signal.SIGTERM])
    clock.daemon = True
    clock.start()


def _file() -> Path:
    return Path(settings.HOME) / "order.json"
