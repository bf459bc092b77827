"""SCOPE's rules: how a game is set up, and what a deed does to it (specification 4 to 6)."""
