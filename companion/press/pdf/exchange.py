"""What a file says of itself: who can read it, and what a print house asks before it prints (PDF/X-4)."""

from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from uuid import UUID
from xml.sax.saxutils import escape
from zlib import compress

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
    told = XMP.format(
        title=escape(title), made=MADE, mark=UUID(bytes=mark), standards="".join(standards)
    ).encode()
    return b"<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n%b\nendstream" % (len(told), told)


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
    found = find_spec("weasyprint")
    assert found
    assert found.origin
    return (Path(found.origin).parent / "pdf" / "sRGB2014.icc").read_bytes()
