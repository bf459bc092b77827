"""The desk of Parabellum: its procedures, in the order in which people ask them."""

from companion.games.parabellum.screens.desk import caches, campaign, combat, money, movement, session

__all__ = ["PROCEDURES"]

PROCEDURES = (
    *combat.PROCEDURES,
    *caches.PROCEDURES,
    *movement.PROCEDURES,
    *money.PROCEDURES,
    *campaign.PROCEDURES,
    *session.PROCEDURES,
    *campaign.REPORTS,
)
