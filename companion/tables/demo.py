"""A table of each game in mid-play, to look round in: the game's own demo, tapped in line by line."""

from collections.abc import Iterator

from companion import shelf
from companion.engine.game import Game
from companion.tables import play
from companion.tables.devices import HOUSE
from companion.tables.house import Opening, open_table
from companion.tables.models import Table

TITLE = "{game}: a game to look round in"


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
