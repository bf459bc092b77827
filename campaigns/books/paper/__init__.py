"""The books on paper, drawn by the press."""
