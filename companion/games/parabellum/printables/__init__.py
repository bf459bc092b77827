"""Everything of Parabellum that goes on paper (contents)."""

from collections.abc import Mapping

from companion.engine.game import Printable
from companion.games.parabellum.printables.cards import CARDS

PRINTABLES: Mapping[str, Printable] = {printable.name: printable for printable in (*CARDS,)}
"""By name, in the order in which the shop shows them."""
