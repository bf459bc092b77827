"""Alice hosts and is red, Bob is blue, Charlie looks on; the game is Tally."""

from dataclasses import dataclass

import pytest
from django.test import Client

from companion import games
from companion.tables import seating
from companion.tables.devices import COOKIE, Device, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from tests.conftest import House, Houses
from tests.tables.shelving import GAMES

collect_ignore = ["asgi.py", "unread.py"]
"""Importing it puts Tally on everybody's shelf."""


@pytest.fixture(autouse=True)
def _tally(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(GAMES)])


@dataclass
class Person:
    """Somebody with a device at the table."""

    table: Table
    secret: str

    @property
    def device(self) -> Device:
        return device(self.table, self.secret)

    @property
    def browser(self) -> Client:
        browser = Client(enforce_csrf_checks=False)
        browser.cookies[COOKIE] = self.secret
        return browser


def new_table(kind: str = "seated") -> Table:
    return open_table(Opening(system="tally", title="Thursday", kind=kind))


@pytest.fixture
def table(transactional_db: None) -> Table:
    return new_table()


@pytest.fixture
def alice(table: Table) -> Person:
    return sat_down(table, "red", host=True)


@pytest.fixture
def bob(table: Table) -> Person:
    return sat_down(table, "blue")


@pytest.fixture
def charlie(table: Table) -> Person:
    secret = new_secret()
    seating.watch(table, secret, "Charlie's phone")
    return Person(table, secret)


def sat_down(table: Table, chair: str, *, host: bool = False) -> Person:
    secret = new_secret()
    if host:
        seating.host(table, secret, f"{chair}'s tablet")
    seating.sit(table, secret, chair, f"{chair}'s tablet", player=chair.title())
    return Person(table, secret)


@pytest.fixture
def tally_house(houses: Houses) -> House:
    """A served house with Tally on its shelf."""
    return houses("tests.tables.asgi:application")
