"""Faces to PDF: the one back end for everything with exact geometry.

What is put down more than once (a back, a symbol, a frame of marks) becomes a form, drawn once; each run
of type becomes one text object; fonts are embedded and cut down to the letters used. Pages are drawn as they
come and not kept. The same pages give the same bytes.
"""

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from itertools import groupby
from threading import Lock
from weakref import WeakKeyDictionary

from companion.press.face import Circle, Face, Image, Path, Rectangle, Stamp, Text
from companion.press.page import Page
from companion.press.pdf import tags
from companion.press.pdf.bindery import OVERPRINT, Bindery, Corners, Surface
from companion.press.pdf.operators import K, TextObjects, drawn, page_matrix, placement, rectangle, shape

SHAPES = (Rectangle, Circle, Path)

HEAVY = 30
"""A drawing of more marks than this is a form at once: it would be large twice."""

ONE_AT_A_TIME = Lock()
"""The fonts are shared by all files, and reading one moves a place in it: two threads must not at once."""


def pdf(
    pages: Iterable[Page], *, title: str, lang: str = "en-GB", duplex: str = "", leads: bool = True
) -> bytes:
    """The pages as one PDF that asks to be printed at its true size, and how its paper is turned.

    Their headings are its outline, and their links lead, unless that is told later (`leads`).
    """
    with ONE_AT_A_TIME:
        writer = _Writer(title, lang)
        if duplex:
            writer.bindery.canvas.setViewerPreference("Duplex", duplex)
        signs: list[tags.Signs] = []
        for page in pages:
            writer.add(page)
            signs.append(tags.Signs(page.heads, page.jumps))
        made = writer.bindery.file()
    return tags.signed(made, signs) if leads and any(each.heads or each.jumps for each in signs) else made


