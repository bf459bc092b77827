"""Cards for a press that takes PDF/X-1a:2003 and nothing else (ISO 15930-4): four inks, no transparency.

No press's own profile is free to hand on: Debian's packages of profiles hold displays' alone. So colours are
turned into inks by a declared rule: black for what red, green and blue lack alike, then what is left of cyan,
magenta and yellow. No colour takes more than two full inks, and greys are black alone. The file names the
printing condition that it is meant for, as the standard allows where that stands in the ICC's registry.
"""

import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.press.pdf.preflight import Finding, not_embedded

if TYPE_CHECKING:
    from pikepdf import Page, Pdf, Stream

VERSION = "PDF/X-1a:2003"
CONDITION, CALLED = "CGATS TR 001", "U.S. Web Coated (SWOP) v2"
REGISTRY = "http://www.color.org"
MADE = "D:20000101000000Z"
POINTS = 72 / 25.4
HOW = "red, green and blue into four inks by a plain rule, black first; no press's own profile is used"


class Sheet(NamedTuple):
    """A page as the press wants it, in millimetres: the cut card and how far ink goes on around it."""

    width: float
    height: float
    bleed: float


def x1a(made: bytes, sheets: Sequence[Sheet], title: str) -> bytes:
    """The pages of a print house's file in four inks, each brought about its middle to its sheet.

    A hair's breadth that a page lacks at its edges is filled with what stands there, drawn a little larger.
    """
    import pikepdf

    with pikepdf.open(BytesIO(made)) as file:
        for page, sheet in zip(file.pages, sheets, strict=True):
            _resized(file, page, sheet)
        for each in list(file.objects):
            if isinstance(each, pikepdf.Stream):
                _in_inks(file, each)
        # What the standard asks of the file itself; layers, tags and a viewer's wishes are not a press's.
        import pikepdf

        for key in ("/Metadata", "/OCProperties", "/StructTreeRoot", "/MarkInfo", "/ViewerPreferences"):
            if key in file.Root:
                del file.Root[key]
        file.Root.OutputIntents = pikepdf.Array([
            pikepdf.Dictionary(
                Type=pikepdf.Name.OutputIntent, S=pikepdf.Name.GTS_PDFX, OutputConditionIdentifier=CONDITION,
                OutputCondition=CALLED, RegistryName=REGISTRY, Info=CALLED,
            )
        ])  # fmt: skip
        for key, value in (
            ("/Title", title), ("/Creator", "Companion"), ("/Producer", "Companion"), ("/CreationDate", MADE),
            ("/ModDate", MADE), ("/GTS_PDFXVersion", VERSION), ("/Trapped", pikepdf.Name("/False")),
        ):  # fmt: skip
            file.docinfo[key] = value
        out = BytesIO()
        modes = pikepdf.ObjectStreamMode.disable
        file.save(out, object_stream_mode=modes, force_version="1.4", deterministic_id=True)
        return out.getvalue()


def _resized(file: "Pdf", page: "Page", sheet: Sheet) -> None:
    import pikepdf

    _, _, wide, high = (float(each) for each in page.mediabox)
    across, down = (POINTS * (side + 2 * sheet.bleed) for side in (sheet.width, sheet.height))
    left, low = (across - wide) / 2, (down - high) / 2
    page.contents_coalesce()
    drawn = file.make_stream(page.Contents.read_bytes())
    drawn.Type, drawn.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    drawn.BBox, drawn.Resources = list(page.mediabox), page.Resources
    page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(P=drawn))
    inner = f"{left:.4f} {low:.4f} {wide:.4f} {high:.4f} re"
    outer, larger = f"0 0 {across:.4f} {down:.4f} re", f"{across / wide:.6f} 0 0 {down / high:.6f} 0 0 cm"
    around = f"q {outer} {inner} W* n {larger} /P Do Q"
    itself = f"q {inner} W n 1 0 0 1 {left:.4f} {low:.4f} cm /P Do Q"
    page.Contents = file.make_stream(f"{around}\n{itself}".encode())
    edge = POINTS * sheet.bleed
    page.MediaBox = page.BleedBox = [0, 0, across, down]
    page.TrimBox = [edge, edge, across - edge, down - edge]
    for key in ("/CropBox", "/ArtBox", "/Group", "/Tabs", "/Annots", "/StructParents"):
        if key in page:
            del page[key]


SET = {"rg": "k", "RG": "K"}


