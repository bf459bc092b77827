"""Paper that answers back: sheets with boxes to tick, and a photo of one read box by box.

What draws a sheet (`form`) needs nothing but the press; what reads a photo (`photo`) loads OpenCV, and only a
process that reads one does: while somebody still holds the camera, so that the first is read at once.
"""

from functools import cache
from threading import Thread


@cache
def ready() -> Thread:
    """Begin to load it, once a process; the thread that does."""
    thread = Thread(target=_load, name="photos", daemon=True)
    thread.start()
    return thread


def _load() -> None:
    from companion.press.answered.photo import warm
    from companion.press.text import SUBTITLE, TITLE, measure

    warm()
    for font in (TITLE, SUBTITLE):
        measure("0", font, 10)
