"""What every screen of a table sees at once: read once, painted once, sent to all."""
