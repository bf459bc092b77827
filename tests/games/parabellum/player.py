"""The game's own simple player, where the tests of all games look for one."""

from companion.games.parabellum.campaign.playing.play import play
from companion.games.parabellum.campaign.playing.player import Player

__all__ = ["Player", "play"]
