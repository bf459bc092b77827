"""Loose tokens that explode (6.10)."""
