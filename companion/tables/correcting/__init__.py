"""Correcting a line that stands: what would become of those after it, and whether they can follow."""
