"""The pages on which rules are looked up."""
