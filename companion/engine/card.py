"""The card of a game: what the shelf tells of it before anybody has asked for its rules."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.engine.errors import under
from companion.engine.shape import read

FILE = "card.toml"


class Asking(NamedTuple):
    """A question of the desk as players put it at the table: the procedure that answers it, and a sign."""

    procedure: str
    words: str
    icon: str = "odds"


class BoxWords(NamedTuple):
    """What stands on a game's box: what it is in two sentences, who sits down, how long it lasts.

    `lasts` is in the game's own unit, `span` the shortest word for it. `asks` are the five questions that its
    players put most.
    """

    about: str = ""
    sits: str = ""
    lasts: str = ""
    span: str = ""
    asks: tuple[Asking, ...] = ()


NO_WORDS = BoxWords()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`card.toml` of a game's folder, whose name is the slug.

    * `at_table`: that its screens stand; a game without them is asked at the desk and over HTTP alone.
    * `sheet`: the print that stands for it on the front page, one that needs no table; empty where none does.
    * `leads`: that of first rounds that are equally short its own is offered.
    * `alone`: that one person can play it, the house taking the other seats.
    * `box`: what stands on its box, for the game's own page and the shelf.
    """

    slug: str
    title: str
    tagline: str
    players: str
    at_table: bool = True
    sheet: str = ""
    leads: bool = False
    alone: bool = False
    box: BoxWords = NO_WORDS


@cache
def card(folder: Path) -> Card:
    """The card in that folder; `InvalidInput` with the place where it is not as it must be."""
    with under(FILE):
        there = read(Card, {"slug": folder.name, **tomllib.loads((folder / FILE).read_text("utf-8"))})
    return there
