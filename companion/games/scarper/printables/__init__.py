"""Everything of Scarper that goes on paper (specification 10)."""

from collections.abc import Mapping

from companion.engine.game import Printable
from companion.games.scarper.printables.board import BOARDS
from companion.games.scarper.printables.decks import DECKS

PRINTABLES: Mapping[str, Printable] = {printable.name: printable for printable in (*DECKS, *BOARDS)}
