"""Names and numbers of the game."""

SIDES = ("red", "blue")
SIDE_NAMES = {"red": "Red", "blue": "Blue"}
CARDS = tuple(f"sentinel-{name}" for name in ("heron", "otter", "lynx", "stoat", "raven", "adder"))
MOODS = (("calm", "Calm"), ("wild", "Wild"))
MOST = 1_000_000
"""What nobody counts beyond."""


def other(side: str) -> str:
    """The seat across the table."""
    return "blue" if side == "red" else "red"
