"""Ways through a file: its outline, and places on its pages that lead to others, also in joined files."""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby
from typing import Any, NamedTuple

from companion.press.face import POINT, Box
from companion.press.page import Head, Jump

MARKED = re.compile(rb"^(?:/\w+\s+(?:<<\s*/MCID\s+\d+\s*>>\s+)?B[DM]C|EMC)$\n?", re.MULTILINE)
"""What says within a page which part of the structure it is: alone in its line, as no letters are."""


class Tree:
    """What is read of an open file: a document with parts, and from each marked run back to what it is.

    `parts` are those of the pages drawn here, counted from 0.
    """

    def __init__(self, file: Any) -> None:
        self.file, root = file, file.Root.StructTreeRoot
        self.root, self.document, self.numbers = root, root.K, root.ParentTree.Nums
        self.next = int(root.ParentTreeNextKey)
        self.parts: dict[int, Any] = dict(enumerate(self.document.K))

    def link(self, number: int, annotation: Any) -> None:
        """A link is read last of the page that it is on."""
        from pikepdf import Array, Dictionary, Name

        page, part = self.file.pages[number].obj, self.parts[number]
        reference = Dictionary(Type=Name("/OBJR"), Obj=annotation, Pg=page)
        element = self.file.make_indirect(Dictionary(S=Name("/Link"), P=part, Pg=page, K=Array([reference])))
        part.K.append(element)
        annotation.StructParent = self.next
        self._lead(self.next, element)

    def graft(self, other: Any) -> int:
        """Where the runs of another file lead back to, all of whose wanted pages are here already.

        Returns by how much the numbers grow under which its pages and links are found.
        """
        by = self.next
        numbers = other.Root.StructTreeRoot.ParentTree.Nums
        for key, value in zip(list(numbers)[::2], list(numbers)[1::2], strict=True):
            self._lead(by + int(key), self._copied(other, value))
        return by

    def take(self, other: Any, first: int, length: int, to: int) -> None:
        """Put so many pages of a grafted file at the document's end; they begin here at page `to`."""
        root = other.Root.StructTreeRoot
        kids = list(root.K) if root.K._type_name == "array" else [root.K]
        drawn = (
            len(kids) == 1
            and len(kids[0].K) == len(other.pages)
            and all(part.S == "/Part" and "/Pg" in part for part in kids[0].K)
        )
        if drawn:
            kids = list(kids[0].K)[first : first + length]
        for number, each in enumerate(kids, to):
            part = self._copied(other, each)
            part.P, part.S = self.document, _name("/Part")
            self.document.K.append(part)
            if drawn:
                self.parts[number] = part

    def _lead(self, number: int, element: object) -> None:
        self.numbers.extend([number, element])
        self.next = self.root.ParentTreeNextKey = max(self.next, number + 1)

    def _copied(self, other: Any, value: Any) -> Any:
        return self.file.copy_foreign(value if value.is_indirect else other.make_indirect(value))


def moved(page: Any, by: int) -> None:
    """A page and its links are found under numbers that have grown."""
    page.StructParents = int(page.StructParents) + by
    for each in page.get("/Annots", []):
        if "/StructParent" in each:
            each.StructParent = int(each.StructParent) + by


def unmarked(form: Any) -> Any:
    """A picture of a page, which is read where the page itself is."""
    form.write(MARKED.sub(b"", form.read_bytes()))
    return form


def _name(name: str) -> object:
    from pikepdf import Name

    return Name(name)


K = 1 / POINT


class Bookmark(NamedTuple):
    """A line of the outline: its words, its page from 0, and what stands under it."""

    title: str
    page: int
    under: Sequence["Bookmark"] = ()


class Signs(NamedTuple):
    """What leads from and to a page."""

    heads: tuple[Head, ...]
    jumps: tuple[Jump, ...]


def signed(pdf: bytes, pages: Sequence[Signs]) -> bytes:
    """The file with the outline and the links of its pages; the same for the same."""
    import pikepdf  # a print that leads nowhere need not load it

    with pikepdf.open(BytesIO(pdf)) as file:
        outline(file, bookmarks(pages))
        tree = Tree(file)
        for number, signs in enumerate(pages):
            for jump in signs.jumps:
                link(tree, number, jump.place, jump.to - 1, jump.words)
        return saved(file)


def bookmarks(pages: Sequence[Signs], first: int = 0) -> list[Bookmark]:
    """The outline of these pages, the first of which has that place in its file; parts under chapters."""
    heads = [(head, first + n) for n, signs in enumerate(pages) for head in signs.heads]
    return list(_under(heads))


def _under(heads: Sequence[tuple[Head, int]]) -> Iterator[Bookmark]:
    chapter: tuple[Head, int] | None = None
    for within, run in groupby(heads, key=lambda each: each[0].within):
        kids = list(run)
        if within:
            under = [Bookmark(head.title, page) for head, page in kids]
            if chapter:
                yield Bookmark(chapter[0].title, chapter[1], under)
                chapter = None
            else:
                yield from under
            continue
        yield from (Bookmark(head.title, page) for head, page in ([chapter] if chapter else []))
        yield from (Bookmark(head.title, page) for head, page in kids[:-1])
        chapter = kids[-1]
    if chapter:
        yield Bookmark(chapter[0].title, chapter[1])


def outline(file: Any, marks: Sequence[Bookmark]) -> None:
    """Give an open file its outline, which readers show beside the pages."""
    from pikepdf import Name, OutlineItem

    def item(mark: Bookmark) -> Any:
        made = OutlineItem(mark.title, mark.page)
        made.children.extend(item(each) for each in mark.under)
        return made

    with file.open_outline() as entries:
        entries.root.extend(item(mark) for mark in marks)
    file.Root.PageMode = Name("/UseOutlines")


def link(tree: Tree, number: int, place: Box, to: int, words: str) -> None:
    """Make a place on page `number`, in millimetres from its upper left corner, lead to page `to`; from 0."""
    from pikepdf import Array, Dictionary, Name

    file = tree.file
    page, target = file.pages[number], file.pages[to]
    annotation = Dictionary(
        Type=Name("/Annot"),
        Subtype=Name("/Link"),
        Rect=Array(corners(place, float(page.mediabox[3]))),
        Border=Array([0, 0, 0]),
        Contents=words,
        Dest=Array([target.obj, Name("/Fit")]),
        F=4,
    )
    links, made = page.obj.get("/Annots", Array()), file.make_indirect(annotation)
    links.append(made)
    page.obj.Annots = links
    tree.link(number, made)


def corners(box: Box, high: float) -> list[float]:
    """A place as a file counts it: points, from the lower left corner of a page so high."""
    left, low, right, top = box.x * K, high - box.bottom * K, box.right * K, high - box.y * K
    return [round(each, 3) for each in (left, low, right, top)]


def saved(file: Any) -> bytes:
    """An open file's bytes; the same for the same."""
    from pikepdf import ObjectStreamMode

    out = BytesIO()
    file.save(out, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()
