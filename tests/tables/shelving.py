"""Tally stands on the shelf of these tests alone."""

from pathlib import Path

GAMES = Path(__file__).resolve().parents[2] / "companion" / "smallest"


def put_tally_on_the_shelf() -> None:
    """Let the shelf find it: a folder is all that a game needs."""
    from companion import games

    if str(GAMES) not in games.__path__:
        games.__path__.append(str(GAMES))
