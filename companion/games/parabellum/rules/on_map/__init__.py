"""Deeds on the map but fighting (specification 5.3 to 5.5)."""
