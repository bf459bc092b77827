"""What of a page is heard by those who do not see it: sections, headings, paragraphs and pictures in words.

PDF/UA-1 (ISO 14289-1, 7.1): all that is drawn is either part of a structure, or it is an artifact: frames,
grounds, marks to cut along. A card is a section with its title and its text from the top down, whatever was
drawn first; a picture is one figure with words in its stead.

Ways through a file are its outline, and places on its pages that lead to others, also in joined files.
"""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.press.face import Box, Face, Stamp, Text
from companion.press.page import Head, Jump
from companion.press.pdf.operators import K

if TYPE_CHECKING:
    from pikepdf import Name, Object, Pdf

ASIDE = "Artifact"
PARAGRAPH = "P"
FIGURE = "Figure"
WORD = re.compile(r"[^\W\d]{3}")
SIZE = attrgetter("size")


class Item(NamedTuple):
    """Something that is read: what it is, which of the page's marked runs it is, and how far down it begins.

    `words` are read in its stead; `box` is where a figure lies, in points.
    """

    kind: str
    runs: list[int]
    at: float = 0.0
    words: str = ""
    box: Sequence[float] = ()


class Section(NamedTuple):
    """A piece that is cut out, by its title."""

    title: str
    items: list[Item]


class Read(NamedTuple):
    """What is read of one page: its name, its parts in their order, and how many runs are marked on it."""

    label: str
    parts: list[Item | Section]
    runs: int


class Headings:
    """Which level a file's headings have reached: none may be left out on the way down."""

    def __init__(self) -> None:
        self.level = 0

    def of(self, head: Head) -> str:
        self.level = 2 if head.within and self.level else 1
        return f"H{self.level}"

    def below(self) -> str:
        """One that the outline does not name: below the last that it does."""
        if not self.level:
            self.level = 1
            return "H1"
        return f"H{self.level + 1}"


class Reading:
    """What is read of one page while it is drawn; marks go between its operators, `out`."""

    __slots__ = (
        "below",
        "goes_on",
        "headings",
        "heads",
        "into",
        "is_heading",
        "open",
        "out",
        "parts",
        "runs",
    )

    def __init__(self, out: list[str], heads: Sequence[Head], headings: Headings) -> None:
        self.out, self.headings = out, headings
        self.heads = {head.title: head for head in heads}
        self.parts: list[Item | Section] = []
        self.into: list[Item] | list[Item | Section] = self.parts
        self.open, self.runs, self.below = "", 0, 0.0
        self.is_heading = self.goes_on = False

    def aside(self) -> None:
        if self.open != ASIDE:
            self.close()
            self.out.append("/Artifact BMC")
            self.open = ASIDE

    def begin(self, kind: str, at: float = 0.0, words: str = "", box: Sequence[float] = ()) -> None:
        self.close()
        self.out.append(f"/{kind} <</MCID {self.runs}>> BDC")
        last = self.into[-1] if self.into else None
        if self.goes_on and isinstance(last, Item) and last.kind == kind == PARAGRAPH:
            last.runs.append(self.runs)
        else:
            self.into.append(Item(kind, [self.runs], self.below + at, words, box))
        self.open = kind
        self.runs += 1

    def close(self) -> None:
        if self.open:
            self.out.append("EMC")
            self.open = ""

    def section(self, title: str) -> Section:
        """A piece begins: what is read of it is put together once it is drawn."""
        made = Section(title, [])
        self.parts.append(made)
        self.into = made.items
        if title:
            self.heads[title] = Head(title)
        return made

    def end(self, section: Section) -> None:
        """A piece ends: its heading comes first, then what stands highest."""
        section.items.sort(key=lambda item: (item.kind[0] != "H", item.at))
        self.into = self.parts
        self.heads.pop(section.title, None)

    def divided(self, run: list[Text]) -> Iterator[tuple[str, list[Text]]]:
        if self.is_heading:
            words = " ".join(text.text for text in run).replace("\n", " ")
            head = self.heads.get(words)
            yield (self.headings.of(head) if head else self.headings.below()), run
            return
        begun = 0
        for number, text in enumerate(run) if self.heads else ():
            head = self.heads.get(text.text.replace("\n", " "))
            if head:
                if begun < number:
                    yield PARAGRAPH, run[begun:number]
                yield self.headings.of(self.heads.pop(head.title)), [text]
                begun = number + 1
        if begun < len(run):
            yield PARAGRAPH, run[begun:]

    def read(self, label: str) -> Read:
        self.close()
        return Read(label, self.parts, self.runs)


def headline(face: Face) -> str:
    """What a piece is called on its face: the largest type that is a word."""
    largest = max(filter(lambda text: WORD.search(text.text), _type(face)), key=SIZE, default=None)
    return largest.text.replace("\n", " ") if largest else ""


