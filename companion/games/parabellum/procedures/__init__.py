"""The single questions that the rules assistant answers, and the arithmetic under them."""
