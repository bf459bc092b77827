"""The house opens with what its first page needs; everything else is loaded when it is first asked for."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

from companion import shelf
from tests.conftest import ROOT

FIRST_PAGE = """
import asyncio, io, json, sys, threading
import companion.asgi, companion.management.commands.up
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connections
from django.template import Engine
from companion.management.commands.migrate import is_migrated

def templates():
    return sorted(Engine.get_default().template_loaders[0].get_template_cache)

def is_ready():
    return all(map(is_migrated, connections))

told = {"status": [], "migrated": [is_ready()]}
call_command("migrate", verbosity=0)
told["migrated"].append(is_ready())
asked = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SERVER_NAME": "house", "SERVER_PORT": "80"}
asked |= {"wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http"}
b"".join(WSGIHandler()(asked, lambda status, headers: told["status"].append(status)))
told |= {"modules": sorted(sys.modules), "first": templates()}

async def receive():
    return {"type": "http.request"}

async def send(message):
    told["status"].append(message.get("status"))

bell = {"type": "http", "method": "GET", "path": "/t/nobody/bell", "headers": [], "query_string": b""}
asyncio.run(companion.asgi.application(bell, receive, send))
next(each for each in threading.enumerate() if each.name == "templates").join()
print(json.dumps({**told, "ahead": templates()}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What a house on SQLite has loaded with its first page, and once a bell was asked for."""
    around = {**os.environ, "COMPANION_HOME": str(tmp_path_factory.mktemp("home"))}
    around.pop("DATABASE_URL", None)
    asked = [sys.executable, "-c", FIRST_PAGE]
    said = subprocess.run(asked, cwd=ROOT, env=around, check=True, stdout=subprocess.PIPE, text=True).stdout
    loaded: dict[str, list[Any]] = json.loads(said)
    assert loaded["status"][0] == "200 OK"
    return loaded


LATER = ("PIL", "companion.api", "companion.views.print_shop", "ninja", "psycopg", "reportlab", "unittest")


@pytest.mark.parametrize("room", [*(f"companion.games.{slug}" for slug in shelf.slugs()), *LATER])
def test_the_first_page_loads_nothing_that_it_does_not_show(told: dict[str, list[Any]], room: str) -> None:
    assert not [name for name in told["modules"] if name == room or name.startswith(f"{room}.")]


def test_what_is_migrated_is_not_migrated_again(told: dict[str, list[Any]]) -> None:
    assert told["migrated"] == [False, True]


def test_templates_are_read_ahead_once_a_screen_listens(told: dict[str, list[Any]]) -> None:
    everywhere = [ROOT / "templates", *(shelf.folder(slug) / "templates" for slug in shelf.slugs())]
    every = {path.relative_to(room).as_posix() for room in everywhere for path in room.rglob("*.html")}
    assert "tables/table.html" not in told["first"]
    assert every <= set(told["ahead"])


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
