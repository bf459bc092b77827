"""Everything of Verräter that goes on paper (specification 10)."""

from collections.abc import Mapping

from companion.engine.game import Printable
from companion.games.verraeter.printables.decks import DECKS

PRINTABLES: Mapping[str, Printable] = {printable.name: printable for printable in (*DECKS,)}
"""By name, in the order in which the shop shows them."""