def _in_inks(file: "Pdf", stream: "Stream") -> None:
    import pikepdf

    kind = stream.get("/Subtype")
    if kind == "/Image":
        _picture_in_inks(stream)
    elif kind == "/Form" or (kind is None and "/Type" not in stream and _is_drawing(file, stream)):
        if "/Group" in stream:
            del stream["/Group"]
        ops: list[Any] = []
        for each in pikepdf.parse_content_stream(stream):
            if str(each.operator) in SET:
                colour = inks([float(part) for part in each.operands])
                ops.append((colour, pikepdf.Operator(SET[str(each.operator)])))
            else:
                ops.append(each)
        stream.write(zlib.compress(pikepdf.unparse_content_stream(ops), 9), filter=pikepdf.Name.FlateDecode)


def _is_drawing(file: "Pdf", stream: "Stream") -> bool:
    return any(page.Contents.objgen == stream.objgen for page in file.pages)


def inks(colour: Sequence[float]) -> list[float]:
    """Cyan, magenta, yellow and black of red, green and blue, each from 0 to 1.

    >>> inks([1, 0.5, 0]), inks([0.25, 0.25, 0.25])
    ([0, 0.5, 1, 0], [0.0, 0.0, 0.0, 0.75])
    """
    lacks = [1 - part for part in colour]
    black = min(lacks)
    return [round(each - black, 4) for each in lacks] + [round(black, 4)]


def _picture_in_inks(stream: Any) -> None:
    import pikepdf
    from PIL import Image, ImageChops

    picture = pikepdf.PdfImage(stream).as_pil_image()
    mask = stream.get("/SMask")
    if picture.mode == "L" and mask is None:
        return
    colours = picture.convert("RGB")
    if mask is not None:
        paper = Image.new("RGB", colours.size, "white")
        seen = pikepdf.PdfImage(mask).as_pil_image().convert("L").resize(colours.size)
        colours = Image.composite(colours, paper, seen)
        del stream["/SMask"]
    lacks = [ImageChops.invert(each) for each in colours.split()]
    black = ImageChops.darker(ImageChops.darker(lacks[0], lacks[1]), lacks[2])
    four = Image.merge("CMYK", [*(ImageChops.subtract(each, black) for each in lacks), black])
    stream.write(zlib.compress(four.tobytes(), 9), filter=pikepdf.Name.FlateDecode)
    stream.ColorSpace, stream.BitsPerComponent = pikepdf.Name.DeviceCMYK, 8
    for key in ("/DecodeParms", "/Decode", "/Intent"):
        if key in stream:
            del stream[key]


def findings(made: bytes) -> Iterator[Finding]:
    """What such a press looks for in the file itself, and would send back."""
    import pikepdf

    with pikepdf.open(BytesIO(made)) as file:
        standard = str(file.docinfo.get("/GTS_PDFXVersion", "nothing"))
        yield Finding("standard", standard == VERSION, standard, VERSION)
        outputs = [str(each.OutputConditionIdentifier) for each in file.Root.get("/OutputIntents", [])]
        yield Finding("printing condition", outputs == [CONDITION], ", ".join(outputs) or "none", CONDITION)
        strange = sorted(set(_strange(file)))
        colours = ", ".join(strange) or HOW
        yield Finding("colours", not strange, colours, "cyan, magenta, yellow and black alone")
        clear = sum(1 for each in file.objects if _is_clear(each))
        yield Finding("transparency", not clear, f"{clear} places" if clear else "none", "none")
        boxes = {tuple(round(float(side), 1) for side in page.mediabox) for page in file.pages}
        sizes = ", ".join(f"{box[2] / 72:.3f} × {box[3] / 72:.3f} in" for box in sorted(boxes))
        yield Finding(
            "page size", len(boxes) == 1, sizes, "one size for all cards, an eighth of an inch around the cut"
        )
        boxed = sum(1 for page in file.pages if "/TrimBox" in page and "/BleedBox" in page)
        counted = f"on {boxed} of {len(file.pages)} pages"
        yield Finding("page boxes", boxed == len(file.pages), counted, "trim and bleed on every page")
        loose = sorted(not_embedded(file))
        where = f"outside the file: {', '.join(loose)}" if loose else "all in the file"
        yield Finding("fonts", not loose, where, "all in the file")


def _strange(file: "Pdf") -> Iterator[str]:
    """Colours that are no inks, in pictures and drawings."""
    import pikepdf

    for each in file.objects:
        if not isinstance(each, pikepdf.Stream):
            continue
        if each.get("/Subtype") == "/Image" and each.get("/ColorSpace") not in ("/DeviceCMYK", "/DeviceGray"):
            yield "a picture in red, green and blue"
        if each.get("/Subtype") == "/Form" and any(
            str(instruction.operator) in SET for instruction in pikepdf.parse_content_stream(each)
        ):
            yield "a drawing in red, green and blue"


def _is_clear(each: Any) -> bool:
    import pikepdf

    if not isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
        return False
    alpha = any(each.get(key, 1) != 1 for key in ("/ca", "/CA"))
    return alpha or "/SMask" in each or each.get("/S") == "/Transparency"
