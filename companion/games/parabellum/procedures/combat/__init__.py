"""Dice against dice: attacks, barrages, their odds, what a scout sees (6.6 to 6.9, 6.11)."""
