"""Sheets of a company to fill in with a pen and photograph: its orders, and its roster with what was lost."""
