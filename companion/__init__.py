"""The companion: people round a table with a physical game, a tablet and a printer."""
