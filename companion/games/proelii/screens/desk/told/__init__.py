"""How the answers read on the desk: what counts in one line, then small tables."""
