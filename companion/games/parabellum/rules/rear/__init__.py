"""Deeds behind the screen: buying, mustering, selling (specification 5.1, 5.2, 5.7)."""
