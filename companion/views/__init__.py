"""Rooms without memory: the desk, the print shop, and their interfaces."""
