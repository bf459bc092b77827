"""What of a page is heard by those who do not see it: sections, headings, paragraphs and pictures in words.

PDF/UA-1 (ISO 14289-1, 7.1): all that is drawn is either part of a structure, or it is an artifact: frames,
grounds, marks to cut along. A card is a section with its title and its text from the top down, whatever was
drawn first; a picture is one figure with words in its stead.
"""

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from companion.press.face import Box, Face, Stamp, Text
from companion.press.page import Head
from companion.press.pdf.operators import K

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
