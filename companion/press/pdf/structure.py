"""The structure of a file: what is read of its pages, as a tree of objects, and from each run back to it."""

from collections.abc import Sequence

from companion.press.pdf.tags import FIGURE, Item, Read, Section


class Structure:
    """The objects of a tree; `root` is the number of the first, which the file's catalog names.

    The others are numbered from `first`; `pages` are the places of the pages in the file.
    """

    def __init__(self, root: int, first: int, pages: Sequence[bytes]) -> None:
        self.root, self.first, self.pages = b"%d 0 R" % root, first, pages
        self.objects: list[bytes] = []

    def written(self, read: Sequence[Read]) -> bytes:
        """The root; the others are in `objects` then."""
        document = self._add()
        runs: list[bytes] = []
        parts = [self._page(document, number, page, runs) for number, page in enumerate(read)]
        self._set(document, b"<</S/Document/P %b/K[%b]>>" % (self.root, b" ".join(parts)))
        told = b" ".join(b"%d %b" % pair for pair in enumerate(runs))
        return b"<</Type/StructTreeRoot/K %b/ParentTree<</Nums[%b]>>/ParentTreeNextKey %d>>" % (
            document, told, len(runs),
        )  # fmt: skip

    def _page(self, document: bytes, number: int, page: Read, runs: list[bytes]) -> bytes:
        place, back = self._add(), [b"null"] * page.runs
        parts = [
            self._section(place, number, part, back)
            if isinstance(part, Section)
            else self._item(place, number, part, back)
            for part in page.parts
        ]
        head = b"<</S/Part/P %b/Pg %b/T%b" % (document, self.pages[number], text(page.label))
        self._set(place, b"%b/K[%b]>>" % (head, b" ".join(parts)))
        listed = self._add()
        self._set(listed, b"[%b]" % b" ".join(back))
        runs.append(listed)
        return place

    def _section(self, parent: bytes, number: int, section: Section, back: list[bytes]) -> bytes:
        place = self._add()
        items = b" ".join([self._item(place, number, item, back) for item in section.items])
        title = b"/T%b" % text(section.title) if section.title else b""
        self._set(place, b"<</S/Sect/P %b%b/K[%b]>>" % (parent, title, items))
        return place

    def _item(self, parent: bytes, number: int, item: Item, back: list[bytes]) -> bytes:
        place = self._add()
        for run in item.runs:
            back[run] = place
        runs = f"{item.runs[0]}" if len(item.runs) == 1 else f"{item.runs}".replace(",", "")
        told = b""
        if item.words:
            told = b"/%b%b" % (b"Alt" if item.kind == FIGURE else b"ActualText", text(item.words))
        if item.box:
            told += b"/A<</O/Layout/BBox[%b]>>" % " ".join(f"{each:.2f}" for each in item.box).encode()
        kind, page = item.kind.encode(), self.pages[number]
        self._set(place, b"<</S/%b/P %b/Pg %b%b/K %b>>" % (kind, parent, page, told, runs.encode()))
        return place

    def _add(self) -> bytes:
        self.objects.append(b"")
        return b"%d 0 R" % (self.first + len(self.objects) - 1)

    def _set(self, place: bytes, data: bytes) -> None:
        self.objects[int(place[:-4]) - self.first] = data


def text(words: str) -> bytes:
    """Words as a file tells them."""
    if words.isascii():
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return b"(%b)" % " ".join(escaped.split()).encode()
    return b"<FEFF%b>" % " ".join(words.split()).encode("utf-16-be").hex().upper().encode()
