"""Parabellum Inc.: sector managers, skirmishes, and every credit on the balance sheet."""
