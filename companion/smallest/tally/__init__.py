"""Tally: two seats count, each with three cards that the other does not see."""
