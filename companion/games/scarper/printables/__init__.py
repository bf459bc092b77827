"""Everything of Scarper that goes on paper (specification 10)."""

from collections.abc import Mapping

from companion.engine.game import Printable
from companion.games.scarper.printables.board import BOARDS
from companion.games.scarper.printables.decks import DECKS
from companion.games.scarper.printables.markers import MARKERS
from companion.games.scarper.printables.position import POSITIONS

PRINTABLES: Mapping[str, Printable] = {
    printable.name: printable for printable in (*DECKS, *BOARDS, *MARKERS, *POSITIONS)
}
