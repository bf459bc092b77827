"""Deeds of the Combat phase (specification 5.6)."""
