"""A table of each game in mid-play, to look round in: the game's own demo, tapped in line by line."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from django.urls import reverse

from companion import shelf
from companion.engine.game import Game
from companion.tables import play
from companion.tables.devices import HOUSE
from companion.tables.house import Opening, open_table
from companion.tables.models import Table

TITLE = "{game}: a game to look round in"


class Open(NamedTuple):
    """What lies open to look round in: its title, whose game it is, and the way in."""

    title: str
    words: str
    url: str


class More(NamedTuple):
    """What else a house opens beside its demo tables, and what of that lies open now."""

    make: Callable[[list[Table]], None]
    found: Callable[[], Iterable[Open]]


MORE: list[More] = []


def open_all() -> list[Open]:
    """Every demo of the house; what lies open then."""
    tables = list(open_demos())
    for each in MORE:
        each.make(tables)
    return lying_open()


def lying_open() -> list[Open]:
    """The demos for the first page, if the house has any."""
    titles = {TITLE.format(game=game.title): game.title for game in shelf.games().values()}
    tables = Table.objects.filter(title__in=titles, closed_at=None, entries__key="demo-1").order_by("pk")
    own = [Open(each.title, each.headline, reverse("tables:join", args=[each.code])) for each in tables]
    return own + more_lying_open()


def more_lying_open() -> list[Open]:
    """What lies open beside the tables."""
    return [found for each in MORE for found in each.found()]


def open_demos() -> Iterator[Table]:
    """The demo table of every game that has one; one that is open already is used again."""
    for game in shelf.games().values():
        if game.demo is not None and game.at_table:
            title = TITLE.format(game=game.title)
            known = Table.objects.filter(system=game.slug, title=title, closed_at=None).first()
            yield known or _played(game, title)


def _played(game: Game[object], title: str) -> Table:
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=game.slug, title=title, kind="open", setup=setup))
    for number, action in enumerate(actions, 1):
        play.act(table, HOUSE, action, number, f"demo-{number}")
    table.refresh_from_db()
    return table
