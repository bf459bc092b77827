"""Template tags of the campaigns."""
