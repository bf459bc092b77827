"""The desk of Verräter: its ten procedures, in the order in which people ask them."""

from companion.games.verraeter.screens.desk import conflict, session, supply

__all__ = ["PROCEDURES"]

PROCEDURES = (*conflict.PROCEDURES, *supply.PROCEDURES, *session.PROCEDURES)
