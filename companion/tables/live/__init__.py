"""The streams of a table: what they say to each screen, and what keeps them awake."""
