"""Scarper's procedures: each a piece of the rules that stands alone, used by the table and the desk alike."""
