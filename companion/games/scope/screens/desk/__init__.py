"""The desk of SCOPE: its eight procedures, in the order in which people ask them."""

from companion.games.scope.screens.desk import hunt, session, tables

__all__ = ["PROCEDURES"]

PROCEDURES = (*hunt.PROCEDURES, *tables.PROCEDURES, *session.PROCEDURES)
