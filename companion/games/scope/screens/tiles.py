"""The deeds of a turn as tiles: what each is called, its sign, and which a seat has at all."""

from collections.abc import Mapping

from companion.games.scope.data import Card
from companion.games.scope.state import State

BASIC = ("search", "move")
ADVANCED = ("recognition", "howitzer", "offensive_fire", "assault", "reinforce", "deploy")
TILES: Mapping[str, tuple[str, str, str]] = {
    "search": ("Search", "sniper", "turn one card up"),
    "move": ("Move", "move", "a quadrant, in secret"),
    "recognition": ("Recon", "scout", "scout {at}: see two"),
    "howitzer": ("Howitzer", "mortar", "mortar {at} shows itself"),
    "offensive_fire": ("Fire", "machine_gun", "gun {at}: {n} in reach"),
    "assault": ("Assault", "infantry", "infantry {at}"),
    "reinforce": ("Reinforce", "infantry", "infantry comes back"),
    "deploy": ("+ Deploy", "officer", "one extra move"),
}
"""Each deed: its word, the sign of the card that does it, what it does."""
DOER: Mapping[str, Card] = {
    "recognition": "scout", "howitzer": "mortar", "offensive_fire": "machine_gun", "assault": "infantry"
}  # fmt: skip
DOES = {"sniper": "search", "officer": "deploy"} | {card: kind for kind, card in DOER.items()}
"""What a tap on a card of one's own begins."""


def known_deeds(state: State, seat: str) -> tuple[str, ...]:
    """The deeds that this mode and seat have at all (advanced, players_3_4)."""
    if state.mode == "basic" or seat.endswith("_snipers"):
        return BASIC
    return (*BASIC, *ADVANCED)[seat.endswith("_units") :]
