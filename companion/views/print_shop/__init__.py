"""The print shop: its shelf, an order and its sheets, printers, long work."""
