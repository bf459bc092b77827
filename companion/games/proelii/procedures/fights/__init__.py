"""Dice against dice: special attacks, a combat phase, its odds."""
