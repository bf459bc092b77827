"""The house opens with what its first page needs; everything else is loaded when it is first asked for."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from companion import shelf
from tests.conftest import ROOT

FIRST_PAGE = """
import io, json, sys
import companion.asgi, companion.management.commands.up
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
call_command("migrate", verbosity=0)
asked = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SERVER_NAME": "house", "SERVER_PORT": "80"}
asked |= {"wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http"}
b"".join(WSGIHandler()(asked, lambda status, headers: print(status)))
print(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What a house on SQLite has loaded once its first page has been served."""
    around = {**os.environ, "COMPANION_HOME": str(tmp_path_factory.mktemp("home"))}
    around.pop("DATABASE_URL", None)
    asked = [sys.executable, "-c", FIRST_PAGE]
    said = subprocess.run(asked, cwd=ROOT, env=around, check=True, stdout=subprocess.PIPE, text=True).stdout
    status, modules = said.splitlines()
    assert status == "200 OK"
    return set(json.loads(modules))


def within(loaded: set[str], room: str) -> list[str]:
    return [name for name in loaded if name == room or name.startswith(f"{room}.")]


LATER = ("companion.api", "companion.views.print_shop", "ninja", "psycopg", "reportlab", "unittest")


@pytest.mark.parametrize("room", [*(f"companion.games.{slug}" for slug in shelf.slugs()), *LATER])
def test_the_first_page_loads_nothing_that_it_does_not_show(loaded: set[str], room: str) -> None:
    assert not within(loaded, room)


def test_what_no_first_page_loads_loads_all_the_same() -> None:
    """A fault in a room that opens late is heard here, not by the first who asks for it."""
    for room in ("companion", "campaigns"):
        for module in walk_packages([str(ROOT / room)], f"{room}."):
            if module.name != "companion.asgi":  # It settles in its process; served houses load it.
                import_module(module.name)


@pytest.mark.parametrize("slug", shelf.slugs())
def test_a_card_says_what_its_game_has(slug: str) -> None:
    game, card = shelf.game(slug), shelf.cards()[slug]
    assert game.card is card
    assert not card.sheet or game.printables[card.sheet].table == "no"
    assert {asking.procedure for asking in card.box.asks} <= game.procedures.keys()
    assert Path(game.folder) == shelf.folder(slug)
