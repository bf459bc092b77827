"""What can be asked about SCOPE without a whole game (specification 6.5 to 6.8)."""
