"""What things cost and pay, and the books of it (6.4, 6.5, 6.13 to 6.16)."""
