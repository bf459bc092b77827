"""Many files as one: bookmarks, page labels, links from the guide, and small pictures of the sheets on it."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

from companion.press.face import POINT, Box

K = 1 / POINT


class Bookmark(NamedTuple):
    """A line of the outline: its words, its page from 0, and what stands under it."""

    title: str
    page: int
    under: Sequence["Bookmark"] = ()


class Label(NamedTuple):
    """What the pages from that one on, counted from 0, are called: “Cards 1”, or i, ii, iii."""

    page: int
    prefix: str
    roman: bool = False


class Pointer(NamedTuple):
    """A place on a page, in millimetres from its upper left corner, that leads to another page and shows its
    picture in a frame."""

    page: int
    place: Box
    frame: Box
    to: int
    words: str


class Leaves(NamedTuple):
    """Some pages of a file: from the first of them, counted from 0, so many."""

    file: bytes
    first: int
    length: int


def joined(
    leaves: Sequence[Leaves],
    bookmarks: Sequence[Bookmark],
    labels: Sequence[Label],
    pointers: Sequence[Pointer],
) -> bytes:
    """All pages in their order, under the title and the language of the first file; the same for the same."""
    import pikepdf  # a process that joins no files need not load it

    with pikepdf.open(BytesIO(leaves[0].file)) as whole:
        opened = {id(each.file): pikepdf.open(BytesIO(each.file)) for each in leaves[1:]}
        for each in leaves[1:]:
            whole.pages.extend(opened[id(each.file)].pages[each.first : each.first + each.length])
        for page in whole.pages:
            if "/StructParents" in page:
                del page["/StructParents"]  # the tree that it pointed into belongs to the file it came from
        _lead(whole, pointers)
        _outline(whole, bookmarks)
        whole.Root.PageLabels = pikepdf.Dictionary(Nums=_numbers(labels))
        out = BytesIO()
        whole.save(
            out,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
        for file in opened.values():
            file.close()
    return out.getvalue()


def _outline(whole: Any, bookmarks: Sequence[Bookmark]) -> None:
    from pikepdf import OutlineItem

    def item(mark: Bookmark) -> Any:
        made = OutlineItem(mark.title, mark.page)
        made.children.extend(item(each) for each in mark.under)
        return made

    with whole.open_outline() as outline:
        outline.root.extend(item(mark) for mark in bookmarks)
    whole.Root.PageMode = _name("/UseOutlines")


def _numbers(labels: Sequence[Label]) -> Any:
    from pikepdf import Array, Dictionary

    found: list[Any] = []
    for label in labels:
        told = {"/S": _name("/r" if label.roman else "/D")}
        told |= {"/P": label.prefix} if label.prefix else {}
        found += [label.page, Dictionary(told)]
    return Array(found)


def _lead(whole: Any, pointers: Sequence[Pointer]) -> None:
    """Each place a link, and in its frame the page it leads to."""
    from pikepdf import Array, Dictionary, Rectangle

    for number, each in enumerate(pointers):
        page, target = whole.pages[each.page], whole.pages[each.to]
        high = float(page.mediabox[3])
        form, name = target.as_form_xobject(), _name(f"/Sheet{number}")  # a name of chance would differ
        page.add_resource(form, _name("/XObject"), name)
        drawn = page.calc_form_xobject_placement(form, name, Rectangle(*_corners(each.frame, high)))
        page.contents_add(drawn)
        link = Dictionary(
            Type=_name("/Annot"),
            Subtype=_name("/Link"),
            Rect=Array(_corners(each.place, high)),
            Border=Array([0, 0, 0]),
            Contents=each.words,
            Dest=Array([target.obj, _name("/Fit")]),
            F=4,
        )
        links = page.obj.get("/Annots", Array())
        links.append(whole.make_indirect(link))
        page.obj.Annots = links
        page.obj.Tabs = _name("/S")


def _corners(box: Box, high: float) -> list[float]:
    left, low, right, top = box.x * K, high - box.bottom * K, box.right * K, high - box.y * K
    return [round(each, 3) for each in (left, low, right, top)]


def _name(name: str) -> Any:
    from pikepdf import Name

    return Name(name)
