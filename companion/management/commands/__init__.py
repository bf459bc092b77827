"""The house's own commands: thin, no logic."""
