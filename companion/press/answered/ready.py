"""What reads a photo is loaded while somebody still holds the camera, so that the first is read at once."""

from functools import cache
from threading import Thread


@cache
def ready() -> Thread:
    """Begin to load it, once a process; the thread that does."""
    thread = Thread(target=_load, name="photos", daemon=True)
    thread.start()
    return thread


def _load() -> None:
    from companion.press.answered import form, ink  # noqa: F401
    from companion.press.answered.flat import warm
    from companion.press.fonts import SUBTITLE, TITLE
    from companion.press.text import measure

    warm()
    for font in (TITLE, SUBTITLE):
        measure("0", font, 10)
