"""The bindery: drawn pages and forms become one file, each packed as soon as it is drawn and then let go.

ReportLab keeps the fonts, the title page, and the count of all objects. What is drawn goes past it into the
file as packed bytes, so that a file of thousands of pages is held in memory once, and small. Small objects
are packed together, and a packed table says where each is (ISO 32000-1, 7.5.7 and 7.5.8): the tree of what is
read has thousands of them, and each page's are written with the page. Layers say what a screen shows and a
printer leaves out (8.11); what a print house asks before it prints stands in the file itself (PDF/X-4).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from struct import Struct
from typing import Any
from uuid import UUID
from xml.sax.saxutils import escape
from zlib import compress

from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfbase.pdfdoc import BasicFonts, PDFObjectReference
from reportlab.pdfbase.pdfdoc import format as formatted
from reportlab.pdfgen.canvas import Canvas

from companion.press.alphabets import Cut
from companion.press.pdf.operators import ForeignFont, stream
from companion.press.pdf.tags import FIGURE, Item, Read, Reading, Section
from companion.press.pixels import Pixels, in_pdf
from companion.press.text import LABEL, font

TOGETHER = 200
"""Objects that are packed as one: a reader unpacks them all to see one of them."""

ENTRY = Struct(">BIH")
"""An object's line in the table of all."""

HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class Bound:
    """One file's bytes as they come. ReportLab keeps `book`, and counts the objects, ours among them."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.out = BytesIO()
        self.out.write(HEAD)
        self.entries = bytearray(ENTRY.size)
        self.small: list[tuple[int, bytes]] = []

    def reserve(self, count: int) -> int:
        """So many numbers for objects of our own: the first of them."""
        first: int = self.book.objectcounter + 1
        self.book.objectcounter += count
        return first

    def add(self, number: int, data: bytes) -> None:
        """An object: in its place if it is a stream, else together with others."""
        if data.endswith((b"endstream", b"endstream\n")):
            self._put(number, data)
            return
        self.small.append((number, data))
        if len(self.small) == TOGETHER:
            self._pack()

    def file(self, catalog: bytes, info: bytes, mark: bytes) -> bytes:
        """The whole of it, with all that ReportLab holds or only thinks of meanwhile."""
        number = 0
        while (number := number + 1) <= self.book.objectcounter:
            if number in self.book.numberToId:
                each = self.book.idToObject[self.book.numberToId[number]]
                self.add(number, formatted(each, self.book, toplevel=1))
        if self.small:
            self._pack()
        last, start = self.reserve(1), self.out.tell()
        self._enter(last, 1, start)
        ENTRY.pack_into(self.entries, 0, 0, 0, 65535)
        table = compress(self.entries)
        head = b"<</Type/XRef/Size %d/W[1 4 2]/Root %b/Info %b/ID[<%b><%b>]/Filter/FlateDecode/Length %d>>"
        head %= last + 1, catalog, info, mark, mark, len(table)
        self._put(last, b"%b\nstream\n%b\nendstream" % (head, table))
        self.out.write(b"startxref\n%d\n%%%%EOF\n" % start)
        return self.out.getvalue()

    def _enter(self, number: int, kind: int, place: int, index: int = 0) -> None:
        """Note where an object is: so far into the file, or which one it is of those packed together."""
        missing = (number + 1) * ENTRY.size - len(self.entries)
        if missing > 0:
            self.entries.extend(bytes(missing))
        ENTRY.pack_into(self.entries, number * ENTRY.size, kind, place, index)

    def _put(self, number: int, data: bytes) -> None:
        self._enter(number, 1, self.out.tell())
        self.out.write(b"%d 0 obj\n%b\nendobj\n" % (number, data))

    def _pack(self) -> None:
        number, places, at = self.reserve(1), [], 0
        for index, (each, data) in enumerate(self.small):
            self._enter(each, 2, number, index)
            places.append(b"%d %d" % (each, at))
            at += len(data) + 1
        head = b" ".join(places) + b"\n"
        content = compress(head + b"\n".join(data for _, data in self.small))
        heading = b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>"
        heading %= len(self.small), len(head), len(content)
        self._put(number, b"%b\nstream\n%b\nendstream" % (heading, content))
        self.small = []


class Structure:
    """The tree of one file, page by page; `root` is its place, which the file's catalog names."""

    def __init__(self, bound: Bound) -> None:
        self.bound = bound
        self.number, self.document = bound.reserve(1), b"%d 0 R" % bound.reserve(1)
        self.root = b"%d 0 R" % self.number
        self.pages = 0
        self.parts, self.runs = bytearray(), bytearray()

    def page(self, page: bytes, read: Read) -> None:
        """What is read of the next page, whose place in the file this is."""
        Part(self.bound, page, read).written(self)

    def written(self) -> None:
        """The document and the root, once all pages are there."""
        document = b"<</S/Document/P %b/K[%b]>>" % (self.root, bytes(self.parts.rstrip()))
        self.bound.add(int(self.document[:-4]), document)
        head = b"<</Type/StructTreeRoot/K %b/ParentTree<</Nums[%b]>>" % (
            self.document,
            bytes(self.runs.rstrip()),
        )
        self.bound.add(self.number, b"%b/ParentTreeNextKey %d>>" % (head, self.pages))


