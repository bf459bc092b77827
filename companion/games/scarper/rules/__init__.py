"""Scarper's rules: the one way from a state to the next, and what is allowed in it (specification 4, 5)."""

from companion.games.scarper.rules.deeds import apply
from companion.games.scarper.rules.setting_up import set_up

__all__ = ["apply", "set_up"]
