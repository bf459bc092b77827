"""The game's own simple player, where the tests of all games look for one."""

from companion.games.parabellum.campaign.playing import Player, play

__all__ = ["Player", "play"]
