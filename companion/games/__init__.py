"""One folder a game. `companion.shelf` finds them by being there; nothing else opens this door."""