def _type(face: Face) -> Iterator[Text]:
    for mark in face.marks:
        if isinstance(mark, Text):
            yield mark
        elif isinstance(mark, Stamp):
            yield from _type(mark.face)


def as_a_whole(stamp: Stamp, reading: Reading, speaks: bool) -> None:
    """A face on another one that is read as one thing: a picture in words, its text, or nothing."""
    if stamp.face.alt:
        reading.begin(FIGURE, stamp.y, stamp.face.alt)
    elif speaks:
        reading.begin(PARAGRAPH, stamp.y)
    else:
        reading.aside()


def named(face: Face) -> str:
    words = face.name.replace("_", " ")
    return words[:1].upper() + words[1:]


def around(stamps: Sequence[Stamp], height: float) -> Sequence[float]:
    """Where these lie on the page, in points."""
    places = [Box(each.x, each.y, *_size(each)) for each in stamps]
    left, top = min(place.x for place in places), min(place.y for place in places)
    right, bottom = max(place.right for place in places), max(place.bottom for place in places)
    return left * K, (height - bottom) * K, right * K, (height - top) * K


def _size(stamp: Stamp) -> tuple[float, float]:
    wide, high = stamp.face.width * stamp.scale, stamp.face.height * stamp.scale
    return (high, wide) if stamp.turn % 2 else (wide, high)


MARKED = re.compile(rb"^(?:/\w+\s+(?:<<\s*/MCID\s+\d+\s*>>\s+)?B[DM]C|EMC)$\n?", re.MULTILINE)
"""What says within a page which part of the structure it is: alone in its line, as no letters are."""


class Tree:
    """What is read of an open file: a document with parts, and from each marked run back to what it is.

    `parts` are those of the pages drawn here, counted from 0.
    """

    def __init__(self, file: "Pdf") -> None:
        self.file, root = file, file.Root.StructTreeRoot
        self.root, self.document = root, root.K
        self.numbers: Any = root.ParentTree.Nums
        self.next = int(root.ParentTreeNextKey)
        self.parts: dict[int, Object] = dict(enumerate(self.document.K))

    def link(self, number: int, annotation: "Object") -> None:
        """A link is read last of the page that it is on."""
        from pikepdf import Array, Dictionary, Name

        page, part = self.file.pages[number].obj, self.parts[number]
        reference = Dictionary(Type=Name("/OBJR"), Obj=annotation, Pg=page)
        element = self.file.make_indirect(Dictionary(S=Name("/Link"), P=part, Pg=page, K=Array([reference])))
        part.K.append(element)
        annotation.StructParent = self.next
        self._lead(self.next, element)

    def graft(self, other: "Pdf") -> int:
        """Where the runs of another file lead back to, all of whose wanted pages are here already.

        Returns by how much the numbers grow under which its pages and links are found.
        """
        by = self.next
        numbers = other.Root.StructTreeRoot.ParentTree.Nums
        for key, value in zip(list(numbers)[::2], list(numbers)[1::2], strict=True):
            self._lead(by + int(key), self._copied(other, value))
        return by

    def take(self, other: "Pdf", first: int, length: int, to: int) -> None:
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
            part.P, part.S = self.document, name_of("/Part")
            self.document.K.append(part)
            if drawn:
                self.parts[number] = part

    def _lead(self, number: int, element: object) -> None:
        self.numbers.extend([number, element])
        self.next = self.root.ParentTreeNextKey = max(self.next, number + 1)

    def _copied(self, other: "Pdf", value: "Object") -> "Object":
        return self.file.copy_foreign(value if value.is_indirect else other.make_indirect(value))


def moved(page: "Object", by: int) -> None:
    """A page and its links are found under numbers that have grown."""
    page.StructParents = int(page.StructParents) + by
    for each in page.get("/Annots", []):
        if "/StructParent" in each:
            each.StructParent = int(each.StructParent) + by


def unmarked(form: "Object") -> "Object":
    """A picture of a page, which is read where the page itself is."""
    form.write(MARKED.sub(b"", form.read_bytes()))
    return form


def name_of(name: str) -> "Name":
    """A name as a file has them."""
    from pikepdf import Name

    return Name(name)


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


def outline(file: "Pdf", marks: Sequence[Bookmark]) -> None:
    """Give an open file its outline, which readers show beside the pages."""
    from pikepdf import Name, OutlineItem

    def item(mark: Bookmark) -> OutlineItem:
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


def saved(file: "Pdf") -> bytes:
    """An open file's bytes; the same for the same."""
    from pikepdf import ObjectStreamMode

    out = BytesIO()
    file.save(out, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()
