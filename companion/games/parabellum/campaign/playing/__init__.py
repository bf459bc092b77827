"""Campaigns that play themselves: a simple player, its plays, and what a binder's designer learns of them."""
