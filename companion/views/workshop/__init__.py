"""The pages of the card workshop."""
