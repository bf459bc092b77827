"""The recorded war on a real house, and the people who play it there."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import House
from tests.e2e.people import Opened, Recorded, Seated

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def war() -> Recorded:
    """A whole war as it was once played: its setup, its actions, and how it stood at the end."""
    return Recorded(**json.loads((HERE / "war.json").read_text("utf-8")))


OPEN = """
import json, sys
from companion.tables.lobby import Opening, open_table
setup = json.loads(open({path!r}).read())["setup"]
print(open_table(Opening(system="scarper", title="Thursday", kind="seated", setup=setup)).code)
"""


@pytest.fixture
def laid(house: House) -> Opened:
    """A table of the recorded war: its decks lie ready, its seats are free."""
    said = house.manage("shell", "--verbosity", "0", "-c", OPEN.format(path=str(HERE / "war.json")))
    return Opened.laid(house.url, said.split()[-1])


@pytest.fixture
def newcomers(laid: Opened, browser: Browser) -> Iterator[Seated]:
    """People who come to that table."""
    people = Seated(laid.url, browser)
    yield people
    people.leave()


@pytest.fixture
def seated(house: House, browser: Browser) -> Iterator[Seated]:
    """People at a table of this house, each with a browser of their own."""
    people = Seated(house.url, browser)
    yield people
    people.leave()
