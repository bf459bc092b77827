"""How a game looks on paper: its dress, the ink in use, and the setting of words in boxes."""

from companion.press.look.dress import Dress
from companion.press.look.look import EDGE, INK, Look

__all__ = ["EDGE", "INK", "Dress", "Look"]
