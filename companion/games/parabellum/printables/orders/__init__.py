"""Sheets of a company to fill in with a pen and photograph: orders to buy and muster, losses in the field."""