class Part:
    """One page's part of the tree: its objects are numbered one after the other."""

    def __init__(self, bound: Bound, page: bytes, read: Read) -> None:
        sections = sum(1 + len(each.items) for each in read.parts if isinstance(each, Section))
        items = sum(isinstance(each, Item) for each in read.parts)
        self.bound, self.page, self.read = bound, page, read
        self.next = bound.reserve(2 + sections + items)
        self.back = [b"null"] * read.runs

    def written(self, tree: Structure) -> None:
        number, place = self._taken()
        runs, listed = self._taken()
        kids = [
            self._section(place, part) if isinstance(part, Section) else self._item(place, part)
            for part in self.read.parts
        ]
        head = b"<</S/Part/P %b/Pg %b/T%b" % (tree.document, self.page, text(self.read.label))
        self.bound.add(number, b"%b/K[%b]>>" % (head, b" ".join(kids)))
        self.bound.add(runs, b"[%b]" % b" ".join(self.back))
        tree.parts += place + b" "
        tree.runs += b"%d %b " % (tree.pages, listed)
        tree.pages += 1

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
        attributes = b""
        if item.words:
            attributes = b"/%b%b" % (b"Alt" if item.kind == FIGURE else b"ActualText", text(item.words))
        if item.box:
            attributes += b"/A<</O/Layout/BBox[%b]>>" % " ".join(f"{each:.2f}" for each in item.box).encode()
        head = b"<</S/%b/P %b/Pg %b" % (item.kind.encode(), parent, self.page)
        self.bound.add(number, b"%b%b/K %b>>" % (head, attributes, runs.encode()))
        return place

    def _taken(self) -> tuple[int, bytes]:
        number = self.next
        self.next += 1
        return number, b"%d 0 R" % number


def text(words: str) -> bytes:
    if words.isascii():
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return b"(%b)" % " ".join(escaped.split()).encode()
    return b"<FEFF%b>" % " ".join(words.split()).encode("utf-16-be").hex().upper().encode()


def unprinted_layer(title: str) -> bytes:
    """A layer that is seen and not printed: a machine's path is no ink round every front."""
    usage = b"<</Print<</Subtype/Print/PrintState/OFF>>/View<</ViewState/ON>>/Export<</ExportState/ON>>>>"
    return b"<</Type/OCG/Name(%b)/Intent/View/Usage%b>>" % (title.encode("ascii"), usage)


def layers_told(layers: Sequence[bytes]) -> bytes:
    """The file's list of its layers, each given as a reference, and when a reader heeds what they ask."""
    names = b" ".join(layers)
    heeded = b"".join(
        b"<</Event/%b/Category[/%b]/OCGs[%b]>>" % (event, event, names)
        for event in (b"Print", b"View", b"Export")
    )
    return b"<</OCGs[%b]/D<</Name(Layers)/BaseState/ON/Order[%b]/AS[%b]>>>>" % (names, names, heeded)


VERSION = "PDF/X-4"
CONDITION = "sRGB IEC61966-2.1"
MADE = "2000-01-01T00:00:00+00:00"
"""The day that every file of ours names: the same pages are the same file."""

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{made}</xmp:CreateDate><xmp:ModifyDate>{made}</xmp:ModifyDate>
<xmp:MetadataDate>{made}</xmp:MetadataDate><xmp:CreatorTool>Companion</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{mark}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>{standards}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
UNIVERSAL = "<pdfuaid:part>1</pdfuaid:part>"
"""The file can be read by those who do not see it: PDF/UA-1 (ISO 14289-1)."""
EXCHANGE = f"<pdf:Trapped>False</pdf:Trapped><pdfxid:GTS_PDFXVersion>{VERSION}</pdfxid:GTS_PDFXVersion>"
"""A print house may print it without asking: PDF/X-4 (ISO 15930-7)."""


