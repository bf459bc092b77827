"""The campaigns' pages."""
