"""Many files as one: bookmarks, page labels, links from the guide, and small pictures of the sheets on it."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from companion.press.face import Box
from companion.press.pdf.grafts import Tree, moved, unmarked
from companion.press.pdf.wayfinding import Bookmark, corners, link, outline, saved


class Label(NamedTuple):
    """What the pages from that one on, counted from 0, are called: “Cards 1”, or i, ii, iii."""

    page: int
    prefix: str
    roman: bool = False


class Pointer(NamedTuple):
    """A place on a page, in millimetres from its upper left corner, that leads to another page, and the frame
    in which it shows its picture, if it does."""

    page: int
    place: Box
    to: int
    words: str
    frame: Box | None = None


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
    """All pages in their order, under the title and the language of the first file; the same for the same.

    The first leaves are a whole file; of one of no length only its title and language stay.
    """
    import pikepdf  # a process that joins no files need not load it

    with pikepdf.open(BytesIO(leaves[0].file)) as whole:
        files = {id(each.file): each.file for each in leaves[1:]}
        opened = {key: pikepdf.open(BytesIO(file)) for key, file in files.items()}
        if not leaves[0].length:
            _emptied(whole)
        for each in leaves[1:]:
            whole.pages.extend(opened[id(each.file)].pages[each.first : each.first + each.length])
        _lead(whole, _grown(whole, leaves, opened), pointers)
        outline(whole, bookmarks)
        whole.Root.PageLabels = pikepdf.Dictionary(Nums=_numbers(labels))
        made = saved(whole)
        for file in opened.values():
            file.close()
    return made


def _emptied(whole: Any) -> None:
    """A file without its pages, and without what was read of them."""
    del whole.pages[:]
    root = whole.Root.StructTreeRoot
    root.K.K = whole.make_indirect([])
    root.ParentTree.Nums = whole.make_indirect([])


def _grown(whole: Any, leaves: Sequence[Leaves], opened: Mapping[int, Any]) -> Tree:
    """What is read of all files, in the order of their pages."""
    tree = Tree(whole)
    by = {key: tree.graft(file) for key, file in opened.items()}
    at = leaves[0].length
    for each in leaves[1:]:
        for number in range(at, at + each.length):
            moved(whole.pages[number].obj, by[id(each.file)])
        tree.take(opened[id(each.file)], each.first, each.length, at)
        at += each.length
    return tree


def _numbers(labels: Sequence[Label]) -> Any:
    from pikepdf import Array, Dictionary

    found: list[Any] = []
    for label in labels:
        told = {"/S": _name("/r" if label.roman else "/D")}
        told |= {"/P": label.prefix} if label.prefix else {}
        found += [label.page, Dictionary(told)]
    return Array(found)


def _lead(whole: Any, tree: Tree, pointers: Sequence[Pointer]) -> None:
    """Each place a link, and in a frame the page it leads to, which is not read there."""
    from pikepdf import Rectangle

    for number, each in enumerate(pointers):
        link(tree, each.page, each.place, each.to, each.words)
        if not each.frame:
            continue
        page, high = whole.pages[each.page], float(whole.pages[each.page].mediabox[3])
        form = unmarked(whole.pages[each.to].as_form_xobject())
        name = _name(f"/Sheet{number}")  # a name of chance would differ
        page.add_resource(form, _name("/XObject"), name)
        drawn = page.calc_form_xobject_placement(form, name, Rectangle(*corners(each.frame, high)))
        page.contents_add(b"/Artifact BMC\n%b\nEMC" % drawn)


def _name(name: str) -> Any:
    from pikepdf import Name

    return Name(name)