def metadata(title: str, mark: bytes, standards: Iterable[str]) -> bytes:
    """The file's account of itself, in plain sight; `mark` are the sixteen bytes that tell it from others."""
    packet = XMP.format(
        title=escape(title), made=MADE, mark=UUID(bytes=mark), standards="".join(standards)
    ).encode()
    return b"<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n%b\nendstream" % (len(packet), packet)


def intents(keep: Callable[[bytes], bytes]) -> bytes:
    """The colours that the file was made for, with their profile; `keep` puts an object into the file."""
    content = compress(profile())
    head = b"<</N 3/Alternate/DeviceRGB/Filter/FlateDecode/Length %d>>" % len(content)
    place = keep(b"%b\nstream\n%b\nendstream" % (head, content))
    return (
        b"[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(%b)/Info(%b)"
        b"/RegistryName(http://www.color.org)/DestOutputProfile %b>>]"
        % (CONDITION.encode(), CONDITION.encode(), place)
    )


@cache
def profile() -> bytes:
    """The International Color Consortium's own sRGB, as WeasyPrint brings it; WeasyPrint is not loaded."""
    package = find_spec("weasyprint")
    assert package
    assert package.origin
    return (Path(package.origin).parent / "pdf" / "sRGB2014.icc").read_bytes()


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

    @property
    def content(self) -> bytes:
        return "\n".join(self.out).encode("latin-1")


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
        self.places[name] = self._keep(stream(surface.content, head))
        return name

    def picture(self, pixels: Pixels) -> str:
        """Keep a picture under a name, once for all places that show it."""
        name = f"i{pixels.digest}"
        if name not in self.places:
            self.places[name] = self._keep(in_pdf(pixels))
        return name

    def page(self, surface: Surface, size: Corners, boxes: Mapping[str, Corners], read: Read) -> None:
        """Add a page of that size in points; `boxes` are those that a print house reads."""
        drawn = stream(surface.content)
        self.book.updateSignature(drawn)
        contents = self._keep(drawn)
        boxes_written = b"".join(b"/%b[%b]" % (name.encode(), _numbers(box)) for name, box in boxes.items())
        page = b"<</Type/Page/Parent %b/MediaBox[%b]%b/Resources%b/Contents %b/StructParents %d/Tabs/S>>" % (
            self.parent, _numbers((0, 0, *size)), boxes_written, self._resources(surface), contents,
            self.structure.pages,
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
        packet = metadata(self.book.info.title, self.book.signature.digest(), self._standards())
        self.book.Catalog.Metadata = self._keep(packet)
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

    def _standards(self) -> Iterator[str]:
        """What the file keeps; with layers that heed a printer it is no PDF/UA (ISO 14289-1, 7.10)."""
        if not self.layers:
            yield UNIVERSAL
        if self.for_print_house:
            yield EXCHANGE

    def _tell(self, key: str, value: bytes) -> None:
        """Put into the file's own dictionary what ReportLab knows no word for."""
        catalog = self.book.Catalog
        catalog.__NoDefault__ = [*dict.fromkeys((*catalog.__NoDefault__, key))]
        setattr(catalog, key, self._keep(value))

    def _keep(self, data: bytes) -> bytes:
        """Put an object into the file at once, and tell its place."""
        number = self.bound.reserve(1)
        self.bound.add(number, data)
        return b"%d 0 R" % number

    def _place(self, reference: PDFObjectReference) -> bytes:
        place: bytes = reference.format(self.book)
        return place

    def _resources(self, surface: Surface) -> bytes:
        resources = b"/Font %b/ProcSet[/PDF/Text/ImageC]" % self.fonts
        if surface.forms:
            resources += b"/XObject<<%b>>" % self._named(surface.forms)
        if surface.plates:
            inks = (b"/%b %b" % (n.encode(), self._place(PDFObjectReference(n))) for n in surface.plates)
            resources += b"/ColorSpace<<%b>>/ExtGState<<%b>>" % (b"".join(inks), self._named([OVERPRINT]))
        if surface.layers:
            resources += b"/Properties<<%b>>" % self._named(surface.layers)
        return b"<<%b>>" % resources

    def _named(self, names: Iterable[str]) -> bytes:
        return b"".join(b"/%b %b" % (name.encode(), self.places[name]) for name in names)


@lru_cache(maxsize=32)
def packed(program: bytes) -> bytes:
    """A cut-down font, packed once: most files use the same one."""
    return compress(program)


def _numbers(each: Iterable[float]) -> bytes:
    return " ".join(f"{part:.3f}".rstrip("0").rstrip(".") for part in each).encode()
