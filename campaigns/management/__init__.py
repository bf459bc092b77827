"""The campaigns' commands, and those of the whole house."""
