"""The structure of a file: what is read of its pages, as a tree of objects, and from each run back to it.

Each page's objects are written with the page, and not kept: thousands of cards have a hundred thousand.
"""

from companion.press.pdf.bound import Bound
from companion.press.pdf.tags import FIGURE, Item, Read, Section


class Structure:
    """The tree of one file, page by page; `root` is its place, which the file's catalog names."""

    def __init__(self, bound: Bound) -> None:
        self.bound = bound
        self.number, self.document = bound.reserve(1), b"%d 0 R" % bound.reserve(1)
        self.root = b"%d 0 R" % self.number
        self.parts: list[bytes] = []
        self.runs: list[bytes] = []

    def page(self, page: bytes, read: Read) -> None:
        """What is read of the next page, whose place in the file this is."""
        Part(self.bound, page, read).written(self)

    def written(self) -> None:
        """The document and the root, once all pages are there."""
        document = b"<</S/Document/P %b/K[%b]>>" % (self.root, b" ".join(self.parts))
        self.bound.add(int(self.document[:-4]), document)
        told = b" ".join(b"%d %b" % pair for pair in enumerate(self.runs))
        head = b"<</Type/StructTreeRoot/K %b/ParentTree<</Nums[%b]>>" % (self.document, told)
        self.bound.add(self.number, b"%b/ParentTreeNextKey %d>>" % (head, len(self.runs)))


class Part:
    """One page's part of the tree: its objects are numbered one after the other."""

    def __init__(self, bound: Bound, page: bytes, read: Read) -> None:
        sections = sum(1 + len(each.items) for each in read.parts if isinstance(each, Section))
        items = sum(isinstance(each, Item) for each in read.parts)
        self.bound, self.page, self.read = bound, page, read
        self.next = bound.reserve(2 + sections + items)
        self.back = [b"null"] * read.runs

    def written(self, tree: Structure) -> None:
        """All of it, and its place in the tree."""
        number, place = self._taken()
        runs, listed = self._taken()
        kids = [
            self._section(place, part) if isinstance(part, Section) else self._item(place, part)
            for part in self.read.parts
        ]
        head = b"<</S/Part/P %b/Pg %b/T%b" % (tree.document, self.page, text(self.read.label))
        self.bound.add(number, b"%b/K[%b]>>" % (head, b" ".join(kids)))
        self.bound.add(runs, b"[%b]" % b" ".join(self.back))
        tree.parts.append(place)
        tree.runs.append(listed)

    def _section(self, parent: bytes, section: Section) -> bytes:
        number, place = self._taken()
        items = b" ".join([self._item(place, item) for item in section.items])
        title = b"/T%b" % text(section.title) if section.title else b""
        self.bound.add(number, b"<</S/Sect/P %b%b/K[%b]>>" % (parent, title, items))
        return place

    def _item(self, parent: bytes, item: Item) -> bytes:
        number, place = self._taken()
        for run in item.runs:
            self.back[run] = place
        runs = f"{item.runs[0]}" if len(item.runs) == 1 else f"{item.runs}".replace(",", "")
        told = b""
        if item.words:
            told = b"/%b%b" % (b"Alt" if item.kind == FIGURE else b"ActualText", text(item.words))
        if item.box:
            told += b"/A<</O/Layout/BBox[%b]>>" % " ".join(f"{each:.2f}" for each in item.box).encode()
        head = b"<</S/%b/P %b/Pg %b" % (item.kind.encode(), parent, self.page)
        self.bound.add(number, b"%b%b/K %b>>" % (head, told, runs.encode()))
        return place

    def _taken(self) -> tuple[int, bytes]:
        """The next number, and how others name it."""
        number = self.next
        self.next += 1
        return number, b"%d 0 R" % number


def text(words: str) -> bytes:
    """Words as a file tells them."""
    if words.isascii():
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return b"(%b)" % " ".join(escaped.split()).encode()
    return b"<FEFF%b>" % " ".join(words.split()).encode("utf-16-be").hex().upper().encode()
