"""The desk of Scarper: its sixteen procedures, in the order in which people ask them."""

from companion.games.scarper.screens.desk import attack, cards, war, year

__all__ = ["PROCEDURES"]

PROCEDURES = (*attack.PROCEDURES, *year.PROCEDURES, *cards.PROCEDURES, *war.PROCEDURES, *cards.FILES)
