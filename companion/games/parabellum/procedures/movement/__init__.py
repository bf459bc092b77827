"""A unit on the map: its paths and how far it comes (6.12)."""
