"""Out of the house: a deck as the pictures that a maker of cards asks for, as a deck on the table of
Tabletop Simulator, and as the lines that a machine cuts."""

from companion.shop.export.checked import findings, summed
from companion.shop.export.packing import Packed
from companion.shop.export.targets import Target, export, outward, targets

__all__ = ["Packed", "Target", "export", "findings", "outward", "summed", "targets"]
