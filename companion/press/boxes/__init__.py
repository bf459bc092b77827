"""Boxes to fold for a deck of cards."""
