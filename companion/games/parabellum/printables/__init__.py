"""What the print shop makes for Parabellum, by name."""

from collections.abc import Mapping

from companion.engine.game import Printable

PRINTABLES: Mapping[str, Printable] = {}