class _Writer:
    """One file on its way: which faces were drawn, and under which name those are kept that came back."""

    def __init__(self, title: str, lang: str) -> None:
        self.bindery = Bindery(title, lang)
        self.drawn: MutableMapping[Face, str] = WeakKeyDictionary()
        self.type = TextObjects(self.bindery.book, self.bindery.foreign)
        self.headings = tags.Headings()
        self.speaks: MutableMapping[Face, bool] = WeakKeyDictionary()

    def add(self, page: Page) -> None:
        surface = Surface()
        reading = tags.Reading(surface.out, page.heads, self.headings)
        if page.true:
            surface.out.append(page_matrix(page.true, page.height))
        for _, stamps in groupby(page.stamps, key=lambda stamp: stamp.face):
            surface.reading = reading
            self._put(list(stamps), page, surface)
        self.bindery.for_print_house = bool(page.trim)
        read = reading.read(page.label)
        self.bindery.page(surface, (page.width * K, page.height * K), _boxes(page), read)

    def _put(self, stamps: Sequence[Stamp], page: Page, surface: Surface) -> None:
        """The same face once or several times over: a picture or a repeated one is one thing to hear."""
        face, reading = stamps[0].face, surface.reading
        assert reading
        reading.is_heading, reading.goes_on = face.read == "heading", face.read == "on"
        often = f", {len(stamps)} times" if len(stamps) > 1 else ""
        speaks = self._speaks(face)
        words = face.alt or ("" if speaks else face.title or tags.named(face))
        if face.read == "aside" or not (words or speaks):
            reading.aside()
        elif words:
            reading.begin(tags.FIGURE, words=words + often, box=tags.around(stamps, page.height))
        elif often or self.drawn.get(face):
            section = reading.section("") if face.title or page.cut else None
            reading.begin(tags.PARAGRAPH, words=" ".join(self._words(face)) + often if often else "")
            if section:
                reading.end(section)
        else:
            self._read(stamps[0], page, surface)
            return
        surface.reading = None
        if often:
            self._form(face, again=True)
        for stamp in stamps:
            self._stamp(stamp, page.height, surface)

    def _read(self, stamp: Stamp, page: Page, surface: Surface) -> None:
        """A face whose text is read bit by bit: a piece to cut out is a section."""
        face, reading = stamp.face, surface.reading
        assert reading
        section = reading.section(face.title or tags.headline(face)) if face.title or page.cut else None
        self._stamp(stamp, page.height, surface)
        if section:
            reading.end(section)

    def _stamp(self, stamp: Stamp, height: float, surface: Surface) -> None:
        surface.out.append(f"q {placement(stamp, height)}")
        if stamp.window:
            surface.out.append(f"{rectangle(stamp.window, stamp.face.height)} W n")
        reading = surface.reading
        speaks = bool(reading) and self._speaks(stamp.face)
        form = self._form(stamp.face, again=len(stamp.face.marks) > HEAVY and not speaks)
        if reading and (form or stamp.face.alt):
            surface.reading = None
            tags.as_a_whole(stamp, reading, speaks)
        if form:
            surface.forms[form] = None
            surface.out.append(f"/{form} Do")
        else:
            self._marks(stamp.face, surface, stamp.y)
        surface.reading = reading
        surface.out.append("Q")

    def _speaks(self, face: Face) -> bool:
        """Whether there is type on it, or a picture in words."""
        if face not in self.speaks:
            self.speaks[face] = bool(face.alt) or any(
                isinstance(mark, Text) or (isinstance(mark, Stamp) and self._speaks(mark.face))
                for mark in face.marks
            )
        return self.speaks[face]

    def _words(self, face: Face) -> Iterator[str]:
        """All that is read of a face, in the order in which it is drawn."""
        if face.alt:
            yield face.alt
            return
        for mark in face.marks:
            if isinstance(mark, Text):
                yield mark.text.replace("\n", " ")
            elif isinstance(mark, Stamp) and self._speaks(mark.face):
                yield from self._words(mark.face)

    def _form(self, face: Face, *, again: bool) -> str:
        """The name of a face that is put down again; nothing for one that is drawn where it stands."""
        form = self.drawn.get(face)
        if form:
            return form
        if form is None and not again:
            self.drawn[face] = ""
            return ""
        if any(isinstance(mark, SHAPES) and mark.paint.spot for mark in face.marks):
            return ""  # what a machine cuts stands on the page itself: its program may not look into forms
        surface = Surface()
        self._marks(face, surface)
        x, y, width, height = face.box("bleed")
        box = (x * K, (face.height - y - height) * K, (x + width) * K, (face.height - y) * K)
        self.drawn[face] = self.bindery.form(surface, box)
        return self.drawn[face]

    def _marks(self, face: Face, surface: Surface, below: float = 0.0) -> None:
        run: list[Text] = []
        height, reading = face.height, surface.reading
        if reading:
            reading.below += below
        for mark in face.marks:
            if isinstance(mark, Text):
                run.append(mark)
                continue
            if run:
                self._run(run, height, surface)
                run = []
            if isinstance(mark, Stamp):
                self._stamp(mark, height, surface)
                continue
            if reading:
                reading.aside()
            self._shape(mark, height, surface)
        if run:
            self._run(run, height, surface)
        if reading:
            reading.below -= below

    def _shape(self, mark: Rectangle | Circle | Path | Image, height: float, surface: Surface) -> None:
        if isinstance(mark, Image):
            self._image(mark, height, surface)
        elif mark.paint.spot:
            # A line in an ink and on a layer of its own, over what is printed and not printed itself.
            plate = self.bindery.plate(surface, mark.paint.spot)
            layer = self.bindery.layer(surface, mark.paint.spot)
            line = f"{mark.paint.width * K:.3f} w {shape(mark, height)} S"
            surface.out.append(f"/OC /{layer} BDC q /{OVERPRINT} gs /{plate} CS 1 SCN {line} Q EMC")
        else:
            surface.out.append(drawn(mark, height))

    def _run(self, run: list[Text], height: float, surface: Surface) -> None:
        """A run of type, and what it is to those who hear it."""
        if not surface.reading:
            surface.out.append(self.type.set(run, height))
            return
        for kind, texts in surface.reading.divided(run):
            surface.reading.begin(kind, texts[0].y)
            surface.out.append(self.type.set(texts, height))

    def _image(self, mark: Image, height: float, surface: Surface) -> None:
        """A picture in its box, kept once however often it is put down."""
        name = self.bindery.picture(mark.pixels)
        surface.forms[name] = None
        x, y, wide, high = mark.box
        low = height - y - high
        surface.out.append(f"q {wide * K:.3f} 0 0 {high * K:.3f} {x * K:.3f} {low * K:.3f} cm /{name} Do Q")


def _boxes(page: Page) -> dict[str, Corners]:
    """What a print house reads: the cut piece, and that the ink reaches the page's edge."""
    if not page.trim:
        return {}
    low, high = page.height - page.trim.bottom, page.height - page.trim.y
    trim = (page.trim.x * K, low * K, page.trim.right * K, high * K)
    return {"TrimBox": trim, "BleedBox": (0, 0, page.width * K, page.height * K)}
