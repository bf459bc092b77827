"""Armies: their types, their commanders, the way from and to the strategic map."""
