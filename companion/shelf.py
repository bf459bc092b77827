"""Which games there are: the folders of `games/`. The only door to them."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from companion import games as rooms
from companion.engine.card import Card, card
from companion.engine.errors import InvalidInput
from companion.engine.game import Game


def slugs() -> tuple[str, ...]:
    """The games' folders, in string order. Looking does not load any rules."""
    return tuple(sorted(_folders()))


def _folders() -> Mapping[str, Path]:
    folders = (folder for root in rooms.__path__ for folder in Path(root).iterdir())
    return {folder.name: folder for folder in folders if (folder / "game.py").is_file()}


def cards() -> Mapping[str, Card]:
    """The card of every game, by its slug. No rules are loaded for it."""
    return {slug: card(folder) for slug, folder in sorted(_folders().items())}


def title(slug: str) -> str:
    """What that game is called; of one that stands on the shelf no more, its short name."""
    named = cards().get(slug)
    return named.title if named else slug


def folder(slug: str) -> Path:
    """Where that game lives; `KeyError` where there is none."""
    return _folders()[slug]


@cache
def game(slug: str) -> Game[object]:
    """The game of that folder, loaded when it is first asked for; `InvalidInput` where there is none."""
    if slug not in slugs():
        raise InvalidInput("system", f"There is no game “{slug}”; there is {', '.join(slugs())}.")
    loaded: Game[object] = import_module(f"{rooms.__name__}.{slug}.game").GAME
    return loaded


def games() -> Mapping[str, Game[object]]:
    """Every game on the shelf, by its slug, loaded. Where names are enough, `cards` has them."""
    return MappingProxyType({slug: game(slug) for slug in slugs()})
