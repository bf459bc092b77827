"""A picture on its way down a stream: what it has anew, line by line, and packed once for all who get it.

A page keeps the lines of the last picture that came on its stream; the next one says which of them stay.
"""

import json
from functools import lru_cache
from zlib import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, compressobj

from companion.tables.bell.hub import Ring

KEPT = 64
GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""How a packed stream begins. It never ends, so that its checksum is never asked for."""

type Part = str | tuple[int, int]
"""A new line, or where a run of old ones begins and how many they are."""


class Picture:
    """What a page shows at `place`, its address, once `news` were told; the same one is one object."""

    def __init__(self, place: str, news: Ring, text: str) -> None:
        self.place, self.news, self.text = place, news, text
        self.lines = text.split("\n")


@lru_cache(KEPT)
def event(last: Picture | None, picture: Picture) -> str:
    """The event that brings a page from the last picture to this one."""
    parts = difference(last.lines if last else [], picture.lines)
    data = json.dumps({"at": picture.place, "lines": parts}, ensure_ascii=False, separators=(",", ":"))
    return f"event: picture\nid: {picture.news.version}\ndata: {data}\n\n"


def difference(old: list[str], new: list[str]) -> list[Part]:
    """The new lines, by the old ones.

    >>> difference(["a", "b", "c"], ["b", "c", "d", "a"])
    [(1, 2), 'd', (0, 1)]
    """
    places = {line: at for at, line in reversed(list(enumerate(old)))}
    parts: list[Part] = []
    start = end = -1
    for line in new:
        if start >= 0 and end < len(old) and old[end] == line:
            end += 1
            parts[-1] = (start, end - start)
            continue
        start = places.get(line, -1)
        end = start + 1
        parts.append(line if start < 0 else (start, 1))
    return parts


@lru_cache(KEPT)
def packed(words: str) -> bytes:
    """These words as a piece of any packed stream: it looks back on nothing that came before it."""
    squeeze = compressobj(6, DEFLATED, -MAX_WBITS)
    return squeeze.compress(words.encode()) + squeeze.flush(Z_FULL_FLUSH)
