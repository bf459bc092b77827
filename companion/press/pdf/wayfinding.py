"""Ways through a file: its outline, and places on its pages that lead to others."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby
from typing import Any, NamedTuple

from companion.press.face import POINT, Box
from companion.press.page import Head, Jump
from companion.press.pdf.grafts import Tree

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
        told = list(run)
        if within:
            under = [Bookmark(head.title, page) for head, page in told]
            if chapter:
                yield Bookmark(chapter[0].title, chapter[1], under)
                chapter = None
            else:
                yield from under
            continue
        yield from (Bookmark(head.title, page) for head, page in ([chapter] if chapter else []))
        yield from (Bookmark(head.title, page) for head, page in told[:-1])
        chapter = told[-1]
    if chapter:
        yield Bookmark(chapter[0].title, chapter[1])


def outline(file: Any, marks: Sequence[Bookmark]) -> None:
    """Give an open file its outline, which readers show beside the pages."""
    from pikepdf import Name, OutlineItem

    def item(mark: Bookmark) -> Any:
        made = OutlineItem(mark.title, mark.page)
        made.children.extend(item(each) for each in mark.under)
        return made

    with file.open_outline() as told:
        told.root.extend(item(mark) for mark in marks)
    file.Root.PageMode = Name("/UseOutlines")


def link(tree: Tree, number: int, place: Box, to: int, words: str) -> None:
    """Make a place on page `number`, in millimetres from its upper left corner, lead to page `to`; from 0."""
    from pikepdf import Array, Dictionary, Name

    file = tree.file
    page, target = file.pages[number], file.pages[to]
    told = Dictionary(
        Type=Name("/Annot"),
        Subtype=Name("/Link"),
        Rect=Array(corners(place, float(page.mediabox[3]))),
        Border=Array([0, 0, 0]),
        Contents=words,
        Dest=Array([target.obj, Name("/Fit")]),
        F=4,
    )
    links, made = page.obj.get("/Annots", Array()), file.make_indirect(told)
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
