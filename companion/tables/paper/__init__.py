"""Sheets of a table that were filled in with a pen: which one a photo shows, and what its ticks would do."""
