"""What the parts of an action are called at the table."""

from collections.abc import Mapping

THINGS: Mapping[str, str] = {
    "type": "what is done",
    "seat": "whose deed it is",
    "quadrant": "the quadrant",
    "front": "the front",
    "front.#": "the row of the front",
    "front.#.#": "the card of the front",
    "salt": "the salt of the seal",
    "order": "the new order of the four cards",
    "order.#": "the card of the quadrant",
    "cell": "the cell",
    "cells": "the cells to turn up",
    "cells.#": "the cell to turn up",
    "machine_gun": "the machine gun that fires",
    "mortar": "the mortar",
    "target": "the card to fire at",
    "infantry": "the infantry",
    "officer": "the officer",
    "turned": "the cards that were turned up",
    "turned.#": "the card that was turned up",
    "reason": "the reason",
    "changes": "what is set by hand",
    "changes.#": "the change by hand",
    "changes.#.target": "what is set by hand",
    "changes.#.side": "whose it is",
    "changes.#.by": "by how many points",
    "changes.#.cell": "the cell",
    "changes.#.card": "the card",
}
