"""Looking back on a game: its film, what turned it, and the next one."""
