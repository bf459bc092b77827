"""Words that several answers share."""

from companion.engine.wire import Json


def yes(value: Json) -> str:
    """A yes or a no."""
    return "yes" if value else "no"
