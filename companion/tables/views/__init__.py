"""The tables' pages: home, opening, joining, playing, the log, and the host's page."""
