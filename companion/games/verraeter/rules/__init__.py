"""Verräter's rules: a game set up, what a round does, and what can be known of hands (4 to 6)."""
