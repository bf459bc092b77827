"""One file a command, and no logic in it."""
