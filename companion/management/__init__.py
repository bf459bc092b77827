"""The house's own commands."""
