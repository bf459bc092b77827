"""The bindery: drawn pages and forms become one file, each packed as soon as it is drawn and then let go.

ReportLab keeps the fonts, the title page, and the count of all objects. What is drawn goes past it into the
file as packed bytes, so that a file of thousands of pages is held in memory once, and small.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from zlib import compress

from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfbase.pdfdoc import BasicFonts, PDFObjectReference
from reportlab.pdfgen.canvas import Canvas

from companion.press.alphabets.fallbacks import Cut
from companion.press.fonts import LABEL, font
from companion.press.pdf.bound import Bound
from companion.press.pdf.exchange import EXCHANGE, UNIVERSAL, intents, metadata
from companion.press.pdf.foreign import ForeignFont
from companion.press.pdf.layers import layers_told, unprinted_layer
from companion.press.pdf.structure import Structure
from companion.press.pdf.tags import Read, Reading
from companion.press.pixels import Pixels, in_pdf

rl_config.useA85 = 0

type Corners = Sequence[float]

OVERPRINT = "Over"
"""What a page calls the state in which a line lies over other ink."""


class Surface:
    """A page or a form while it is drawn: its operators, and the forms, plates and layers that it names.

    `reading` is what is read of it; nothing where all of it is one thing, or is not read.
    """

    __slots__ = ("forms", "layers", "out", "plates", "reading")

    def __init__(self) -> None:
        self.out: list[str] = []
        self.forms: dict[str, None] = {}
        self.plates: dict[str, None] = {}
        self.layers: dict[str, None] = {}
        self.reading: Reading | None = None


class Bindery:
    """One file on its way."""

    def __init__(self, title: str, lang: str) -> None:
        font(LABEL)
        self.canvas = Canvas(BytesIO(), invariant=1, pdfVersion=(1, 7), initialFontName=LABEL, lang=lang)
        self.canvas.setTitle(title)
        self.canvas.setCreator("Companion")
        self.canvas.setAuthor("")
        self.canvas.setSubject(title)
        for preference, value in (("PrintScaling", "None"), ("DisplayDocTitle", "true")):
            self.canvas.setViewerPreference(preference, value)
        self.book = self.canvas._doc
        self.bound = Bound(self.book)
        self.structure = Structure(self.bound)
        self.places: dict[str, bytes] = {}
        self.layers: list[bytes] = []
        self.for_print_house = False
        self.foreigners: dict[Cut, ForeignFont] = {}
        self.fonts = self._place(PDFObjectReference(BasicFonts))
        self.parent = self._place(self.book.Reference(self.book.Pages))

    def form(self, surface: Surface, box: Corners) -> str:
        """Keep a drawing under a name, to be put down again and again; `box` in points, corner to corner."""
        name = f"f{len(self.places)}"
        head = b"/Type/XObject/Subtype/Form/BBox[%b]/Resources%b" % (_numbers(box), self._resources(surface))
        self.places[name] = self._keep(_stream(surface.out, head))
        return name

    def picture(self, pixels: Pixels) -> str:
        """Keep a picture under a name, once for all places that show it."""
        name = f"i{pixels.digest}"
        if name not in self.places:
            self.places[name] = self._keep(in_pdf(pixels))
        return name

    def page(self, surface: Surface, size: Corners, boxes: Mapping[str, Corners], read: Read) -> None:
        """Add a page of that size in points; `boxes` are those that a print house reads."""
        stream = _stream(surface.out)
        self.book.updateSignature(stream)
        contents = self._keep(stream)
        told = b"".join(b"/%b[%b]" % (name.encode(), _numbers(box)) for name, box in boxes.items())
        page = b"<</Type/Page/Parent %b/MediaBox[%b]%b/Resources%b/Contents %b/StructParents %d/Tabs/S>>" % (
            self.parent, _numbers((0, 0, *size)), told, self._resources(surface), contents,
            len(self.structure.parts),
        )  # fmt: skip
        place = self._keep(page)
        self.structure.page(place, read)
        self.book.Pages.addPage(place)

    def plate(self, surface: Surface, spot: str) -> str:
        """What this page calls the ink of that name, which is printed over what lies under it."""
        name, _ = self.book.addColor(CMYKColorSep(0, 1, 0, 0, spotName=spot))
        surface.plates[name] = None
        if OVERPRINT not in self.places:
            self.places[OVERPRINT] = self._keep(b"<</Type/ExtGState/OP true>>")
        return str(name)

    def layer(self, surface: Surface, title: str) -> str:
        """What a page calls the layer of that title, which a screen shows and no printer prints."""
        name = f"L{title}"
        if name not in self.places:
            self.places[name] = self._keep(unprinted_layer(title))
            self.layers.append(self.places[name])
        surface.layers[name] = None
        return name

    def foreign(self, cut: Cut) -> ForeignFont:
        """A face for letters that ours lack, as this file calls it."""
        if cut not in self.foreigners:
            self.foreigners[cut] = ForeignFont(cut, f"A{len(self.foreigners)}")
        return self.foreigners[cut]

    def file(self) -> bytes:
        """The whole file, its fonts cut down to the letters used."""
        for each in self.foreigners.values():
            made = self._keep(each.embedded(self._keep))
            self.book.idToObject["BasicFonts"].dict[each.name] = made
        for each in self.book.delayedFonts:
            each.addObjects(self.book)
        self.book.delayedFonts = []
        for name, program in self.book.idToObject.items():
            if name.startswith("fontFile:"):
                program.content, program.filters = packed(program.content), None
                program.dictionary["Filter"] = "/FlateDecode"
        if self.layers:
            self._tell("OCProperties", layers_told(self.layers))
        if self.for_print_house:
            self._tell("OutputIntents", intents(self._keep))
        told = metadata(self.book.info.title, self.book.signature.digest(), self._standards())
        self.book.Catalog.Metadata = self._keep(told)
        return self._bound()

    def _standards(self) -> Iterator[str]:
        """What the file keeps; with layers that heed a printer it is no PDF/UA (ISO 14289-1, 7.10)."""
        if not self.layers:
            yield UNIVERSAL
        if self.for_print_house:
            yield EXCHANGE

    def _bound(self) -> bytes:
        """The bytes, with the root of what is read."""
        self._tell("MarkInfo", b"<</Marked true>>")
        book = self.book
        book.Catalog.StructTreeRoot = self.structure.root
        self.structure.written()
        book.info.invariant = book.invariant
        book.info.digest(book.signature)
        catalog, info = (self._place(book.Reference(each)) for each in (book.Catalog, book.info))
        book.Outlines.prepare(book, self.canvas)
        book.Catalog.Outlines = None
        return self.bound.file(catalog, info, book.signature.digest().hex().encode())

    def _tell(self, key: str, value: bytes) -> None:
        """Put into the file's own dictionary what ReportLab knows no word for."""
        told = self.book.Catalog
        told.__NoDefault__ = [*dict.fromkeys((*told.__NoDefault__, key))]
        setattr(told, key, self._keep(value))

    def _keep(self, data: bytes) -> bytes:
        """Put an object into the file at once, and tell its place."""
        number = self.bound.reserve(1)
        self.bound.add(number, data)
        return b"%d 0 R" % number

    def _place(self, reference: PDFObjectReference) -> bytes:
        place: bytes = reference.format(self.book)
        return place

    def _resources(self, surface: Surface) -> bytes:
        told = b"/Font %b/ProcSet[/PDF/Text/ImageC]" % self.fonts
        if surface.forms:
            told += b"/XObject<<%b>>" % self._named(surface.forms)
        if surface.plates:
            inks = (b"/%b %b" % (n.encode(), self._place(PDFObjectReference(n))) for n in surface.plates)
            told += b"/ColorSpace<<%b>>/ExtGState<<%b>>" % (b"".join(inks), self._named([OVERPRINT]))
        if surface.layers:
            told += b"/Properties<<%b>>" % self._named(surface.layers)
        return b"<<%b>>" % told

    def _named(self, names: Iterable[str]) -> bytes:
        return b"".join(b"/%b %b" % (name.encode(), self.places[name]) for name in names)


@lru_cache(maxsize=32)
def packed(program: bytes) -> bytes:
    """A cut-down font, packed once: most files use the same one."""
    return compress(program)


def _stream(out: Sequence[str], head: bytes = b"") -> bytes:
    content = compress("\n".join(out).encode("latin-1"))
    return b"<<%b/Length %d/Filter/FlateDecode>>\nstream\n%b\nendstream" % (head, len(content), content)


def _numbers(each: Iterable[float]) -> bytes:
    return " ".join(f"{part:.3f}".rstrip("0").rstrip(".") for part in each).encode()
