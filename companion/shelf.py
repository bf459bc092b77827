"""Which games there are: the folders of `games/`. The only door to them."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from companion import games as rooms
from companion.engine.errors import InvalidInput
from companion.engine.game import Game


def slugs() -> tuple[str, ...]:
    """The games' folders, in string order. Looking does not load any rules."""
    folders = (folder for root in rooms.__path__ for folder in Path(root).iterdir())
    return tuple(sorted(folder.name for folder in folders if (folder / "game.py").is_file()))


@cache
def game(slug: str) -> Game[object]:
    """The game of that folder; `InvalidInput` where there is none."""
    if slug not in slugs():
        raise InvalidInput("system", f"There is no game “{slug}”; there is {', '.join(slugs())}.")
    loaded: Game[object] = import_module(f"{rooms.__name__}.{slug}.game").GAME
    return loaded


def games() -> Mapping[str, Game[object]]:
    """Every game on the shelf, by its slug."""
    return MappingProxyType({slug: game(slug) for slug in slugs()})
