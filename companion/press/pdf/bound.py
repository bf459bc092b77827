"""The objects of a file as its bytes: small ones are packed together, and a packed table says where each is.

ReportLab writes each object in plain sight, with twenty bytes more in a table; a tree of what is read has
thousands of small ones (ISO 32000-1, 7.5.7 and 7.5.8).
"""

from struct import pack
from typing import Any
from zlib import compress

from reportlab.pdfbase.pdfdoc import format as formatted

TOGETHER = 200
"""Objects that are packed as one: a reader unpacks them all to see one of them."""

HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class Bound:
    """One file's bytes as they come."""

    def __init__(self) -> None:
        self.parts = [HEAD]
        self.length = len(HEAD)
        self.entries: dict[int, bytes] = {}
        self.small: list[tuple[int, bytes]] = []
        self.packs: list[list[tuple[int, bytes]]] = []

    def add(self, number: int, data: bytes) -> None:
        """An object: in its place if it is a stream, else together with others."""
        if data.endswith((b"endstream", b"endstream\n")):
            self._put(number, data)
            return
        self.small.append((number, data))
        if len(self.small) == TOGETHER:
            self.packs.append(self.small)
            self.small = []

    def _put(self, number: int, data: bytes) -> None:
        self.entries[number] = pack(">BIH", 1, self.length, 0)
        whole = b"%d 0 obj\n%b\nendobj\n" % (number, data)
        self.parts.append(whole)
        self.length += len(whole)

    def file(self, size: int, trailer: bytes) -> bytes:
        """The whole of it; `size` objects are numbered from 1, and `trailer` says where a reader begins."""
        for pack_ in [*self.packs, self.small] if self.small else self.packs:
            size += 1
            for index, (number, _) in enumerate(pack_):
                self.entries[number] = pack(">BIH", 2, size, index)
            self._put(size, _packed(pack_))
        size += 1
        start = self.length
        self.entries[size] = pack(">BIH", 1, start, 0)
        table = compress(
            pack(">BIH", 0, 0, 65535) + b"".join(self.entries[number] for number in range(1, size + 1))
        )
        told = b"<</Type/XRef/Size %d/W[1 4 2]%b/Filter/FlateDecode/Length %d>>" % (
            size + 1, trailer, len(table),
        )  # fmt: skip
        self._put(size, b"%b\nstream\n%b\nendstream" % (told, table))
        return b"".join([*self.parts, b"startxref\n%d\n%%%%EOF\n" % start])


def _packed(each: list[tuple[int, bytes]]) -> bytes:
    places, at = [], 0
    for number, data in each:
        places.append(b"%d %d" % (number, at))
        at += len(data) + 1
    head = b" ".join(places) + b"\n"
    content = compress(head + b"\n".join(data for _, data in each))
    told = b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>" % (
        len(each), len(head), len(content),
    )  # fmt: skip
    return b"%b\nstream\n%b\nendstream" % (told, content)


def kept(book: Any, bound: Bound, last: int) -> int:
    """Hand over all that ReportLab holds, also what it only thinks of meanwhile, but for the object `last`.

    Returns how many objects there are.
    """
    number = 0
    while (number := number + 1) in book.numberToId:
        if number != last:
            bound.add(number, formatted(book.idToObject[book.numberToId[number]], book, toplevel=1))
    return number - 1
