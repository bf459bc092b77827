"""A game played on otherwise from one of its lines, at a table of its own, and laid beside the true one."""
