"""What the parts of an action are called at the table."""

from collections.abc import Mapping

THINGS: Mapping[str, str] = {
    "type": "what is done",
    "player": "whose deed it is",
    "landscape": "the landscape",
    "from": "the landscape to move from",
    "to": "the landscape to move to",
    "site": "the two landscapes of the conflict",
    "site.#": "the landscape of the conflict",
    "removed": "the card put aside",
    "card": "the action card to keep",
    "cards": "the supply cards",
    "cards.#": "the supply card",
    "discard": "the cards to lay down",
    "discard.#": "the card to lay down",
    "picks": "the action card of each player",
    "picks.*": "the action card of {}",
    "op": "whether a card is placed, moved or turned, or nothing is built",
    "side": "whether it is an estate or an office",
    "reason": "the reason",
    "changes": "what is set by hand",
    "changes.#": "the change by hand",
    "changes.#.target": "what is set by hand",
    "changes.#.player": "whose it is",
    "changes.#.by": "by how many points",
    "changes.#.house": "the house",
    "changes.#.landscape": "the landscape",
    "changes.#.side": "whether it is an estate or an office",
}
