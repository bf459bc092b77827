"""Everything of Verräter that goes on paper (specification 10)."""

from collections.abc import Mapping

from companion.engine.game import Printable
from companion.games.verraeter.printables.decks import DECKS
from companion.games.verraeter.printables.phase_aid import AIDS
from companion.games.verraeter.printables.record import RECORDS
from companion.games.verraeter.printables.score_pad import PADS

PRINTABLES: Mapping[str, Printable] = {
    printable.name: printable for printable in (*DECKS, *AIDS, *PADS, *RECORDS)
}
"""By name, in the order in which the shop shows them."""
