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
    """One file's bytes as they come. ReportLab keeps `book`, and counts the objects, ours among them."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.parts = [HEAD]
        self.length = len(HEAD)
        self.entries: dict[int, bytes] = {}
        self.small: list[tuple[int, bytes]] = []

    def reserve(self, count: int) -> int:
        """So many numbers for objects of our own: the first of them."""
        first: int = self.book.objectcounter + 1
        self.book.objectcounter += count
        return first

    def add(self, number: int, data: bytes) -> None:
        """An object: in its place if it is a stream, else together with others."""
        if data.endswith((b"endstream", b"endstream\n")):
            self._put(number, data)
            return
        self.small.append((number, data))
        if len(self.small) == TOGETHER:
            self._pack()

    def file(self, catalog: bytes, info: bytes, mark: bytes) -> bytes:
        """The whole of it, with all that ReportLab holds or only thinks of meanwhile."""
        number = 0
        while (number := number + 1) <= self.book.objectcounter:
            if number in self.book.numberToId:
                each = self.book.idToObject[self.book.numberToId[number]]
                self.add(number, formatted(each, self.book, toplevel=1))
        if self.small:
            self._pack()
        last, start = self.reserve(1), self.length
        self.entries[last] = pack(">BIH", 1, start, 0)
        places = b"".join(self.entries[number] for number in range(1, last + 1))
        table = compress(pack(">BIH", 0, 0, 65535) + places)
        told = b"<</Type/XRef/Size %d/W[1 4 2]/Root %b/Info %b/ID[<%b><%b>]/Filter/FlateDecode/Length %d>>"
        told %= last + 1, catalog, info, mark, mark, len(table)
        self._put(last, b"%b\nstream\n%b\nendstream" % (told, table))
        return b"".join([*self.parts, b"startxref\n%d\n%%%%EOF\n" % start])

    def _put(self, number: int, data: bytes) -> None:
        self.entries[number] = pack(">BIH", 1, self.length, 0)
        whole = b"%d 0 obj\n%b\nendobj\n" % (number, data)
        self.parts.append(whole)
        self.length += len(whole)

    def _pack(self) -> None:
        number, places, at = self.reserve(1), [], 0
        for index, (each, data) in enumerate(self.small):
            self.entries[each] = pack(">BIH", 2, number, index)
            places.append(b"%d %d" % (each, at))
            at += len(data) + 1
        head = b" ".join(places) + b"\n"
        content = compress(head + b"\n".join(data for _, data in self.small))
        told = b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>"
        told %= len(self.small), len(head), len(content)
        self._put(number, b"%b\nstream\n%b\nendstream" % (told, content))
        self.small = []
