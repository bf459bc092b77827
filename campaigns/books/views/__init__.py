"""The pages of the books."""
