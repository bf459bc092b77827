"""Everything of Scarper that goes on paper (specification 10)."""

from collections.abc import Mapping

from companion.engine.game import Printable
from companion.games.scarper.printables.aid import AIDS
from companion.games.scarper.printables.board import BOARDS
from companion.games.scarper.printables.charge_table import CHARGE_TABLES
from companion.games.scarper.printables.deck_list import DECK_LISTS
from companion.games.scarper.printables.decks import DECKS
from companion.games.scarper.printables.markers import MARKERS
from companion.games.scarper.printables.position import POSITIONS
from companion.games.scarper.printables.records import RECORDS

PRINTABLES: Mapping[str, Printable] = {
    printable.name: printable
    for printable in (
        *DECKS, *BOARDS, *MARKERS, *AIDS, *POSITIONS, *RECORDS, *CHARGE_TABLES, *DECK_LISTS,
    )
}  # fmt: skip
"""By name, in the order in which the shop shows them."""
